import numpy as np
import tensorflow as tf
from tell import fails, show

v1 = tf.compat.v1
V = v1.SparseTensorValue
value = V(np.array([[0, 1], [2, 0]]), np.array([1.5, 2.5], np.float32), np.array([3, 2]))


def say(value):
    if isinstance(value, V):
        print(value.indices.tolist(), value.values.tolist(), value.dense_shape.tolist())
    elif isinstance(value, tf.SparseTensor):
        print(value.indices.numpy().tolist(), value.values.numpy().tolist(), value.dense_shape.numpy().tolist())
    else:
        show(value)


S = tf.sparse.from_dense

# %% sparse-placeholder
with tf.Graph().as_default(), v1.Session() as session:
    s = v1.sparse_placeholder(tf.float32)
    print(s.shape, s.dtype, [op.name for op in s.graph.get_operations()])
    known = v1.sparse.placeholder(tf.float32, [None, 2], name="given")
    print(known.shape, [op.name for op in s.graph.get_operations()][3:])
    say(session.run(s, {s: value}))
    say(session.run(tf.sparse.to_dense(s), {s: value}))
    say(session.run(tf.sparse.to_dense(s), {s: (value.indices, value.values, value.dense_shape)}))
    say(session.run({"a": s}, {s: value})["a"])
    fixed = v1.sparse_placeholder(tf.float32, [3, 2])
    print(fixed.shape)
    say(session.run(tf.sparse.to_dense(fixed), {fixed: value}))
    say(s.eval({s: value}))
fails(v1.sparse_placeholder, tf.float32)

# %% convert
print(type(v1.convert_to_tensor_or_sparse_tensor(value)).__name__, v1.convert_to_tensor_or_sparse_tensor([1, 2]), v1.convert_to_tensor_or_sparse_tensor(value).shape)
fails(v1.convert_to_tensor_or_sparse_tensor, value, tf.int32)
say(tf.sparse.reorder(value))
say(tf.SparseTensor.from_value(value))
print(v1.convert_to_tensor_or_indexed_slices([1, 2]), type(v1.convert_to_tensor_or_indexed_slices(tf.IndexedSlices(tf.ones([1, 2]), [0]))).__name__)

# %% old-arguments
a = S([[1.0, 0, 2], [0, 0, 3]])
say(v1.sparse_add(a, a, thresh=3.0))
say(v1.sparse.add(a, a))
say(v1.sparse_concat(0, [a, a]))
say(v1.sparse_concat(None, [a, S([[1.0]])], concat_dim=0, expand_nonconcat_dim=True))
fails(v1.sparse_split, sp_input=a, num_split=2, split_dim=1)
for part in v1.sparse_split(sp_input=a, num_split=2, axis=1):
    say(part)
fails(v1.sparse_split, a, 2, 1)
say(v1.sparse_reduce_sum(a, reduction_axes=1, keep_dims=True))
say(v1.sparse_reduce_sum_sparse(a, 0))
say(v1.sparse.reduce_max(a, axis=1))
say(v1.sparse_reduce_max_sparse(a, 1, keepdims=True))
say(v1.sparse_tensor_dense_matmul(a, tf.ones([3, 1])))
say(v1.sparse.matmul(a, tf.ones([3, 1])))
say(v1.sparse_tensor_to_dense(a))
say(v1.sparse_retain(a, [True, False, True]))
say(v1.sparse_reshape(a, [3, 2]))
say(v1.sparse_transpose(a))
say(v1.sparse_fill_empty_rows(a, 1.0)[0])
show(v1.sparse_softmax(a).values)
say(v1.sparse_slice(a, [0, 0], [1, 3]))
say(v1.sparse_to_indicator(S([[1, 2]]), 4))
say(v1.sparse_reorder(a))
say(v1.sparse_maximum(a, a))
say(v1.sparse_reset_shape(a, [4, 4]))
fails(v1.sparse_add, a, a, 1.0, thresh=2.0)

# %% merge
ids, values = S([[1, 2], [3, 0]]), S([[0.5, 1.5], [2.5, 0]])
say(v1.sparse_merge(ids, values, 5))
say(v1.sparse.merge([ids, ids], values, [5, 6]))
fails(v1.sparse_merge, ids, values, [5])
fails(v1.sparse_merge, [ids], values, 5)
fails(v1.sparse_merge, [ids, ids], values, [5])

# %% ragged-values
R = v1.ragged.RaggedTensorValue
flat = R(np.array([1, 2, 3]), np.array([0, 2, 3]))
deep = R(flat, np.array([0, 0, 2]))
print(flat, deep, repr(flat), deep.to_list(), deep.ragged_rank, deep.shape, deep.dtype, deep.flat_values, deep.nested_row_splits, deep.values, deep.row_splits)
fails(R, [1, 2], np.array([0, 2]))
fails(R, np.array([1, 2]), [0, 2])
fails(R, R(np.array([1]), np.array([0, 1])), np.array([0, 1], np.int32))
c = v1.ragged.constant_value
print(c([[1], [2, 3]]), repr(c([[1.5], []])), c([[1]], dtype=tf.float32).dtype, c([[[1, 2]], []], ragged_rank=1), c([1, 2]), c([["a"], []]), c([[1]], row_splits_dtype="int32").row_splits.dtype)

# %% ragged-placeholder
with tf.Graph().as_default(), v1.Session() as session:
    r = v1.ragged.placeholder(tf.int64, 2)
    print(r.shape, r.dtype, [op.name for op in r.flat_values.graph.get_operations()])
    print(session.run(r, {r: v1.ragged.RaggedTensorValue(v1.ragged.RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 2, 3])), np.array([0, 0, 2]))}))
    one = v1.ragged.placeholder(tf.float32, 1, [2], name="given")
    print(one.shape, one.flat_values.op.name, v1.ragged.placeholder(tf.float32, 0, [2]).shape)
    fed = v1.ragged.RaggedTensorValue(np.ones([3, 2], np.float32), np.array([0, 1, 3]))
    print(session.run([one + 1.0, tf.reduce_sum(one, 1)], {one: fed}))
    print(session.run(tf.ragged.constant([[1], [2, 3]])))
    print(session.run({"x": tf.strings.split(["a b", "c"])}))
