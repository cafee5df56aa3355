import tensorflow as tf
from tell import fails


def both(function):
    """Eagerly, and while it is traced or run in a graph."""
    fails(function)
    fails(tf.function(function, autograph=False))

# %% scatter
both(lambda: tf.scatter_nd([[0]], [1, 2], [3]))
both(lambda: tf.scatter_nd([[0, 0, 0]], [1], [3]))
both(lambda: tf.scatter_nd(0, [1], [3]))
both(lambda: tf.scatter_nd([0], 1, [3]))
both(lambda: tf.scatter_nd([[0]], [[1]], [3]))
both(lambda: tf.scatter_nd([[0]], [[1, 2]], [3]))
both(lambda: tf.tensor_scatter_nd_update([1, 2, 3], [[0]], [[1]]))
both(lambda: tf.tensor_scatter_nd_update([1, 2, 3], [0], 1))
both(lambda: tf.tensor_scatter_nd_update([1, 2, 3], 0, 1))
both(lambda: tf.tensor_scatter_nd_update([1, 2, 3], [[0, 0]], [1]))

# %% scatter-2
both(lambda: tf.tensor_scatter_nd_update([[1, 2], [3, 4]], [[0]], [1]))
both(lambda: tf.tensor_scatter_nd_add(1, [[0]], [1]))
both(lambda: tf.tensor_scatter_nd_update(tf.zeros([0]), [[0]], [1.0]))
both(lambda: tf.scatter_nd([[0]], [1], [0]))
both(lambda: tf.scatter_nd(tf.zeros([0, 1], tf.int32), tf.zeros([0]), [3]))

# %% tile
both(lambda: tf.tile([1], [[2]]))
both(lambda: tf.tile([1], 2))
both(lambda: tf.repeat([1], -1))
both(lambda: tf.repeat([1, 2], [1]))
both(lambda: tf.repeat([1, 2], [1, 2, 3]))
both(lambda: tf.repeat([1, 2], 1.5))
both(lambda: tf.repeat([1, 2], 2, axis=3))
both(lambda: tf.repeat([1, 2], [[1, 2]], axis=0))
both(lambda: tf.broadcast_to([1], 5))
both(lambda: tf.broadcast_to([1, 2], [-1, 2]))

# %% tile-2
both(lambda: tf.broadcast_to([1, 2], [[2]]))
both(lambda: tf.meshgrid(1, 2))
both(lambda: tf.meshgrid([[1]], [2]))
both(lambda: tf.meshgrid(indexing="zz"))
both(lambda: tf.meshgrid([1], foo=1))
both(lambda: tf.tile([[1]], [2]))

# %% join
both(lambda: tf.split([1, 2], 0))
both(lambda: tf.split([1, 2], -1))
both(lambda: tf.unstack([1, 2], num=-1))
both(lambda: tf.unstack([1, 2], num=0))
both(lambda: tf.concat([[1], [2]], 0.5))
both(lambda: tf.concat([[1], [2]], [0]))
both(lambda: tf.concat([[1], None], 0))
both(lambda: tf.concat(5, 0))
both(lambda: tf.stack(5))
both(lambda: tf.stack([None]))

# %% join-2
both(lambda: tf.stack([[1], [2]], axis=5))
both(lambda: tf.unstack(None))
both(lambda: tf.split(None, 2))
both(lambda: tf.split([1, 2], None))
both(lambda: tf.split([1, 2], 2.0))
both(lambda: tf.split([1, 2], [1.0, 1.0]))
both(lambda: tf.strings.join(None))
both(lambda: tf.strings.join(5))
both(lambda: tf.strings.length(None))

# %% move
both(lambda: tf.reverse([1, 2], 0))
both(lambda: tf.reverse([1, 2], [[0]]))
both(lambda: tf.pad([1, 2], [1, 1]))
both(lambda: tf.pad([1, 2], [[1, 1, 1]]))
both(lambda: tf.pad([1, 2], [[1.0, 1.0]]))
both(lambda: tf.roll(1, 1, 0))
both(lambda: tf.roll([1], [[1]], [[0]]))
both(lambda: tf.transpose([1], 0))
both(lambda: tf.transpose([[1]], [[0, 1]]))
both(lambda: tf.linalg.matrix_transpose(5))

