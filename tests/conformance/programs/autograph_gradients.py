import tensorflow as tf
from tell import fails, show

C = tf.constant


def gradients(f, *args):
    """Prints the value and the gradients by all arguments, with the tape around the call."""
    with tf.GradientTape() as tape:
        tape.watch(args)
        y = f(*args)
    show(y, *[g for g in tape.gradient(y, args) if g is not None])

# %% if
@tf.function
def f(x, w):
    if x > 0:
        y = x * x * w
    else:
        y = -3 * x
    return y
gradients(f, C(2.0), C(5.0))
gradients(f, C(-2.0), C(5.0))

# %% if-that-writes-one-of-two
@tf.function
def f(x, w):
    y, z = x, w
    if x > w:
        y = x * w
    return y + z * z
gradients(f, C(2.0), C(1.0))
gradients(f, C(2.0), C(3.0))

# %% nested-ifs-with-returns
@tf.function
def f(x, w):
    if x > 0:
        if w > 0:
            return x * w
        return x * x
    return tf.sin(w)
for x, w in ((2.0, 3.0), (2.0, -3.0), (-2.0, 0.5)):
    gradients(f, C(x), C(w))

# %% while
@tf.function
def f(x, w):
    while x < 100.0:
        x = x * w
    return x
gradients(f, C(2.0), C(3.0))
gradients(f, C(200.0), C(3.0))

# %% for-range
@tf.function
def f(x, n):
    for i in tf.range(n):
        x = x * tf.cast(i + 1, tf.float32) + x * x
    return x
with tf.GradientTape() as tape:
    x = C(0.5)
    tape.watch(x)
    y = f(x, C(3))
show(y, tape.gradient(y, x))

# %% for-over-a-vector
@tf.function
def f(x, v):
    for e in v:
        x = tf.tanh(x) * e
    return x
gradients(f, C(0.7), C([1.0, -2.0, 3.0]))

# %% for-over-the-rows-of-a-matrix
@tf.function
def f(x, m):
    for row in m:
        x = tf.tanh(x + row)
    return tf.reduce_sum(x)
gradients(f, C([0.1, 0.2]), C([[1.0, -2.0], [3.0, 0.5], [0.1, 0.1]]))

# %% python-for
@tf.function
def f(x, w):
    for i in range(3):
        x = x * w + i
    return x
gradients(f, C(2.0), C(3.0))

# %% break-and-continue
@tf.function
def f(x, w):
    i = C(0)
    while i < 10:
        i += 1
        if x > 50.0:
            break
        if i % 2 == 0:
            continue
        x = x * w
    return x
gradients(f, C(2.0), C(3.0))

# %% nested-loops
@tf.function
def f(x, w):
    for i in tf.range(3):
        for j in tf.range(i):
            x = x * w + tf.cast(j, tf.float32)
        w = w + x
    return x + w
gradients(f, C(0.5), C(1.5))

# %% if-in-a-loop
@tf.function
def f(x, w):
    for i in tf.range(4):
        if i % 2 == 0:
            x = x * w
        elif x > 1.0:
            w = w * x
    return x * w
gradients(f, C(1.5), C(2.0))

# %% loop-in-an-if
@tf.function
def f(x, w):
    if x > 0:
        for _ in tf.range(3):
            x = x * w
    else:
        while x < 1.0:
            x = x + w
    return x
gradients(f, C(1.5), C(2.0))
gradients(f, C(-1.5), C(2.0))

# %% loop-of-unknown-length-with-growing-shape
@tf.function
def f(x, n):
    v = tf.reshape(x, [1])
    for _ in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
        v = tf.concat([v, v[-1:] * x], 0)
    return tf.reduce_sum(v)
with tf.GradientTape() as tape:
    x = C(2.0)
    tape.watch(x)
    y = f(x, C(3))
show(y, tape.gradient(y, x))

# %% maximum-iterations
@tf.function
def f(x, w):
    while x < 1000.0:
        tf.autograph.experimental.set_loop_options(maximum_iterations=2)
        x = x * w
    return x
gradients(f, C(2.0), C(3.0))

# %% tensor-array
@tf.function
def f(x, w):
    states = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(3):
        x = tf.tanh(x * w)
        states = states.write(i, x)
    return tf.reduce_sum(states.stack() * [1.0, 2.0, 3.0])
gradients(f, C(0.5), C(1.5))

# %% tensor-array-read-in-the-loop
@tf.function
def f(v, w):
    a = tf.TensorArray(tf.float32, size=4, clear_after_read=False).unstack(v)
    s = C(0.0)
    for i in tf.range(3):
        s = s + a.read(i) * a.read(i + 1) * w
    return s
gradients(f, C([1.0, 2.0, 3.0, 4.0]), C(0.5))

# %% list-with-the-lists-feature
@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.LISTS)
def f(x, w):
    states = []
    tf.autograph.experimental.set_element_type(states, tf.float32)
    for _ in tf.range(3):
        x = x * w
        states.append(x)
    return tf.reduce_sum(tf.autograph.stack(states)) if hasattr(tf.autograph, "stack") else x
fails(gradients, f, C(0.5), C(1.5))

