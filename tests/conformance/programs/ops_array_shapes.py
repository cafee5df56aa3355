import numpy as np
import tensorflow as tf
from look import both, floats, ints

C = tf.constant

# %% identity
both(lambda x: tf.identity(x), floats(2, 3))
both(lambda x: tf.identity(x, name="foo"), C(1))

# %% identity-n
both(lambda x, y: tf.identity_n([x, y]), floats(2), ints(2))

# %% stop-gradient
both(lambda x: tf.stop_gradient(x), floats(2))

# %% ensure-shape
both(lambda x: tf.ensure_shape(x, [2, None]), floats(2, 3))
both(lambda x: tf.ensure_shape(x, None), floats(2, 3))

# %% ensure-shape-errors
both(lambda x: tf.ensure_shape(x, [3, None]), floats(2, 3))
both(lambda x: tf.ensure_shape(x, [2]), floats(2, 3))

# %% bitcast
both(lambda x: tf.bitcast(x, tf.int32), C([1.0, 2.0]))
both(lambda x: tf.bitcast(x, tf.uint8), C([1.0, 2.0]))
both(lambda x: tf.bitcast(x, tf.int32), C([1, 2, 3, 4], tf.uint8))
both(lambda x: tf.bitcast(x, tf.int32), C([1, 2, 3], tf.uint8))
both(lambda x: tf.bitcast(x, tf.int32), C(["a"]))

# %% shape
both(lambda x: tf.shape(x), floats(2, 3))
both(lambda x: tf.shape(x, out_type=tf.int64), floats(2, 3))
both(lambda: tf.shape([1, 2]))
both(lambda x: tf.shape(x)[0], floats(2, 3))
both(lambda x: tf.shape(x)[1:], floats(2, 3))
both(lambda x: tf.shape(x, name="foo"), ints(2))

# %% shape-errors
both(lambda x: tf.shape(x)[5], floats(2, 3))

# %% shape-n
both(lambda x, y: tf.shape_n([x, y]), floats(2, 3), floats(1))

# %% size
both(lambda x: tf.size(x), floats(2, 3))
both(lambda: tf.size([1, 2]))

# %% rank
both(lambda x: tf.rank(x), floats(2, 3))
both(lambda: tf.rank(1))

# %% broadcast-dynamic-shape
both(lambda: tf.broadcast_dynamic_shape(C([2, 1]), C([3])))

# %% broadcast-dynamic-shape-errors
both(lambda: tf.broadcast_dynamic_shape(C([2, 2]), C([3])))

# %% reshape
both(lambda x: tf.reshape(x, [3, 2]), floats(2, 3))
both(lambda x: tf.reshape(x, [-1, 2]), floats(2, 3))
both(lambda x: tf.reshape(x, [-1]), floats(2, 3))
both(lambda x: tf.reshape(x, 6), floats(2, 3))
both(lambda x, s: tf.reshape(x, s), floats(2, 3), C([3, -1]))
both(lambda x: tf.reshape(x, [tf.shape(x)[0], -1]), floats(2, 3))
both(lambda x: tf.reshape(x, tf.concat([[1], tf.shape(x)], 0)), floats(2, 3))
both(lambda x: tf.reshape(x, tf.concat([tf.shape(x)[:1], [-1]], 0)), floats(2, 3))
both(lambda x: tf.reshape(x, [2, 3], name="foo"), ints(3, 2))

# %% reshape-errors
both(lambda x: tf.reshape(x, (4, 2)), floats(2, 3))
both(lambda x: tf.reshape(x, (-1, 4)), floats(2, 3))
both(lambda x: tf.reshape(x, (-1, -1)), floats(2, 3))
both(lambda x: tf.reshape(x, (-2, 3)), floats(2, 3))
both(lambda x: tf.reshape(x, [[6]]), floats(2, 3))
both(lambda x: tf.reshape(x, [1.0, 6.0]), floats(2, 3))
both(lambda x: tf.reshape(x, [0, -1]), floats(2, 3))
both(lambda x: tf.reshape(x, []), floats(2, 3))

# %% expand-dims
both(lambda x: tf.expand_dims(x, 0), floats(2, 3))
both(lambda x: tf.expand_dims(x, -1), floats(2, 3))
both(lambda x, a: tf.expand_dims(x, a), floats(2, 3), C(1))
both(lambda x: tf.expand_dims(x, 0, name="foo"), C(1))

# %% expand-dims-errors
both(lambda x: tf.expand_dims(x, 3), floats(2, 3))

# %% squeeze
both(lambda x: tf.squeeze(x), floats(1, 3, 1))
both(lambda x: tf.squeeze(x, 0), floats(1, 3, 1))
both(lambda x: tf.squeeze(x, [0, -1]), floats(1, 3, 1))

# %% squeeze-errors
both(lambda x: tf.squeeze(x, 1), floats(1, 3, 1))
both(lambda x: tf.squeeze(x, 5), floats(1, 3, 1))

# %% transpose
both(lambda x: tf.transpose(x), floats(2, 3))
both(lambda x: tf.transpose(x, [1, 0]), floats(2, 3))
both(lambda x: tf.transpose(x, [2, 0, 1]), floats(1, 2, 3))
both(lambda x, p: tf.transpose(x, p), floats(1, 2, 3), C([2, 0, 1]))
both(lambda x: tf.transpose(x, conjugate=True), floats(2, 3))
both(lambda x: tf.transpose(x, name="foo"), ints(2, 2))

# %% transpose-errors
both(lambda x: tf.transpose(x, [0, 0]), floats(2, 3))
both(lambda x: tf.transpose(x, [0, 2]), floats(2, 3))
both(lambda x: tf.transpose(x, [0]), floats(2, 3))

# %% matrix-transpose
both(lambda x: tf.linalg.matrix_transpose(x), ints(1, 2, 3))
both(lambda x: tf.linalg.matrix_transpose(x), ints(3))

# %% invert-permutation
both(lambda: tf.math.invert_permutation([2, 0, 1]))

# %% invert-permutation-errors
both(lambda: tf.math.invert_permutation([2, 0, 2]))
both(lambda: tf.math.invert_permutation([2, 0, 5]))

# %% of-a-sparse-tensor
import tensorflow as tf
sparse = tf.SparseTensor([[0, 1], [1, 0]], [1.5, 2.5], [2, 3])
print(tf.cast(sparse, tf.int32), tf.cast(sparse, tf.float32) is sparse)
print(tf.shape(sparse), tf.shape(sparse, out_type=tf.int64), tf.size(sparse), tf.rank(sparse))
print(tf.function(lambda: (tf.shape(sparse), tf.size(sparse), tf.rank(sparse), tf.cast(sparse, tf.int64).values))())
