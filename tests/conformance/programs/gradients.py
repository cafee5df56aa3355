import numpy as np
import tensorflow as tf
from tell import fails, show

# %% of-a-constant
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
print(tape.gradient(y, x))

# %% of-a-variable
v = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = v ** 3
print(tape.gradient(y, v))

# %% unwatched-constant
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))

# %% used-up
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))
fails(tape.gradient, y, x)

# %% persistent
x = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * x
    z = y * y
print(tape.gradient(y, x), tape.gradient(z, x), tape.gradient(z, y))
del tape

# %% structures
a, b = tf.Variable(1.0), tf.Variable([2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    y = a * tf.reduce_sum(b)
print(tape.gradient(y, [a, b]), tape.gradient(y, {"a": a, "b": (b,)}), tape.gradient(y, a), tape.gradient([y, y], a), tape.gradient({"p": y, "q": a}, a))

# %% unconnected
a, b = tf.Variable([1.0, 2.0]), tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    y = b * b
print(tape.gradient(y, a), tape.gradient(y, a, unconnected_gradients="zero"), tape.gradient(y, [a, b], unconnected_gradients=tf.UnconnectedGradients.ZERO))
fails(tape.gradient, y, a, unconnected_gradients="other")

# %% output-gradients
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x, output_gradients=tf.constant([10.0, 100.0])))

# %% non-scalar-target-is-summed
x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    y = [x * x, 2.0 * x]
print(tape.gradient(y, x))

# %% watching-an-int-warns
x = tf.constant(3)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
print(tape.gradient(y, x))

# %% integer-source
x = tf.Variable(3)
with tf.GradientTape() as tape:
    y = tf.cast(x, tf.float32) * 2.0
print(tape.gradient(y, x))

# %% integer-target
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.cast(x, tf.int32)
print(tape.gradient(y, x))

# %% string-target
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = tf.as_string(x)
print(tape.gradient(y, x))

# %% not-a-tensor
x = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * 2
fails(tape.gradient, 5.0, x)
fails(tape.gradient, y, 3.0)
fails(tape.gradient, y, None)
fails(tape.gradient, None, x)
fails(tape.watch, 3.0)
fails(tape.watch, "s")

# %% numpy-breaks-it
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.constant(np.square(x.numpy())))
print(tape.gradient(y, x))

# %% variable-replaced-by-a-tensor
x = tf.Variable(2.0)
for epoch in range(2):
    with tf.GradientTape() as tape:
        y = x + 1
    print(type(x).__name__, ":", tape.gradient(y, x))
    x = x + 1

# %% trainable-false-is-not-watched
x0, x1, x2 = tf.Variable(3.0, name="x0"), tf.Variable(3.0, name="x1", trainable=False), tf.Variable(2.0, name="x2") + 1.0
with tf.GradientTape() as tape:
    y = x0 ** 2 + x1 ** 2 + x2 ** 2
print(tape.gradient(y, [x0, x1, x2]), [v.name for v in tape.watched_variables()])

# %% watch-accessed-variables-off
x0, x1 = tf.Variable(0.0), tf.Variable(10.0)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(x1)
    y = tf.reduce_sum(x0 + x1 * x1)
print(tape.gradient(y, [x0, x1]), tape.watched_variables())

# %% nested-tapes
x = tf.Variable(3.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = x ** 3
    dy = inner.gradient(y, x)
d2y = outer.gradient(dy, x)
print(dy, d2y)

# %% third-derivative
x = tf.Variable(2.0)
with tf.GradientTape() as t3:
    with tf.GradientTape() as t2:
        with tf.GradientTape() as t1:
            y = x ** 4
        a = t1.gradient(y, x)
    b = t2.gradient(a, x)
print(a, b, t3.gradient(b, x))

# %% stop-recording
x, y = tf.Variable(2.0), tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    x_sq = x * x
    with tape.stop_recording():
        y_sq = y * y
    z = x_sq + y_sq
print(tape.gradient(z, x), tape.gradient(z, y))

# %% reset
x, y = tf.Variable(2.0), tf.Variable(3.0)
with tf.GradientTape() as tape:
    y_sq = y * y
    tape.reset()
    z = x * x + y_sq
print(tape.gradient(z, [x, y]))

# %% stop-gradient
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x + tf.stop_gradient(x * x * x)
print(tape.gradient(y, x))

# %% after-the-block
x = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * x
z = y * 3.0
print(tape.gradient(z, x), tape.gradient(y, x))

# %% inside-the-block
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * x
    g = tape.gradient(y, x)
print(g)

# %% tape-entered-twice
tape = tf.GradientTape()
x = tf.Variable(2.0)
with tape:
    y = x * x
with tape:
    z = y * x
print(tape.gradient(z, x))
with tf.GradientTape() as t:
    fails(t.__enter__)

# %% broadcasting
a, b = tf.Variable([[1.0], [2.0]]), tf.Variable([10.0, 20.0, 30.0])
with tf.GradientTape(persistent=True) as tape:
    s, m, d = a + b, a * b, a / b
for y in (s, m, d):
    show(*tape.gradient(y, [a, b]))

# %% elementwise-math-1
x = tf.constant([0.5, 1.5])
for f in (tf.exp, tf.math.log, tf.sin, tf.cos, tf.tan, tf.tanh, tf.sqrt, tf.square, tf.abs):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x)
    print(None if g is None else " ".join(f"{v:.4f}" for v in g.numpy()))

