import tensorflow as tf
from tell import fails

C, R = tf.constant, tf.RaggedTensor
digits = tf.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
deep = tf.ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]], []])
uniform = tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]], []], ragged_rank=1)
a, b = tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[4, 5], []])

# %% concat
print(tf.concat([a, b], axis=0), tf.concat([a, b], axis=1), tf.concat([a, b, a], axis=-1), tf.concat([digits, [[5, 3]]], axis=0), tf.concat([a], axis=0), tf.concat([a, C([[7], [8]])], axis=1), tf.concat([deep, deep], axis=2), tf.concat([deep, deep], axis=1), tf.concat([deep, deep[1:]], axis=0), tf.concat([uniform, uniform], axis=1), tf.concat([uniform, uniform], axis=2), tf.concat(values=[a, b], axis=1).shape)
fails(tf.concat, [a, digits], axis=1)
fails(tf.concat, [a, deep], axis=0)
fails(tf.concat, [a, b], axis=2)
fails(tf.concat, [a, tf.ragged.constant([["x"]])], axis=0)
fails(tf.concat, [deep, deep[::-1]], axis=2)

# %% tile
print(tf.tile(a, [1, 2]), tf.tile(a, [2, 1]), tf.tile(a, [2, 3]), tf.tile(deep, [1, 2, 1]), tf.tile(deep, [2, 1, 2]), tf.tile(uniform, [1, 1, 2]), tf.tile(a, [0, 1]), tf.tile(a, [1, 0]))
fails(tf.tile, a, [1])
fails(tf.tile, a, 2)

# %% expand-dims
print(tf.expand_dims(a, 0), tf.expand_dims(a, 1), tf.expand_dims(a, 2), tf.expand_dims(a, -1), tf.expand_dims(deep, 1).shape, tf.expand_dims(deep, -1).shape, tf.expand_dims(uniform, 2).shape, tf.expand_dims(a, axis=0).shape)
fails(tf.expand_dims, a, 5)
fails(tf.expand_dims, a, "a")

# %% squeeze
print(tf.squeeze(tf.expand_dims(a, 0), 0), tf.squeeze(tf.expand_dims(a, 1), [1]), tf.squeeze(tf.expand_dims(a, 2), 2), tf.squeeze(tf.ragged.constant([[[1], [2]], [[3]]]), axis=2), tf.squeeze(tf.ragged.constant([[1, 2]]), 0))
fails(tf.squeeze, a, 1)
fails(tf.squeeze, a)
fails(tf.squeeze, a, 0)
fails(tf.squeeze, a, "a")

# %% size-and-rank
print(tf.size(digits), tf.size(deep), tf.size(uniform), tf.size(digits, out_type=tf.int64), tf.rank(digits), tf.rank(deep), tf.rank(uniform))

# %% one-hot
print(tf.one_hot(a, 4), tf.one_hot(a, 3, on_value=5, off_value=1, dtype=tf.int64), tf.one_hot(deep, 2).shape, tf.one_hot(a, 4, axis=2).shape)
fails(tf.one_hot, a, 4, axis=1)

# %% reverse
print(tf.reverse(digits, [1]), tf.reverse(digits, [0]), tf.reverse(deep, [0, 2]), tf.reverse(deep, [-1]), tf.reverse(uniform, [2]), tf.reverse(digits, []))
fails(tf.reverse, digits, C([0]))
fails(tf.reverse, digits, [2])
fails(tf.reverse, digits, 1)
fails(tf.reverse, digits, ["a"])

# %% split
print(tf.split(digits[:4], 2), tf.split(digits, [1, 4]), tf.split(uniform, 2, axis=2), tf.split(digits, 1), tf.split(uniform, [1, 1], axis=2, num=2))
fails(tf.split, digits, 2, axis=1)
fails(tf.split, digits, 2)
fails(tf.split, digits, [1, 2])
fails(tf.split, digits, 0)
fails(tf.split, digits, [[1, 4]])
fails(tf.split, digits, [1, 4], num=3)

