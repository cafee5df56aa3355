"""How tensor-condition-without-autograph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("return [y for y in (0.0, 2.0) if tf.reduce_sum(x) > y]"),
    Case("return [y for y in tf.abs(x)]"),
    Case("return [y if tf.reduce_sum(x) > 0.0 else -y for y in (0.0, 2.0)]"),
    Case("if tf.reduce_sum(x) > 0.0: x = -x"),
    Case("if x.shape[0] > 1: x = -x"),
    Case(
        """
        import tensorflow as tf

        @tf.function(autograph=False)
        def f(x):
            if tf.reduce_sum(x) > 0.0:
                x = -x
            return x

        f(tf.constant([1.0]))
        """,
        says="`if tf.reduce_sum(x) > 0.0` with `autograph=False`, and in what such a function calls",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.autograph.experimental.do_not_convert
        def helper(x):
            return -x if tf.reduce_sum(x) > 0.0 else x

        @tf.function
        def f(x):
            return helper(x)

        f(tf.constant([1.0]))
        """,
        says="a function under `tf.autograph.experimental.do_not_convert`",
    ),
    Case(
        """
        import tensorflow as tf

        class Negative(tf.keras.layers.Layer):
            def call(self, x):
                if tf.reduce_sum(x) > 0.0:
                    x = -x
                return x

        layer = Negative()
        tf.function(layer)(tf.constant([1.0]))
        """,
        says="`call` of a Keras 3 layer or model",
    ),
    Case(
        """
        import tensorflow as tf

        def parts(x):
            if tf.reduce_sum(x) > 0.0:
                yield x

        @tf.function
        def f(x):
            return list(parts(x))

        f(tf.constant([1.0]))
        """,
        says="a generator",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            if tf.reduce_sum(x) > 0.0:
                x = -x
            for i in range(2):
                x += 1.0
            else:
                x *= 2.0
            return x

        f(tf.constant([1.0]))
        """,
        says="a function with a `for … else` or `while … else`",
    ),
    Case(
        """
        import tensorflow as tf

        class Scaled:
            def __init__(self, x):
                self.limit = tf.reduce_max(x)

            @property
            def factor(self):
                return 0.5 if self.limit > 2.0 else 1.0

        @tf.function
        def f(x):
            return x * Scaled(x).factor

        f(tf.constant([1.0]))
        """,
        says="a property, `__init__`, `__enter__`, and the methods of operators such as `__add__`",
    ),
    Case(
        """
        import tensorflow as tf

        def positive(y):
            return y if tf.reduce_sum(y) > 0.0 else -y

        @tf.function
        def f(x):
            return tf.stack(list(map(positive, tf.unstack(x))))

        f(tf.constant([1.0, 2.0]))
        """,
        says="a function of the module that `map`, `filter`, `sorted`, `functools.reduce`, `tf.while_loop`, `tf.scan`,"
        " `tf.vectorized_map` or `tf.nest.map_structure` calls",
    ),
    Case(
        """
        import tensorflow as tf

        def positive(y):
            return y if y > 0.0 else -y

        @tf.function
        def f(x):
            return tf.map_fn(positive, x)

        f(tf.constant([1.0, 2.0]))
        """,
        says="a function that `tf.map_fn` or `tf.cond` calls",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.custom_gradient
        def clipped(x):
            if tf.reduce_sum(x) > 0.0:
                x = -x
            return x, lambda dy: dy

        @tf.function
        def f(x):
            return clipped(x)

        f(tf.constant([1.0, 2.0]))
        """,
        says="a function under `tf.custom_gradient`, made outside of the trace",
    ),
    Case(
        """
        import tensorflow as tf

        dataset = tf.data.Dataset.range(3)

        @tf.function(autograph=False)
        def f(x):
            for element in dataset:
                x += 1.0
            return x
        """,
        says="a loop over a dataset with `autograph=False`",
    ),
    Case("tf.debugging.assert_positive(x)"),
    Case(
        """
        import tensorflow as tf
        from tqdm import tqdm

        @tf.function
        def f(x):
            for item in tqdm(tf.abs(x)):
                x += item
            return x
        """,
        says="a loop over `tqdm(…)`",
        runs=False,
    ),
)
