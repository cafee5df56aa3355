import tensorflow as tf
from look import floats, slopes

X = floats(2, 3) / 2 + 1

# %% index
slopes(lambda x: x[0], X)
slopes(lambda x: x[:, 1], X)
slopes(lambda x: x[::-1, ::2], X)
slopes(lambda x: x[1:, None], X)
slopes(lambda x: x[..., 0], X)
slopes(lambda x: x[0:0], X)
slopes(lambda x: x[x > 2], X)
slopes(lambda x: tf.slice(x, [0, 1], [2, 2]), X)

# %% index-2
slopes(lambda x: tf.strided_slice(x, [0, 1], [2, 3], [1, 1]), X)

# %% reshape
slopes(lambda x: tf.reshape(x, [3, 2]), X)
slopes(lambda x: tf.transpose(x), X)
slopes(lambda x: tf.transpose(x, [1, 0]), X)
slopes(lambda x: tf.expand_dims(x, 1), X)
slopes(lambda x: tf.squeeze(x[:, :1], 1), X)
slopes(lambda x: tf.squeeze(x[None]), X)
slopes(lambda x: tf.linalg.matrix_transpose(x), X)

# %% concat
slopes(lambda x: tf.concat([x, x * 2], 0), X)
slopes(lambda x: tf.concat([x, x * 2], -1), X)

# %% stack
slopes(lambda x: tf.stack([x, x * 3]), X)
slopes(lambda x: tf.stack([x, x * 3], axis=-1), X)
slopes(lambda x: tf.unstack(x)[1], X)
slopes(lambda x: tf.unstack(x, axis=1)[0], X)
slopes(lambda x: tf.split(x, 3, axis=1)[2], X)
slopes(lambda x: tf.split(x, [1, 2], axis=1)[1], X)
slopes(lambda x: tf.convert_to_tensor([x[0, 0], x[1, 1]]), X)
slopes(lambda x: tf.convert_to_tensor([[x[0, 0], 1.0], [2.0, x[1, 1]]]), X)

# %% gather
slopes(lambda x: tf.gather(x, [0, 1, 0]), X)
slopes(lambda x: tf.gather(x, [0, 2, 0], axis=1), X)
slopes(lambda x: tf.gather(x, [[0, 1], [1, 0]], axis=1), X)
slopes(lambda x: tf.gather(x, [[0, 1], [2, 0]], batch_dims=1), X)
slopes(lambda x: tf.gather(x, 0), X)
slopes(lambda x: tf.gather(x, 1, axis=1), X)
slopes(lambda x: tf.gather(x, [1, 0], axis=-1), X)
slopes(lambda x: tf.gather(tf.reshape(x, [1, 2, 3]), [[1, 0]], axis=2, batch_dims=1), X)

# %% gather-nd
slopes(lambda x: tf.gather_nd(x, [[0, 1], [1, 2], [0, 1]]), X)
slopes(lambda x: tf.gather_nd(x, [[0], [1], [1]]), X)
slopes(lambda x: tf.gather_nd(x, [[0], [1]], batch_dims=1), X)

# %% where
slopes(lambda x: tf.where([True, False, True], x, x * 2), X)
slopes(lambda x: tf.where(x > 2, x, 0.0), X)
slopes(lambda x: tf.where([[True], [False]], x, tf.ones([2, 1])), X)

# %% tile
slopes(lambda x: tf.tile(x, [2, 2]), X)
slopes(lambda x: tf.tile(x, [1, 3]), X)
slopes(lambda x: tf.broadcast_to(x, [2, 2, 3]), X)
slopes(lambda x: tf.broadcast_to(x[:, :1], [2, 3]), X)
slopes(lambda x: tf.meshgrid(x[0], x[1])[0], X)

# %% pad
slopes(lambda x: tf.pad(x, [[1, 0], [0, 2]]), X)
slopes(lambda x: tf.pad(x, [[1, 0], [0, 2]], constant_values=3.0), X)
slopes(lambda x: tf.pad(x, [[1, 1], [2, 2]], "REFLECT"), X)
slopes(lambda x: tf.pad(x, [[1, 1], [2, 2]], "SYMMETRIC"), X)

# %% reverse
slopes(lambda x: tf.reverse(x, [0, 1]), X)
slopes(lambda x: tf.roll(x, 1, 1), X)
slopes(lambda x: tf.roll(x, [1, 2], [0, 1]), X)
slopes(lambda x: tf.nn.space_to_depth(tf.reshape(tf.concat([x, x], 0)[:, :2], [1, 2, 4, 1]), 2), X)
slopes(lambda x: tf.reverse_sequence(x, [2, 1], seq_axis=1), X)

# %% boolean-mask
slopes(lambda x: tf.boolean_mask(x, [True, False]), X)
slopes(lambda x: tf.boolean_mask(x, [[True, False, True], [False, True, True]]), X)
slopes(lambda x: tf.boolean_mask(x, [True, False, True], axis=1), X)

# %% repeat
slopes(lambda x: tf.repeat(x, 2), X)
slopes(lambda x: tf.repeat(x, [1, 3], axis=0), X)
slopes(lambda x: tf.repeat(x, 2, axis=1), X)

# %% scatter
slopes(lambda x: tf.scatter_nd([[0], [2], [0]], tf.transpose(x)[:, 0], [4]), X)
slopes(lambda x: tf.tensor_scatter_nd_update(x, [[0, 1], [1, 1]], x[0, :2]), X)
slopes(lambda x: tf.tensor_scatter_nd_add(x, [[0, 1], [0, 1]], x[0, :2]), X)
slopes(lambda x: tf.tensor_scatter_nd_sub(x, [[0, 1], [0, 1]], x[0, :2]), X)
slopes(lambda x: tf.tensor_scatter_nd_max(x, [[0, 1], [0, 1]], x[1, :2]), X)
slopes(lambda x: tf.tensor_scatter_nd_max(x, [[0, 1], [0, 0]], x[0, :2]), X)
slopes(lambda x: tf.tensor_scatter_nd_min(x, [[0, 1], [0, 1]], x[1, :2]), X)

# %% identity
slopes(lambda x: tf.identity(x), X)
slopes(lambda x: tf.identity_n([x, x * 2])[1], X)
slopes(lambda x: tf.stop_gradient(x) * x, X)
slopes(lambda x: tf.ensure_shape(x, [2, 3]), X)
slopes(lambda x: tf.fill([2, 2], x[0, 0]), X)

# %% sort
slopes(lambda x: tf.sort(x), X)
slopes(lambda x: tf.sort(x, direction="DESCENDING"), X)
slopes(lambda x: tf.math.top_k(x, 2)[0], X)
