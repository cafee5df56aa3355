import numpy as np
import tensorflow as tf
from tell import fails, show

C = tf.constant

# %% creation
print(tf.zeros([2]), tf.zeros([]), tf.zeros(3), tf.zeros([2, 2], tf.int32), tf.ones([2], tf.bool), tf.zeros([1], tf.string), tf.ones((1, 2)), tf.zeros(C([2])), tf.fill([2], 7), tf.fill([], "a"), tf.zeros(tf.TensorShape([1])))

# %% like
x = C([[1, 2]])
print(tf.zeros_like(x), tf.ones_like(x), tf.zeros_like(x, dtype=tf.float32), tf.ones_like([1.5]), tf.zeros_like("a"), tf.ones_like(C(True)), tf.zeros_like([[1, 2], [3, 4]]))

# %% range
print(tf.range(5), tf.range(2, 5), tf.range(0, 10, 3), tf.range(5, 0, -2), tf.range(3.0), tf.range(0, 1, 0.25), tf.range(3, dtype=tf.int64), tf.range(C(3)), tf.range(0), tf.range(0.0, 0.5, 0.1).shape, tf.range(C(2), C(4, tf.int32)))

# %% linspace
print(tf.linspace(0.0, 1.0, 5), tf.linspace(0.0, 1.0, 1), tf.linspace([0.0, 10.0], [1.0, 20.0], 3), tf.linspace(1, 3, 3), tf.linspace(0.0, 10.0, 3, axis=0))

# %% one-hot
print(tf.one_hot([0, 2], 3), tf.one_hot([0, 5, -1], 2), tf.one_hot(1, 3, on_value=5, off_value=-1), tf.one_hot([[0], [1]], 2, axis=0).shape, tf.one_hot([1], 3, True, False))

# %% reshape
x = tf.range(6)
print(tf.reshape(x, [2, 3]), tf.reshape(x, [-1, 2]), tf.reshape(x, (3, -1)), tf.reshape(C([5]), []), tf.reshape(x, C([6, 1])).shape, tf.reshape([[1, 2], [3, 4]], [4]), tf.reshape(tf.zeros([0, 3]), [3, 0]).shape)

# %% expand-and-squeeze
x = tf.zeros([2, 3])
print(tf.expand_dims(x, 0).shape, tf.expand_dims(x, -1).shape, tf.expand_dims(x, 1).shape, tf.squeeze(tf.zeros([1, 2, 1])).shape, tf.squeeze(tf.zeros([1, 2, 1]), 0).shape, tf.squeeze(tf.zeros([1, 2, 1]), [0, -1]).shape, x[:, None].shape, x[tf.newaxis].shape)

# %% transpose
x = C([[1, 2, 3], [4, 5, 6]])
print(tf.transpose(x), tf.transpose(tf.zeros([1, 2, 3])).shape, tf.transpose(tf.zeros([1, 2, 3]), [1, 0, 2]).shape, tf.transpose(C([1, 2])), tf.transpose(C(5)), tf.transpose(C([[1 + 1j]]), conjugate=True))

# %% concat-and-stack
a, b = C([[1, 2]]), C([[3, 4]])
print(tf.concat([a, b], 0), tf.concat([a, b], 1), tf.concat([a, b], -1), tf.stack([a, b]).shape, tf.stack([1, 2, 3]), tf.stack([[1, 2], [3, 4]], axis=1), tf.concat([[1], [2, 3]], 0), tf.concat([a], 0), tf.stack([C("a"), "b"]))

# %% unstack-and-split
x = C([[1, 2, 3], [4, 5, 6]])
print(tf.unstack(x), tf.unstack(x, axis=1), tf.split(x, 2), tf.split(x, 3, axis=1), tf.split(tf.range(6), [1, 2, 3]), tf.split(tf.range(6), [2, -1]), tf.unstack(C([1, 2]), num=2))

# %% indexing
x = tf.reshape(tf.range(24), [2, 3, 4])
print(x[0].shape, x[0, 1], x[0, 1, 2], x[-1, -1, -1], x[:, 0].shape, x[..., 0], x[1:, 1:, 1:].shape, x[:, ::-1, ::2].shape, x[0, ..., 1], x[None].shape, x[:, tf.newaxis, 0].shape, x[1, :, 2:][0], x[::2].shape, x[5:].shape, x[-1:].shape)

# %% indexing-with-tensors
x, i = tf.range(10), C(3)
print(x[i], x[i:], x[:i], x[i:i + 2], x[::i], x[C(2, tf.int64)], x[np.int32(4)], x[tf.Variable(5)])

# %% indexing-reversed
x = tf.range(5)
print(x[::-1], x[3:0:-1], x[-2:-5:-1], x[::-2], x[10:], x[:-10], x[2:2])

