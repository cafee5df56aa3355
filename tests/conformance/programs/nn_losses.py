import numpy as np
import tensorflow as tf
from tell import fails, show

logits = tf.constant([[1.0, 2.0, 3.0], [0.5, -1.0, 4.0]])
labels = tf.constant([[0.0, 0.0, 1.0], [0.2, 0.3, 0.5]])


def near(*tensors):
    """Three decimals: libm and Eigen differ in the digits beyond."""
    for tensor in tensors:
        print((np.round(np.asarray(tensor, np.float64), 3) + 0.0).tolist())


def slopes(f, *xs):
    with tf.GradientTape() as outer:
        outer.watch(xs)
        with tf.GradientTape() as inner:
            inner.watch(xs)
            y = f(*xs)
        firsts = inner.gradient(y, xs)
        total = tf.add_n([tf.reduce_sum(g * g) for g in firsts if g is not None])
    near(y, *[g for g in firsts if g is not None])
    for second in outer.gradient(total, xs):
        print(None) if second is None else near(second)


# %% softmax-cross-entropy
slopes(lambda a, b: tf.nn.softmax_cross_entropy_with_logits(labels=b, logits=a), logits, labels)

# %% softmax-cross-entropy-of-other-ranks
show(tf.nn.softmax_cross_entropy_with_logits(labels[0], logits[0]))
show(tf.nn.softmax_cross_entropy_with_logits(tf.stack([labels, labels]), tf.stack([logits, logits])))
show(tf.nn.softmax_cross_entropy_with_logits(labels, logits, axis=0))
show(tf.nn.softmax_cross_entropy_with_logits([[0.0, 1.0]], [[3.0, -float("inf")]]))

# %% softmax-cross-entropy-zero-label-at-infinity
show(tf.nn.softmax_cross_entropy_with_logits([[1.0, 0.0]], [[3.0, -float("inf")]]))

# %% softmax-cross-entropy-types
show(tf.nn.softmax_cross_entropy_with_logits(tf.cast(labels, tf.float64), tf.cast(logits, tf.float64)))
show(tf.nn.softmax_cross_entropy_with_logits(tf.cast(labels, tf.float16), tf.cast(logits, tf.float16)))
show(tf.nn.softmax_cross_entropy_with_logits(tf.constant([[0, 1, 0]]), [[1.0, 2.0, 3.0]]))

# %% softmax-cross-entropy-errors
fails(tf.nn.softmax_cross_entropy_with_logits, labels, [[1.0, 2.0]])
fails(tf.nn.softmax_cross_entropy_with_logits, None, logits)
fails(tf.nn.softmax_cross_entropy_with_logits, labels=labels, logits=None)

# %% softmax-cross-entropy-in-a-function
@tf.function
def f(a, b):
    y = tf.nn.softmax_cross_entropy_with_logits(b, a)
    print(y.shape, tf.nn.softmax_cross_entropy_with_logits(b, a).dtype)
    return y, tf.gradients(y, [a, b])
y, g = f(logits, labels)
show(y, *g)

# %% sparse-softmax-cross-entropy
classes = tf.constant([2, 0])
slopes(lambda a: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=classes, logits=a), logits)

# %% sparse-softmax-cross-entropy-of-other-ranks
show(tf.nn.sparse_softmax_cross_entropy_with_logits(tf.constant(1), [1.0, 2.0, 3.0]))
show(tf.nn.sparse_softmax_cross_entropy_with_logits([[1, 0], [2, 2]], tf.stack([logits, logits])))
show(tf.nn.sparse_softmax_cross_entropy_with_logits(tf.constant([1, 2], tf.int64), tf.cast(logits, tf.float16)))

# %% sparse-label-out-of-range
fails(tf.nn.sparse_softmax_cross_entropy_with_logits, [0, 5], logits)
fails(tf.nn.sparse_softmax_cross_entropy_with_logits, [0, -1], logits)
@tf.function
def f(c):
    return tf.nn.sparse_softmax_cross_entropy_with_logits(c, logits)
fails(f, tf.constant([0, 3]))
show(f(tf.constant([0, 1])))

# %% sparse-errors
fails(tf.nn.sparse_softmax_cross_entropy_with_logits, [0, 1, 2], logits)
fails(tf.nn.sparse_softmax_cross_entropy_with_logits, [[0, 1]], logits)
fails(tf.nn.sparse_softmax_cross_entropy_with_logits, [0.0, 1.0], logits)
fails(tf.nn.sparse_softmax_cross_entropy_with_logits, 0, 1.0)
fails(tf.nn.sparse_softmax_cross_entropy_with_logits, None, logits)

# %% sigmoid-cross-entropy
slopes(lambda a, b: tf.nn.sigmoid_cross_entropy_with_logits(labels=b, logits=a), logits, labels)
show(tf.nn.sigmoid_cross_entropy_with_logits([0.0, 1.0, 0.5], [1000.0, -1000.0, 0.0]))
fails(tf.nn.sigmoid_cross_entropy_with_logits, labels=[1.0], logits=[1.0, 2.0])
fails(tf.nn.sigmoid_cross_entropy_with_logits, labels=[1.0])

# %% weighted-cross-entropy
slopes(lambda a, b: tf.nn.weighted_cross_entropy_with_logits(labels=b, logits=a, pos_weight=2.5), logits, labels)
fails(tf.nn.weighted_cross_entropy_with_logits, [1.0], [1.0, 2.0], 2.0)

# %% l2-loss
slopes(tf.nn.l2_loss, logits)
show(tf.nn.l2_loss(tf.constant([1.0, 2.0], tf.float64)), tf.nn.l2_loss(tf.zeros([0])))
fails(tf.nn.l2_loss, [1, 2])

# %% loss-node-names
@tf.function
def f(a, b, c):
    print(tf.nn.sigmoid_cross_entropy_with_logits(b, a), tf.nn.weighted_cross_entropy_with_logits(b, a, 2.0), tf.nn.l2_loss(a))
    print(tf.nn.sparse_softmax_cross_entropy_with_logits(c, a))
    return a
f(logits, labels, tf.constant([1, 2]))

# %% a-training-step
w = tf.Variable(tf.ones([3, 2]) * 0.1)
@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, tf.nn.relu(x) @ w))
    g = tape.gradient(loss, w)
    w.assign_sub(0.1 * g)
    return loss
for _ in range(3):
    show(step(logits, tf.constant([1, 0])))
show(w)

# %% poisson-and-averages
show(tf.nn.log_poisson_loss([1.0, 2.0], [0.5, 1.0]), tf.nn.log_poisson_loss([0.5, 2.0], [0.5, 1.0], compute_full_loss=True))
show(tf.nn.compute_average_loss([1.0, 2.0, 3.0]), tf.nn.compute_average_loss([1.0, 2.0], sample_weight=[1.0, 0.5]), tf.nn.compute_average_loss([1.0, 2.0], global_batch_size=4))
show(tf.nn.scale_regularization_loss([1.0, 2.0]))
fails(tf.nn.log_poisson_loss, [1.0], [1.0, 2.0])
