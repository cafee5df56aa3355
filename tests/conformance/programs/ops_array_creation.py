import numpy as np
import tensorflow as tf
from look import both, floats, ints

C = tf.constant

# %% range
both(lambda: tf.range(5))
both(lambda: tf.range(1, 7, 2))
both(lambda: tf.range(3.0))
both(lambda: tf.range(0, 1, 0.25))
both(lambda x: tf.range(x), C(5))
both(lambda x: tf.range(1, x), C(5))
both(lambda x: tf.range(x, dtype=tf.float32), C(5.0))
both(lambda: tf.range(5, dtype=tf.float32))
both(lambda: tf.range(5, 1, -2))

# %% range-2
both(lambda: tf.range(C(5, tf.int64), C(7)))
both(lambda x: tf.range(tf.shape(x)[1]), floats(2, 3))
both(lambda x: tf.range(tf.size(x) // 2), floats(2, 3))
both(lambda: tf.range(3, name="foo"))

# %% range-errors
both(lambda: tf.range(5, 1))
both(lambda: tf.range(5, 1, 0))
both(lambda: tf.range(C([5, 2])))

# %% zeros
both(lambda: tf.zeros([2, 3]))
both(lambda: tf.zeros(3))
both(lambda: tf.zeros([2, 3], tf.string))
both(lambda: tf.zeros([2], tf.bool))
both(lambda: tf.zeros([2000]))
both(lambda s: tf.zeros(s), C([2, 2]))
both(lambda s: tf.zeros([s, 2]), C(2))
both(lambda x: tf.zeros(tf.shape(x)[:1]), floats(2, 3))
both(lambda x: tf.zeros(tf.shape(x) * 2), floats(2, 3))

# %% zeros-2
both(lambda x: tf.zeros([tf.shape(x)[0] * 2, tf.size(x)]), floats(2, 3))
both(lambda: tf.zeros([2], name="foo"))
both(lambda: tf.zeros([2000], name="foo"))

# %% zeros-errors
both(lambda: tf.zeros([-1, 2]))
both(lambda: tf.zeros([2, None]))

# %% ones
both(lambda: tf.ones([2, 3]))
both(lambda s: tf.ones(s, tf.int32), C([2, 2]))
both(lambda: tf.ones(()))

# %% ones-errors
both(lambda: tf.ones([2], tf.string))

# %% fill
both(lambda: tf.fill([2, 2], 7))
both(lambda x: tf.fill([2, 2], x), C(7.0))
both(lambda s, x: tf.fill(s, x), C([1, 2]), C(7.0))
both(lambda x: tf.fill([2], x, name="foo"), C(1))

# %% fill-errors
both(lambda: tf.fill([2, 2], [1, 2]))
both(lambda: tf.fill([-2, 2], 1))

# %% zeros-like
both(lambda x: tf.zeros_like(x), floats(2, 3))
both(lambda x: tf.zeros_like(x, dtype=tf.int64), floats(2, 3))
both(lambda: tf.zeros_like([1, 2]))
both(lambda x: tf.zeros_like(x), C(["a", "b"]))

# %% ones-like
both(lambda x: tf.ones_like(x), floats(2, 3))
both(lambda: tf.ones_like([1.0, 2]))
both(lambda x: tf.ones_like(x, dtype=tf.bool), floats(2, 3))
both(lambda x: tf.ones_like(x, name="foo"), C(1))

# %% one-hot
both(lambda: tf.one_hot([0, 2, -1, 5], 3))
both(lambda x: tf.one_hot(x, 3), C([0, 2]))
both(lambda x: tf.one_hot(x, 3, axis=0), C([0, 2]))
both(lambda x, d: tf.one_hot(x, d, 5, 6), C([0, 2]), C(3))
both(lambda x: tf.one_hot(x, 3, True, False), C([0, 2]))
both(lambda x: tf.one_hot(x, 3, dtype=tf.int64), C([[0, 2]]))
both(lambda x: tf.one_hot(x, 3), C([0.0, 2.0]))
both(lambda x: tf.one_hot(x, 2, name="foo"), ints(2))

# %% one-hot-errors
both(lambda x: tf.one_hot(x, 3, on_value=2.0, dtype=tf.int64), C([[0, 2]]))
both(lambda x: tf.one_hot(x, -1), C([0, 2]))
both(lambda x: tf.one_hot(x, 3, axis=4), C([0, 2]))
both(lambda x: tf.one_hot(x, 3, 1, 2.0), C([0, 2]))

# %% sequence-mask
both(lambda: tf.sequence_mask([1, 3]))
both(lambda x: tf.sequence_mask(x), C([1, 3]))
both(lambda x: tf.sequence_mask(x, 4, dtype=tf.float32), C([1, 3]))
both(lambda x: tf.sequence_mask(x, 2, name="foo"), ints(2))
