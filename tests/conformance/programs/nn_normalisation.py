import numpy as np
import tensorflow as tf
from tell import fails, show

x = tf.constant([[1.0, 2.0, 3.0], [4.0, 6.0, 9.0]])


def slopes(f, *xs):
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
    show(y, *[g for g in tape.gradient(y, xs) if g is not None])


# %% bias-add
slopes(tf.nn.bias_add, x, tf.constant([1.0, 2.0, 3.0]))
show(tf.nn.bias_add(tf.zeros([1, 2, 3]), [1.0, 2.0], "NC..."), tf.nn.bias_add(tf.constant([[1, 2]]), [1, 2]), tf.nn.bias_add(tf.zeros([1, 2, 3]), [1.0, 2.0, 3.0], "N..C"))
fails(tf.nn.bias_add, x, [1.0])
fails(tf.nn.bias_add, x[0], [1.0, 2.0, 3.0])
fails(tf.nn.bias_add, x, x)
fails(tf.nn.bias_add, x, [1.0, 2.0, 3.0], "CHW")
fails(tf.function(lambda: tf.nn.bias_add(x, [1.0])))

# %% bias-add-twice-differentiated
b = tf.constant([1.0, 2.0, 3.0])
with tf.GradientTape() as outer:
    outer.watch(b)
    with tf.GradientTape() as inner:
        inner.watch(b)
        y = tf.nn.bias_add(x, b) ** 3
    g = inner.gradient(y, b)
show(g, outer.gradient(g, b))

# %% moments
for axes in ([0], [1], [0, 1], 0, -1):
    show(*tf.nn.moments(x, axes), *tf.nn.moments(x, axes, keepdims=True))
show(*tf.nn.moments(tf.cast(x, tf.float16), [0]), *tf.nn.moments(tf.cast(x, tf.float64), [0]))
slopes(lambda v: tf.nn.moments(v, [0])[1], x)

# %% batch-normalization
mean, variance = tf.nn.moments(x, [0])
show(tf.nn.batch_normalization(x, mean, variance, None, None, 1e-3), tf.nn.batch_normalization(x, mean, variance, tf.constant([1.0, 2.0, 3.0]), tf.constant([2.0, 2.0, 2.0]), 1e-3))
slopes(lambda v, s, o: tf.nn.batch_normalization(v, *tf.nn.moments(v, [0]), o, s, 1e-3), x, tf.ones([3]), tf.zeros([3]))

# %% l2-normalize
show(tf.nn.l2_normalize(x, 1), tf.nn.l2_normalize(x, [0, 1]), tf.nn.l2_normalize(tf.zeros([2]), 0), tf.math.l2_normalize(x, -1, epsilon=100.0))
slopes(lambda v: tf.nn.l2_normalize(v, 1), x)

# %% dropout
tf.random.set_seed(5)
show(tf.nn.dropout(x, 0.5), tf.nn.dropout(x, 0.3, seed=1), tf.nn.dropout(x, 0.5, noise_shape=[2, 1]), tf.nn.dropout(x, 0.5, noise_shape=[None, 1]))
print(tf.nn.dropout(x, 0) is x)

# %% dropout-types
tf.random.set_seed(5)
show(tf.nn.dropout(tf.cast(x, tf.float64), 0.5), tf.nn.dropout(tf.cast(x, tf.float16), 0.5), tf.nn.dropout([1.0, 2.0, 3.0], 0.5), tf.nn.dropout(x, tf.constant(0.25)))

# %% dropout-in-a-function
tf.random.set_seed(5)
@tf.function
def f(v):
    y = tf.nn.dropout(v, 0.5)
    print(y, tf.nn.dropout(v, tf.constant(0.25)))
    return y
show(f(x), f(x))
slopes(lambda v: tf.nn.dropout(v, 0.4, seed=3), x)

# %% dropout-errors
fails(tf.nn.dropout, x, 1.0)
fails(tf.nn.dropout, x, -0.1)
fails(tf.nn.dropout, x, 1)
fails(tf.nn.dropout, tf.constant([1, 2]), 0.5)
fails(tf.nn.dropout, x, [0.5])

# %% stateless-dropout
show(tf.nn.experimental.stateless_dropout(x, 0.5, [1, 2]), tf.nn.experimental.stateless_dropout(x, 0.5, [1, 2], noise_shape=[2, 1]))

# %% embedding-lookup
table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
show(tf.nn.embedding_lookup(table, [2, 0]), tf.nn.embedding_lookup(table, [[1], [1]]), tf.nn.embedding_lookup([table], 1), tf.nn.embedding_lookup(table, [2, 0], max_norm=1.0))
with tf.GradientTape() as tape:
    y = tf.nn.embedding_lookup(table, [2, 0, 2])
g = tape.gradient(y, table)
print(type(g).__name__, g.indices.numpy(), g.values.numpy(), g.dense_shape.numpy())
fails(tf.nn.embedding_lookup, table, [3])

# %% zero-fraction
print(tf.nn.zero_fraction(tf.constant([0.0, 1.0, 0.0, 2.0])), tf.nn.zero_fraction(tf.constant([[0, 1]])))

# %% node-names
@tf.function
def f(v):
    print(tf.nn.bias_add(v, [1.0, 2.0, 3.0]), *tf.nn.moments(v, [0]), tf.nn.l2_normalize(v), tf.nn.dropout(v, 0.5))
    print(tf.nn.batch_normalization(v, tf.zeros([3]), tf.ones([3]), tf.zeros([3]), None, 1e-3), tf.nn.embedding_lookup(v, [0, 1]))
    return v
f(x)

# %% moments-in-parts
x = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
show(*tf.nn.weighted_moments(x, [0], [[1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]), *tf.nn.weighted_moments(x, [1], [[1.0, 2.0, 1.0], [3.0, 3.0, 3.0]], keepdims=True))
show(*tf.nn.weighted_moments(tf.cast(x, tf.float16), 0, [[1.0], [3.0]]))
print(tf.nn.sufficient_statistics(x, [0]))
show(*tf.nn.sufficient_statistics(x, [0, 1], shift=1.0), *tf.nn.normalize_moments(2.0, [2.0, 4.0], [10.0, 20.0], None), *tf.nn.normalize_moments(2.0, [2.0, 4.0], [10.0, 20.0], 1.0))
unknown = tf.function(lambda x: tf.nn.sufficient_statistics(x, [0])[:3], input_signature=[tf.TensorSpec([None, None])])
show(*unknown(x))

# %% embedding-lookup-in-parts
a, b = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), tf.Variable([[7.0, 8.0], [9.0, 10.0]])
with tf.GradientTape() as tape:
    rows = tf.nn.embedding_lookup([a, b], [[0, 4], [2, 3]])
show(rows, tf.nn.embedding_lookup([a, b], [1, 4], max_norm=1.0), *map(tf.convert_to_tensor, tape.gradient(rows, [a, b])))
for params in None, [], ():
    fails(tf.nn.embedding_lookup, params, [0])
fails(tf.nn.embedding_lookup, a, None)
