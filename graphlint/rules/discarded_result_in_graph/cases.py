"""How discarded-result-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("tf.tensor_scatter_nd_update(x, [[0]], [5.0])"),
    Case("tf.stop_gradient(x)"),
    Case("tf.clip_by_value(x, 0.0, 1.0)"),
    Case("tf.clip_by_norm(x, 1.0)"),
    Case("tf.random.shuffle(x)"),
    Case("tf.minimum(x, 1.0)"),
    Case("tf.reshape(x, [3, 1])"),
    Case("tf.keras.backend.clip(x, 0, 1)"),
    Case("for part in tf.unstack(x): part = tf.clip_by_value(part, 0.0, 1.0)", note="only the variable of the loop gets the result"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            update = tf.tensor_scatter_nd_update(x, [[0]], [0.0])
            with tf.control_dependencies([update]):
                return tf.identity(x)

        f(tf.constant([1.0]))
        """,
        says="a result that only goes to `tf.control_dependencies`",
    ),
    Case(
        """
        import tensorflow as tf

        v = tf.Variable([1.0, 2.0])

        @tf.function
        def f():
            v.scatter_nd_update([[0]], [5.0])

        f()
        """,
        says="`v.scatter_nd_update(…)` on a `tf.Variable`",
    ),
    Case("tf.debugging.assert_positive(x)"),
    Case("x = tf.reshape(x, [3, 1]); return x"),
)