# %% matmul
m = tf.ragged.constant([[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]], ragged_rank=1)
print(tf.matmul(m, tf.ones([2, 2, 3])), tf.matmul(R.from_tensor([[1.0, 2.0]]), [[1.0], [2.0]]), tf.matmul(m, m, transpose_b=True), tf.matmul(a=m, b=m, transpose_a=True))
fails(tf.matmul, tf.ragged.constant([[1.0], [2.0, 3.0]]), [[1.0]])
fails(tf.matmul, m, [[1.0]])
fails(tf.matmul, m, [[[1], [2]]])

# %% dynamic-partition
print(tf.dynamic_partition(digits, [0, 1, 0, 1, 0], 2), tf.dynamic_partition(digits, tf.ragged.constant([[0, 1, 0, 1], [], [1, 1, 0], [0], []]), 2), tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d", "e"], [3, 0, 2, 2, 3], num_partitions=5), tf.ragged.stack_dynamic_partitions(digits, [1, 0, 1, 0, 1], 3), tf.ragged.stack_dynamic_partitions(5, 1, 3))
fails(tf.ragged.stack_dynamic_partitions, [1, 2], [0, 3], 2)
fails(tf.ragged.stack_dynamic_partitions, [1, 2], [0, -1], 2)
fails(tf.ragged.stack_dynamic_partitions, [1, 2], [0], 2)

# %% shape
s = tf.shape(digits)
print(s, tf.shape(deep), tf.shape(uniform), s[0], s[:1], s.rank, s.num_row_partitions, s.dtype, s.inner_shape, s.inner_rank, s.is_uniform(0), s.is_uniform(1), s.static_lengths(), s.static_lengths(ragged_lengths=False), tf.shape(deep)[:2], tf.shape(uniform)[-1], tf.shape(digits, out_type=tf.int64).dtype)
fails(lambda: s[1])
fails(lambda: s[2])
fails(lambda: s["a"])
fails(lambda: s[1:])
print(s.row_partitions)

# %% shapes-as-arguments
s = tf.shape(digits)
print(tf.ones(s), tf.zeros(s, tf.int32), tf.fill(s, "x"), tf.reshape(tf.range(8), s), tf.broadcast_to(5, s), tf.broadcast_to(C([[1], [2], [3], [4], [5]]), s), tf.reshape(digits, [2, 4]), tf.reshape(deep, tf.shape(deep)))
fails(tf.broadcast_to, digits, [5])
fails(tf.reshape, digits, [3, 3])

# %% dynamic-ragged-shapes
S = tf.experimental.DynamicRaggedShape
print(S.from_lengths([2, (1, 2)]), S.from_lengths([2, (1, 2), 3]), S.from_lengths([4, 2]), S.from_lengths([2, 3, 5], num_row_partitions=1), S.from_tensor(digits), S.from_tensor(C([[1, 2]])), S([], [1, 2, 3]), S.from_lengths([]), S.from_row_partitions(tf.shape(digits).row_partitions))
print(tf.broadcast_dynamic_shape(S.from_lengths([2, (1, 2)]), S.from_lengths([2, 1])), S.from_lengths([2, (1, 2), (3, 0, 1)])[:2], S.from_lengths([2, (1, 2)]).with_dtype(tf.int32).dtype)
fails(S.from_lengths, [2, (1, 2, 3)])
fails(S.from_lengths, "a")
fails(S.from_lengths, [2, "a"])
fails(S.from_row_partitions, [])

# %% row-partitions
P = tf.experimental.RowPartition
p = P.from_row_lengths([2, 0, 1])
print(p, p.row_splits(), p.row_lengths(), p.value_rowids(), p.nrows(), p.nvals(), p.row_starts(), p.row_limits(), p.offsets_in_rows(), p.is_uniform(), p.static_nrows, p.static_nvals, p.uniform_row_length(), p.static_uniform_row_length, p.dtype)
u = P.from_uniform_row_length(2, nvals=6)
print(u, u.row_splits(), u.is_uniform(), u.static_uniform_row_length, P.from_value_rowids([0, 0, 2]).row_lengths(), P.from_row_starts([0, 1], nvals=3).row_splits(), P.from_row_limits([1, 3]).row_splits(), P.from_row_splits([0, 2], dtype=tf.int32).dtype, p.with_dtype(tf.int32).dtype)
fails(P, C([0, 1]))
fails(P.from_row_splits, [1, 2])
fails(P.from_uniform_row_length, 2)
fails(P.from_row_lengths, [-1])
fails(p.with_dtype, tf.float32)
