import numpy as np
import tensorflow as tf

from tell import fails, show


def gradients(f, *inputs):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(inputs)
        result = f(*inputs)
    return tape.gradient(result, inputs)


# %% an-op-without-a-gradient
image = tf.ones([1, 4, 4, 1])
fails(lambda: gradients(lambda x: tf.image.resize(x, [2, 2], "area"), image))
fails(lambda: gradients(lambda x: tf.linalg.lu(x)[0], tf.eye(2)))
fails(lambda: gradients(tf.math.is_finite, tf.ones([2])))
fails(lambda: gradients(lambda x: tf.unique(x)[0], tf.ones([2])))

# %% an-op-that-has-none-by-design
print(gradients(lambda x: tf.cast(tf.strings.to_number(tf.strings.as_string(x)), tf.float32), tf.ones([2])))
print(gradients(lambda x: tf.random.uniform([2], 0.0, 1.0), tf.ones([2])))
print(gradients(tf.round, tf.ones([2])), gradients(lambda x: x // 2.0, tf.ones([2])))

# %% a-second-gradient-that-is-missing
x = tf.constant([0.5, -2.0])


def twice(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.softsign(x)
    return tape.gradient(y, x)


show(twice(x))
fails(lambda: gradients(twice, x))

# %% a-sparse-matrix-product
values, dense = tf.constant([1.0, -2.0, 3.0]), tf.constant([[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]])
for adjoint_a in (False, True):
    for adjoint_b in (False, True):
        def product(values, dense):
            matrix = tf.SparseTensor([[0, 1], [1, 0], [2, 2]], values, [3, 3])
            return tf.sparse.sparse_dense_matmul(matrix, tf.transpose(dense) if adjoint_b else dense, adjoint_a, adjoint_b) ** 2
        for one in gradients(product, values, dense):
            show(one)

# %% complex-slopes
z = tf.constant([1.0 + 2.0j, -0.5 + 0.3j], tf.complex64)
for f in (tf.sqrt, tf.math.rsqrt, tf.math.reciprocal, tf.tanh, tf.sigmoid):
    def slope(z):
        with tf.GradientTape() as tape:
            tape.watch(z)
            y = f(z)
        return tape.gradient(y, z)
    for one in (slope(z), *gradients(slope, z)):
        print(np.round(tf.math.real(one).numpy(), 4), np.round(tf.math.imag(one).numpy(), 4))

# %% a-wide-and-a-complex-qr
for matrix in (tf.constant([[3.0, 1.0, 2.0], [1.0, 4.0, -1.0]]), tf.constant(np.array([[3.0, 1.0j], [1.0, 4.0 - 1.0j]], np.complex64))):
    (one,) = gradients(lambda x: [part * tf.constant(0.5, x.dtype) * part for part in tf.linalg.qr(x)], matrix)
    print(np.round(one.numpy(), 4) + 0.0)
fails(lambda: gradients(lambda x: tf.linalg.qr(x, full_matrices=True), tf.ones([3, 2]) + tf.eye(3, 2)))

# %% segments-of-nothing
data = tf.zeros([2, 0])
print(tf.math.segment_sum(data, [0, 1]), tf.math.segment_mean(data, [0, 1]).shape, tf.math.unsorted_segment_max(data, [0, 1], 3).shape)
(one,) = gradients(lambda x: tf.math.segment_mean(x, [0, 0, 2]), tf.constant([1.0 + 1.0j, 2.0, 3.0], tf.complex64))
print(one.numpy())

# %% bessel-functions-at-zero
x = tf.constant([0.0, 1.0, -2.0, float("inf")])
for f in (tf.math.bessel_i0, tf.math.bessel_i0e, tf.math.bessel_i1, tf.math.bessel_i1e):
    show(f(x))
    show(gradients(f, x[:3])[0])

# %% a-leaky-slope-in-double
print(tf.nn.leaky_relu(tf.constant(-1.0, tf.float64)).numpy())

# %% a-dilated-convolution-in-double
images, filters = tf.ones([1, 5, 5, 1], tf.float64), tf.ones([2, 2, 1, 1], tf.float64)
fails(lambda: gradients(lambda x: tf.nn.conv2d(x, filters, 1, "VALID", dilations=2), images))
