import numpy as np
import tensorflow as tf
from look import both, floats, ints

C = tf.constant

# %% index
both(lambda x: x[0], floats(2, 3))
both(lambda x: x[-1], floats(2, 3))
both(lambda x: x[1, 2], floats(2, 3))
both(lambda x: x[:, 1], floats(2, 3))
both(lambda x: x[..., 0], floats(2, 3))
both(lambda x: x[:, tf.newaxis], floats(2, 3))
both(lambda x: x[None], floats(2, 3))
both(lambda x: x[0:1], floats(2, 3))
both(lambda x: x[::-1], floats(2, 3))

# %% index-2
both(lambda x: x[:, ::2], floats(2, 3))
both(lambda x: x[1:, None, ..., 0:2], floats(2, 3))
both(lambda x: x[5:], floats(2, 3))
both(lambda x: x[:0], floats(2, 3))
both(lambda x: x[[0, 1]], floats(2, 3))
both(lambda x: x[0, 1], floats(2, 3))
both(lambda x: x[np.int64(1)], floats(2, 3))
both(lambda x: x[C(1)], floats(2, 3))
both(lambda x: x[C(1):], floats(2, 3))

# %% index-3
both(lambda x: x[C(1, tf.int64)], floats(2, 3))
both(lambda x: x[x > 2], floats(2, 3))
both(lambda x: x[np.array([True, False])], floats(2, 3))
both(lambda x: x[()], floats(2, 3))
both(lambda x: x[...], floats(2, 3))
both(lambda x: x[tf.newaxis, ..., tf.newaxis], floats(2, 3))
both(lambda x: x[0][1], floats(2, 3))
both(lambda x: x[:, -1], floats(2, 3))
both(lambda x: x[-1:-3:-1], floats(2, 3))

# %% index-4
both(lambda x: x[10:20], floats(2, 3))
both(lambda x: x[:10], floats(2, 3))
both(lambda x: x[-10:], floats(2, 3))
both(lambda x: x[0:2:1, 0:3:2], floats(2, 3))
both(lambda x: x[None, 0], floats(2, 3))
both(lambda x: x[0, None, None], floats(2, 3))
both(lambda x: x[C(0), C(1)], floats(2, 3))
both(lambda x: x[0, True], floats(2, 3))
both(lambda x: x[0, :, None, ...], floats(2, 3))

# %% index-5
both(lambda x: x[3:1], floats(2, 3))
both(lambda x: x[1:3:-1], floats(2, 3))
both(lambda x, i: x[i], floats(2, 3), C(1))
both(lambda x, i: x[i:], floats(2, 3), C(1))
both(lambda x, i: x[:i, 0], floats(2, 3), C(1))
both(lambda x, i: x[i], floats(2, 3), C(7))
both(lambda x, i: x[i], floats(2, 3), C(1, tf.int64))
both(lambda x: x[0], C(3.0))
both(lambda x: x[0], C(["ab", "c"]))

# %% index-6
both(lambda x: x[...], C(3.0))

# %% index-errors
both(lambda x: x[5], floats(2, 3))
both(lambda x: x[-3], floats(2, 3))
both(lambda x: x[0, 7], floats(2, 3))
both(lambda x: x[0, 0, 0], floats(2, 3))
both(lambda x: x[0:1, ..., 1, ...], floats(2, 3))
both(lambda x: x[::0], floats(2, 3))
both(lambda x: x["a"], floats(2, 3))
both(lambda x: x[1.5], floats(2, 3))
both(lambda x: x[True], floats(2, 3))

# %% index-errors-2
both(lambda x: x[[[0, 1]]], floats(2, 3))
both(lambda x: x[np.array([0, 1])], floats(2, 3))
both(lambda x: x[C([0, 1])], floats(2, 3))
both(lambda x: x[C(0):C(1), C(1, tf.int64)], floats(2, 3))
both(lambda x: x[C(1.0)], floats(2, 3))
both(lambda x: x[[True, False]], floats(2, 3))
both(lambda x: x[{}], floats(2, 3))
both(lambda x: x[1:"b"], floats(2, 3))
both(lambda x: x[tf.constant(5)], floats(2, 3))

# %% index-errors-3
both(lambda x: x[False], floats(2, 3))
both(lambda x: x[1:2.5], floats(2, 3))

# %% slice
both(lambda x: tf.slice(x, [0, 1], [2, 2]), floats(2, 3))
both(lambda x: tf.slice(x, [0, 1], [-1, -1]), floats(2, 3))
both(lambda x, b, s: tf.slice(x, b, s), floats(2, 3), C([0, 1]), C([1, 2]))
both(lambda x, b: tf.slice(x, b, [1, -1]), floats(2, 3), C([0, 1]))

# %% slice-errors
both(lambda x: tf.slice(x, [0, 1], [2, 5]), floats(2, 3))
both(lambda x: tf.slice(x, [0, 4], [1, 1]), floats(2, 3))
both(lambda x: tf.slice(x, [0], [1]), floats(2, 3))

# %% strided-slice
both(lambda x: tf.strided_slice(x, [0, 1], [2, 3]), floats(2, 3), nodes=False)
both(lambda x: tf.strided_slice(x, [0, 1], [2, 3], [1, 2]), floats(2, 3))
both(lambda x: tf.strided_slice(x, [1], [0], begin_mask=1, end_mask=1), floats(2, 3), nodes=False)

# %% strided-slice-errors
both(lambda x: tf.strided_slice(x, [0], [2], [1, 2]), floats(2, 3))
both(lambda x: tf.strided_slice(x, [0, 0, 0], [2, 1, 1]), floats(2, 3), nodes=False)
