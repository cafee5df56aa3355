"""How variable-created-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("return tf.keras.layers.Dense(2)(x[None])"),
    Case("return tf.random.Generator.from_seed(1).normal([3])"),
    Case("return tf.keras.metrics.Mean()(x)"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(x, optimizer, weight):
            with tf.GradientTape() as tape:
                loss = weight * x
            optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])

        weight = tf.Variable(1.0)
        for optimizer in [tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam()]:
            step(tf.constant(1.0), optimizer, weight)
        """,
        says="`for optimizer in optimizers: step(x, optimizer, weight)`, where `step` applies the optimizer",
        note="the second optimizer makes its variables too late",
    ),
    Case(
        """
        import tensorflow as tf

        class Counter:
            def __init__(self):
                self.total = None

            @tf.function
            def count(self, x):
                if self.total is None:
                    self.total = tf.Variable(0.0)
                return self.total.assign_add(x)

        counter = Counter()
        counter.count(tf.constant(1.0))
        """,
        says="`if self.total is None: self.total = tf.Variable(0.0)`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(x):
            with tf.init_scope():
                offset = tf.Variable(1.0)
            return x + offset

        step(tf.constant(1.0))
        """,
        says="a variable under `tf.init_scope()`",
        note="that is lifted out of the graph, but each trace makes another one; `if self.offset is None:` around it makes it once",
    ),
    Case("return tf.keras.applications.MobileNetV2(weights=None)(x)", runs=False, note="functions that make a whole model"),
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.weight = tf.Variable(1.0)

            def train(self, x):
                optimizer = tf.keras.optimizers.Adam()
                return self.step(x, optimizer)

            @tf.function
            def step(self, x, optimizer):
                with tf.GradientTape() as tape:
                    loss = self.weight * x
                optimizer.apply_gradients([(tape.gradient(loss, self.weight), self.weight)])

        trainer = Trainer()
        trainer.train(tf.constant(1.0))
        trainer.train(tf.constant(1.0))
        """,
        says="a public method that makes an optimizer for a graph function of its own object: it may be called twice",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def step(x, optimizer, weight):
            with tf.GradientTape() as tape:
                loss = weight * x
            optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])

        weight = tf.Variable(1.0)
        for optimizer in [tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam()]:
            optimizer.build([weight])
            step(tf.constant(1.0), optimizer, weight)
        """,
        says="the same loop over optimizers, after `optimizer.build([weight])`",
    ),
    Case(
        """
        import tensorflow as tf

        def build(units):
            return tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(units)])

        def make_optimizer():
            global optimizer
            optimizer = tf.keras.optimizers.Adam()

        @tf.function
        def step(model, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(x))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))

        def train(sizes):
            for units in sizes:
                model = build(units)
                make_optimizer()
                step(model, tf.ones([1, 2]))

        train([4, 8])
        """,
        says="a new optimizer in a global, when the graph function is traced again for another model",
    ),
)
