"""How python-scalar-retrace decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(x, i):
            return x

        for i in range(10):
            step(tf.constant(1.0), i)
        """,
        says="`step(x, i)` in `for i in range(10)`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(x, name):
            return x

        for i in range(10):
            step(tf.constant(1.0), f"step {i}")
        """,
        says="`step(x, f\"step {i}\")` in a loop",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(loss, x):
            return loss(x)

        for i in range(10):
            step(lambda x: x * x, tf.constant(1.0))
        """,
        says="`step(lambda x: x * x, x)` in a loop: a new function at each turn",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            def loss(self, x):
                return x

        @tf.function
        def step(loss, x):
            return loss(x)

        model = Model()
        for i in range(10):
            step(model.loss, tf.constant(1.0))
        """,
        says="`step(model.loss, x)` in a loop: Python makes a new bound method at each turn",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(loss, x):
            return loss(x, x)

        for i in range(10):
            step(tf.keras.losses.MeanSquaredError(), tf.constant([1.0]))
        """,
        says="`step(tf.keras.losses.MeanSquaredError(), x)` in a loop",
    ),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            @tf.function
            def step(self, x, epoch):
                return x

            def train(self, x, epoch=0):
                return self.step(x, epoch)
        """,
        says="`train(self, x, epoch=0)` that passes `epoch` on, if nothing in the program calls it",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(x, training):
            return x

        for training in (True, False):
            step(tf.constant(1.0), training)
        """,
        says="`step(x, training)` with `True` and `False`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function(input_signature=[tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.int32)])
        def step(x, i):
            return x

        for i in range(10):
            step(tf.constant(1.0), i)
        """,
        says="a number for which an `input_signature` makes a tensor",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(x, i):
            return x

        for i in tf.range(10):
            step(tf.constant(1.0), i)
        """,
        says="`step(x, i)` in `for i in tf.range(10)`",
    ),
    Case(
        """
        import dataclasses
        import tensorflow as tf

        @dataclasses.dataclass(frozen=True)
        class Settings:
            epoch: int = 0

        @tf.function
        def step(x, settings):
            return x

        settings = Settings()
        for epoch in range(10):
            step(tf.constant(1.0), dataclasses.replace(settings, epoch=epoch))
        """,
        says="a record with a number that varies: `dataclasses.replace(settings, epoch=epoch)`",
    ),
    Case(
        """
        import dataclasses
        import tensorflow as tf

        @dataclasses.dataclass(frozen=True)
        class Settings:
            epoch: int = 0

        @tf.function
        def step(x, settings):
            return x

        for epoch in range(10):
            step(tf.constant(1.0), Settings())
        """,
        says="a new record at each turn that is equal to the last one",
    ),
)