# %% elementwise-math-2
x = tf.constant([0.5, 1.5])
for f in (tf.sigmoid, tf.math.rsqrt, tf.math.reciprocal, tf.math.log1p, tf.math.expm1, tf.math.erf, tf.nn.relu, tf.nn.elu, tf.nn.softplus):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x)
    print(None if g is None else " ".join(f"{v:.4f}" for v in g.numpy()))

# %% elementwise-math-3
x = tf.constant([0.5, 1.5])
for f in (tf.nn.softmax, tf.nn.log_softmax, tf.nn.gelu, tf.nn.leaky_relu, tf.nn.selu, tf.nn.relu6, tf.nn.silu, tf.sign, tf.floor):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x)
    print(None if g is None else " ".join(f"{v:.4f}" for v in g.numpy()))

# %% elementwise-math-4
x = tf.constant([0.5, 1.5])
for f in (tf.round, tf.math.sinh, tf.math.cosh, tf.atan, tf.math.lgamma, tf.identity, tf.negative):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x)
    print(None if g is None else " ".join(f"{v:.4f}" for v in g.numpy()))

# %% arcs
x = tf.constant([0.1, 0.5])
for f in (tf.asin, tf.acos, tf.math.asinh, tf.math.atanh):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    show(tape.gradient(y, x))

# %% binary-math
a, b = tf.constant([1.0, 4.0]), tf.constant([2.0, 3.0])
for f in (tf.add, tf.subtract, tf.multiply, tf.divide, tf.pow, tf.maximum, tf.minimum, tf.math.squared_difference, tf.math.floormod, tf.math.floordiv, tf.atan2, tf.math.divide_no_nan, tf.math.multiply_no_nan, tf.math.xlogy):
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y = f(a, b)
    print([None if g is None else " ".join(f"{v:.4f}" for v in g.numpy()) for g in tape.gradient(y, [a, b])])

