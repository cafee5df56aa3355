import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails

Dataset = tf.data.Dataset


# %% loop
@tf.function
def total(d):
    s = tf.constant(0, tf.int64)
    for x in d:
        print("tracing", x)
        s += x
    return s
print(total(Dataset.range(5)), total(Dataset.range(3).map(lambda x: x * 10)), total.experimental_get_tracing_count())

# %% loop-with-break-and-continue
@tf.function
def f(d):
    s = tf.constant(0, tf.int64)
    for x in d:
        if x == 4:
            break
        if x == 1:
            continue
        s += x
    return s
print(f(Dataset.range(10)), f(Dataset.range(3)))

# %% loop-with-return
@tf.function
def first_large(d):
    for x in d:
        if x > 3:
            return x
    return tf.constant(-1, tf.int64)
print(first_large(Dataset.range(10)), first_large(Dataset.range(2)))

# %% loop-with-effects-only
v = tf.Variable(0, dtype=tf.int64)
@tf.function
def f(d):
    for x in d:
        tf.print("at", x)
        v.assign_add(x)
f(Dataset.range(4))
print(v.numpy())

# %% loop-over-structures
@tf.function
def f(d):
    a, b = 0, 0.0
    for e in d:
        a += e["i"]
        b += tf.reduce_sum(e["x"])
    return a, b
print(f(Dataset.from_tensor_slices({"i": [1, 2, 3], "x": [[1.0, 2], [3, 4], [5, 6]]})))

# %% loop-over-pairs
@tf.function
def f(d):
    for i, (a, b) in d.enumerate():
        tf.print(i, a, b)
f(Dataset.from_tensor_slices(([1, 2], ["x", "y"])))

# %% builtins
@tf.function
def f(d):
    for i, x in enumerate(d):
        tf.print(i, x)
    for a, b in zip(d, d.skip(1)):
        tf.print(a, b)
    for x in map(lambda x: x * 10, d):
        tf.print(x)
    for x in filter(lambda x: x > 1, d):
        tf.print(x)
    return len(d), any(d.map(lambda x: x > 1)), all(d.map(lambda x: x > 1))
print(f(Dataset.range(3)))

# %% shape-changes-in-the-loop
@tf.function
def f(d):
    rows = tf.zeros([0], tf.int64)
    for x in d:
        rows = tf.concat([rows, [x]], 0)
    return rows
fails(f, Dataset.range(3))
@tf.function
def g(d):
    rows = tf.zeros([0], tf.int64)
    for x in d:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(rows, tf.TensorShape([None]))])
        rows = tf.concat([rows, [x]], 0)
    return rows
print(g(Dataset.range(3)))

# %% loop-errors
@tf.function
def undefined(d):
    for x in d:
        y = x
    return y
fails(undefined, Dataset.range(3))
@tf.function
def changed(d):
    s = 0
    for x in d:
        s = tf.cast(x, tf.float32)
    return s
fails(changed, Dataset.range(3))

# %% iterators-in-functions
@tf.function
def step(it):
    return next(it)
it = iter(Dataset.range(4))
print(step(it), step(it), next(it), step.experimental_get_tracing_count())
@tf.function
def rest(it):
    s = tf.constant(0, tf.int64)
    for x in it:
        s += x
    return s
print(rest(it), rest(iter(Dataset.range(5))))
@tf.function
def last(it):
    return it.get_next()
fails(last, it)

# %% optionals-in-functions
@tf.function
def f(it):
    o = it.get_next_as_optional()
    if o.has_value():
        return o.get_value()
    return tf.constant(-1, tf.int64)
it = iter(Dataset.range(1))
print(f(it), f(it))

# %% captured
d = Dataset.range(3)
it = iter(d)
@tf.function
def f():
    return d.reduce(np.int64(0), lambda s, x: s + x), next(it)
print(f(), f())

# %% made-in-functions
@tf.function
def evens(n):
    d = Dataset.range(n).map(lambda x: x * 2)
    print(d)
    return d
d = evens(tf.constant(4, tf.int64))
print(d, list(d.as_numpy_iterator()), d.element_spec)

# %% made-and-used-in-functions
@tf.function
def f(xs):
    best = tf.constant(0.0)
    for batch in Dataset.from_tensor_slices(xs).batch(2):
        best = tf.maximum(best, tf.reduce_sum(batch))
    return best
print(f(tf.constant([1.0, 5.0, 2.0, 2.0, 1.0])))

# %% datasets-in-trace-types
@tf.function
def f(d):
    print("tracing", d.element_spec)
    return d.cardinality()
print(f(Dataset.range(3)), f(Dataset.range(5)), f(Dataset.range(5).batch(2)), f.experimental_get_tracing_count())

# %% python-iteration-in-graphs
@tf.function(autograph=False)
def f(d):
    it = iter(d)
    return next(it) + next(it)
print(f(Dataset.range(5, 9)))
with tf.Graph().as_default():
    fails(iter, Dataset.range(2))

# %% a-training-loop
w = tf.Variable(0.0)
xs = np.linspace(-1, 1, 32, dtype=np.float32)
data = Dataset.from_tensor_slices((xs, 3 * xs)).shuffle(32, seed=1).batch(8)
@tf.function
def epoch():
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((w * x - y) ** 2)
        w.assign_sub(0.5 * tape.gradient(loss, w))
for _ in range(5):
    epoch()
print(f"{w.numpy():.3f}")

# %% names-of-nodes
@tf.function
def f():
    return next(iter(Dataset.range(3).map(lambda x: x).batch(2)))
print([op.type for op in f.get_concrete_function().graph.get_operations() if "Const" not in op.type])
