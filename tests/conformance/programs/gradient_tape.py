import tensorflow as tf
from tell import fails, show

C = tf.constant

# %% states
fails(tf.GradientTape().watch, C(1.0))
fails(tf.GradientTape().gradient, C(1.0), C(1.0))
with tf.GradientTape() as t:
    fails(t.__enter__)
def stop(t):
    with t.stop_recording():
        pass
fails(stop, tf.GradientTape())
fails(stop, t)
fails(t.reset)
with tf.GradientTape() as t:
    fails(t.watch, 3.0)
    fails(t.watch, [C(1.0), "a"])
fails(t.gradient, None, C(1.0))

# %% re-entered
x = C(3.0)
t = tf.GradientTape(persistent=True)
with t:
    t.watch(x)
    y = x * x
z = y * 2
with t:
    w = y * x
print(t.gradient(y, x), t.gradient(z, x), t.gradient(w, x))

# %% resets
x = C(3.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = x * x
    t.reset()
    t.watch(x)
    z = x + x
print(t.gradient([z], [x]))
with tf.GradientTape() as t:
    t.watch(x)
    y = x * x
    t.reset()
print(t.gradient(y, x))

# %% watched-variables
v, w, u = tf.Variable(2.0, name="v"), tf.Variable(1.0, trainable=False, name="w"), tf.Variable(3.0, name="u")
with tf.GradientTape() as t:
    y = u * v * w
print([v.name for v in t.watched_variables()], t.gradient(y, [v, w, u]), [v.name for v in t.watched_variables()])
with tf.GradientTape(watch_accessed_variables=False) as t:
    t.watch(w)
    y = v * w
print([v.name for v in t.watched_variables()], t.gradient(y, [v, w]))
f = tf.function(lambda: u * v)
with tf.GradientTape() as t:
    y = f()
print([v.name for v in t.watched_variables()], t.gradient(y, [v, u]))

# %% variable-as-target
v = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as t:
    y = v * v
print(t.gradient(v, v), t.gradient([y, v], v))

# %% intermediate-sources
x = C(3.0)
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
    z = y * x
print(t.gradient(z, [x, y, z]), t.gradient([y, z], [y]), t.gradient(z, {"a": x, "b": [y]}), t.gradient({"p": y, "q": z}, x))

# %% weights
x = C([3.0, 4.0])
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y, z = x * x, x * 2
print(t.gradient(y, x, output_gradients=C([1.0, 10.0])), t.gradient([y, z], x, output_gradients=[C([1.0, 1.0]), C([0.0, 5.0])]))
print(t.gradient(y, x, output_gradients=[1.0, 10.0][0] * C([1.0, 1.0])))
fails(t.gradient, y, x, output_gradients=C([1.0, 10.0, 2.0]))
fails(t.gradient, [y, z], x, output_gradients=[C([1.0, 1.0]), None])

# %% unconnected-zeros
x, y = C([3.0, 4.0]), C([[1.0, 2.0]])
v = tf.Variable([1.0, 2.0])
with tf.GradientTape(persistent=True) as t:
    t.watch([x, y])
    z = x * 2
print(t.gradient(z, y), t.gradient(z, [y, v], unconnected_gradients="zero"), t.gradient(z, y, unconnected_gradients="none"))
print(t.gradient(z, [y], unconnected_gradients=tf.UnconnectedGradients.ZERO), tf.UnconnectedGradients.ZERO, repr(tf.UnconnectedGradients.NONE))
fails(t.gradient, z, y, unconnected_gradients="foo")
print(t.jacobian(z, y), t.jacobian(z, y, unconnected_gradients="zero").shape)

# %% sources-that-are-none
x = C(3.0)
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
fails(t.gradient, y, 3.0)
fails(t.gradient, y, None)
fails(t.gradient, 3.0, x)
print(t.gradient(y, []), t.gradient([], x))

# %% persistent-inside-warns-once
x = C(3.0)
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
    print(t.gradient(y, x))
    print(t.gradient(y, x))

# %% three-tapes
x = C(1.5)
with tf.GradientTape() as a, tf.GradientTape() as b, tf.GradientTape() as c:
    for t in (a, b, c):
        t.watch(x)
    y = x ** 4
    d1 = c.gradient(y, x)
    d2 = b.gradient(d1, x)
    d3 = a.gradient(d2, x)
show(d1, d2, d3)

# %% inner-tape-on-part
x = C(2.0)
with tf.GradientTape() as outer:
    outer.watch(x)
    y = x * x
    with tf.GradientTape() as inner:
        inner.watch(y)
        z = y * y
    g = inner.gradient(z, y) * x
print(outer.gradient(g, x))

# %% slices-summed
x = C([3.0, 4.0, 5.0])
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    a, b = tf.gather(x, [0, 0]), tf.gather(x, [2])
    s = tf.reduce_sum(a) + tf.reduce_sum(b)
    u = s + tf.reduce_sum(x * x)
g = t.gradient(s, x)
print(g, -g, g.shape, g.dtype)
print(g.values, g.indices, g.dense_shape, tf.convert_to_tensor(g), t.gradient(u, x))
fails(lambda: g * 2)
fails(lambda: g + g)
print(tf.multiply(g, 2.0), tf.add(g, g))

# %% slices-without-a-shape
s = tf.IndexedSlices(C([1.0]), C([0]))
print(s, s.shape)
fails(tf.convert_to_tensor, s)
fails(tf.convert_to_tensor, tf.IndexedSlices(C([1.0]), C([0]), C([2])), tf.int32)

# %% packed-lists
x = C(3.0)
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = tf.convert_to_tensor([x, x * 2])
    z = tf.reduce_sum([x, x * x])
    w = [x, x] * C([1.0, 2.0])
print(t.gradient(y, x), t.gradient(z, x), t.gradient(w, x))

# %% jacobians
x = C([3.0, 4.0])
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
    m = tf.reshape(y, [1, 2])
print(t.jacobian(y, x), t.jacobian(y, {"x": x}), t.jacobian(m, x).shape, t.jacobian(y, x, experimental_use_pfor=False))
with tf.GradientTape() as t:
    t.watch(x)
    y = x * x
    fails(t.jacobian, y, x, experimental_use_pfor=False)
v = tf.Variable([1.0, 2.0])
with tf.GradientTape() as t:
    y = tf.stack([v[0] * v[1], v[0]])
print(t.jacobian(y, v))

# %% batch-jacobians
x = C([[3.0, 4.0], [1.0, 2.0]])
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
    z = tf.reduce_sum(x * x, 1, keepdims=True)
    s = x[:1] * x[:1]
print(t.batch_jacobian(y, x), t.batch_jacobian(z, x))
fails(t.batch_jacobian, s, x)

# %% in-a-graph
v = tf.Variable(2.0)
@tf.function
def f(x):
    with tf.GradientTape(persistent=True) as t:
        t.watch(x)
        y = x * x * v
        with t.stop_recording():
            z = x * 3.0
    print([v.name for v in t.watched_variables()])
    print(t.gradient(y, x), t.gradient(z, x), t.gradient(y, v, unconnected_gradients="zero"))
    return t.gradient(y, [x, v])
print(f(C(3.0)))

# %% names-in-a-graph
@tf.function
def f(x):
    for target in (lambda: x * x + 1.0, lambda: tf.exp(-x), lambda: x[0], lambda: x ** 2, lambda: tf.sin(x) * 2.0):
        with tf.GradientTape() as t:
            t.watch(x)
            y = target()
        print(t.gradient(y, x))
f(C([3.0, 2.0]))

# %% eager-values-captured-in-a-graph
x = C(3.0)
@tf.function
def f():
    with tf.GradientTape() as t:
        t.watch(x)
        y = x * x
    return t.gradient(y, x)
print(f())
with tf.GradientTape() as t:
    t.watch(x)
    y = x * x
@tf.function
def g():
    return t.gradient(y, x)
print(g())

# %% variable-read-before-the-tape
v = tf.Variable(3.0)
@tf.function
def f():
    a = v * 1.0
    with tf.GradientTape() as t:
        y = v * v
    return a, t.gradient(y, v)
print(f())

# %% assigned-under-the-tape
v = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as t:
    y = v * v
    v.assign(5.0)
    z = v * y
print(t.gradient(y, v), t.gradient(z, v), t.gradient(v.assign_add(1.0), v))

# %% unwatched-inputs-of-recorded-ops
v, d, e = tf.Variable(2.0), tf.constant(5.0), tf.constant(3.0)
with tf.GradientTape(persistent=True) as tape:
    product, stacked = v * d, tf.stack([v, e, e])
    under_condition = tf.cond(v > 1, lambda: v * e, lambda: e)
    called = tf.function(lambda a: a * e)(v)
for y in (product, stacked, under_condition, called):
    print(tape.gradient(y, [v, d, e]))
print(tape.gradient(e, e), tape.jacobian(stacked, [v, e]))

# %% unwatched-inputs-in-a-function
v, d = tf.Variable(2.0), tf.constant(5.0)

@tf.function
def f(d):
    with tf.GradientTape(persistent=True) as tape:
        inner = d * 1
        y, z = v * d, tf.exp(v) * inner
    return tape.gradient(y, [v, d]), tape.gradient(z, [d, inner])
print(f(d))

# %% watched-after-it-was-used
v, d = tf.Variable(2.0), tf.constant(5.0)
with tf.GradientTape(persistent=True) as tape:
    before = v * d
    tape.watch(d)
    after = v * d
    with tape.stop_recording():
        unrecorded = v * d
    y = before * unrecorded
print(tape.gradient(before, d), tape.gradient(after, d), tape.gradient(y, [before, unrecorded, v]))

# %% ops-without-a-registered-gradient
x = tf.Variable([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    y = [tf.math.is_nan(x), tf.math.is_finite(x), tf.truncatemod(x, 3.0), tf.math.bincount([1, 2], weights=x), tf.searchsorted([1.0], x),
         tf.equal(x, 1.0), tf.math.floordiv(x, 2.0), tf.where(tf.math.is_nan(x), x, x * 2.0)]
for target in y:
    fails(tape.gradient, target, x)

# %% sources-that-are-no-tensors
x = tf.Variable(2.0)
for sources in ("abc", None, 3.0, [x, "a"]):
    with tf.GradientTape() as tape:
        y = x * x
    fails(tape.gradient, y, sources)

# %% functions-that-keep-rows
rows = tf.IndexedSlices(tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([0, 1]), tf.constant([4, 2]))
for f in (lambda: tf.clip_by_value(rows, 0.0, 2.0), lambda: tf.clip_by_norm(rows, 1.0), lambda: tf.cast(rows, tf.float64), lambda: tf.math.scalar_mul(2.0, rows), lambda: tf.cast(rows, tf.float32) is rows):
    fails(f)
print(tf.function(lambda rows: rows).get_concrete_function(rows).structured_outputs.values)