# %% maximum-at-a-tie
a, b = tf.constant([1.0]), tf.constant([1.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch([a, b])
    y, z, w, r, m = tf.maximum(a, b), tf.minimum(a, b), tf.abs(a - 1.0), tf.nn.relu(a - 1.0), tf.reduce_max(tf.stack([a, b]))
print(tape.gradient(y, [a, b]), tape.gradient(z, [a, b]), tape.gradient(w, a), tape.gradient(r, a), tape.gradient(m, [a, b]))

# %% matmul
a, b = tf.Variable([[1.0, 2.0], [3.0, 4.0]]), tf.Variable([[5.0], [6.0]])
with tf.GradientTape(persistent=True) as tape:
    y = tf.matmul(a, b)
    z = tf.matmul(a, b, transpose_a=True)
    w = tf.matmul(b, a, transpose_a=True)
    u = a @ tf.transpose(a)
for t in (y, z, w):
    show(*tape.gradient(t, [a, b]))
show(tape.gradient(u, a))

# %% batched-matmul-and-einsum
a, b = tf.ones([2, 3, 4]), tf.ones([4, 5])
with tf.GradientTape(persistent=True) as tape:
    tape.watch([a, b])
    y = tf.matmul(a, b)
    z = tf.einsum("bij,jk->bik", a, b)
    w = tf.tensordot(a, b, 1)
for t in (y, z, w):
    ga, gb = tape.gradient(t, [a, b])
    print(ga.shape, gb.shape, float(tf.reduce_sum(ga)), float(tf.reduce_sum(gb)))

# %% reductions
x = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
for f in (tf.reduce_sum, tf.reduce_mean, tf.reduce_max, tf.reduce_min, tf.reduce_prod, tf.reduce_logsumexp, tf.math.reduce_std, tf.math.reduce_variance, tf.norm):
    with tf.GradientTape(persistent=True) as tape:
        y, z = f(x), f(x, axis=1)
    show(tape.gradient(y, x), tape.gradient(z, x))

# %% reductions-with-ties-and-zeros
x = tf.Variable([2.0, 2.0, 1.0])
with tf.GradientTape(persistent=True) as tape:
    y, z = tf.reduce_max(x), tf.reduce_prod(x - 1.0)
print(tape.gradient(y, x), tape.gradient(z, x))

# %% cumulative
x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    a, b, c = tf.cumsum(x), tf.cumsum(x, reverse=True, exclusive=True), tf.math.cumprod(x)
show(tape.gradient(a, x), tape.gradient(b, x), tape.gradient(c, x))

# %% shapes
x = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
k = tf.constant([[1.0, 10.0], [100.0, 1000.0]])
with tf.GradientTape(persistent=True) as tape:
    ys = [tf.transpose(x) * k, tf.reshape(x, [4]) * tf.reshape(k, [4]), tf.expand_dims(x, 0) * k, tf.squeeze(tf.expand_dims(x, 0)) * k, tf.tile(x, [1, 2]), tf.concat([x, 2 * x], 0), tf.stack([x, 3 * x]), tf.split(x, 2)[1], tf.unstack(x)[0], tf.pad(x, [[1, 0], [0, 1]]), tf.reverse(x, [0]) * k, tf.roll(x, 1, 1) * k, tf.broadcast_to(x, [2, 2, 2]), tf.repeat(x, 2, axis=0), tf.slice(x, [0, 1], [2, 1]), tf.linalg.diag_part(x), tf.linalg.band_part(x, 0, -1)]
for y in ys:
    show(tape.gradient(y, x))

# %% slicing
x = tf.Variable([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
with tf.GradientTape(persistent=True) as tape:
    ys = [x[0], x[:, 1], x[::-1, ::2], x[0, 1], x[..., tf.newaxis], x[1:, :2]]
for y in ys:
    show(tape.gradient(y, x))

# %% gather-gives-indexed-slices
x = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
with tf.GradientTape() as tape:
    y = tf.gather(x, [0, 2, 0]) * 2.0
g = tape.gradient(y, x)
print(type(g).__name__, g.indices, g.values, g.dense_shape)
print(tf.convert_to_tensor(g))

# %% gather-plus-dense
x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    y = tf.gather(x, [0, 0])
    z = tf.reduce_sum(y) + tf.reduce_sum(x)
    w = tf.reduce_sum(tf.gather(x, [1])) + tf.reduce_sum(tf.gather(x, [1, 2]))
g = tape.gradient(z, x)
print(type(g).__name__, g)
g = tape.gradient(w, x)
print(type(g).__name__, tf.convert_to_tensor(g))

# %% gather-of-a-constant
x = tf.constant([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.gather(x, [0, 0, 1])
print(tape.gradient(y, x))

# %% gather-axis-and-nd
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a, b, c = tf.gather(x, [1, 1], axis=1), tf.gather_nd(x, [[0, 1], [0, 1]]), tf.boolean_mask(x, [[True, False], [False, True]])
for y in (a, b, c):
    print(tf.convert_to_tensor(tape.gradient(y, x)))

# %% assigning-a-gathered-gradient
v = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.gather(v, [1, 1]))
g = tape.gradient(y, v)
v.scatter_sub(g)
print(v)

# %% where-and-select
x = tf.constant([1.0, -2.0, 3.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.where(x > 0, x * x, -x)
print(tape.gradient(y, x))

# %% where-nan-trap
x = tf.constant([0.0, 4.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.where(x > 0, tf.sqrt(x), tf.zeros_like(x))
print(tape.gradient(y, x))

# %% clip
x = tf.constant([-1.0, 0.5, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y, z = tf.clip_by_value(x, 0.0, 1.0), tf.clip_by_norm(x, 1.0)
show(tape.gradient(y, x), tape.gradient(z, x))

# %% sort-and-top-k
x = tf.constant([3.0, 1.0, 2.0])
k = tf.constant([1.0, 10.0, 100.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a, b = tf.sort(x) * k, tf.math.top_k(x, 2).values
print(tape.gradient(a, x), tape.gradient(b, x))

# %% segment-and-scatter
x, u = tf.constant([1.0, 2.0, 3.0]), tf.constant([10.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch([x, u])
    a = tf.math.segment_sum(x, [0, 0, 1]) * [1.0, 5.0]
    b = tf.tensor_scatter_nd_update(x, [[1]], u)
    c = tf.scatter_nd([[2]], u, [4])
    d = tf.math.unsorted_segment_sum(x, [1, 0, 1], 2) * [2.0, 3.0]
print(tf.convert_to_tensor(tape.gradient(a, x)), tape.gradient(b, [x, u]), tape.gradient(c, u), tf.convert_to_tensor(tape.gradient(d, x)))

# %% losses
logits, labels = tf.constant([[1.0, 2.0, 3.0]]), tf.constant([[0.0, 1.0, 0.0]])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(logits)
    a = tf.nn.softmax_cross_entropy_with_logits(labels, logits)
    b = tf.nn.sparse_softmax_cross_entropy_with_logits([1], logits)
    c = tf.nn.sigmoid_cross_entropy_with_logits(labels, logits)
    d = tf.nn.l2_loss(logits)
for y in (a, b, c, d):
    show(y, tape.gradient(y, logits))

# %% convolution-and-pooling
x, k = tf.reshape(tf.range(16.0), [1, 4, 4, 1]), tf.ones([2, 2, 1, 1])
with tf.GradientTape(persistent=True) as tape:
    tape.watch([x, k])
    y = tf.nn.conv2d(x, k, strides=1, padding="VALID")
    p = tf.nn.max_pool2d(x, 2, 2, "VALID")
    q = tf.nn.avg_pool2d(x, 2, 2, "SAME")
show(*tape.gradient(y, [x, k]), tape.gradient(p, x), tape.gradient(q, x))

# %% linear-algebra
m = tf.constant([[2.0, 1.0], [1.0, 3.0]])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(m)
    a, b, c, d = tf.linalg.inv(m), tf.linalg.det(m), tf.linalg.trace(m), tf.linalg.cholesky(m)
for y in (a, b, c, d):
    show(tape.gradient(y, m))

# %% cast-and-dtypes
x = tf.Variable(2.0, dtype=tf.float64)
with tf.GradientTape() as tape:
    y = tf.cast(x, tf.float32) ** 2
g = tape.gradient(y, x)
print(g, g.dtype)

# %% half-precision
x = tf.Variable(2.0, dtype=tf.float16)
with tf.GradientTape() as tape:
    y = x * x
print(tape.gradient(y, x))

# %% through-assign
v = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = v.assign_add(3.0) * 2.0
print(tape.gradient(y, v))
with tf.GradientTape() as tape:
    v.assign_add(1.0)
    y = v * v
print(tape.gradient(y, v))

# %% state-between-is-lost
x0, x1 = tf.Variable(3.0), tf.Variable(0.0)
with tf.GradientTape() as tape:
    x1.assign_add(x0)
    y = x1 ** 2
print(tape.gradient(y, x0))

# %% through-a-function
@tf.function
def f(x):
    print("trace")
    return x * x * x
x = tf.Variable(2.0)
for _ in range(2):
    with tf.GradientTape() as tape:
        y = f(x)
    print(tape.gradient(y, x))

# %% tape-inside-a-function
@tf.function
def grad(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x ** 3
    return tape.gradient(y, x)
print(grad(tf.constant(2.0)), grad(tf.constant(3.0)))

# %% second-order-through-a-function
@tf.function
def f(x):
    return x ** 4
x = tf.Variable(2.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = f(x)
    g = inner.gradient(y, x)
print(g, outer.gradient(g, x))

# %% function-capturing-a-variable
w, b = tf.Variable([[2.0]]), tf.Variable([1.0])
@tf.function
def model(x):
    return tf.matmul(x, w) + b
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(model(tf.constant([[3.0], [4.0]])) ** 2)
print(loss, tape.gradient(loss, [w, b]), len(tape.watched_variables()))

# %% training-step-in-a-function
w, b = tf.Variable(5.0), tf.Variable(0.0)
@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((w * x + b - y) ** 2)
    dw, db = tape.gradient(loss, [w, b])
    w.assign_sub(0.1 * dw)
    b.assign_sub(0.1 * db)
    return loss
x = tf.constant([1.0, 2.0]); y = tf.constant([3.0, 5.0])
show(*(step(x, y) for _ in range(4)), w, b)

# %% tf-gradients-needs-a-graph
fails(tf.gradients, tf.constant(1.0), tf.constant(1.0))

# %% tf-gradients-in-a-function
@tf.function
def f(x, y):
    z = x * x * y
    return tf.gradients(z, [x, y]), tf.gradients(z, x, grad_ys=tf.constant(10.0)), tf.gradients(tf.constant(1.0), x)
print(f(tf.constant(2.0), tf.constant(3.0)))

# %% through-cond
@tf.function
def f(x):
    return tf.cond(x > 0, lambda: x * x, lambda: -3.0 * x)
for value in (3.0, -3.0):
    x = tf.constant(value)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    print(tape.gradient(y, x))

# %% through-while-loop
@tf.function
def f(x):
    return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, tf.constant(1.0)])[1]
x = tf.constant(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y, tape.gradient(y, x))

# %% through-eager-while-loop
x = tf.constant(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    _, y = tf.while_loop(lambda i, y: i < 5, lambda i, y: (i + 1, y * x), [0, tf.constant(1.0)])
print(y, tape.gradient(y, x))

# %% through-map-fn-and-scan
@tf.function
def f(x):
    return tf.map_fn(lambda e: e * e, x), tf.scan(lambda a, e: a * e, x)
x = tf.constant([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a, b = f(x)
print(a, b, tape.gradient(a, x), tape.gradient(b, x))

# %% through-tensorarray
@tf.function
def f(x):
    ta = tf.TensorArray(tf.float32, 3)
    ta = ta.write(0, x).write(1, x * x).write(2, 3.0 * x)
    return tf.reduce_sum(ta.stack() * [1.0, 10.0, 100.0])
x = tf.constant(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y, tape.gradient(y, x))

# %% through-py-function
def square(x):
    return x * x
@tf.function
def f(x):
    return tf.py_function(square, [x], tf.float32)
x = tf.constant(3.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a, b = f(x), tf.py_function(square, [x], tf.float32)
print(tape.gradient(a, x), tape.gradient(b, x))

# %% through-numpy-function
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.numpy_function(lambda v: v * v, [x], tf.float32)
print(y)
fails(tape.gradient, y, x)

# %% custom-gradient
@tf.custom_gradient
def clip(x):
    print("forward")
    def grad(dy):
        print("backward", dy)
        return dy * 0.5
    return x * 1.0, grad
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = clip(x * x)
print(y, tape.gradient(y, x))

# %% custom-gradient-two-arguments
@tf.custom_gradient
def f(x, y):
    def grad(dz):
        return dz * 10.0, dz * 100.0
    return x * y, grad
a, b = tf.constant(2.0), tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch([a, b])
    z = f(a, b)
print(z, tape.gradient(z, [a, b]))

# %% custom-gradient-in-a-function
@tf.custom_gradient
def f(x):
    def grad(dy):
        return dy * 7.0
    return x * x, grad
@tf.function
def g(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return y, tape.gradient(y, x)
print(g(tf.constant(3.0)))

# %% custom-gradient-with-two-outputs
@tf.custom_gradient
def f(x):
    def grad(da, db):
        return da * 2.0 + db * 3.0
    return (x, x * x), grad
x = tf.constant(4.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    a, b = f(x)
    y = a + b
print(tape.gradient(y, x))

# %% custom-gradient-with-a-variable
v = tf.Variable(2.0)
@tf.custom_gradient
def f(x):
    y = x * v
    def grad(dy, variables=None):
        return dy * 5.0, [dy * 6.0]
    return y, grad
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(tape.gradient(y, [x, v]))

# %% custom-gradient-log1pexp
@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)
    def grad(upstream):
        return upstream * (1 - 1 / (1 + e))
    return tf.math.log(1 + e), grad
x = tf.constant(100.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = log1pexp(x)
print(tape.gradient(y, x))

# %% jacobian
x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    y = x * x * tf.reduce_sum(x)
print(tape.jacobian(y, x))

# %% jacobian-of-a-scalar-source
delta = tf.Variable(0.5)
x = tf.constant([1.0, 2.0])
with tf.GradientTape() as tape:
    y = x * delta * delta
print(tape.jacobian(y, delta))

# %% jacobian-of-a-layer
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
w = tf.Variable([[1.0, 0.0, 2.0], [0.0, 1.0, 3.0]])
with tf.GradientTape(persistent=True) as tape:
    y = tf.nn.relu(x @ w)
j = tape.jacobian(y, w)
print(j.shape, float(tf.reduce_sum(j)))
j = tape.jacobian(y, w, experimental_use_pfor=False)
print(j.shape, float(tf.reduce_sum(j)))

# %% batch-jacobian
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
print(tape.batch_jacobian(y, x))

# %% batch-jacobian-errors
x = tf.constant([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x * x
fails(tape.batch_jacobian, y[0], x)
fails(tape.batch_jacobian, y, x[:1])

# %% hessian
x = tf.Variable([1.0, 2.0])
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = x[0] ** 2 * x[1] ** 3
    g = t1.gradient(y, x)
print(g, t2.jacobian(g, x))

# %% forward-accumulator
x = tf.constant([1.0, 2.0])
with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as acc:
    y = x * x
print(acc.jvp(y))

# %% dropout-and-random-are-leaves
tf.random.set_seed(1)
x = tf.Variable([1.0, 1.0, 1.0, 1.0])
with tf.GradientTape() as tape:
    y = tf.nn.dropout(x, 0.5, seed=1)
print(tape.gradient(y, x).numpy() == y.numpy())

# %% gradient-functions-of-ops-missing
x = tf.constant(1.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.math.argmax(tf.stack([x, x]))
print(tape.gradient(y, x))

# %% linspace-guide-plot
x = tf.linspace(-2.0, 2.0, 5)
delta = tf.Variable(0.0)
with tf.GradientTape() as tape:
    y = tf.nn.sigmoid(x + delta)
show(tape.jacobian(y, delta))

# %% control-flow-of-python
def f(x):
    return x * x if x > 0 else -x
for value in (2.0, -2.0):
    x = tf.constant(value)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    print(tape.gradient(y, x))

# %% grad-of-grad-of-function-with-variables
v = tf.Variable(3.0)
@tf.function
def f():
    return v * v * v
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = f()
    g = inner.gradient(y, v)
print(y, g, outer.gradient(g, v))

# %% names-of-gradient-ops
@tf.function
def f(x):
    y = tf.square(x) * 3.0
    g = tf.gradients(y, x)[0]
    print(g.name, g.op.type)
    for op in x.graph.get_operations():
        print(op.name, op.type)
    return g
f(tf.constant(2.0))

# %% duplicate-sources-and-targets
x = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    y = x * 3.0
print(tape.gradient(y, [x, x]), tape.gradient([y, y], x), tape.gradient(x, x))

# %% complex
z = tf.constant(1.0 + 2.0j)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(z)
    a, b = tf.math.real(z) ** 2, tf.abs(z)
show(tape.gradient(a, z), tape.gradient(b, z))

# %% output-gradients-of-another-shape
x = tf.constant([1.0, 2.0])
for weights in tf.ones([3]), tf.ones([2, 2]), 1.0, tf.ones([1]), [], [1.0, 2.0], tf.ones([1, 2]):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y, z, s = x * x, tf.identity(x), tf.reduce_sum(x)
    for target in y, z, s, x, [y, s]:
        fails(tape.gradient, target, x, output_gradients=weights)

# %% output-gradients-of-another-shape-in-a-graph
@tf.function
def f(x, w):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.gradient(y, x, output_gradients=w)
g = tf.function(lambda x, w: tf.gradients(x * x, x, grad_ys=w))
for w in tf.ones([3]), tf.ones([2, 2]), tf.constant(1.0):
    fails(f, tf.constant([1.0, 2.0]), w)
    fails(g, tf.constant([1.0, 2.0]), w)

# %% unwatched-target-that-another-target-reads
v, e = tf.Variable(2.0), tf.constant(3.0)
with tf.GradientTape(persistent=True) as tape:
    y = e * v
print(tape.gradient([e, y], e), tape.gradient(y, e), tape.gradient(e, e), tape.gradient([e, y], [e, v]))