# %% strided-slice-in-a-graph
@tf.function
def f(x, i):
    return x[i], x[i:], x[:i, 0], x[..., -1], x[::-1][0]
print(f(C([[1, 2], [3, 4]]), C(1)))

# %% slice-function
x = tf.reshape(tf.range(9), [3, 3])
print(tf.slice(x, [1, 0], [1, 2]), tf.slice(x, [0, 1], [-1, 1]), tf.strided_slice(x, [0, 0], [3, 3], [2, 2]), tf.strided_slice(x, [2], [0], [-1]))

# %% gather
x = C([[1, 2], [3, 4], [5, 6]])
print(tf.gather(x, 1), tf.gather(x, [2, 0]), tf.gather(x, [1], axis=1), tf.gather(x, [[0], [1]]).shape, tf.gather(x, [0, 1, 1], axis=0, batch_dims=0), tf.gather([[1, 2], [3, 4]], [[1], [0]], batch_dims=1), tf.gather(C(["a", "b"]), [1, 1]), tf.gather(x, C([], tf.int32)).shape)

# %% gather-nd
x = C([[1, 2], [3, 4]])
print(tf.gather_nd(x, [[0, 1], [1, 0]]), tf.gather_nd(x, [[1]]), tf.gather_nd(x, [0, 0]), tf.gather_nd([[[1, 2]], [[3, 4]]], [[0], [0]], batch_dims=1))

# %% scatter
print(tf.scatter_nd([[1], [3]], [9, 10], [5]), tf.scatter_nd([[0], [0]], [1, 2], [2]), tf.scatter_nd([[1]], [[5, 5]], [2, 2]))
x = C([1, 2, 3, 4])
print(tf.tensor_scatter_nd_update(x, [[0], [2]], [10, 30]), tf.tensor_scatter_nd_add(x, [[0], [0]], [1, 1]), tf.tensor_scatter_nd_sub(x, [[3]], [4]), tf.tensor_scatter_nd_max(x, [[0]], [5]), tf.tensor_scatter_nd_min(x, [[3]], [0]), x)

# %% where
x = C([1, -2, 3])
print(tf.where(x > 0, x, 0), tf.where(x > 0), tf.where([[True, False], [True, True]]), tf.where([True, False], [1, 2], [[3, 4], [5, 6]]), tf.where(True, 1.0, 2.0), tf.where(x), tf.where([], [], []) if False else tf.where(C([], tf.bool)))

# %% boolean-mask
x = C([[1, 2], [3, 4]])
print(tf.boolean_mask(x, [True, False]), tf.boolean_mask(x, [[True, False], [False, True]]), tf.boolean_mask(x, [True, False], axis=1), x[x > 1] if False else tf.boolean_mask(x, x > 1))
fails(tf.boolean_mask, x, [True])
fails(tf.boolean_mask, x, True)

# %% tile-repeat-broadcast
x = C([[1, 2]])
print(tf.tile(x, [2, 2]), tf.repeat([1, 2], 2), tf.repeat([1, 2], [1, 3]), tf.repeat(x, 2, axis=0), tf.repeat([[1], [2]], [2, 1], axis=0), tf.broadcast_to([1, 2], [2, 2]), tf.tile(["a"], [2]))

# %% pad
x = C([[1, 2], [3, 4]])
print(tf.pad(x, [[1, 0], [0, 1]]), tf.pad([1, 2, 3], [[2, 1]], "REFLECT"), tf.pad([1, 2, 3], [[2, 1]], "SYMMETRIC"), tf.pad([1.0], [[1, 1]], constant_values=9.0))

# %% reverse-roll
x = C([[1, 2, 3], [4, 5, 6]])
print(tf.reverse(x, [0]), tf.reverse(x, [-1]), tf.reverse(x, [0, 1]), tf.roll(x, 1, 1), tf.roll(x, [1, -1], [0, 1]), tf.roll([1, 2, 3], -1, 0), tf.reverse_sequence(x, [2, 3], seq_axis=1))

# %% sort
x = C([[3, 1, 2], [9, 8, 7]])
print(tf.sort(x), tf.sort(x, axis=0), tf.sort(x, direction="DESCENDING"), tf.argsort(x), tf.argsort([3.0, 1.0], direction="DESCENDING"), tf.argsort([1, 1, 0], stable=True), tf.sort([2.5, -1.0]))

# %% unique-and-sets
print(tf.unique([1, 3, 1, 2]), tf.unique_with_counts(["a", "b", "a"]), tf.searchsorted([1, 3, 5], [0, 3, 6]), tf.searchsorted([1, 3, 5], [3], side="right"))

# %% shape-functions
x = tf.zeros([2, 3])
print(tf.shape(x), tf.size(x), tf.rank(x), tf.shape(x, out_type=tf.int64), tf.shape(5), tf.shape([[1, 2]]), tf.shape_n([x, C(1.0)]), x.get_shape(), x.shape[0], x.shape.as_list(), tf.size("abc"))

