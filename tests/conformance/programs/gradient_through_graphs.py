import numpy as np
import tensorflow as tf
from tell import fails, show

C = tf.constant


def derivatives(f, x, orders=3):
    """Prints f(x) and its derivatives: f differentiated where it runs, and again around tf.function."""
    for g in (f, tf.function(f)):
        tapes = [tf.GradientTape() for _ in range(orders)]
        for tape in tapes:
            tape.__enter__()
            tape.watch(x)
        value = g(x)
        values = [value]
        for tape in reversed(tapes):
            tape.__exit__(None, None, None)
            value = tape.gradient(value, x)
            if value is None:
                values.append(C(float("nan")))
                break
            value = tf.convert_to_tensor(value)
            values.append(value)
        show(*values)

# %% function
derivatives(lambda x: tf.sin(x) * x, C(1.3))
derivatives(lambda x: tf.reduce_sum(tf.exp(x) * tf.reverse(x, [0])), C([0.5, -1.0, 2.0]), orders=2)

# %% function-in-function
@tf.function
def inner(x):
    return x * x * x + 1.0
derivatives(lambda x: inner(x) * tf.tanh(x), C(0.7))
derivatives(lambda x: inner(inner(x)), C(0.4), orders=2)

# %% function-of-variables
v = tf.Variable(2.0)
w = tf.Variable([1.0, 3.0])
@tf.function
def f(x):
    return tf.reduce_sum(w * v * v) * x, v * x
x = C(1.5)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a, b = f(x)
    c = a * b
show(*tape.gradient(a, [x, v, w]), *tape.gradient(b, [x, v]), *tape.gradient(c, [x, v, w]))
print(tape.gradient(b, w))

# %% cond-taken-and-not
f = lambda x: tf.cond(x > 1.0, lambda: x ** 3, lambda: tf.sin(x))
derivatives(f, C(2.0))
derivatives(f, C(0.5))

# %% cond-with-two-outputs
def f(x):
    a, b = tf.cond(x > 1.0, lambda: (x * x, x * 2.0), lambda: (tf.exp(x), 3.0))
    return a * b
derivatives(f, C(2.0), orders=2)
derivatives(f, C(0.5), orders=2)

# %% nested-conds
def f(x):
    return tf.cond(x > 0.0, lambda: tf.cond(x > 1.0, lambda: x ** 3, lambda: x ** 4), lambda: -x * tf.exp(x))
for x in (2.0, 0.5, -1.0):
    derivatives(f, C(x), orders=2)

# %% cond-shared-and-private-captures
a, b = C(2.0), C(3.0)
@tf.function
def f(p, a, b):
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y = tf.cond(p, lambda: a * a * b, lambda: b * b)
    return tape.gradient(y, [a, b])
show(*f(C(True), a, b), *f(C(False), a, b))

# %% cond-none-in-one-branch
@tf.function
def f(p, a, b):
    y = tf.cond(p, lambda: a * 2.0, lambda: tf.stop_gradient(b))
    return [g if g is not None else C(-1.0) for g in tf.gradients(y, [a, b])]
show(*f(C(True), C(1.0), C(1.0)), *f(C(False), C(1.0), C(1.0)))

# %% cond-on-variables
v = tf.Variable(3.0)
@tf.function
def f(x):
    return tf.cond(x > 0.0, lambda: v * v * x, lambda: v * x)
for x in (C(2.0), C(-2.0)):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    show(*tape.gradient(y, [x, v]))

# %% cond-assigns-and-reads
v = tf.Variable(3.0)
@tf.function
def f(x):
    def yes():
        before = v * x
        v.assign_add(1.0)
        return before * v
    return tf.cond(x > 0.0, yes, lambda: x)
with tf.GradientTape() as tape:
    y = f(C(2.0))
show(y, tape.gradient(y, v), v)

# %% switch-case
def f(i):
    return lambda x: tf.switch_case(C(i), [lambda: x * x, lambda: tf.exp(x), lambda: C(1.0)]) * x
