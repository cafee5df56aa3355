import tensorflow as tf
from tell import fails

C, R = tf.constant, tf.RaggedTensor
params = tf.constant(["a", "b", "c", "d", "e"])
rows = tf.ragged.constant([["a", "b"], ["c"], [], ["d", "e", "f"]])
deep = tf.ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]], []])


def refused(function, *args, **kwargs):
    """Prints the class of the error and its text without the node, which is another one."""
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, str(error).rpartition("}} ")[2].partition(" [Op")[0])



# %% gather
print(tf.gather(params, tf.ragged.constant([[3, 1, 2], [1], [], [0]])), tf.gather(rows, [3, 0]), tf.gather(rows, 1), tf.gather(rows, C([[0, 1], [3, 2]])), tf.gather(rows, tf.ragged.constant([[3], [], [0, 0]])), tf.gather(deep, [1, 1]), tf.gather(params=rows, indices=[0]), tf.gather(rows, tf.zeros([0], tf.int32)).shape)
refused(tf.gather, rows, [4])
refused(tf.gather, rows, [-1])
fails(tf.gather, params, tf.ragged.constant([[7]]))
fails(tf.gather, rows, [0], axis=2)

# %% gather-along-axes
print(tf.gather(deep[:2], [1, 0], axis=1), tf.gather(tf.ragged.constant([[1, 2, 3], [4, 5, 6]]), [2, 0], axis=1), tf.gather(deep[:1], [0], axis=2), tf.gather(C([[1, 2], [3, 4]]), tf.ragged.constant([[0], [1, 0]]), axis=1))
fails(tf.gather, tf.ragged.constant([[1], [2, 3]]), [1], axis=1)

# %% gather-in-batches
print(tf.gather(rows, tf.ragged.constant([[1, 0], [0], [], [2, 2]]), batch_dims=1), tf.gather(tf.ragged.constant([[1, 2], [3, 4, 5]]), [[1], [2]], batch_dims=1), tf.gather(C([[1, 2], [3, 4]]), tf.ragged.constant([[0, 1, 1], [0]]), batch_dims=1), tf.gather(deep, tf.ragged.constant([[[2, 0], [0]], [[0], [], [0]], []]), batch_dims=2))
print(tf.gather(deep, tf.ragged.constant([[1], [2, 0], []]), batch_dims=1))
fails(tf.gather, rows, tf.ragged.constant([[0]]), batch_dims=1)
fails(tf.gather, rows, tf.ragged.constant([[1, 0], [0], [], [2, 2]]), batch_dims=2)
fails(tf.gather, rows, [0], batch_dims=5)

# %% gather-nd
print(tf.gather_nd(rows, [[0, 1], [3, 2]]), tf.gather_nd(rows, [[3], [1]]), tf.gather_nd(deep, [[0, 0, 2], [1, 2, 0]]), tf.gather_nd(deep, [[1, 0]]), tf.gather_nd(rows, [[[0, 0]], [[3, 1]]]), tf.gather_nd(rows, tf.zeros([1, 0], tf.int32)), tf.gather_nd(params, tf.ragged.constant([[[0], [1]], [[2]]], ragged_rank=1)))
fails(tf.gather_nd, rows, [[0, 1]], batch_dims=1)
fails(tf.gather_nd, params, tf.ragged.constant([[0], [1, 2]]))
fails(tf.gather_nd, rows, 0)

# %% boolean-mask
mask = tf.ragged.constant([[True, False], [True], [], [False, True, True]])
print(tf.ragged.boolean_mask(rows, mask), tf.ragged.boolean_mask(rows, [True, False, False, True]), tf.ragged.boolean_mask([1, 2, 3], [True, False, True]), tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, False]]), tf.ragged.boolean_mask(deep, [True, False, True]), tf.ragged.boolean_mask(deep, tf.ragged.constant([[True, False], [False, True, True], []])))
print(tf.ragged.boolean_mask(deep, tf.ragged.constant([[[True, False, True], [True]], [[False], [], [True]], []])), tf.ragged.boolean_mask(tf.reshape(tf.range(8), [2, 2, 2]), tf.reshape(tf.range(8) % 3 == 0, [2, 2, 2])))
fails(tf.ragged.boolean_mask, rows, True)
fails(tf.ragged.boolean_mask, rows, mask[:2])
fails(tf.ragged.boolean_mask, [1, 2], [1, 0])
fails(tf.ragged.boolean_mask, rows, mask[::-1])
