"""How numpy-random-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("return x + np.random.rand()"),
    Case("np.random.seed(1)", note="it seeds once for each trace"),
    Case("return x * np.random.permutation(3)"),
    Case("return x + np.random.default_rng(1).normal()", note="a generator with a fixed seed, made in the function"),
    Case(
        """
        import numpy as np
        import tensorflow as tf

        rng = np.random.default_rng(1)

        @tf.function
        def f(x):
            return x + rng.normal()

        f(tf.constant(1.0))
        """,
        says="a draw from a `Generator` or a `RandomState` that is made outside",
    ),
    Case(
        """
        import numpy as np
        import tensorflow as tf

        def noise():
            return np.random.normal()

        @tf.function
        def f(x):
            return x + noise()

        f(tf.constant(1.0))
        """,
        says="a draw in a helper that the graph function calls",
    ),
    Case(
        """
        import numpy as np
        import tensorflow as tf

        dataset = tf.data.Dataset.range(3).map(lambda x: x + np.random.randint(5))
        """,
        says="a draw in a function that is given to `Dataset.map`",
    ),
    Case("return x + tf.numpy_function(lambda: np.float32(np.random.rand()), [], tf.float32)", note="it runs at each call"),
    Case("return x + tf.random.normal([3])"),
    Case(
        """
        import numpy as np
        import tensorflow as tf

        @tf.function
        def f(x, noise):
            return x + noise

        f(tf.constant(1.0), tf.constant(np.random.normal(), tf.float32))
        """,
        says="a draw outside, passed in as a tensor",
    ),
)
