"""How iterator-advanced-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        def batches():
            yield from (1.0, 2.0, 3.0)

        source = batches()

        @tf.function
        def f(x):
            return x + next(source)

        f(tf.constant(1.0))
        """,
        says="`next(source)` on a generator that is made outside",
    ),
    Case(
        """
        import itertools
        import tensorflow as tf

        counter = itertools.count()

        @tf.function
        def f(x):
            return x + next(counter)

        f(tf.constant(1.0))
        """,
        says="`next(counter)` on `itertools.count()`",
    ),
    Case(
        """
        import tensorflow as tf

        queue = iter([1.0, 2.0])

        @tf.function
        def f(x):
            for item in queue:
                x += item
            return x

        f(tf.constant(1.0))
        """,
        says="`for item in queue` over an iterator that is made outside",
    ),
    Case("return x + next(iter([1.0, 2.0]))", note="made in the function, so each trace gets a new one"),
    Case(
        """
        import tensorflow as tf

        items = [1.0, 2.0]

        @tf.function
        def f(x):
            for item in items:
                x += item
            return x

        f(tf.constant(1.0))
        """,
        says="`for item in items` over a list",
    ),
    Case(
        """
        import tensorflow as tf

        source = iter(tf.data.Dataset.range(3))

        @tf.function
        def f():
            return next(source)

        f()
        """,
        says="`next(source)` on the iterator of a `tf.data.Dataset`",
    ),
)
