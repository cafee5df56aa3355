import tensorflow as tf
from tell import fails, show

S = tf.sparse.from_dense
s = S([[1.0, 0, 2], [0, 0, 3]])
i = S([[1, 0, 2], [0, 0, 3]])
x = tf.constant([1.0, -2, 3, 4])
other = S([[1.0, 2, 0], [0, 5, 0], [0, 0, 0]])


def say(*values):
    for value in values:
        if isinstance(value, tf.SparseTensor):
            print(value.indices.numpy().tolist(), value.dense_shape.numpy().tolist(), end=" ")
            value = value.values
        show(value)


def slope(f, *inputs):
    """The gradient of a weighted sum of what `f` makes of a sparse tensor of `x`."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(tf.SparseTensor([[0, 0], [0, 2], [1, 1], [2, 2]], x, [3, 3]))
        y = y.values if isinstance(y, tf.SparseTensor) else y
        y = y * tf.reshape(tf.range(1.0, 1 + tf.cast(tf.size(y), tf.float32)), tf.shape(y))
    return tape.gradient(y, x)

# %% reduce-sum
say(tf.sparse.reduce_sum(s), tf.sparse.reduce_sum(s, 1), tf.sparse.reduce_sum(s, [0], True), tf.sparse.reduce_sum(s, [-1, 0]), tf.sparse.reduce_sum(i, 0))
say(tf.sparse.reduce_sum(s, 1, True, True), tf.sparse.reduce_sum(s, [0], False, True), tf.sparse.reduce_sum(s, [], False, True))
fails(tf.sparse.reduce_sum, s, 5)
show(slope(lambda s: tf.sparse.reduce_sum(s, 1)), slope(lambda s: tf.sparse.reduce_sum(s, [0], True)), slope(tf.sparse.reduce_sum))
fails(slope, lambda s: tf.sparse.reduce_sum(s, 1, output_is_sparse=True))

# %% reduce-max
say(tf.sparse.reduce_max(s), tf.sparse.reduce_max(s, 1), tf.sparse.reduce_max(S([[-1.0, 0], [0, 0]]), 1), tf.sparse.reduce_max(i, [0], False, True))
fails(tf.sparse.reduce_max, s, [-3])
fails(slope, lambda s: tf.sparse.reduce_max(s, 1))

# %% softmax
say(tf.sparse.softmax(s), tf.sparse.softmax(S([[[1.0, 2], [0, 1000]], [[-5, 0], [3, 3]]])))
fails(tf.sparse.softmax, S([1.0, 0]))
show(slope(tf.sparse.softmax))

# %% add
a = S([[1.0, -1, 0.1], [0, 0, 3]])
say(tf.sparse.add(s, a), tf.sparse.add(s, a, threshold=2.5), tf.sparse.add(s, tf.ones([2, 3])), tf.sparse.add(tf.ones([2, 3]), s), tf.sparse.add(i, i))
fails(tf.sparse.add, s, S([[1.0, 0]]))
fails(tf.sparse.add, s, S([1.0, 0]))
fails(tf.sparse.add, s, [[1.0, 0]])
fails(tf.sparse.add, s, tf.zeros([2, 1]))
fails(tf.sparse.add, 1.0, 2.0)
show(slope(lambda s: tf.sparse.add(s, other)), slope(lambda s: tf.sparse.add(other, s, threshold=2.5)), slope(lambda s: tf.sparse.add(s, tf.ones([3, 3]))))

# %% minimum-and-maximum
a = S([[1.0, -1, 0.1], [0, 0, 5]])
say(tf.sparse.maximum(s, a), tf.sparse.minimum(s, a), tf.sparse.maximum(i, i))
fails(tf.sparse.maximum, s, S([[1.0, 0]]))
fails(tf.sparse.minimum, s, S([1.0, 0]))

# %% with-dense
d = tf.constant([[1.0, 2, 4]])
say(s * d, s / d, s * 2.0, s / tf.constant([1.0, 2, 4]))
fails(lambda: s * tf.constant([1.0, 2]))
fails(lambda: s + 1.0)
fails(lambda: 2.0 * s)
show(slope(lambda s: s * d), slope(lambda s: s / d))
for f in (lambda s, d: s * d, lambda s, d: s / d):
    with tf.GradientTape() as tape:
        tape.watch(d)
        y = f(s, d).values ** 2
    show(tape.gradient(y, d))

# %% unary
say(tf.abs(-1.0 * 1 * tf.constant(1.0)), tf.square(s), tf.sqrt(s), tf.math.negative(s), tf.sign(s), tf.cast(s, tf.int32), tf.abs(x=s), tf.math.erf(s))
say(tf.sin(s), tf.math.asinh(s))
show(slope(tf.square))
fails(tf.exp, s)

# %% bincount
say(tf.sparse.bincount([1, 2, 2]), tf.sparse.bincount([1, 2, 2], weights=[1.0, 2, 3]), tf.sparse.bincount([[1, 2, 2], [0, 0, 4]], axis=-1, maxlength=3))
say(tf.sparse.bincount([[1, 2, 2], [0, 0, 4]], axis=-1, minlength=8, binary_output=True), tf.sparse.bincount(i, axis=-1), tf.sparse.bincount(i, weights=s, axis=-1), tf.sparse.bincount(i))
fails(tf.sparse.bincount, [1, -1])
fails(tf.sparse.bincount, [1.0, 2])
fails(tf.sparse.bincount, [1], axis=3)
fails(tf.sparse.bincount, [1], [2], binary_output=True)
fails(tf.sparse.bincount, i, weights=[1])
fails(tf.sparse.bincount, i, weights=S([1.0]), axis=-1)
fails(tf.sparse.bincount, [[[1]]], axis=-1)

# %% matmul-of-dense-and-sparse
show(tf.sparse.sparse_dense_matmul(tf.eye(2), s), tf.sparse.sparse_dense_matmul(tf.ones([4, 3]), s, adjoint_b=True), tf.sparse.sparse_dense_matmul(s, tf.ones([3, 2])))
fails(tf.sparse.sparse_dense_matmul, 3, tf.eye(2))

# %% map-values
say(tf.sparse.map_values(tf.add, s, S([[1.0, 0, 2], [0, 0, 4]])), tf.sparse.map_values(lambda v, k: v * k, s, k=2.0), tf.sparse.map_values(tf.add_n, [s, s]))
fails(tf.sparse.map_values, tf.add, s, S([[1.0, 0, 2], [0, 3, 0]]))
fails(tf.sparse.map_values, tf.add, s, S([[1.0, 0, 2], [0, 3, 3]]))
fails(tf.sparse.map_values, tf.add, 1, 2)

# %% in-a-function
@tf.function(input_signature=[tf.SparseTensorSpec([None, 3]), tf.SparseTensorSpec([None, 3])])
def f(a, b):
    total = tf.sparse.add(a, b)
    return tf.sparse.reduce_sum(total, 1), tf.sparse.softmax(total), tf.sparse.maximum(a, b), tf.sparse.reduce_max(a), a * tf.constant([[1.0, 2, 3]])

say(*f(s, s))
print([(spec.shape, spec.dtype) for spec in f.get_concrete_function().structured_outputs])
fails(f, s, S([[1.0, 0, 0]]))
# %% sums-of-places-that-are-not-in-order
def tell(x):
    print(x.indices.numpy().tolist(), x.values.numpy().tolist(), x.dense_shape.numpy().tolist())


a = tf.SparseTensor([[0, 2], [3, 4]], [31, 2], [4, 10])
for places in ([[0, 2], [7, 0]], [[0, 12], [1, 0]], [[-1, 2], [3, 4]], [[2, 2], [0, 2]], [[2, 2], [2, 2]], [[0, 2], [0, 2]], [[3, 4], [0, 2]]):
    b = tf.SparseTensor(places, [56, -2], [4, 10])
    tell(tf.sparse.add(a, b))
    tell(tf.sparse.add(b, a, threshold=1))
