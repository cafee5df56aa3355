import numpy as np
import tensorflow as tf
from tell import fails, near, show

tf.get_logger().setLevel("ERROR")  # the loops below trace on purpose
rng = np.random.default_rng(3)
X = rng.normal(size=(6, 3)).astype("float32")
Y = rng.normal(size=(6, 1)).astype("float32")


def network(x, p):
    return tf.tanh(x @ p[0] + p[1]) @ p[2]


def parameters():
    g = np.random.default_rng(5)
    return [tf.Variable(g.normal(size=s).astype("float32") * 0.5) for s in [(3, 4), (4,), (4, 1)]]

# %% gradient-penalty
p = parameters()
fake = tf.constant(X[::-1].copy())
mix = tf.constant(np.linspace(0, 1, 6, dtype="float32")[:, None])
with tf.GradientTape() as outer:
    between = mix * X + (1 - mix) * fake
    with tf.GradientTape() as inner:
        inner.watch(between)
        scores = network(between, p)
    slopes = inner.gradient(scores, between)
    penalty = tf.reduce_mean((tf.sqrt(tf.reduce_sum(slopes ** 2, axis=1) + 1e-12) - 1.0) ** 2)
    loss = tf.reduce_mean(network(fake, p)) - tf.reduce_mean(network(X, p)) + 10.0 * penalty
near(loss, penalty, *outer.gradient(loss, p))

# %% r1-penalty-in-a-function
p = parameters()

@tf.function
def step(real):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            inner.watch(real)
            logits = network(real, p)
        g = inner.gradient(logits, real)
        loss = tf.reduce_mean(tf.nn.softplus(-logits)) + 5.0 * tf.reduce_mean(tf.reduce_sum(tf.square(g), axis=[1]))
    gs = outer.gradient(loss, p)
    for v, d in zip(p, gs):
        v.assign_sub(0.1 * d)
    return loss

near(*[step(tf.constant(X)) for _ in range(4)])
near(*p)

# %% hessian-of-a-small-network
p = parameters()
with tf.GradientTape(persistent=True) as outer:
    with tf.GradientTape() as inner:
        loss = tf.reduce_mean((network(X, p) - Y) ** 2)
    gs = inner.gradient(loss, p)
for g, v in zip(gs, p):
    h = outer.jacobian(g, v)
    near(tf.linalg.trace(tf.reshape(h, [tf.size(v), tf.size(v)])))
    print(h.shape)

# %% hessian-vector-products
p = parameters()
v = [tf.ones_like(x) for x in p]

def loss_of():
    return tf.reduce_mean((network(X, p) - Y) ** 2)

with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        loss = loss_of()
    gs = inner.gradient(loss, p)
back_over_back = outer.gradient(gs, p, output_gradients=v)
with tf.autodiff.ForwardAccumulator(p, v) as forward:
    with tf.GradientTape() as tape:
        loss = loss_of()
    gs = tape.gradient(loss, p)
forward_over_back = forward.jvp(gs)
with tf.GradientTape() as tape:
    with tf.autodiff.ForwardAccumulator(p, v) as forward:
        loss = loss_of()
    directional = forward.jvp(loss)
back_over_forward = tape.gradient(directional, p)
near(*back_over_back, *forward_over_back, *back_over_forward)

# %% maml-inner-step
p = parameters()
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        first = tf.reduce_mean((network(X[:3], p) - Y[:3]) ** 2)
    adapted = [v - 0.1 * g for v, g in zip(p, inner.gradient(first, p))]
    second = tf.reduce_mean((network(X[3:], adapted) - Y[3:]) ** 2)
near(first, second, *outer.gradient(second, p))