for i in range(4):
    derivatives(f(i), C(0.5), orders=2)

# %% case
def f(x):
    return tf.case([(x > 2.0, lambda: x ** 3), (x > 1.0, lambda: x ** 2)], default=lambda: tf.sin(x))
for x in (2.5, 1.5, 0.5):
    derivatives(f, C(x), orders=2)

# %% while-power
f = lambda x: tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * x), [0, x])[1]
derivatives(f, C(1.5))

# %% while-nonlinear
f = lambda x: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.sin(a * x) + a), [0, x])[1]
derivatives(f, C(0.7))

# %% while-no-turns
f = lambda x: tf.while_loop(lambda i, a: i < 0, lambda i, a: (i + 1, a * x), [0, x * x])[1]
derivatives(f, C(1.5), orders=2)

# %% while-data-dependent
f = lambda x: tf.while_loop(lambda a: a < 100.0, lambda a: [a * x * x], [x])[0]
derivatives(f, C(1.5), orders=2)

# %% while-two-variables-that-mix
def f(x):
    return tf.while_loop(lambda i, a, b: i < 4, lambda i, a, b: (i + 1, b, a * b), [0, x, x * 2.0])[2]
derivatives(f, C(0.9))

# %% while-maximum-iterations
f = lambda x: tf.while_loop(lambda i, a: True, lambda i, a: (i + 1, a * x), [0, x], maximum_iterations=3)[1]
@tf.function
def g(x):
    y = tf.while_loop(lambda i, a: C(True), lambda i, a: (i + 1, a * x), [0, x], maximum_iterations=3)[1]
    return tf.gradients(y, x)
show(*g(C(2.0)))

# %% while-nested
def f(x):
    def outer(i, a):
        b = tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, b * x + a), [0, a])[1]
        return i + 1, b
    return tf.while_loop(lambda i, a: i < 3, outer, [0, x])[1]
derivatives(f, C(1.2))

# %% while-with-cond-inside
def f(x):
    def body(i, a):
        return i + 1, tf.cond(i % 2 == 0, lambda: a * x, lambda: a + tf.sin(x))
    return tf.while_loop(lambda i, a: i < 5, body, [0, x])[1]
derivatives(f, C(1.1))

# %% cond-with-while-inside
def f(x):
    loop = lambda: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])[1]
    return tf.cond(x > 1.0, loop, lambda: x * 5.0)
derivatives(f, C(1.5), orders=2)
derivatives(f, C(0.5), orders=2)

# %% while-calls-a-function
@tf.function
def step(a, x):
    return tf.tanh(a * x)
f = lambda x: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, step(a, x)), [0, x])[1]
derivatives(f, C(0.8))

# %% while-on-variables
v = tf.Variable(1.5)
@tf.function
def f(n):
    return tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * v), [0, C(1.0)])[1]
with tf.GradientTape() as outer:
    with tf.GradientTape() as tape:
        y = f(C(3))
    d = tape.gradient(y, v)
show(y, d, outer.gradient(d, v))

# %% while-growing-tensor
@tf.function
def f(x):
    y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.concat([a, a[-1:] * x], 0)), [0, tf.reshape(x, [1])],
                      shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])])[1]
    return tf.reduce_sum(y)
x = C(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
show(y, tape.gradient(y, x))

# %% while-vectors-and-matrices
def f(m):
    v = tf.ones([3, 1])
    v = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, tf.nn.relu(tf.matmul(m, v))), [0, v])[1]
    return tf.reduce_sum(v)
m = C([[1.0, -0.5, 0.25], [0.5, 1.0, 2.0], [-0.1, 0.2, 0.3]])
for g in (f, tf.function(f)):
    with tf.GradientTape() as tape:
        tape.watch(m)
        y = g(m)
    show(y, tape.gradient(y, m))

# %% while-gathers-from-a-capture
@tf.function
def f(x):
    return tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a + tf.gather(x, [i % 2]) * float(2)), [0, C([0.0])])[1]
