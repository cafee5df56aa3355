"""How python-random-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("return x if random.random() < 0.5 else -x", imports="import random"),
    Case("return x * random.choice([1.0, 2.0])", imports="import random"),
    Case("random.seed(1)", imports="import random", note="it seeds once for each trace"),
    Case("return tf.constant(uuid.uuid4().hex)", imports="import uuid"),
    Case("return x * secrets.randbelow(5)", imports="import secrets"),
    Case("return x * os.urandom(1)[0]", imports="import os"),
    Case(
        """
        import random
        import tensorflow as tf

        rng = random.Random(3)

        @tf.function
        def f(x):
            return x + rng.random()

        f(tf.constant(1.0))
        """,
        says="a draw from a `random.Random` that is made outside",
    ),
    Case("return x + random.Random(3).random()", imports="import random", note="the same numbers at every call, eagerly too"),
    Case("return x + tf.py_function(lambda: random.random(), [], tf.float32)", imports="import random", note="it runs at each call"),
    Case("return x + tf.random.uniform([3])"),
)