# %% clipping-of-all-kinds
gs = [tf.constant([3.0, -4.0]), None, tf.constant([[12.0]]), tf.IndexedSlices(tf.constant([[6.0], [8.0]]), tf.constant([1, 1]), tf.constant([4, 1]))]
clipped, norm = tf.clip_by_global_norm(gs, 5.0)
near(norm)
print([type(c).__name__ for c in clipped])
near(clipped[0], clipped[2], clipped[3].values, clipped[3].indices)
near(tf.clip_by_norm(gs[0], 1.0), tf.clip_by_norm([[3.0, 4.0], [6.0, 8.0]], 5.0, axes=[1]), tf.clip_by_value(gs[0], -1.0, 2.0))
near(*tf.clip_by_global_norm([tf.constant([1.0, np.inf])], 1.0))
x = tf.Variable([3.0, 4.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.clip_by_norm(x, 1.0) * [1.0, 2.0]) + tf.reduce_sum(tf.clip_by_value(x, 0.0, 3.5) ** 2)
near(tape.gradient(y, x))

# %% per-example-gradients-and-noise
p = parameters()
with tf.GradientTape(persistent=True) as tape:
    losses = tf.reduce_sum((network(X, p) - Y) ** 2, axis=1)
jacobians = tape.jacobian(losses, p)
norms = tf.sqrt(tf.add_n([tf.reduce_sum(j ** 2, axis=list(range(1, j.shape.rank))) for j in jacobians]))
factor = tf.minimum(1.0, 1.0 / norms)
near(norms)
near(*[tf.einsum("b,b...->...", factor, j) / 6.0 for j in jacobians])

# %% per-example-by-vectorized-map
p = parameters()

def one(pair):
    x, y = pair
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((network(x[None], p) - y[None]) ** 2)
    return tape.gradient(loss, p)

for g in tf.vectorized_map(one, (tf.constant(X), tf.constant(Y))):
    print(g.shape)
    near(tf.reduce_sum(g, 0))
for g in tf.map_fn(one, (tf.constant(X), tf.constant(Y)), fn_output_signature=[tf.float32] * 3):
    near(tf.reduce_sum(g, 0))

# %% straight-through-and-reversal
@tf.custom_gradient
def quantise(x):
    return tf.round(x * 4) / 4, lambda d: d

@tf.custom_gradient
def reverse(x):
    def grad(d):
        return -0.5 * d
    return tf.identity(x), grad

@tf.custom_gradient
def clipped(x, low):
    def grad(d):
        return tf.clip_by_value(d, low, 1.0), None
    return x, grad

w = tf.Variable([0.3, -0.9, 1.45])
def floored(x):
    return clipped(x, -0.1)

def detached(x):
    return x + tf.stop_gradient(tf.round(x) - x)

for f in [quantise, reverse, floored, detached, tf.grad_pass_through(tf.round)]:
    @tf.function
    def in_graph(x):
        return f(x + 0.0)

    for run in [f, in_graph]:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(run(w) * [1.0, -2.0, 3.0])
        near(y, tape.gradient(y, w))

# %% gumbel-softmax-and-reparameterisation
noise = tf.random.stateless_uniform([4, 3], seed=[1, 2], minval=1e-6)
logits = tf.Variable([[0.1, 0.2, 0.3]] * 4)
with tf.GradientTape() as tape:
    soft = tf.nn.softmax((logits - tf.math.log(-tf.math.log(noise))) / 0.5)
    hard = tf.stop_gradient(tf.one_hot(tf.argmax(soft, -1), 3) - soft) + soft
    loss = tf.reduce_sum(hard * [1.0, 2.0, 3.0])
near(soft, hard, loss, tape.gradient(loss, logits))

# %% spectral-normalisation
w = tf.Variable(rng.normal(size=(4, 3)).astype("float32"))
u = tf.Variable(tf.ones([1, 3]), trainable=False)

@tf.function
def normalised():
    current = u.value()
    for _ in tf.range(3):
        v = tf.math.l2_normalize(current @ tf.transpose(w))
        current = tf.math.l2_normalize(v @ w)
    return v, current

def power():
    current = u.value()
    for _ in range(3):
        v = tf.math.l2_normalize(tf.matmul(current, w, transpose_b=True))
        current = tf.math.l2_normalize(v @ w)
    u.assign(current)
    v, current = tf.stop_gradient(v), tf.stop_gradient(current)
    return w / (v @ w @ tf.transpose(current))

near(*normalised())
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(power() ** 2)
near(loss, tape.gradient(loss, w), u)

# %% implicit-function-by-fixed-point
a = tf.Variable(0.7)

@tf.custom_gradient
def solve(a):
    x = tf.zeros([])
    for _ in tf.range(40):
        x = tf.cos(a * x)
    def grad(d):
        return d * (-tf.sin(a * x) * x) / (1 + tf.sin(a * x) * a)
    return x, grad

with tf.GradientTape() as tape:
    y = solve(a)
near(y, tape.gradient(y, a))
with tf.GradientTape() as tape:
    x = tf.constant(0.0)
    for _ in range(40):
        x = tf.cos(a * x)
near(x, tape.gradient(x, a))

@tf.custom_gradient
def newton(a):
    x = tf.while_loop(lambda i, x: i < 40, lambda i, x: (i + 1, tf.cos(a * x)), (0, tf.zeros([])))[1]
    return x, lambda d: d * (-tf.sin(a * x) * x) / (1 + tf.sin(a * x) * a)

fails(lambda: tf.function(lambda: solve(a))())
with tf.GradientTape() as tape:
    z = tf.function(lambda: newton(a))() * 2.0
near(z, tape.gradient(z, a))
