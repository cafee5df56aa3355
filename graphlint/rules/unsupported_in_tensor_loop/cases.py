"""How unsupported-in-tensor-loop decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            for i in range(3):
                if x[i] > 1.0:
                    break
                x = x * 2.0
            return x

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`break` on a tensor in `for i in range(3)`, which Python unrolls",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            total = 0.0
            for item in x:
                if item > 2.0:
                    break
                total += item
            return total

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`break` and `continue` in a loop over a tensor",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            if tf.reduce_sum(x) > 10.0:
                y = x
            return y

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="a name that only one branch sets, and that is read afterwards",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            y = None
            if tf.reduce_sum(x) > 10.0:
                y = x
            return y

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="a name that is `None` before the branch",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            total = 0
            for item in x:
                total += tf.sqrt(item)
            return total

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`total = 0`, then `total += tf.sqrt(item)` in a loop over a tensor: two dtypes",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            n = 8
            for item in x:
                n = n / 2
            return n

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`n = 8`, then `n = n / 2` in a loop over a tensor",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            items = []
            for item in x:
                items = items + [item]
            return items

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`items = items + [item]` in a loop over a tensor",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            items = []
            for item in x:
                items.append(item)
            return tf.stack(items)

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`items.append(item)` in a loop over a tensor: it runs once",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            parts = [x, x]
            for i in tf.range(2):
                parts[i] = x * 2.0
            return parts[0]

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`parts[i] = …` of a list, where the loop over a tensor sets `i`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            done = False
            while not done:
                x = x * 2.0
                done = tf.reduce_sum(x) > 100.0
            return x

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`while not done`, where `done` is `False` at first and a tensor after one turn",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            sums = tf.zeros([1])
            for item in x:
                sums = tf.concat([sums, [item]], 0)
            return sums

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="a tensor that `tf.concat` makes longer at each turn of a loop over a tensor",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            if tf.reduce_sum(x) > 0.0:
                return x

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`return` in a branch, where the function returns nothing otherwise",
    ),
    Case("return x if tf.reduce_sum(x) > 0.0 else None"),
    Case("return [x] if tf.reduce_sum(x) > 0.0 else [x, x]"),
    Case("if tf.size(x): x = -x"),
    Case("if not tf.size(x): x = -x"),
    Case("return x if tf.size(x) else -x"),
    Case("if tf.size(x) > 0: x = -x"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            if tf.reduce_sum(x) < 0.0:
                raise ValueError("negative")
            return x

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`raise` in a branch on a tensor: it raises at the trace, whatever the tensor holds",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            try:
                return tf.linalg.inv(x)
            except tf.errors.InvalidArgumentError:
                return x

        f(tf.zeros([2, 2]))
        """,
        says="a handler of `tf.errors.InvalidArgumentError`: operations raise only when the graph runs, so it handles nothing",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            found = False
            for item in x:
                if found is True:
                    break
                if item > 1.0:
                    found = True
            return found

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`found is True` in a loop over a tensor, where a branch sets `found = True`",
        note="`found` is a tensor after the branch, so it is never so",
    ),
    Case(
        """
        import tensorflow as tf

        strategy = tf.distribute.MirroredStrategy()
        batches = strategy.experimental_distribute_dataset(tf.data.Dataset.range(8).batch(2))

        @tf.function
        def f():
            total = tf.constant(0, tf.int64)
            for batch in batches:
                total += tf.reduce_sum(batch)
                if total > 3:
                    break
            return total
        """,
        runs=False,
        says="`break` or `return` in a loop over a distributed dataset",
        note="this raises `NotImplementedError`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            items = []
            for i in range(3):
                items.append(x[i])
            return tf.stack(items)

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`items.append(…)` in a loop over Python's `range`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            items = []

            def body(i):
                items.append(x[i])
                return (i + 1,)

            tf.while_loop(lambda i: i < 3, body, (tf.constant(0),))
            return tf.stack(items)

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`items.append(…)` in a function that is given to `tf.while_loop`, `tf.map_fn`, `tf.scan` or `tf.cond`",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            parts = [x]
            if tf.reduce_sum(x) > 0.0:
                parts[-1] = x * 2.0
            return parts[0]

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`parts[-1] = …` in a branch",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            parts = [x, x]
            if tf.reduce_sum(x) > 0.0:
                parts[0] = x * 2.0
            return parts[0]

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`parts[0] = …` in a branch, with an index that the source names",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            items = []
            if tf.reduce_sum(x) > 10.0:
                items.append(x)
            return len(items)

        f(tf.constant([1.0, 2.0, 3.0]))
        """,
        says="`items.append(…)` in a branch on a tensor",
        note="it runs whichever branch is taken",
    ),
    Case(
        """
        import tensorflow as tf

        dataset = tf.data.Dataset.range(3)

        @tf.function
        def f():
            ids = tf.zeros([0], tf.int64)
            for i in dataset:
                ids = tf.concat([ids, [i]], 0)
            return ids

        f()
        """,
        says="a tensor that `tf.concat` makes longer in a loop over a dataset: shapes may grow there",
    ),
    Case(
        """
        import tensorflow as tf

        layer = tf.keras.layers.Dense(1, activity_regularizer="l2")
        layer(tf.ones([1, 3]))

        @tf.function
        def f(x):
            y = tf.zeros([1, 1])
            if tf.reduce_sum(x) > 0.0:
                y = layer(x)
            return y, sum(layer.losses)

        f(tf.ones([1, 3]))
        """,
        says="the call of a layer with an `activity_regularizer` in a branch, and `layer.losses` after it",
    ),
    Case(
        """
        import tensorflow as tf

        layer = tf.keras.layers.Dense(1)

        @tf.function
        def f(x):
            for row in x:
                layer.add_loss(tf.reduce_sum(row))
            return sum(layer.losses)

        f(tf.ones([2, 3]))
        """,
        says="`layer.add_loss(…)` in a loop over a tensor, and `layer.losses` after it",
    ),
    Case(
        """
        import tensorflow as tf

        layer = tf.keras.layers.Dense(1, kernel_regularizer="l2")
        layer(tf.ones([1, 3]))
        mean = tf.keras.metrics.Mean()

        @tf.function
        def f(x):
            y = tf.zeros([1, 1])
            if tf.reduce_sum(x) > 0.0:
                y = layer(x)
                mean.update_state(y)
            return y, sum(layer.losses), mean.result()

        f(tf.ones([1, 3]))
        """,
        says="a layer with a `kernel_regularizer` and a metric in a branch, with `layer.losses` and `mean.result()` after it",
    ),
)
