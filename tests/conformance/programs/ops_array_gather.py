import numpy as np
import tensorflow as tf
from look import both, floats, ints

C = tf.constant

# %% gather
both(lambda x: tf.gather(x, [0, 2]), floats(3, 2))
both(lambda x: tf.gather(x, 0), floats(3, 2))
both(lambda x: tf.gather(x, [[0, 1]], axis=1), floats(3, 2))
both(lambda x, i: tf.gather(x, i, batch_dims=1), floats(3, 2), C([[0], [1], [1]]))
both(lambda x, i: tf.gather(x, i, batch_dims=1, axis=2), floats(3, 2, 4), C([[0], [1], [1]]))
both(lambda x, i, a: tf.gather(x, i, axis=a), floats(3, 2), C([0]), C(1))
both(lambda x, i: tf.gather(x, i, batch_dims=-1), floats(3, 2), C([[0], [1], [1]]))
both(lambda x, i: tf.gather(x, i, batch_dims=1), floats(3, 2), C([[0], [1]]))
both(lambda x, i: tf.gather(x, i, batch_dims=1), ints(2, 3), C([[0, 3], [1, 1]]))

# %% gather-2
both(lambda x: tf.gather(x, [1, 1], name="foo"), ints(2))

# %% gather-errors
both(lambda x: tf.gather(x, [0, 5]), floats(3, 2))
both(lambda x: tf.gather(x, -1), floats(3, 2))
both(lambda x: tf.gather(x, [0], axis=3), floats(3, 2))
both(lambda x, i: tf.gather(x, i, batch_dims=3), floats(3, 2), C([[0], [1], [1]]))
both(lambda x: tf.gather(x, [0.0]), floats(3, 2))
both(lambda: tf.gather(1, [0]))
both(lambda x: tf.gather(x, [[0, 9]]), ints(2, 3))

# %% gather-nd
both(lambda x: tf.gather_nd(x, [[0, 1], [2, 0]]), floats(3, 2))
both(lambda x: tf.gather_nd(x, [[0], [2]]), floats(3, 2))
both(lambda x, i: tf.gather_nd(x, i), floats(3, 2), C([[1]]))
both(lambda x, i: tf.gather_nd(x, i, batch_dims=1), floats(3, 2), C([[1], [0], [0]]), nodes=False)

# %% gather-nd-errors
both(lambda x: tf.gather_nd(x, [[0, 7]]), floats(3, 2))
both(lambda x: tf.gather_nd(x, [[0, 1, 1]]), floats(3, 2))
both(lambda x: tf.gather_nd(x, [[[0, 9]]]), ints(2, 3))

# %% where
both(lambda c, x, y: tf.where(c, x, y), C([True, False]), floats(2), floats(2) * 10)
both(lambda c, x: tf.where(c, x, 0.0), C([True, False]), floats(3, 2))
both(lambda c, x, y: tf.where(c, x, y), C([True, False, True]), floats(2), floats(2) * 10)
both(lambda c: tf.where(c), C([[True, False], [True, True]]))
both(lambda c: tf.where(c), floats(2, 2))
both(lambda: tf.where([True, False], 1, 2))
both(lambda x: tf.where(x > 1, name="foo"), ints(2))

# %% where-errors
both(lambda c: tf.where(c, 1, 2.0), C([True, False, True]))
both(lambda c: tf.where(c, 1), floats(2, 2))
both(lambda x: tf.where(x, 1, 2), floats(2))

# %% boolean-mask
both(lambda x: tf.boolean_mask(x, [True, False, True]), floats(3, 2))
both(lambda x, m: tf.boolean_mask(x, m), floats(3, 2), C([[True, False]] * 3))
both(lambda x, m: tf.boolean_mask(x, m, axis=1), floats(3, 2), C([True, False]))
both(lambda x, m: tf.boolean_mask(x, m), floats(3, 2), C([True, False]))

# %% boolean-mask-errors
both(lambda x: tf.boolean_mask(x, True), floats(3, 2))

# %% scatter-nd
both(lambda: tf.scatter_nd([[0], [2]], [1.0, 2.0], [4]))
both(lambda i, u: tf.scatter_nd(i, u, [4, 2]), C([[0], [2], [0]]), floats(3, 2))

# %% scatter-nd-errors
both(lambda i, u: tf.scatter_nd(i, u, [2, 2]), C([[0], [2], [0]]), floats(3, 2))
both(lambda i, u: tf.scatter_nd(i, u, [2, 3]), C([[0], [2], [0]]), floats(3, 2))

