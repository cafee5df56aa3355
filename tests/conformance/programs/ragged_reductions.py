import tensorflow as tf
from tell import fails, show

C = tf.constant
digits = tf.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
deep = tf.ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]], []])
uniform = tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]], []], ragged_rank=1)
reals = tf.ragged.constant([[1.0, 2.0, 4.0], [3.0], [5.0, 7.0]])


def values(tensor):
    show(getattr(tensor, "flat_values", tensor))


# %% sums
print(tf.reduce_sum(digits), tf.reduce_sum(digits, axis=0), tf.reduce_sum(digits, axis=1), tf.reduce_sum(digits, axis=-1), tf.reduce_sum(digits, axis=[0, 1]), tf.reduce_sum(digits, axis=[]), tf.reduce_sum(digits, axis=[1]), tf.reduce_sum(digits, axis=C([0, 1])))
fails(tf.reduce_sum, digits, axis=C(1))
print(tf.reduce_sum(deep, axis=0), tf.reduce_sum(deep, axis=1), tf.reduce_sum(deep, axis=2), tf.reduce_sum(deep, axis=[0, 2]), tf.reduce_sum(deep, axis=[1, 2]), tf.reduce_sum(uniform, axis=2), tf.reduce_sum(uniform, axis=1), tf.reduce_sum(uniform, axis=0), tf.reduce_sum(uniform, [0, 1, 2]))
fails(tf.reduce_sum, digits, axis=2)
fails(tf.reduce_sum, digits, axis="a")
fails(tf.reduce_sum, digits, axis=[0, 5])

# %% kept-axes
print(tf.reduce_sum(digits, axis=1, keepdims=True), tf.reduce_sum(digits, axis=0, keepdims=True), tf.reduce_sum(digits, keepdims=True), tf.reduce_sum(deep, axis=2, keepdims=True), tf.reduce_sum(deep, axis=1, keepdims=True), tf.reduce_max(deep, axis=0, keepdims=True), tf.reduce_sum(uniform, axis=2, keepdims=True))

# %% extremes-and-products
print(tf.reduce_max(digits, axis=1), tf.reduce_min(digits, axis=1), tf.reduce_max(reals, axis=0), tf.reduce_min(reals, axis=0), tf.reduce_prod(digits, axis=1), tf.reduce_prod(digits, axis=0), tf.reduce_max(digits), tf.reduce_prod(deep, axis=2), tf.reduce_max(tf.ragged.constant([[1.0], []]), axis=1))

# %% means
print(tf.reduce_mean(reals, axis=0), tf.reduce_mean(reals), tf.reduce_mean(digits, axis=1), tf.reduce_mean(deep, axis=2))
values(tf.reduce_mean(reals, axis=1))
values(tf.math.reduce_variance(reals, axis=1))
values(tf.math.reduce_std(reals, axis=0))
values(tf.math.reduce_variance(reals))
values(tf.math.reduce_std(reals, axis=1, keepdims=True))

# %% booleans
b = tf.ragged.constant([[True, False], [], [True]])
print(tf.reduce_any(b, axis=1), tf.reduce_all(b, axis=1), tf.reduce_any(b), tf.reduce_all(b, axis=0), tf.reduce_any(b, axis=0), tf.reduce_all(b, axis=1, keepdims=True))

# %% segments
print(tf.math.unsorted_segment_sum(digits, [0, 0, 1, 2, 1], 3), tf.math.unsorted_segment_max(digits, [0, 1, 0, 1, 1], 2), tf.math.unsorted_segment_mean(reals, [1, 0, 1], 2), tf.math.unsorted_segment_sum(digits, tf.ragged.constant([[0, 1, 0, 1], [], [2, 2, 0], [1], []]), 3), tf.math.unsorted_segment_prod(deep, [0, 0, 0], 1), tf.math.unsorted_segment_min(digits, [0, 0, 0, 0, 0], 2))
values(tf.math.unsorted_segment_sqrt_n(reals, [0, 0, 1], 2))
fails(tf.math.unsorted_segment_sum, digits, tf.ragged.constant([[1]]), 3)
fails(tf.math.unsorted_segment_sum, C([1, 2]), tf.ragged.constant([[0], [1]]), 3)
fails(tf.math.unsorted_segment_sum, digits, tf.ragged.constant([[0.5] * 8]), 3)

# %% softmax
values(tf.nn.softmax(reals))
values(tf.nn.softmax(reals, axis=1))
values(tf.nn.softmax(tf.ragged.constant([[[1.0, 2.0], [3.0]], [[4.0]]])))
fails(tf.nn.softmax, reals, axis=0)

# %% cumulative-sums
print(tf.cumsum(digits, axis=1), tf.cumsum(digits, axis=1, exclusive=True), tf.cumsum(digits, axis=1, reverse=True), tf.cumsum(digits, axis=1, exclusive=True, reverse=True), tf.cumsum(deep, axis=2), tf.cumsum(uniform, axis=2), tf.cumsum(digits[:1], axis=0), tf.cumsum(deep, axis=-1))
fails(tf.cumsum, digits, axis=3)

# %% sums-of-several
print(tf.add_n([digits, digits, digits]), tf.math.add_n([deep, deep]))
fails(tf.add_n, [digits, digits[:1]])
fails(tf.add_n, [digits, 1])

# %% log-sum-exp
values(tf.reduce_logsumexp(reals))
values(tf.reduce_logsumexp(reals, axis=1))
fails(tf.math.count_nonzero, digits)
fails(tf.argmax, digits, axis=1)

# %% counts
print(tf.math.bincount(digits), tf.math.bincount(digits, minlength=12), tf.math.bincount(digits, maxlength=4))
print(tf.math.bincount(digits, axis=-1), tf.math.bincount(digits, axis=-1, binary_output=True), tf.math.bincount(digits, axis=-1, minlength=3, maxlength=5), tf.math.bincount(digits, weights=tf.ones_like(digits) * 2))

# %% dropout
tf.random.set_seed(3)
d = tf.nn.dropout(reals, 0.5, seed=1)
print(d.shape, bool(tf.reduce_all((d == 0) | (d == reals * 2))), tf.nn.dropout(reals, 0.0))
print(tf.nn.experimental.stateless_dropout(reals, 0.5, seed=[1, 2]))
fails(tf.nn.dropout, reals, 0.5, noise_shape=[1])
fails(tf.nn.dropout, reals, 2.0)

# %% embeddings
table = tf.reshape(tf.range(20.0), [10, 2])
print(tf.nn.embedding_lookup(table, digits), tf.nn.embedding_lookup([table, table + 100], tf.ragged.constant([[1], [0, 3]])), tf.nn.embedding_lookup(tf.Variable(table), deep).shape)
fails(tf.nn.embedding_lookup, None, digits)
fails(tf.nn.embedding_lookup, table, reals)
