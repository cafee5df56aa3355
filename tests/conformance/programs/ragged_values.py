import numpy as np
import tensorflow as tf
from tell import fails

C, R = tf.constant, tf.RaggedTensor
digits = tf.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
deep = tf.ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]], [[7]], [[8, 9], [10]]])
uniform = tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]], []], ragged_rank=1)

# %% parts
print(digits.values, digits.row_splits, digits.dtype, digits.shape, digits.ragged_rank, digits.flat_values, digits.nested_row_splits)
print(deep.shape, deep.ragged_rank, deep.values, deep.flat_values, deep.nested_row_splits, deep.get_shape())
print(uniform.shape, uniform.ragged_rank, uniform.flat_values.shape, digits.uniform_row_length, digits.nested_row_lengths())

# %% rows
print(digits.nrows(), digits.row_lengths(), digits.row_starts(), digits.row_limits(), digits.value_rowids(), digits.nrows(tf.int32))
print(deep.row_lengths(), deep.row_lengths(axis=2), deep.row_lengths(axis=0), deep.nested_value_rowids(), deep.row_lengths(axis=-1), uniform.row_lengths(axis=2))
fails(digits.row_lengths, axis=2)
fails(digits.row_lengths, axis="a")

# %% bounding-shape
print(digits.bounding_shape(), deep.bounding_shape(), uniform.bounding_shape(), digits.bounding_shape(axis=0), digits.bounding_shape(axis=1), deep.bounding_shape(axis=2), digits.bounding_shape(out_type=tf.int32), tf.ragged.constant([[]]).bounding_shape())

# %% text
print(repr(digits), str(digits), [digits], deep, uniform, tf.ragged.constant([["a", "b"], []]), tf.ragged.constant([[1.5, 2.25], [1e-9]]), tf.ragged.constant([[True]]), R.from_row_splits([], [0]), R.from_row_splits(tf.zeros([0, 2]), [0, 0]))
print(tf.ragged.range([30, 2]), tf.ragged.constant([[[[1]], [[2], [3, 4]]], []]))

# %% lists-and-arrays
print(digits.to_list(), deep.to_list(), uniform.to_list(), tf.ragged.constant([["a"], []]).to_list(), digits.numpy(), deep.numpy(), uniform.numpy().shape, tf.ragged.constant([[1, 2], [3, 4]]).numpy(), R.from_row_splits([], [0]).numpy().shape, list(digits)[0], [row.shape for row in deep])
fails(len, digits)
fails(hash, digits)
fails(bool, digits)
fails(np.array, digits, np.int32)

# %% rows-by-index
print(digits[0], digits[1], digits[-2], deep[1], deep[3, 0], deep[1, 2, 0], deep[0][1], digits[C(2)], digits[0, 1], digits[2, -1], uniform[0], uniform[0, 1, 0])
fails(lambda: digits[5])
fails(lambda: digits[-6])
fails(lambda: digits[0, 7])
fails(lambda: digits[:, 0])
fails(lambda: deep[:, :, 0])
fails(lambda: digits["a"])
fails(lambda: digits[0, 0, 0])
fails(lambda: digits[0.5])

# %% ranges
print(digits[1:], digits[:2], digits[1:3], digits[::2], digits[::-1], digits[3:1], digits[:, :2], digits[:, -2:], digits[:, 1:-1], digits[:, ::2], digits[:, ::-1], digits[1:, 1:])
print(deep[:, 1:3], deep[:, -1:], deep[:, :, :1], deep[1:3, :1, 1:], deep[..., :2], deep[..., 1:, :], deep[:, ::-1], deep[::2, 1:], digits[C(1):C(4)], digits[:, C(1):])
fails(lambda: digits[:, "a":])
fails(lambda: digits[:, ::0])

# %% uniform-inner-axes
print(uniform[:, :, 0], uniform[:, 1:], uniform[..., 1], uniform[:, :, ::-1], uniform[1:, :, 1:])

# %% new-axes
print(digits[tf.newaxis].shape, digits[:, tf.newaxis].shape, digits[:, :, tf.newaxis].shape, digits[:, tf.newaxis], digits[tf.newaxis, 1:])

# %% uniform-rows
u = R.from_uniform_row_length(tf.ragged.constant([[1, 2], [3], [], [4]]), 2)
print(u[:, 0], u[:, -1], u[:, :1].shape, u[1:].shape, u[0, 1], u[:, ::-1], u[:, 1, :1])
fails(lambda: u[:, 2])

# %% other-values
print(digits.with_values(digits.values * 2), deep.with_flat_values(deep.flat_values + 1), digits.with_row_splits_dtype(tf.int32).row_splits, deep.with_row_splits_dtype(tf.int32).nested_row_splits[1].dtype, digits.with_values([[i] for i in range(8)]).shape, digits.with_values(["a"] * 8))
fails(digits.with_values, [1, 2])
fails(digits.with_values, 1)
fails(digits.with_row_splits_dtype, tf.float32)
fails(digits.with_values, tf.ragged.constant([[1]] * 8, row_splits_dtype=tf.int32))

# %% merged-axes
print(deep.merge_dims(0, 1), deep.merge_dims(1, 2), deep.merge_dims(0, 2), deep.merge_dims(1, 1).shape, uniform.merge_dims(1, 2), uniform.merge_dims(0, 1), digits.merge_dims(-2, -1))
fails(deep.merge_dims, 2, 1)
fails(deep.merge_dims, 0, 5)

# %% no-tensor
fails(tf.convert_to_tensor, digits)
fails(tf.constant, digits)
fails(tf.transpose, digits)
fails(tf.sort, digits)
print(tf.is_tensor(digits), isinstance(digits, tf.Tensor), isinstance(digits, tf.RaggedTensor), tf.identity(digits), tf.type_spec_from_value(digits))
