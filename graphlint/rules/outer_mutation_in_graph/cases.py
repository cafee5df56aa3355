"""How outer-mutation-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        class Trainer:
            def __init__(self):
                self.steps = 0

            @tf.function
            def step(self, x):
                self.steps += 1
                return x

        Trainer().step(tf.constant(1.0))
        """,
        says="`self.steps += 1`",
    ),
    Case(
        """
        import tensorflow as tf

        steps = 0

        @tf.function
        def f(x):
            global steps
            steps += 1
            return x

        f(tf.constant(1.0))
        """,
        says="a `global` or `nonlocal` name that is assigned",
    ),
    Case(
        """
        import tensorflow as tf

        seen = {}

        @tf.function
        def f(x):
            seen["x"] = 1
            return x

        f(tf.constant(1.0))
        """,
        says="an item of a dict, list or array from outside: `seen[\"x\"] = 1`",
    ),
    Case(
        """
        import tensorflow as tf

        history = []

        def remember(items):
            items.append("step")

        @tf.function
        def f(x):
            remember(history)
            return x

        f(tf.constant(1.0))
        """,
        says="a helper that changes the list which it is given",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x, items):
            items.append(1)
            return x

        f(tf.constant(1.0), [])
        """,
        says="a list that is an argument of the graph function",
        note="this raises `ValueError`",
    ),
    Case("parts = []; parts.append(x); return tf.stack(parts)", note="a list of the same call"),
    Case(
        """
        import tensorflow as tf

        steps = tf.Variable(0)

        @tf.function
        def f(x):
            steps.assign_add(1)
            return x

        f(tf.constant(1.0))
        """,
        says="`steps.assign_add(1)` on a `tf.Variable`",
    ),
)
