import numpy as np
import tensorflow as tf
from tell import fails

C, R = tf.constant, tf.RaggedTensor

# %% constant
print(tf.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []]))
print(tf.ragged.constant([["a", "b"], ["c"]]), tf.ragged.constant([[1.5], []]), tf.ragged.constant([[], []]), tf.ragged.constant([[True], [False, True]]))
print(tf.ragged.constant([[[1, 2], [3]], [[4, 5]], []]), tf.ragged.constant([1, 2]), tf.ragged.constant(7), tf.ragged.constant([]))

# %% constant-with-arguments
print(tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1), tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], inner_shape=(2,)).shape)
print(tf.ragged.constant([[1], [2, 3]], dtype=tf.float64).dtype, tf.ragged.constant([[1], [2, 3]], row_splits_dtype=tf.int32).row_splits, tf.ragged.constant([], ragged_rank=1), tf.ragged.constant([[]], ragged_rank=2).shape)
print(tf.ragged.constant([np.array([1, 2]), np.array([3])]), tf.ragged.constant(np.array([[1, 2], [3, 4]])).shape, tf.ragged.constant([[1, 2], [3, 4]], ragged_rank=0))

# %% constant-errors
fails(tf.ragged.constant, [["one", "two"], [3, 4]])
fails(tf.ragged.constant, ["A", ["B", "C"]])
fails(tf.ragged.constant, [[[]], [1]])
fails(tf.ragged.constant, [[1]], ragged_rank=-1)
fails(tf.ragged.constant, [[1], [2]], ragged_rank=2)
fails(tf.ragged.constant, [[1], [2]], inner_shape=(2,), ragged_rank=1)
fails(tf.ragged.constant, tf.ragged.constant([[1]]))
fails(tf.ragged.constant, 3, ragged_rank=1)

# %% from-row-splits
print(R.from_row_splits([3, 1, 4, 1, 5, 9, 2, 6], [0, 4, 4, 7, 8, 8]), R.from_row_splits([], [0]), R.from_row_splits(C([[1, 2], [3, 4], [5, 6]]), [0, 1, 3]).shape)
fails(R.from_row_splits, [1, 2, 3], [0, 1, 4])
fails(R.from_row_splits, [1, 2, 3], [1, 3])
fails(R.from_row_splits, [1, 2, 3], [0, 2, 1, 3])
fails(R.from_row_splits, [1, 2, 3], [])
fails(R.from_row_splits, [1, 2, 3], [[0, 3]])
fails(R.from_row_splits, [1, 2, 3], [0.0, 3.0])
fails(R.from_row_splits, [1, 2, 3], [0, 3], validate=1)
print(R.from_row_splits([1, 2, 3], [0, 1, 3], validate=False).row_splits)

# %% from-row-lengths
print(R.from_row_lengths([3, 1, 4, 1, 5, 9, 2, 6], [4, 0, 3, 1, 0]), R.from_row_lengths(["a", "b"], C([0, 2], tf.int32)).row_splits.dtype)
fails(R.from_row_lengths, [1, 2, 3], [1, 1])
fails(R.from_row_lengths, [1, 2, 3], [4, -1])
fails(R.from_row_lengths, 5, [1])

# %% from-value-rowids
print(R.from_value_rowids([3, 1, 4, 1, 5, 9, 2, 6], [0, 0, 0, 0, 2, 2, 2, 3], nrows=5), R.from_value_rowids([1, 2], [0, 2]), R.from_value_rowids([], [], nrows=2), R.from_value_rowids([], []))
fails(R.from_value_rowids, [1, 2], [1, 0])
fails(R.from_value_rowids, [1, 2], [0, 3], nrows=2)
fails(R.from_value_rowids, [1, 2], [0, 1], nrows=-1)
fails(R.from_value_rowids, [1, 2], [-1, 0])
fails(R.from_value_rowids, [1, 2], [0])

# %% from-row-starts-and-limits
print(R.from_row_starts([3, 1, 4, 1, 5, 9, 2, 6], [0, 4, 4, 7, 8]), R.from_row_limits([3, 1, 4, 1, 5, 9, 2, 6], [4, 4, 7, 8, 8]), R.from_row_starts([], []), R.from_row_limits([], []))
fails(R.from_row_starts, [1, 2], [1])
fails(R.from_row_starts, [1, 2], [0, 3])
fails(R.from_row_limits, [1, 2], [1])
fails(R.from_row_limits, [1, 2], [2, 1])

# %% from-uniform-row-length
r = R.from_uniform_row_length(tf.ragged.constant([[1, 2], [3], [], [4]]), 2)
print(r, r.shape, r.uniform_row_length, R.from_uniform_row_length([1, 2, 3, 4], 2).shape, R.from_uniform_row_length([], 0, nrows=3))
fails(R.from_uniform_row_length, [1, 2, 3], 2)
fails(R.from_uniform_row_length, [1, 2, 3], -1)
fails(R.from_uniform_row_length, [1, 2, 3], 0, nrows=2)
fails(R.from_uniform_row_length, [1, 2, 3], [3])

# %% nested-factories
print(R.from_nested_row_splits([3, 1, 4, 1, 5, 9, 2, 6], [[0, 3, 3, 5], [0, 4, 4, 7, 8, 8]]), R.from_nested_row_lengths([1, 2, 3], [[2, 1], [1, 0, 2]]), R.from_nested_value_rowids([1, 2, 3], [[0, 0, 1], [0, 2, 2]]))
print(R.from_nested_value_rowids([1, 2], [[0], [0, 0]], [2, 1]))
fails(R.from_nested_row_splits, [1, 2], C([[0, 2]]))
fails(R.from_nested_value_rowids, [1, 2], [[0, 0]], [1, 2])
fails(R.from_nested_row_lengths, [1, 2], C([[2]]))

