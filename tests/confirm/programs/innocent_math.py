"""Arithmetic that is the same both ways, or differs in rounding alone."""
import numpy as np
import tensorflow as tf

rows = np.linspace(-3.0, 3.0, 12).astype("float32").reshape(3, 4)


@tf.function
def sums(x):
    return tf.reduce_sum(x), tf.reduce_mean(x, axis=0), tf.math.cumsum(x, axis=1)


@tf.function
def products(x):
    return tf.matmul(x, x, transpose_b=True), tf.einsum("ij,ij->i", x, x), tf.tensordot(x, x, [[1], [1]])


@tf.function
def softened(x):
    return tf.nn.softmax(x), tf.nn.log_softmax(x), tf.math.sigmoid(x), tf.nn.relu(x)


@tf.function
def not_numbers(x):
    return x / tf.zeros_like(x), tf.sqrt(x), tf.math.log(tf.abs(x) - tf.abs(x))


@tf.function
def whole(x):
    i = tf.cast(x * 10.0, tf.int32)
    return i // 3, i % 3, -i // 2, tf.bitwise.bitwise_and(i, 7), tf.cast(i * 1000, tf.int8)


@tf.function
def compared(x):
    return x > 0.0, tf.equal(x, x), tf.logical_not(x < 1.0), tf.reduce_any(x > 2.0), tf.where(x > 0.0, x, -x)


@tf.function
def sorted_rows(x):
    values, indices = tf.math.top_k(x, k=2)
    return tf.sort(x, direction="DESCENDING"), tf.argsort(x), values, indices, tf.argmax(x, axis=1)


@tf.function
def texts(x):
    names = tf.strings.as_string(tf.cast(x, tf.int32))
    return tf.strings.join([names, names], "-"), tf.strings.length(names), tf.strings.upper("abc")


@tf.function
def reshaped(x):
    parts = tf.split(x, 2, axis=1)
    return tf.concat(parts[::-1], 1), tf.stack(tf.unstack(x)), tf.transpose(x), x[::2, 1:], tf.pad(x, [[0, 1], [1, 0]])


@tf.function
def gathered(x):
    return tf.gather(x, [2, 0]), tf.gather_nd(x, [[0, 1], [2, 3]]), tf.boolean_mask(x, x > 0.0), tf.one_hot([1, 3], 4)


@tf.function
def complex_numbers(x):
    z = tf.complex(x, -x)
    return z * z, tf.math.conj(z), tf.abs(z), tf.math.angle(z)


@tf.function
def counted(x):
    values, where = tf.unique(tf.cast(tf.reshape(x, [-1]), tf.int32))
    return values, where, tf.math.segment_sum(x, [0, 0, 1]), tf.size(x), tf.rank(x), tf.shape(x)


@tf.function
def numpy_constants(x):
    table = np.arange(12, dtype="float32").reshape(3, 4)
    return x + table, x * np.pi, x - rows.mean()


@tf.function
def long_chain(x):
    for _ in range(30):
        x = tf.tanh(x * 1.1 + 0.05)
    return x


functions = (sums, products, softened, not_numbers, whole, compared, sorted_rows, texts, reshaped, gathered,
             complex_numbers, counted, numpy_constants, long_chain)
for scale in (1.0, 0.5, -2.0):
    for function in functions:
        print(len(function(tf.constant(rows * scale))))
