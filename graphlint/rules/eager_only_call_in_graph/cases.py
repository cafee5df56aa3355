"""How eager-only-call-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("return x.numpy()"),
    Case("return tf.abs(x).numpy()"),
    Case("return np.sum(tf.abs(x))"),
    Case("return np.array(tf.abs(x))"),
    Case("return np.zeros_like(tf.abs(x))"),
    Case("return np.float32(tf.reduce_sum(x))"),
    Case("return np.ndim(tf.abs(x))", note="it looks at the shape alone"),
    Case("return np.ones(3, np.float32) + x", note="arithmetic of arrays and tensors"),
    Case("return math.sqrt(tf.reduce_sum(x))", imports="import math"),
    Case("return tf.constant(tf.abs(x))"),
    Case("return tf.convert_to_tensor(tf.abs(x))"),
    Case("n = tf.size(x); return tf.constant(0.0, shape=(n,))"),
    Case("n = tf.size(x); return tf.fill([n], 0.0)"),
    Case("return tf.ensure_shape(x, [tf.shape(x)[0]])", note="a static shape; so do `set_shape`, `tf.TensorShape` and `tf.TensorSpec`"),
    Case("return bool(tf.reduce_sum(x))"),
    Case("return list(tf.abs(x))"),
    Case("a, b, c = tf.abs(x)"),
    Case("return [*tf.abs(x)]"),
    Case("return tf.reduce_sum(x) in [1, 2]"),
    Case("return sum(tf.abs(x))"),
    Case("return max(tf.reduce_sum(x), 2.0)"),
    Case("return list(map(tf.abs, tf.abs(x)))"),
    Case("return list(reversed(tf.abs(x)))"),
    Case("return [1, 2][tf.argmax(x)]"),
    Case("return np.arange(3)[tf.argmax(x)]"),
    Case("return float(tf.reduce_sum(x))", note="AutoGraph converts it; so it does `int`, `len`, `range` and `sorted`"),
    Case(
        """
        import tensorflow as tf

        @tf.function(autograph=False)
        def f(x):
            return float(tf.reduce_sum(x))

        f(tf.constant([1.0]))
        """,
        says="`float(tf.reduce_sum(x))` with `autograph=False`",
    ),
    Case(
        """
        import tensorflow as tf

        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])

        @tf.function
        def f(x):
            return model.predict(x)

        f(tf.ones([1, 2]))
        """,
        says="`model.predict(x)`, `evaluate` and `fit` of a Keras model",
    ),
    Case("return tf.strings.join(tf.as_string(x))", note="it takes a list of tensors"),
    Case("return tf.constant(f'{tf.reduce_sum(x)}')", note="the text shows the symbol at every call"),
    Case("return tf.constant(f'{tf.reduce_sum(x):.2f}')"),
    Case("if hasattr(x, 'numpy'): x = x.numpy()"),
    Case("if tf.executing_eagerly(): return x.numpy()"),
    Case("return tf.abs(x).item()", note="it fails eagerly too"),
    Case("return tf.numpy_function(np.median, [x], tf.float32)"),
    Case("return tf.add_n(tf.abs(x))", note="it takes a list of tensors"),
    Case("return chr(tf.cast(x[0], tf.int32))"),
    Case("return str(tf.abs(x))", note="the text shows the symbol at every call"),
    Case("return list(tf.data.Dataset.range(3).as_numpy_iterator())"),
    Case("tf.train.Checkpoint().save('folder')", runs=False, note="so do other functions that save or restore"),
    Case("return KMeans().fit(tf.abs(x))", imports="from sklearn.cluster import KMeans", runs=False,
         note="packages that work on arrays raise, each in its own way: scikit-learn, OpenCV, scikit-image, librosa, pandas"),
    Case(
        """
        import tensorflow as tf

        class Mean(tf.keras.layers.Layer):
            def call(self, x):
                return tf.reduce_sum(x) / x.shape[0]

        model = tf.keras.Sequential([tf.keras.Input([2]), Mean()])
        model.compile(loss="mse")
        model.fit(tf.ones([4, 2]), tf.ones([4]), epochs=1)
        """,
        says="a number that is made of `x.shape[0]` in a Keras layer: the size of a batch is `None` there",
    ),
    Case(
        """
        import tensorflow as tf

        def scaled(x):
            return tf.reduce_sum(x) / x.shape[0]

        dataset = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]).batch(2).map(scaled)
        """,
        says="the same behind `ds.batch(n)` without `drop_remainder=True`",
    ),
)