# %% from-tensor
print(R.from_tensor([[5, 7, 0], [0, 3, 0], [6, 0, 0]]), R.from_tensor([[5, 7, 0], [0, 3, 0], [6, 0, 0]], lengths=[1, 0, 3]), R.from_tensor([[5, 7, 0], [0, 3, 0], [6, 0, 0]], padding=0))
print(R.from_tensor([["a", ""], ["", ""]], padding=""), R.from_tensor(tf.zeros([2, 3, 2]), ragged_rank=2).shape, R.from_tensor(tf.reshape(tf.range(8), [2, 2, 2]), lengths=([1, 2], [1, 0, 2])), R.from_tensor([[1, 2]], row_splits_dtype=tf.int32).row_splits)
print(R.from_tensor([[[1, 2], [0, 0]], [[3, 0], [0, 0]]], padding=[0, 0]), R.from_tensor([[1, 2], [3, 4]], lengths=[9, -1]))
fails(R.from_tensor, [1, 2])
fails(R.from_tensor, [[1]], lengths=[1], padding=0)
fails(R.from_tensor, [[1]], ragged_rank=0)
fails(R.from_tensor, [[1]], ragged_rank="a")
fails(R.from_tensor, [[1]], ragged_rank=2)
fails(R.from_tensor, [[1]], lengths=[[1], [1]], ragged_rank=3)

# %% from-and-to-sparse
s = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], ["a", "b", "c"], [3, 3])
print(R.from_sparse(s), R.from_sparse(s, row_splits_dtype=tf.int32).row_splits.dtype)
t = tf.ragged.constant([[[1, 2], [3]], [], [[4]]]).to_sparse()
print(t.indices, t.values, t.dense_shape, tf.ragged.constant([[], []]).to_sparse().indices, tf.ragged.constant([[[1, 2]], []], ragged_rank=1).to_sparse().indices)
fails(R.from_sparse, tf.SparseTensor([[0, 1]], [1], [1, 2]))
fails(R.from_sparse, tf.SparseTensor([[0]], [1], [1]))
fails(R.from_sparse, C([[1]]))

# %% to-tensor
r = tf.ragged.constant([[9, 8, 7], [], [6, 5], [4]])
print(r.to_tensor(), r.to_tensor(default_value=10), r.to_tensor(shape=[2, 2]), r.to_tensor(shape=[None, 4]), r.to_tensor(0, shape=[5, None]))
print(tf.ragged.constant([["a"], []]).to_tensor("-"), tf.ragged.constant([[[1, 2], [3]], [[4]]]).to_tensor(-1), tf.ragged.constant([[[1, 2]], []], ragged_rank=1).to_tensor([7, 8]), tf.ragged.constant([[], []]).to_tensor(), r.to_tensor(shape=tf.TensorShape([4, 1])))
fails(r.to_tensor, default_value="a")
fails(r.to_tensor, default_value=[1, 2])
fails(r.to_tensor, shape=[2])

# %% private-constructors
fails(R, [1, 2], None)
fails(tf.RaggedTensorSpec, None, tf.int32)
fails(tf.RaggedTensorSpec, [None, None], tf.int32, ragged_rank=2)
fails(tf.RaggedTensorSpec, [None, None], tf.int32, ragged_rank="a")

# %% range
print(tf.ragged.range([3, 5, 2]), tf.ragged.range([0, 5, 8], [3, 3, 12]), tf.ragged.range([0, 5, 8], [3, 3, 12], 2), tf.ragged.range([0.0, 1.0], 2.0, 0.5), tf.ragged.range(3), tf.ragged.range(5, [0, 5, 7], -2))
print(tf.ragged.range([2, 1], row_splits_dtype=tf.int32).row_splits, tf.ragged.range([2, 1], dtype=tf.float32).dtype)
fails(tf.ragged.range, [1, 2], [3])
fails(tf.ragged.range, [1, 2], deltas=0)
fails(tf.ragged.range, [[1]])

# %% stack
print(tf.ragged.stack([tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4]])]), tf.ragged.stack([[1, 2], [3]]), tf.ragged.stack([[[1, 2]], [[3], [4]]], axis=0))
print(tf.ragged.stack([tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4, 5], []])], axis=1), tf.ragged.stack([tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4], [5, 6]])], axis=2), tf.stack([tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4, 5], []])]))
fails(tf.ragged.stack, [])
fails(tf.ragged.stack, [[1], [[2]]])
fails(tf.ragged.stack, [tf.ragged.constant([[1], [2]]), tf.ragged.constant([[1]])], axis=1)
fails(tf.ragged.stack, [tf.ragged.constant([[1]]), tf.ragged.constant([[1]])], axis=5)

# %% segment-ids
print(tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5, 6, 9]), tf.ragged.segment_ids_to_row_splits([0, 0, 0, 2, 2, 3, 4, 4, 4]), tf.ragged.segment_ids_to_row_splits([1, 1], num_segments=3), tf.ragged.row_splits_to_segment_ids([0, 2], out_type=tf.int32), tf.ragged.segment_ids_to_row_splits([0], out_type=tf.int32))
fails(tf.ragged.row_splits_to_segment_ids, [0.0, 1.0])
fails(tf.ragged.row_splits_to_segment_ids, [])
fails(tf.ragged.segment_ids_to_row_splits, [[0]])
