"""How equal-scalars-share-a-trace decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x, mode):
            return x if isinstance(mode, bool) else -x

        f(tf.constant(1.0), True)
        f(tf.constant(1.0), 1)
        """,
        says="`f(x, True)` and `f(x, 1)`",
    ),
    Case(
        """
        import math
        import tensorflow as tf

        @tf.function
        def f(x, limit):
            return x * math.copysign(1.0, limit)

        f(tf.constant(1.0), 0.0)
        f(tf.constant(1.0), -0.0)
        """,
        says="`f(x, 0.0)` and `f(x, -0.0)`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x, mode):
            return x

        f(tf.constant(1.0), 1)
        f(tf.constant(1.0), 2.0)
        """,
        says="`f(x, 1)` and `f(x, 2.0)`: they are not equal",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x, mode):
            return x

        f(tf.constant(1.0), "a")
        f(tf.constant(1.0), 1)
        """,
        says="`f(x, \"a\")` and `f(x, 1)`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def f(x):
            return x

        f(1)
        f(1.0)
        """,
        says="`f(1)` and `f(1.0)` where an `input_signature` makes tensors of them",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            return tf.constant(x)

        def g(x):
            return f(x)

        f(1)
        g(1.0)
        """,
        says="`f(1)` and `g(1.0)`, where `g` passes its argument on to `f`",
    ),
)