# %% gather
both(lambda: tf.gather_nd(1, [0]))
both(lambda: tf.gather_nd([1], 0))
both(lambda: tf.gather([1], [0], axis=[0, 0]))
both(lambda: tf.gather([1], [0], axis=None))
both(lambda: tf.gather([1], None))
both(lambda: tf.where(None))
both(lambda: tf.where([True], 1, None))
both(lambda: tf.boolean_mask([1], None))
both(lambda: tf.boolean_mask([1], [1]))
both(lambda: tf.boolean_mask([1, 2], [0, 1]))

# %% gather-2
both(lambda: tf.slice([1], 0, 1))
both(lambda: tf.slice([1], [0], [-2]))
both(lambda: tf.gather(tf.zeros([2, 0]), [5]))
both(lambda: tf.gather(tf.zeros([0, 2]), [0]))

# %% shape
both(lambda: tf.reshape([1], None))
both(lambda: tf.expand_dims([1], 1.5))
both(lambda: tf.expand_dims([1], None))
both(lambda: tf.squeeze([1], [0.5]))
both(lambda: tf.shape(None))
both(lambda: tf.size(None))
both(lambda: tf.rank(None))
both(lambda: tf.identity(None))
both(lambda: tf.identity([None]))
both(lambda: tf.ensure_shape([1], [-1]))

# %% shape-2
both(lambda: tf.bitcast([1], None))
both(lambda: tf.bitcast([1], tf.string))
both(lambda: tf.reshape([1, 2], [-1, 0]))
both(lambda: tf.reshape([], [-1, 0]))
both(lambda: tf.reshape([], [0, -1]))
both(lambda: tf.reshape([], [-1]))

# %% create
both(lambda: tf.one_hot([1], [2]))
both(lambda: tf.one_hot([1], 2.0))
both(lambda: tf.one_hot(["a"], 2))
both(lambda: tf.range("a"))
both(lambda: tf.range(None))
both(lambda: tf.range(1, None))
both(lambda: tf.range([1]))
both(lambda: tf.fill([[1]], 1))
both(lambda: tf.zeros("a"))

# %% create-2
both(lambda: tf.zeros(None))
both(lambda: tf.zeros([[1]]))
both(lambda: tf.zeros(-1))
both(lambda: tf.ones([2], "foo"))
both(lambda: tf.sequence_mask([1.5]))
both(lambda: tf.sequence_mask([1], [2]))
both(lambda: tf.sequence_mask([1], -1))
both(lambda: tf.ones_like("a"))
both(lambda: tf.ones_like(["a"]))
both(lambda: tf.constant(None))

# %% order
both(lambda: tf.unique(None))
both(lambda: tf.searchsorted([1], None))
both(lambda: tf.searchsorted(1, [1]))
both(lambda: tf.sort(None))
both(lambda: tf.sort([1], axis=None))
both(lambda: tf.math.top_k([1], None))

# %% blocks
both(lambda: tf.dynamic_partition([1], [0], 0))
both(lambda: tf.dynamic_partition([1], [0.0], 1))
both(lambda: tf.space_to_batch([1], [2], [[0, 0]]))
both(lambda: tf.nn.space_to_depth([1], 2))
both(lambda: tf.nn.space_to_depth(tf.zeros([1, 2, 2, 1]), 1))
both(lambda: tf.reverse_sequence([1], [1], seq_axis=0))
both(lambda: tf.reverse_sequence([[1]], [1], seq_axis=5))
both(lambda: tf.unravel_index([1], 5))
both(lambda: tf.unravel_index([[1]], [5]))

# %% empty-lists-and-odd-sizes
fails(tf.identity_n, [])
fails(tf.shape_n, [])
fails(tf.einsum, "->")
fails(tf.linspace, 0.0, 1.0, 2.5)
print(tf.fill([2], [1]))
fails(tf.fill, [2], [1, 2])
fails(tf.split, tf.range(3), [4])
fails(tf.gather_nd, tf.range(3), [3])
fails(tf.gather_nd, tf.range(3), [[3]])
fails(tf.bitcast, 1.0, tf.int64)
fails(tf.range, 2**40)
