"""How python-loop-unrolled decides."""

from graphlint.rules.case import Case

CASES = (
    Case("for _ in range(100): x = tf.sin(x)"),
    Case("return [tf.sin(x) for _ in range(100)]"),
    Case("for _ in np.linspace(0.0, 1.0, 200): x = tf.sin(x)"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            i = 0
            while i < 200:
                x = tf.sin(x)
                i += 1
            return x

        f(tf.constant(1.0))
        """,
        says="`while i < 200` on a Python counter",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            for i in range(20):
                for j in range(20):
                    x = tf.sin(x)
            return x

        f(tf.constant(1.0))
        """,
        says="two nested loops of 20 turns: 400 copies",
    ),
    Case(
        """
        import tensorflow as tf

        model = tf.keras.Sequential([tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)])

        @tf.function
        def f(x):
            for _ in range(30):
                x = model(x)
            return x

        f(tf.ones([1, 3]))
        """,
        says="30 turns that run a Keras model",
    ),
    Case("for _ in range(99): x = tf.sin(x)"),
    Case("for _ in tf.range(1000): x = tf.sin(x)"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x, layers):
            for layer in layers:
                x = layer(x)
            return x
        """,
        says="`for layer in layers`",
    ),
)
