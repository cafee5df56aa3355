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

# %% register-gradient
@tf.RegisterGradient("Clipped")
def clipped(op, gradient):
    print("clipped", op.type, op.inputs[0].shape)
    return tf.clip_by_value(gradient, -1.0, 1.0)


for f in (lambda: tf.RegisterGradient(3), lambda: tf.RegisterGradient("Clipped")(clipped), lambda: tf.RegisterGradient("MatMul")(clipped),
          lambda: tf.no_gradient(3), lambda: tf.no_gradient("MatMul")):
    try:
        print(f())
    except (KeyError, TypeError) as error:
        print(type(error).__name__, str(error).split("!")[0])
print(tf.no_gradient("SomeName"))

# %% gradient-override-map
@tf.RegisterGradient("Guided")
def guided(op, gradient):
    return tf.where((gradient > 0) & (op.outputs[0] > 0), gradient, 0.0)


@tf.function
def relu(x):
    with tf.compat.v1.get_default_graph().gradient_override_map({"Relu": "Guided"}):
        y = tf.nn.relu(x) * [1.0, -1.0, 1.0]
    return tf.reduce_sum(y + tf.nn.relu(x))


x = tf.constant([1.0, 2.0, -3.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = relu(x)
show(tape.gradient(y, x))
graph = tf.Graph()
with graph.as_default():
    x = tf.constant([3.0, -4.0])
    with graph.gradient_override_map({"Identity": "Guided", "Square": "Unknown"}):
        y = tf.identity(x, name="mine")
        z = tf.square(x)
    fails(tf.gradients, z, x)
    [dx] = tf.gradients(y * [-2.0, 5.0], x)
    print(y.op.get_attr("_gradient_op_type"), tf.identity(x).op.type)
    with tf.compat.v1.Session() as session:
        show(session.run(dx))
for mapping in 3, {3: "a"}, {"a": 3}:
    def enter():
        with graph.gradient_override_map(mapping):
            pass
    fails(enter)

# %% gradient-of-an-op-without-one
@tf.RegisterGradient("IsNan")
def of_is_nan(op, gradient):
    return tf.ones_like(op.inputs[0]) * 7.0


show(gradients(lambda x: tf.cast(tf.math.is_nan(x), tf.float32), [1.0, 2.0]))
tf.no_gradient("Bitcast")
print(gradients(lambda x: tf.bitcast(x, tf.int32), [1.0, 2.0]))

# %% tensor-protos
for value in [1, 2.0], ["a", "b"], [], 1 + 2j, True, [[1, 2], [3, 4]]:
    show(tf.make_ndarray(tf.make_tensor_proto(value)))
show(tf.make_ndarray(tf.make_tensor_proto([1, 2], shape=[2, 2])), tf.make_ndarray(tf.make_tensor_proto(7, shape=[2, 2])))
print(tf.make_ndarray(tf.make_tensor_proto([1, 2, 3], dtype=tf.int8)).dtype)
fails(tf.make_tensor_proto, None)
fails(tf.make_tensor_proto, [1.5], dtype=tf.int32)
fails(tf.make_tensor_proto, [1, 2], verify_shape=True, shape=[2, 1])
fails(tf.make_tensor_proto, [1, 2], verify_shape=True, allow_broadcast=True, shape=[2, 1])
