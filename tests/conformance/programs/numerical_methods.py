import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(4)

# %% k-means
points = tf.constant(np.concatenate([rng.normal(size=(10, 2)) * 0.3 + c for c in [(0, 0), (3, 1), (-1, 4)]]).astype("float32"))

@tf.function
def k_means(points, centers, steps):
    k = tf.shape(centers)[0]
    assignment = tf.zeros([tf.shape(points)[0]], tf.int32)
    for i in tf.range(steps):
        d = tf.reduce_sum((points[:, None] - centers[None]) ** 2, -1)
        new = tf.argmin(d, 1, output_type=tf.int32)
        if i > 0 and tf.reduce_all(new == assignment):
            break
        assignment = new
        sums = tf.math.unsorted_segment_sum(points, assignment, k)
        counts = tf.math.unsorted_segment_sum(tf.ones_like(assignment, tf.float32), assignment, k)
        centers = tf.where((counts > 0)[:, None], tf.math.divide_no_nan(sums, counts[:, None]), centers)
    return centers, assignment, i

centers, assignment, steps = k_means(points, points[:3], tf.constant(20))
near(centers)
show(assignment, steps)
show(tf.math.bincount(assignment, minlength=4))

# %% gaussian-mixture-by-em
x = tf.constant(np.concatenate([rng.normal(-2, 0.5, 20), rng.normal(1, 1.0, 30)]), tf.float64)
weights, means, variances = (tf.Variable(v, dtype=tf.float64) for v in ([0.5, 0.5], [-1.0, 0.5], [1.0, 1.0]))

@tf.function
def em():
    logp = tf.math.log(weights) - 0.5 * (tf.math.log(2 * np.pi * variances) + (x[:, None] - means) ** 2 / variances)
    total = tf.reduce_logsumexp(logp, 1, keepdims=True)
    r = tf.exp(logp - total)
    n = tf.reduce_sum(r, 0)
    means.assign(tf.reduce_sum(r * x[:, None], 0) / n)
    variances.assign(tf.reduce_sum(r * (x[:, None] - means) ** 2, 0) / n)
    weights.assign(n / tf.cast(tf.size(x), tf.float64))
    return tf.reduce_sum(total)

near(*[em() for _ in range(6)])
near(weights, means, variances)

# %% pca-by-svd
x = tf.constant(rng.normal(size=(12, 4)) @ np.diag([5.0, 2.0, 1.0, 0.1]))
centered = x - tf.reduce_mean(x, 0)
s, u, v = tf.linalg.svd(centered)
near(s, s ** 2 / 11, tf.abs(v[:, 0]))
low = tf.matmul(u[:, :2] * s[:2], v[:, :2], transpose_b=True)
near(tf.norm(centered - low), tf.sqrt(tf.reduce_sum(s[2:] ** 2)))
values, vectors = tf.linalg.eigh(tf.matmul(centered, centered, transpose_a=True) / 11)
near(tf.reverse(values, [0]))
print(bool(tf.reduce_max(tf.abs(tf.abs(vectors[:, ::-1]) - tf.abs(v))) < 1e-6))
x = tf.Variable(x)
with tf.GradientTape() as tape:
    nuclear = tf.reduce_sum(tf.linalg.svd(x, compute_uv=False))
near(tape.gradient(nuclear, x)[:2])

# %% kalman-filter
A = tf.constant([[1.0, 0.1], [0.0, 1.0]], tf.float64)
C = tf.constant([[1.0, 0.0]], tf.float64)
Q, R = tf.Variable(tf.eye(2, dtype=tf.float64) * 0.01), tf.Variable([[0.1]], dtype=tf.float64)
observed = tf.constant(np.sin(np.arange(8) * 0.4)[:, None])

