import numpy as np
import tensorflow as tf
from tell import fails, show

x = tf.constant((np.arange(2 * 5 * 6 * 2) * 7 % 23 - 11).reshape(2, 5, 6, 2).astype(np.float32))


def slopes(f, x=x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
            total = tf.reduce_sum(y ** 2)
        first = inner.gradient(total, x)
        second = tf.reduce_sum(first ** 2)
    for tensor in (y, first, outer.gradient(second, x)):
        print((np.round(np.asarray(tensor, np.float64), 3) + 0.0).ravel().tolist())


# %% max-valid
slopes(lambda v: tf.nn.max_pool2d(v, 2, 2, "VALID"))

# %% max-same
slopes(lambda v: tf.nn.max_pool2d(v, 3, 2, "SAME"))

# %% max-overlapping
slopes(lambda v: tf.nn.max_pool2d(v, [2, 3], [1, 1], "VALID"))

# %% max-explicit-padding
show(tf.nn.max_pool2d(x, 2, 2, [[0, 0], [1, 0], [0, 1], [0, 0]]))

# %% max-of-equals
slopes(lambda v: tf.nn.max_pool2d(v, 2, 2, "VALID"), tf.ones([1, 4, 4, 1]))

# %% average-valid
slopes(lambda v: tf.nn.avg_pool2d(v, 2, 2, "VALID"))

# %% average-same
slopes(lambda v: tf.nn.avg_pool2d(v, 3, 2, "SAME"))

# %% one-dimension
s = x[0]
show(tf.nn.max_pool1d(s, 2, 2, "VALID"), tf.nn.avg_pool1d(s, 3, 1, "SAME"), tf.nn.max_pool(s, 2, 2, "SAME"), tf.nn.avg_pool(s, 2, 2, "VALID"))
slopes(lambda v: tf.nn.max_pool1d(v, 2, 2, "VALID"), s)

# %% by-rank
show(tf.nn.max_pool(x, 2, 2, "VALID"), tf.nn.avg_pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "VALID"), tf.nn.pool(x, [2, 2], "MAX", strides=[2, 2]), tf.nn.pool(x, [2, 2], "AVG", padding="SAME"))

# %% types
show(tf.nn.max_pool2d(tf.cast(x, tf.int32), 2, 2, "VALID"), tf.nn.avg_pool2d(tf.cast(x, tf.float64), 2, 2, "VALID"))
fails(tf.nn.avg_pool2d, tf.cast(x, tf.int32), 2, 2, "VALID")

# %% static-shapes
@tf.function(input_signature=[tf.TensorSpec([None, None, 6, 2])])
def f(v):
    print(tf.nn.max_pool2d(v, 2, 2, "SAME"), tf.nn.avg_pool2d(v, 3, 2, "VALID"), tf.nn.max_pool1d(v[0], 2, 2, "SAME"))
    return tf.nn.max_pool2d(v, 2, 2, "SAME")
show(f(x))

# %% errors
fails(tf.nn.max_pool2d, x, 9, 1, "VALID")
fails(tf.nn.max_pool2d, x[0], 2, 1, "VALID")
fails(tf.nn.max_pool2d, x, [2, 2, 2], 1, "VALID")
fails(tf.nn.pool, x, [2, 2], "MEAN")
fails(tf.nn.max_pool, x[0, 0], 2, 1, "VALID")
fails(tf.function(lambda: tf.nn.max_pool2d(x, 9, 1, "VALID")))

# %% maxima-of-nan-and-infinity
nan, inf = float("nan"), float("inf")
strange = tf.reshape(tf.constant([-inf, -inf, -inf, -inf, -inf, 1.0, nan, 2.0, -inf]), [1, 3, 3, 1])
slopes(lambda v: tf.nn.max_pool2d(v, 2, 1, "SAME"), strange)
slopes(lambda v: tf.nn.max_pool2d(v, 3, 2, "VALID"), strange)
slopes(lambda v: tf.nn.max_pool2d(v, 2, 2, "SAME"), tf.fill([1, 3, 3, 1], nan))
