import numpy as np
import tensorflow as tf
from tell import fails, show

def gradients(f, *values):
    xs = [tf.constant(value) for value in values]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
    return tape.gradient(y, xs)

# %% incomplete-gamma
for f in tf.math.igamma, tf.math.igammac:
    show(*gradients(f, [0.5, 1.0, 3.0, 20.0, 8.0], [0.25, 2.0, 3.0, 18.0, 90.0]))
    show(*gradients(f, [[0.7], [2.0]], [1.0, 2.0, 5.0]))
    show(*gradients(f, np.array([0.1, 1e-3, 5.0]), np.array([1e-4, 3.0, 1e-2])))
show(*gradients(tf.math.igamma, [0.0, -1.0, 1.0, 2.0, 1.0], [1.0, 1.0, 0.0, -1.0, float("inf")]))

# %% incomplete-gamma-twice
x = tf.constant([1.0, 2.0])
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.math.igamma(x, [1.0, 2.0])
    dx = tape.gradient(y, x)
fails(outer.gradient, dx, x)

# %% gamma-samples
show(*gradients(lambda alpha: tf.random.stateless_gamma([4, 2], [1, 2], alpha), [0.3, 5.0]))
tf.random.set_seed(3)
show(*gradients(lambda alpha, beta: tf.random.gamma([3], alpha, beta, seed=1), [0.3, 5.0], [2.0, 3.0]))

# %% segment-prod
show(gradients(lambda x: tf.math.segment_prod(x, [0, 0, 1, 1, 1, 3]), [2.0, 3.0, 0.0, 4.0, 5.0, 7.0])[0])
show(gradients(lambda x: tf.math.segment_prod(x, [0, 0, 1]), [[2.0, 0.0], [0.0, 0.0], [5.0, 7.0]])[0])

# %% eigenvalues
a = [[2.0, 1.0], [4.0, 3.0]]
show(gradients(lambda a: tf.abs(tf.linalg.eigvals(a)) ** 2, a)[0])
show(gradients(lambda a: tf.abs(tf.linalg.eig(a)[0]) ** 2, a)[0])
show(gradients(lambda a: tf.abs(tf.linalg.eig(a)[1]), a)[0])

# %% equal-eigenvalues
show(gradients(lambda a: tf.linalg.eigvalsh(a), [[2.0, 0.0], [0.0, 2.0]])[0])
show(gradients(lambda a: tf.linalg.eigh(a)[1] * [[1.0, 2.0], [3.0, 4.0]], [[2.0, 0.0], [0.0, 2.0]])[0])
show(gradients(lambda a: tf.linalg.svd(a)[1] * [[1.0, 2.0], [3.0, 4.0]], [[2.0, 0.0], [0.0, 2.0]])[0])

# %% least-squares-not-fast
fails(gradients, lambda a, b: tf.linalg.lstsq(a, b, fast=False), [[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]], [[1.0], [2.0], [3.0]])

# %% unregistered
for f in (tf.where, lambda x: tf.cast(tf.where(x), tf.float32), tf.math.is_nan, lambda x: tf.bitcast(x, tf.int32), lambda x: tf.unique(x)[0],
          lambda x: tf.unique_with_counts(x)[0], lambda x: tf.random.poisson([2], x), lambda x: tf.linalg.lu(x * tf.eye(2))[0],
          lambda x: tf.random.experimental.stateless_shuffle(x, [1, 2]), lambda x: tf.truncatemod(x, 2.0)):
    fails(gradients, f, [1.0, 2.0])
    fails(tf.function(lambda x: tf.gradients(f(x), x), autograph=False), tf.constant([1.0, 2.0]))
    fails(gradients, tf.function(f, autograph=False), [1.0, 2.0])

# %% no-gradient
for f in tf.floor, tf.math.ceil, tf.round, tf.math.rint, lambda x: x // 2.0, lambda x: x == 2.0, tf.argsort, tf.strings.as_string:
    fails(gradients, f, [1.0, 2.0])

# %% targets-without-gradients
for f in lambda x: tf.cast(x, tf.int32), lambda x: tf.complex(x, x), tf.strings.as_string, lambda x: [x > 2.0, x * 2.0]:
    fails(tf.function(lambda x: tf.gradients(f(x), x), autograph=False), tf.constant(2.0))