@tf.function
def log_likelihood(observed):
    m, P = tf.zeros([2, 1], tf.float64), tf.eye(2, dtype=tf.float64)
    total = tf.zeros([], tf.float64)
    states = tf.TensorArray(tf.float64, tf.shape(observed)[0], element_shape=[2, 1])
    for t in tf.range(tf.shape(observed)[0]):
        m, P = A @ m, A @ P @ tf.transpose(A) + Q
        innovation = observed[t][:, None] - C @ m
        S = C @ P @ tf.transpose(C) + R
        K = tf.transpose(tf.linalg.solve(S, C @ P))
        m, P = m + K @ innovation, P - K @ S @ tf.transpose(K)
        L = tf.linalg.cholesky(S)
        z = tf.linalg.triangular_solve(L, innovation)
        total -= 0.5 * tf.reduce_sum(z ** 2) + tf.reduce_sum(tf.math.log(tf.linalg.diag_part(L))) + 0.5 * np.log(2 * np.pi)
        states = states.write(t, m)
    return total, tf.squeeze(states.stack(), -1)

with tf.GradientTape() as tape:
    ll, states = log_likelihood(observed)
near(ll, states, *tape.gradient(ll, [Q, R]))

# %% runge-kutta-with-adjoint
k = tf.Variable([1.0, 0.5], dtype=tf.float64)

def field(t, y):
    return tf.stack([y[1], -k[0] * y[0] - k[1] * y[1]])

@tf.function
def integrate(y, steps, h):
    t = tf.constant(0.0, tf.float64)
    for _ in tf.range(steps):
        k1 = field(t, y)
        k2 = field(t + h / 2, y + h / 2 * k1)
        k3 = field(t + h / 2, y + h / 2 * k2)
        k4 = field(t + h, y + h * k3)
        y, t = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), t + h
    return y, t

with tf.GradientTape() as tape:
    y, t = integrate(tf.constant([1.0, 0.0], tf.float64), 10, tf.constant(0.1, tf.float64))
    loss = tf.reduce_sum(y ** 2)
near(y, t, tape.gradient(loss, k))

# %% adaptive-step
@tf.function
def solve(end, tolerance):
    t, y, h, taken, refused = 0.0, tf.constant([1.0, 1.0]), tf.constant(0.5), 0, 0
    while t < end - 1e-6:
        h = tf.minimum(h, end - t)
        f = lambda y: tf.stack([y[0] - 0.5 * y[0] * y[1], 0.5 * y[0] * y[1] - y[1]])
        low = y + h * f(y)
        high = y + 0.5 * h * (f(y) + f(low))
        error = tf.reduce_max(tf.abs(high - low))
        if error < tolerance:
            t, y, taken = t + h, high, taken + 1
        else:
            refused += 1
        h *= tf.clip_by_value(0.9 * tf.sqrt(tolerance / (error + 1e-9)), 0.2, 2.0)
    return y, taken, refused

near(*solve(tf.constant(1.0), tf.constant(0.01)))

# %% newton-for-logistic-regression
X = tf.constant(rng.normal(size=(20, 3)))
t = tf.cast(X[:, 0] + 0.5 * X[:, 1] + rng.normal(size=20) > 0, tf.float64)
w = tf.Variable(tf.zeros([3], tf.float64))

def loss_of():
    return tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(t, tf.linalg.matvec(X, w))) + 0.5 * tf.reduce_sum(w ** 2)

for _ in range(4):
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            loss = loss_of()
        g = inner.gradient(loss, w)
    H = outer.jacobian(g, w)
    w.assign_sub(tf.linalg.solve(H, g[:, None])[:, 0])
    near(loss, tf.norm(g))
near(w, tf.linalg.inv(H))
near(tf.linalg.cholesky_solve(tf.linalg.cholesky(H), tf.eye(3, dtype=tf.float64)))

# %% line-search-and-l-bfgs-like
def rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

@tf.function
def value_and_gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        f = rosenbrock(x)
    return f, tape.gradient(f, x)

