"""How tensor-leaked-from-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        history = []

        @tf.function
        def f(x):
            history.append(x * 2.0)
            return x

        f(tf.constant(1.0))
        """,
        says="a tensor that is appended to a list from outside",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            def __init__(self):
                self.mask = None

            @tf.function
            def f(self, x):
                if self.mask is None:
                    self.mask = tf.ones([3])
                return x * self.mask

        model = Model()
        model.f(tf.constant(1.0))
        """,
        says="`if self.mask is None: self.mask = tf.ones([3])`",
        note="every later trace finds the tensor of the first graph",
    ),
    Case(
        """
        import functools
        import tensorflow as tf

        class Model:
            @functools.cached_property
            def mask(self):
                return tf.ones([3])

            @tf.function
            def f(self, x):
                return x * self.mask

        model = Model()
        model.f(tf.constant(1.0))
        """,
        says="a tensor that `@cached_property` or `@lru_cache` keeps",
    ),
    Case(
        """
        import tensorflow as tf

        class Scores(tf.keras.layers.Layer):
            def call(self, x):
                self.scores = tf.nn.softmax(x)
                return x
        """,
        says="a tensor that a layer keeps in a public attribute, if nothing in the program reads it",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            @tf.function
            def f(self, x):
                self.hidden = x * 2.0
                return self.hidden + 1.0

        model = Model()
        model.f(tf.constant(1.0))
        """,
        says="a tensor in an attribute that the same graph function reads",
    ),
    Case("parts = []; parts.append(x * 2.0); return tf.stack(parts)", note="a local list"),
    Case(
        """
        import tensorflow as tf

        last = tf.Variable(0.0)

        @tf.function
        def f(x):
            last.assign(x)
            return x

        f(tf.constant(1.0))
        """,
        says="`last.assign(x)` on a `tf.Variable`",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            def __init__(self):
                self.mask = tf.ones([3])

            @tf.function
            def f(self, x):
                if x.shape[0] != self.mask.shape[0]:
                    self.mask = tf.ones([x.shape[0]])
                return x * self.mask

        model = Model()
        model.f(tf.ones([4]))
        """,
        says="`if x.shape[0] != self.mask.shape[0]: self.mask = tf.ones([x.shape[0]])`",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            @tf.function
            def encode(self, x):
                self.code = x * 2.0
                return self.code

            @tf.function
            def decode(self):
                return self.code + 1.0

        model = Model()
        model.encode(tf.constant(1.0))
        model.decode()
        """,
        says="a tensor that one graph function stores and another one reads",
    ),
)