# %% variable-captured-by-a-loop
w = tf.Variable(1.5)
@tf.function
def f(x):
    for _ in tf.range(3):
        x = x * w
    return x
with tf.GradientTape() as tape:
    y = f(C(2.0))
show(y, tape.gradient(y, w))

# %% variable-captured-by-a-branch
w, b = tf.Variable(1.5), tf.Variable(0.5)
@tf.function
def f(x):
    if x > 0:
        return x * w
    return x + b
for x in (2.0, -2.0):
    with tf.GradientTape() as tape:
        y = f(C(x))
    show(y, *tape.gradient(y, [w, b]))

# %% tape-inside
@tf.function
def f(x, n):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in tf.range(n):
            if y < 10.0:
                y = y * x
    return y, tape.gradient(y, x)
show(*f(C(2.0), C(5)))

# %% tape-inside-a-loop
@tf.function
def f(x, n):
    for _ in tf.range(n):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = (x - 3.0) ** 2
            if loss > 1.0:
                loss = loss * 0.5
        x = x - 0.5 * tape.gradient(loss, x)
    return x
show(f(C(0.0), C(4)))

# %% descent-on-a-variable
w = tf.Variable(0.0)
@tf.function
def f(n):
    for step in tf.range(n):
        with tf.GradientTape() as tape:
            loss = tf.square(w - 2.0)
        w.assign_sub(0.25 * tape.gradient(loss, w))
        if loss < 0.3:
            break
    return step
show(f(C(10)), w)

# %% second-derivative-of-a-loop
@tf.function
def f(x):
    y = x
    for _ in tf.range(3):
        y = y * x
    return y
with tf.GradientTape() as outer:
    x = C(2.0)
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        y = f(x)
    first = inner.gradient(y, x)
show(y, first, outer.gradient(first, x))

# %% second-derivative-of-a-branch
@tf.function
def f(x):
    if x > 1.0:
        y = x * x * x
    else:
        y = x * x
    return y
for x in (C(2.0), C(0.5)):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        first = inner.gradient(y, x)
    show(y, first, outer.gradient(first, x))

# %% gradients-in-a-graph
@tf.function
def f(x, n):
    y = x
    while tf.reduce_sum(y) < 100.0:
        y = y * x
    return tf.gradients(y, x)[0], tf.gradients(tf.gradients(y, x)[0], x)[0]
show(*f(C([2.0, 3.0]), C(3)))

# %% conditional-expression-and-logic
@tf.function
def f(x, w):
    y = x * w if x > 0 and w > 0 else x - w
    return y * 2.0 if not (y < 1.0 or w > 100.0) else y
gradients(f, C(2.0), C(3.0))
gradients(f, C(-2.0), C(3.0))

# %% attribute-as-state
class Cell:
    pass
@tf.function
def f(x, w):
    cell = Cell()
    cell.h = x
    for _ in tf.range(2):
        cell.h = tf.tanh(cell.h * w)
    return cell.h
gradients(f, C(0.5), C(1.5))

# %% helper-with-a-loop
def power(x, n):
    y = tf.ones_like(x)
    for _ in tf.range(n):
        y = y * x
    return y
@tf.function
def f(x, w):
    return power(x, 3) + power(w, 2)
gradients(f, C(2.0), C(3.0))

# %% custom-gradient-in-a-loop
@tf.custom_gradient
def clip(x):
    def grad(dy):
        return tf.minimum(dy, 2.0)
    return x * 3.0, grad
@tf.function
def f(x, w):
    for _ in tf.range(3):
        x = clip(x) * w
    return x
gradients(f, C(2.0), C(1.5))

# %% stop-gradient-in-a-branch
@tf.function
def f(x, w):
    if x > 0:
        y = tf.stop_gradient(x) * w
    else:
        y = x * tf.stop_gradient(w)
    return y + x
gradients(f, C(2.0), C(3.0))
gradients(f, C(-2.0), C(3.0))

# %% gather-in-a-loop
@tf.function
def f(table, ids):
    s = tf.zeros([2])
    for i in ids:
        s = s + tf.gather(table, i) * 2.0
    return tf.reduce_sum(s)
table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
with tf.GradientTape() as tape:
    y = f(table, C([0, 1, 1]))
show(y, tape.gradient(y, table))

# %% jacobian-of-a-loop
@tf.function
def f(x):
    for _ in tf.range(2):
        x = x * x + x[::-1]
    return x
with tf.GradientTape(persistent=True) as tape:
    x = C([1.0, 2.0])
    tape.watch(x)
    y = f(x)
show(tape.jacobian(y, x, experimental_use_pfor=False))

# %% unused-branch-has-no-gradient
@tf.function
def f(x, w):
    if x > 0:
        z = w * 2.0
    else:
        z = w
    return x * 2.0
with tf.GradientTape() as tape:
    x, w = C(1.0), C(2.0)
    tape.watch([x, w])
    y = f(x, w)
print(tape.gradient(y, [x, w]))

# %% integer-state-has-no-gradient
@tf.function
def f(x, n):
    k = 0
    while k < n:
        x = x * 2.0
        k += 1
    return x, k
with tf.GradientTape() as tape:
    x = C(1.0)
    tape.watch(x)
    y, k = f(x, C(3))
print(tape.gradient([y], x), k)