x = tf.constant([-1.2, 1.0], tf.float64)
H = tf.eye(2, dtype=tf.float64)
f, g = value_and_gradient(x)
for _ in range(6):
    p = -tf.linalg.matvec(H, g)
    step = tf.constant(1.0, tf.float64)

    @tf.function
    def backtrack(step):
        while rosenbrock(x + step * p) > f + 1e-4 * step * tf.tensordot(g, p, 1):
            step *= 0.5
        return step

    step = backtrack(step)
    s = step * p
    new_f, new_g = value_and_gradient(x + s)
    y = new_g - g
    rho = 1.0 / tf.tensordot(y, s, 1)
    V = tf.eye(2, dtype=tf.float64) - rho * tf.tensordot(s, y, 0)
    H = V @ H @ tf.transpose(V) + rho * tf.tensordot(s, s, 0)
    x, f, g = x + s, new_f, new_g
    near(f, step)
near(x)

# %% conjugate-gradient
M = tf.constant(rng.normal(size=(5, 5)))
M = M @ tf.transpose(M) + tf.eye(5, dtype=tf.float64)
b = tf.constant(np.arange(5.0))

@tf.function
def cg(b):
    def body(i, x, r, p, rr):
        Ap = tf.linalg.matvec(M, p)
        a = rr / tf.reduce_sum(p * Ap)
        x, r = x + a * p, r - a * Ap
        new = tf.reduce_sum(r * r)
        return i + 1, x, r, r + new / rr * p, new
    return tf.while_loop(lambda i, x, r, p, rr: tf.sqrt(rr) > 1e-8, body, (0, tf.zeros_like(b), b, b, tf.reduce_sum(b * b)), maximum_iterations=20)[:2]

i, x = cg(b)
print(int(i) <= 6)
near(x, tf.linalg.solve(M, b[:, None])[:, 0], M @ x[:, None])

# %% matrix-factorisation
rows, cols = tf.constant([0, 0, 1, 2, 2, 3]), tf.constant([0, 2, 1, 0, 2, 1])
ratings = tf.constant([5.0, 1.0, 4.0, 4.0, 2.0, 5.0])
U = tf.Variable(rng.normal(size=(4, 2)).astype("float32") * 0.5)
V = tf.Variable(rng.normal(size=(3, 2)).astype("float32") * 0.5)
optimizer = tf.keras.optimizers.Adam(0.1)
for i in range(5):
    with tf.GradientTape() as tape:
        u, v = tf.nn.embedding_lookup(U, rows), tf.gather(V, cols)
        loss = tf.reduce_mean((tf.reduce_sum(u * v, 1) - ratings) ** 2) + 0.01 * (tf.nn.l2_loss(u) + tf.nn.l2_loss(v))
    gs = tape.gradient(loss, [U, V])
    optimizer.apply_gradients(zip(gs, [U, V]))
    near(loss)
print([type(g).__name__ for g in gs], gs[0].indices.numpy(), gs[0].dense_shape.numpy())
near(U, V)

# %% alternating-least-squares
ratings = tf.constant(rng.integers(0, 5, size=(5, 4)).astype("float64"))
mask = tf.cast(ratings > 0, tf.float64)
V = tf.constant(rng.normal(size=(4, 2)))

def solve(V, ratings, mask):
    def one(pair):
        r, m = pair
        A = tf.matmul(V * m[:, None], V, transpose_a=True) + 0.1 * tf.eye(2, dtype=tf.float64)
        return tf.linalg.solve(A, tf.matmul(V, (r * m)[:, None], transpose_a=True))[:, 0]
    return tf.map_fn(one, (ratings, mask), fn_output_signature=tf.float64)

for _ in range(3):
    U = solve(V, ratings, mask)
    V = solve(U, tf.transpose(ratings), tf.transpose(mask))
    near(tf.reduce_sum(mask * (ratings - tf.matmul(U, V, transpose_b=True)) ** 2))
near(tf.vectorized_map(lambda r: tf.linalg.lstsq(V, r[:, None])[:, 0], ratings))