# %% shape-in-graphs
@tf.function
def f(x):
    print(x.shape, tf.shape(x), x.shape[0], x.shape[1])
    return tf.shape(x)[0] * 2, tf.size(x), tf.rank(x)
print(f.get_concrete_function(tf.TensorSpec([None, 3]))(tf.zeros([4, 3])))

# %% shape-inference
@tf.function
def f(x, y, n):
    for t in (x + 1.0, x + y, tf.matmul(x, tf.zeros([3, 5])), tf.concat([x, x], 0), tf.concat([x, x], 1), tf.stack([x, x]), tf.reshape(x, [-1]), tf.reshape(x, [3, -1]), tf.reshape(x, [n, 3]), tf.transpose(x), tf.expand_dims(x, 0), x[0], x[1:], x[:, 1], x[:n], tf.reduce_sum(x, 0), tf.reduce_sum(x, 1, keepdims=True), tf.tile(x, [2, 2]), tf.pad(x, [[1, 1], [0, 0]]), tf.gather(x, [0, 1]), tf.zeros_like(x), tf.zeros([n, 2]), tf.range(n), tf.shape(x), tf.one_hot([1], n), tf.fill([n], 0), tf.broadcast_to(x, [2, n, 3]), tf.where(x > 0), tf.squeeze(x), tf.split(x, 3, 1)[0], tf.unstack(x, axis=1)[0], tf.eye(n), tf.linspace(0.0, 1.0, n), tf.cast(x, tf.int32), tf.argmax(x, 1), tf.boolean_mask(x, x[:, 0] > 0), tf.repeat(x, 2, 0), tf.nn.softmax(x), tf.random.normal([n, 2]), tf.math.top_k(x, 2).values):
        print(t.name, t.shape)
    return x
f.get_concrete_function(tf.TensorSpec([None, 3]), tf.TensorSpec([1, None]), tf.TensorSpec([], tf.int32))

# %% constant-folding-of-shapes
@tf.function
def f(x):
    s = tf.shape(x)
    print(tf.reshape(x, s).shape, tf.reshape(x, [s[0] * s[1]]).shape, tf.zeros(s).shape, tf.zeros([s[0], 2]).shape, tf.reshape(x, tf.stack([s[1], s[0]])).shape, tf.reshape(x, tf.concat([s, [1]], 0)).shape, tf.fill(s, 0).shape, tf.range(s[0]).shape, tf.zeros(s + 1).shape)
    return x
f(tf.zeros([2, 3]))

# %% set-shape-and-ensure-shape
@tf.function
def f(x):
    x.set_shape([2])
    print(x.shape)
    y = tf.ensure_shape(x, [None])
    print(y.shape, y.name)
    fails(x.set_shape, [3])
    return x
f.get_concrete_function(tf.TensorSpec([None]))
fails(C([1, 2]).set_shape, [3])
print(C([1, 2]).set_shape([None]), tf.ensure_shape([1, 2], [2]))
fails(tf.ensure_shape, [1, 2], [3])

# %% shapes-of-tensors
for f in (
    lambda x: x.set_shape(tf.shape(x)), lambda x: x.set_shape([tf.shape(x)[0]]), lambda x: x.set_shape(tf.shape(x)[0]),
    lambda x: tf.TensorShape(tf.shape(x)), lambda x: tf.ensure_shape(x, tf.shape(x)), lambda x: x.shape.is_compatible_with(tf.shape(x)),
):
    print(f(tf.ones([2])))
    fails(tf.function(f, autograph=False).get_concrete_function, tf.TensorSpec([2]))

# %% ensure-shape-at-run-time
@tf.function(input_signature=[tf.TensorSpec([None])])
def f(x):
    return tf.ensure_shape(x, [2])
print(f([1.0, 2.0]))
fails(f, [1.0])

# %% identity-and-guarantee
x = C([1])
print(tf.identity(x), tf.identity("a"), tf.identity([1, 2]), tf.identity_n([C(1), C("a")]), tf.grad_pass_through(lambda v: v + 1)(C(1.0)))

# %% meshgrid
a, b = tf.meshgrid([1, 2, 3], [4, 5])
print(a, b, [t.shape for t in tf.meshgrid([1, 2], [3], indexing="ij")])

# %% space-and-batch
x = tf.reshape(tf.range(16), [1, 4, 4, 1])
print(tf.nn.space_to_depth(x, 2).shape, tf.nn.depth_to_space(tf.reshape(tf.range(4), [1, 1, 1, 4]), 2).shape, tf.sequence_mask([1, 3]), tf.sequence_mask([1], 2, tf.int32))

# %% dynamic-partition-and-stitch
print(tf.dynamic_partition([1, 2, 3, 4], [0, 1, 0, 1], 2), tf.dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]))