x = C([3.0, 4.0, 5.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y, tape.gradient(y, x))

# %% gather-through-a-function-and-cond
x = C([3.0, 4.0, 5.0])
@tf.function
def f(p, x):
    return tf.cond(p, lambda: tf.gather(x, [0, 0]), lambda: tf.gather(x, [2]))
@tf.function
def g(p, x):
    return tf.cond(p, lambda: tf.gather(x, [0, 0]), lambda: x[:2])
for h in (f, g):
    for p in (True, False):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = h(C(p), x)
        print(tape.gradient(y, x))

# %% while-unread-results-are-zero
@tf.function
def f(x, y):
    w = tf.while_loop(lambda i, a, b: i < 3, lambda i, a, b: (i + 1, a * x, b + 1.0), [0, x, y])
    return tf.gradients(w[1], [x, y]) + tf.gradients(w[2], [x, y])
show(*f(C(2.0), C(3.0)))

# %% random-numbers-are-not-drawn-again
tf.random.set_seed(7)
@tf.function
def f(x):
    return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * tf.random.uniform([])), [0, x])[1]
x = C(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(np.allclose(y / x, tape.gradient(y, x)))
@tf.function
def g(x):
    return tf.cond(x > 0.0, lambda: x * tf.random.uniform([]), lambda: x)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = g(x)
print(np.allclose(y / x, tape.gradient(y, x)))
@tf.function
def h(x):
    return x * tf.random.normal([])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = h(x)
print(np.allclose(y / x, tape.gradient(y, x)))

# %% prints-happen-once
@tf.function
def f(x):
    tf.print("in f")
    def body(i, a):
        tf.print("turn", i)
        return i + 1, a * x
    return tf.while_loop(lambda i, a: i < 2, body, [0, x])[1]
x = C(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
show(tape.gradient(y, x))

# %% tape-inside-a-while-body
@tf.function
def f(x):
    def body(i, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x * x
        return i + 1, x - 0.01 * tape.gradient(y, x)
    return tf.while_loop(lambda i, x: i < 3, body, [0, x])[1]
show(f(C(2.0)))

# %% tape-around-a-body-that-differentiates
@tf.function
def f(x):
    def body(i, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x * x
        return i + 1, x - 0.01 * tape.gradient(y, x)
    return tf.while_loop(lambda i, x: i < 3, body, [0, x])[1]
x = C(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
show(y, tape.gradient(y, x))

# %% gradient-asked-for-inside-a-branch
@tf.function
def f(x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * x
    return tf.cond(x > 0.0, lambda: tape.gradient(y, x), lambda: -1.0)
show(f(C(2.0)), f(C(-2.0)))

# %% tf-gradients-inside-a-loop-body
@tf.function
def f(x):
    y = x * x * x
    return tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a + tf.gradients(y * a, x)[0]), [0, C(1.0)])[1]
show(f(C(2.0)))

# %% autograph-loop-and-condition
@tf.function
def f(x, n):
    total = 0.0
    for i in tf.range(n):
        if i % 2 == 0:
            total += x * x
        else:
            total *= x
    return total
x = C(3.0)
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x, C(4))
    d = tape.gradient(y, x)
show(y, d, outer.gradient(d, x))

# %% autograph-while-break-continue
@tf.function
def f(x):
    i, total = 0, x
    while i < 10:
        i += 1
        if i % 3 == 0:
            continue
        if total > 50.0:
            break
        total = total * x
    return total
x = C(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
show(y, tape.gradient(y, x))

# %% training-loop-inside-a-function
w = tf.Variable([0.5, -0.5])
xs, ys = C([[1.0, 2.0], [3.0, -1.0], [0.5, 0.5]]), C([1.0, 2.0, 3.0])
@tf.function
def train(steps):
    loss = 0.0
    for _ in tf.range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.linalg.matvec(xs, w) - ys) ** 2)
        w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss
show(train(C(5)), w, train(C(1)), w)

# %% persistent-tape-over-a-function
v = tf.Variable(2.0)
@tf.function
def f(x):
    return tf.sin(x * v), x * v
x = C(0.5)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    a, b = f(x)
    da = tape.gradient(a, x)
show(da, *tape.gradient(b, [x, v]), *tape.gradient(da, [x, v]))

# %% two-calls-of-one-function
@tf.function
def f(x):
    return x * x
x = C(3.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = f(x)
    z = f(y) + f(x)
show(tape.gradient(z, x), tape.gradient(z, y), tape.gradient(y, x))

# %% outputs-that-are-inputs
@tf.function
def f(x, y):
    return x, y, x
x, y = C(2.0), C(3.0)
with tf.GradientTape() as tape:
    tape.watch([x, y])
    a, b, c = f(x, y)
    z = a * b * c
show(*tape.gradient(z, [x, y]))

# %% zero-times-infinity-through-a-function
@tf.function
def f(x):
    return x * 2.0, tf.math.log(x)
x = C(0.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    a, _ = f(x)
print(tape.gradient(a, x))

# %% integers-and-strings-among-results
@tf.function
def f(x):
    return {"double": x * 2.0, "text": tf.constant("a"), "count": tf.constant(3), "none": None, "cast": tf.cast(x, tf.int32)}
x = C(1.5)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    r = f(x)
print(tape.gradient(r["double"], x), tape.gradient(r["count"], x), tape.gradient(r["cast"], x))

# %% captured-eager-tensors
x, big = C(2.0), tf.ones([300]) * 2.0
@tf.function
def f():
    return x * x + tf.reduce_sum(big * big)
with tf.GradientTape() as tape:
    tape.watch([x, big])
    y = f()
dx, dbig = tape.gradient(y, [x, big])
show(dx, dbig[:2])

# %% concrete-function
@tf.function
def f(x, y):
    return x * y * y
g = f.get_concrete_function(tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.float32))
x, y = C(2.0), C(3.0)
with tf.GradientTape() as tape:
    tape.watch([x, y])
    z = g(x, y)
show(*tape.gradient(z, [x, y]))

# %% unknown-shapes
@tf.function(input_signature=[tf.TensorSpec(None, tf.float32), tf.TensorSpec([None], tf.float32)])
def f(a, b):
    return tf.reduce_sum(a * b), tf.reduce_mean(b)
a, b = C([[1.0, 2.0], [3.0, 4.0]]), C([5.0, 6.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch([a, b])
    s, m = f(a, b)
show(*tape.gradient(s, [a, b]), tape.gradient(m, b), tape.gradient(m, a))

# %% jacobian-through-functions-and-loops
@tf.function
def f(x):
    return tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a * a * x), [0, x])[1]
x = C([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = f(x)
show(tape.jacobian(y, x))

# %% jacobian-inside-a-function
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.stack([x[0] * x[1], tf.sin(x[0]), x[2]])
    return tape.jacobian(y, x)
show(f(C([1.0, 2.0, 3.0])))
@tf.function
def g(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.batch_jacobian(y, x)
show(g(C([[1.0, 2.0], [3.0, 4.0]])))

# %% hessian-by-jacobian-of-gradient
def f(x):
    return tf.reduce_sum(x ** 3) + x[0] * x[1]
x = C([1.0, 2.0])
with tf.GradientTape() as outer:
    outer.watch(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    d = tape.gradient(y, x)
show(outer.jacobian(d, x))
@tf.function
def h(x):
    return tf.hessians(f(x), x)[0]
show(h(x))

# %% tf-gradients-stop-and-weights
@tf.function
def f(x):
    y = x * x
    z = y * x
    return (tf.gradients(z, x), tf.gradients(z, x, stop_gradients=[y]), tf.gradients(z, [x, y], grad_ys=C(2.0)),
            tf.gradients([y, z], x, grad_ys=[C(10.0), None]), tf.gradients([y, z], [x]))
for part in f(C(3.0)):
    show(*part)

# %% tf-gradients-errors
@tf.function
def f(x):
    fails(tf.gradients, x * x, x, [C(1.0), C(2.0)])
    fails(tf.gradients, x * x, x, C(1))
    fails(tf.gradients, x * x, x, unconnected_gradients="foo")
    print(tf.gradients(tf.cast(x, tf.int32), x), tf.gradients(C(1.0), x), tf.gradients(x, x))
    return x
f(C(1.0))

# %% names-of-graph-gradients
@tf.function
def f(x, n):
    c = tf.cond(x > 0.0, lambda: x * x, lambda: x)
    w = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [0, x])[1]
    print(tf.gradients(c, x), tf.gradients(w, x))
    with tf.GradientTape() as tape:
        tape.watch(x)
        c = tf.cond(x > 0.0, lambda: x * x, lambda: x)
    print(tape.gradient(c, x))
    return x
f(C(1.0), C(2))

# %% tensor-array-gradients
def f(x):
    ta = tf.TensorArray(tf.float32, 3)
    for i in range(3):
        ta = ta.write(i, x[i] * x[i])
    rows = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(x)
    y = tf.reduce_sum(ta.stack() * x) + rows.read(0) * rows.read(2) + tf.reduce_sum(rows.gather([0, 0, 1]))
    parts = tf.TensorArray(tf.float32, 2, infer_shape=False).split(x, [2, 1])
    y += tf.reduce_sum(parts.read(0)) * 3.0
    y += tf.reduce_sum(tf.TensorArray(tf.float32, 3).unstack(tf.reshape(x, [3, 1])).concat() ** 2)
    y += tf.reduce_sum(tf.TensorArray(tf.float32, 4).scatter([0, 3, 1, 2], tf.concat([x, x[:1]], 0)).stack() ** 2)
    return y
derivatives(f, C([1.0, 2.0, 3.0]), orders=2)

# %% tensor-array-in-a-loop
def f(x):
    ta = tf.TensorArray(tf.float32, 4)
    _, a, ta = tf.while_loop(lambda i, a, ta: i < 4, lambda i, a, ta: (i + 1, a * x, ta.write(i, a * a)), [0, x, ta])
    return tf.reduce_sum(ta.stack()) * a
derivatives(f, C(1.2), orders=2)

# %% tensor-array-read-in-a-loop
def f(x):
    rows = tf.TensorArray(tf.float32, 4, clear_after_read=False).unstack(x)
    return tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * rows.read(i) + rows.read(3 - i)), [0, C(1.0)])[1]
derivatives(f, C([1.0, 0.5, 2.0, -1.0]), orders=2)

# %% map-scan-fold-gradients
derivatives(lambda x: tf.reduce_sum(tf.map_fn(lambda e: e ** 3, x)), C([1.0, 2.0, 3.0]), orders=2)
derivatives(lambda x: tf.reduce_sum(tf.scan(lambda a, e: a * e, x)), C([1.0, 2.0, 3.0]), orders=2)
derivatives(lambda x: tf.foldl(lambda a, e: a * e + e, x), C([1.0, 2.0, 3.0]), orders=2)
derivatives(lambda x: tf.foldr(lambda a, e: a * e + e, x, initializer=2.0), C([1.0, 2.0, 3.0]), orders=2)

# %% recurrent-network
w = tf.Variable([[0.5, -0.3], [0.2, 0.1]])
@tf.function
def run(xs):
    state = tf.zeros([1, 2])
    outputs = tf.TensorArray(tf.float32, tf.shape(xs)[0])
    for t in tf.range(tf.shape(xs)[0]):
        state = tf.tanh(tf.matmul(state, w) + xs[t])
        outputs = outputs.write(t, state)
    return tf.reduce_sum(outputs.stack() ** 2)
xs = tf.reshape(tf.range(8, dtype=tf.float32) / 8.0, [4, 1, 2])
with tf.GradientTape() as tape:
    tape.watch(xs)
    y = run(xs)
show(y, *tape.gradient(y, [w, xs]))