# %% tensor-scatter-nd-update
both(lambda x, i, u: tf.tensor_scatter_nd_update(x, i, u), floats(3, 2), C([[0], [2]]), -floats(2, 2))
both(lambda x, i, u: tf.tensor_scatter_nd_update(x, i, u), floats(3, 2), C([[0], [3]]), -floats(2, 2))
both(lambda x, i, u: tf.tensor_scatter_nd_update(x, i, u), floats(3, 2), C([[0], [2]]), -floats(2, 3))
both(lambda x: tf.tensor_scatter_nd_update(x, [[0, 1]], [7.0]), floats(3, 2))

# %% tensor-scatter-nd-add
both(lambda x: tf.tensor_scatter_nd_add(x, [[0, 1], [0, 1]], [7.0, 1.0]), floats(3, 2))

# %% tensor-scatter-nd-sub
both(lambda x: tf.tensor_scatter_nd_sub(x, [[0, 1], [0, 1]], [7.0, 1.0]), floats(3, 2))

# %% tensor-scatter-nd-min
both(lambda x: tf.tensor_scatter_nd_min(x, [[0, 1], [0, 1]], [7.0, 1.0]), floats(3, 2))

# %% tensor-scatter-nd-max
both(lambda x: tf.tensor_scatter_nd_max(x, [[0, 1], [0, 1]], [7.0, 1.0]), floats(3, 2))

# %% batch-dims-out-of-range
from tell import fails
x = tf.reshape(tf.range(12.0), [2, 3, 2])
for indices, batch_dims, axis in (([0, 1], 2, None), ([0], 2, 2), ([[0, 1], [1, 0]], 3, None), ([[0, 1], [1, 0]], -3, None), (0, -1, None), ([[0, 1], [1, 0]], 2, 1)):
    fails(tf.gather, x, indices, batch_dims=batch_dims, axis=axis)
    fails(tf.function(lambda: tf.gather(x, indices, batch_dims=batch_dims, axis=axis).shape))

# %% batch-dims-with-axis-0
print(tf.gather(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [[0, 1], [1, 0]], batch_dims=1, axis=0))

# %% empty-index-tuples
from tell import fails
def gather_nd(params, none):
    return tf.gather_nd(params, none)
for dims in [2, 0], [0], [3, 4, 0], [0, 0], [2, 0, 0]:
    none = tf.zeros(dims, tf.int32)
    for params in tf.reshape(tf.range(4.0), [2, 2]), tf.ones([0, 2]):
        fails(tf.gather_nd, params, none)
        print(tf.function(gather_nd).get_concrete_function(params, none).output_shapes)
    fails(tf.gather_nd, tf.ones([2, 2]), none, batch_dims=1)
    fails(tf.scatter_nd, none, tf.ones(dims[:-1] + [2, 2]), [2, 2])
    fails(tf.scatter_nd, none, tf.ones(dims[:-1] + [0, 2]), [0, 2])
    fails(tf.tensor_scatter_nd_add, tf.ones([2, 2]), none, tf.ones(dims[:-1] + [2, 2]))
    fails(tf.Variable(tf.ones([2, 2])).scatter_nd_add, none, tf.ones(dims[:-1] + [2, 2]))
x = tf.ones([2, 2])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.gather_nd(x, tf.zeros([2, 0], tf.int32))
fails(tape.gradient, y, x)

# %% places-that-do-not-fit-a-variable
from tell import fails
v = tf.Variable(tf.ones([2, 2]))
for indices, updates in (([[0]], tf.ones([2, 2])), ([[0]], tf.ones([1, 3])), ([[0], [1]], tf.ones([2])), ([[5]], tf.ones([1, 2])), ([[1], [1]], tf.ones([2, 2]))):
    for method in v.scatter_nd_update, v.scatter_nd_add, v.scatter_nd_min:
        fails(method, indices, updates)

# %% indices-that-are-ignored
print(tf.gather_nd([[1.0, 2.0], [3.0, 4.0]], [[0, 3], [1, 0], [-1, 0]], bad_indices_policy="IGNORE"))
print(tf.scatter_nd([[3], [0], [0]], [1.0, 2.0, 3.0], [2], bad_indices_policy="IGNORE"))

# %% batches-of-tuples
from tell import fails
x = tf.reshape(tf.range(24.0), [2, 3, 4])
for indices, batch_dims in (([[0], [2]], 1), ([[[0], [2]], [[1], [1]]], 1), ([[[0, 3]], [[2, 0]]], 1), ([[[0], [1], [2]], [[3], [2], [1]]], 2), ([0, 1], 1), ([[0]], 3), ([[0]], -1)):
    fails(tf.gather_nd, x, indices, batch_dims=batch_dims)
    shape = tf.function(lambda: tf.gather_nd(x, indices, batch_dims=batch_dims).shape)
    fails(shape)