# %% bitcast
print(tf.bitcast(C(1.0), tf.int32), tf.bitcast(C([1, 2], tf.int8), tf.uint8), tf.bitcast(C(-1), tf.uint32))

# %% edit-distance-free-extras
print(tf.math.segment_sum([[1, 2], [3, 4]], [0, 0]), tf.unravel_index([5], [2, 3]), tf.linalg.diag_part([[1, 2], [3, 4]]), tf.extract_volume_patches if False else tf.size(tf.zeros([0])), tf.rank([[1]]), tf.is_tensor(tf.zeros(1)))

# %% iteration
for row in C([[1, 2], [3, 4]]):
    print(row)
print(list(tf.range(3)), dict(enumerate(tf.range(2))), max(tf.range(3)), sum(tf.range(4)), sorted([C(3), C(1)]), list(zip(tf.range(2), [10, 20])))

# %% assignment-of-numpy-view
t = C([1.0, 2.0])
n = t.numpy()
n[0] = 100.0
print(t, n, n.flags.writeable)

# %% copies-of-numpy-arrays
a = np.array([1, 2])
t = tf.convert_to_tensor(a)
a[0] = 99
print(t, np.shares_memory(t.numpy(), t.numpy()))

# %% convert-to-tensor
print(tf.convert_to_tensor(1), tf.convert_to_tensor([1.0, C(2.0)]), tf.convert_to_tensor([[C(1), 2], [3, 4]]), tf.convert_to_tensor((1, 2)), tf.convert_to_tensor(np.zeros(2)), tf.convert_to_tensor("a"), tf.convert_to_tensor(1, tf.float32), tf.convert_to_tensor(1, dtype_hint=tf.float32), tf.convert_to_tensor(range(3)), tf.convert_to_tensor(tf.TensorShape([2, 3])), tf.convert_to_tensor(True))
fails(tf.convert_to_tensor, {"a": 1})
fails(tf.convert_to_tensor, tf.TensorShape([None]))
fails(tf.convert_to_tensor, [C(1), C(1.0)])
fails(tf.convert_to_tensor, [C([1]), C([1, 2])])

# %% convert-in-a-graph
@tf.function
def f(x):
    return tf.convert_to_tensor([x, 2 * x]), tf.convert_to_tensor([[x], [1.0]]), tf.stack([x, 1]), tf.reshape(x, [1, 1])
print(f(C(3.0)))

# %% quantities-of-strings
x = C([["a", "bb"], ["ccc", ""]])
print(x.shape, x[0], tf.reshape(x, [4]), tf.concat([x, x], 0).shape, tf.transpose(x), tf.gather(x, [1]), tf.where(x == "a", "yes", x), tf.strings.length(x), tf.unstack(x)[0], tf.stack(["p", "q"]))

# %% empty-tensors
e = tf.zeros([0, 2])
print(e, tf.reduce_sum(e), tf.reduce_sum(e, 0), tf.concat([e, tf.ones([1, 2])], 0), e + 1.0, tf.reshape(e, [-1, 2]).shape, tf.size(e), len(e), [r for r in e])

# %% zero-rank-edge-cases
s = C(5)
print(s[...], s[None], tf.reshape(s, [1]), tf.expand_dims(s, 0), tf.reduce_sum(s), tf.stack([s, s]), tf.transpose(s), tf.tile([s], [2]), tf.rank(s), tf.size(s), tf.shape(s))

# %% tensor-methods
t = C([[1.0, 2.0]])
print(t.get_shape(), t.dtype.is_floating, t.ndim, t.numpy().dtype, t.shape.num_elements(), t._id is not None if hasattr(t, "_id") else None)

# %% ragged-basics
r = tf.ragged.constant([[1, 2], [], [3]])
print(r.shape, r[0], r.to_tensor(), r.row_lengths(), r.values, r + 1, tf.reduce_sum(r, 1), r.nrows(), r.to_list())

# %% sparse-basics
s = tf.SparseTensor([[0, 1], [2, 0]], [1, 2], [3, 2])
print(s.shape, s.values, s.indices, tf.sparse.to_dense(s), tf.sparse.reduce_sum(s, 1), tf.sparse.from_dense([[0, 1]]).values)

# %% image-basics
x = tf.reshape(tf.range(4.0), [2, 2, 1])
print(tf.image.resize(x, [4, 4], method="nearest")[..., 0], tf.image.flip_up_down(x)[..., 0], tf.image.rot90(x)[..., 0], tf.image.adjust_brightness(x, 1.0)[..., 0], tf.image.adjust_contrast(x, 2.0)[..., 0], tf.image.crop_to_bounding_box(x, 0, 1, 2, 1)[..., 0], tf.image.central_crop(tf.zeros([4, 4, 1]), 0.5).shape)