# %% gaussian-process
x = tf.constant(np.linspace(-2, 2, 6)[:, None])
y = tf.sin(x[:, 0])
log_scale, log_noise = tf.Variable(0.0, dtype=tf.float64), tf.Variable(-2.0, dtype=tf.float64)

def kernel(a, b):
    return tf.exp(-0.5 * tf.reduce_sum((a[:, None] - b[None]) ** 2, -1) * tf.exp(-2 * log_scale))

@tf.function
def evidence():
    K = kernel(x, x)
    K = tf.linalg.set_diag(K, tf.linalg.diag_part(K) + tf.exp(log_noise))
    L = tf.linalg.cholesky(K)
    a = tf.linalg.triangular_solve(L, y[:, None], lower=True)
    return 0.5 * tf.reduce_sum(a ** 2) + tf.reduce_sum(tf.math.log(tf.linalg.diag_part(L))), tf.linalg.logdet(K)

for _ in range(4):
    with tf.GradientTape() as tape:
        loss, logdet = evidence()
    gs = tape.gradient(loss, [log_scale, log_noise])
    for v, g in zip([log_scale, log_noise], gs):
        v.assign_sub(0.05 * g)
    near(loss, logdet, gs)
near(tf.matmul(kernel(tf.constant([[0.5]], tf.float64), x), tf.linalg.solve(kernel(x, x) + 0.1 * tf.eye(6, dtype=tf.float64), y[:, None])))

# %% sinkhorn
a, b = tf.fill([4], 0.25), tf.constant([0.1, 0.4, 0.3, 0.2])
cost = tf.Variable(rng.random(size=(4, 4)).astype("float32"))

@tf.function
def transport(a, b):
    f, g = tf.zeros([4]), tf.zeros([4])
    for _ in tf.range(30):
        f = 0.1 * (tf.math.log(a) - tf.reduce_logsumexp((g[None] - cost) / 0.1, 1))
        g = 0.1 * (tf.math.log(b) - tf.reduce_logsumexp((f[:, None] - cost) / 0.1, 0))
    P = tf.exp((f[:, None] + g[None] - cost) / 0.1)
    return tf.reduce_sum(P * cost), P

with tf.GradientTape() as tape:
    value, P = transport(a, b)
near(value, tf.reduce_sum(P, 0), tape.gradient(value, cost))

# %% markov-chain-monte-carlo
@tf.function
def metropolis(x, steps, scale):
    samples = tf.TensorArray(tf.float32, steps)
    accepted = 0
    logp = -0.5 * x ** 2
    for i in tf.range(steps):
        proposal = x + scale * tf.random.stateless_normal([], tf.stack([i, 1]))
        new = -0.5 * proposal ** 2
        if tf.math.log(tf.random.stateless_uniform([], tf.stack([i, 2]))) < new - logp:
            x, logp, accepted = proposal, new, accepted + 1
        samples = samples.write(i, x)
    return samples.stack(), accepted

samples, accepted = metropolis(tf.constant(0.5), tf.constant(40), 1.5)
near(samples[::8], tf.reduce_mean(samples), tf.math.reduce_std(samples), accepted)

# %% simulated-annealing-and-power-iteration
M = tf.constant(rng.normal(size=(4, 4)))
M = M + tf.transpose(M)

@tf.function
def dominant(M, tolerance=1e-10):
    v = tf.ones([tf.shape(M)[0]], M.dtype)
    value = tf.constant(0.0, M.dtype)
    change = tf.constant(1.0, M.dtype)
    count = 0
    while change > tolerance and count < 500:
        w = tf.linalg.matvec(M, v)
        new = tf.tensordot(v, w, 1) / tf.tensordot(v, v, 1)
        change = tf.abs(new - value)
        v, value, count = w / tf.norm(w), new, count + 1
    return value, tf.abs(v)

near(*dominant(M))
near(tf.sort(tf.abs(tf.linalg.eigvalsh(M)))[-1], tf.linalg.expm(M * 0.1)[0], tf.linalg.trace(M), tf.linalg.det(M))
