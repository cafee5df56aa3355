"""How attribute-of-traced-tensor decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            return x if x.tag == "a" else -x

        x = tf.constant(1.0)
        x.tag = "a"
        f(x)
        """,
        says="`x.tag` in a graph function, put on the tensor before the call",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            return x if getattr(x, "tag", None) == "a" else -x

        x = tf.constant(1.0)
        x.tag = "a"
        f(x)
        """,
        says='`getattr(x, "tag", None)` there',
        note="In the graph it is None.",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            y = x * 2
            y.tag = "a"
            return y

        y = f(tf.constant(1.0))
        print(y.tag)
        """,
        says="`y.tag` after the call, put on the tensor in the graph function",
    ),
    Case(
        """
        import tensorflow as tf

        def g(y):
            return y if y.tag == "a" else -y

        @tf.function
        def f(x):
            y = x * 2
            y.tag = "a"
            return g(y)

        f(tf.constant(1.0))
        """,
        says="`y.tag` that is put on a tensor and read in one trace",
    ),
    Case(
        """
        import tensorflow as tf

        scale = tf.constant(2.0)
        scale.unit = "km"

        @tf.function
        def f(x):
            return x * scale if scale.unit == "km" else x

        f(tf.constant(1.0))
        """,
        says="`scale.unit` of a tensor that the graph function captures",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(v):
            return v + 1.0 if v.tag == "a" else v

        v = tf.Variable(1.0)
        v.tag = "a"
        f(v)
        """,
        says="`v.tag` of a variable",
    ),
)
