import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant

# %% cond-eager-runs-one-branch
def t():
    print("true")
    return C(1)
def f():
    print("false")
    return C(2)
print(tf.cond(C(True), t, f), tf.cond(C(False), t, f), tf.cond(True, t, f))

# %% cond-graph-traces-both
@tf.function
def g(x):
    def t():
        print("trace true")
        return x + 1
    def f():
        print("trace false")
        return x - 1
    return tf.cond(x > 0, t, f)
print(g(C(1)), g(C(-1)))

# %% cond-python-bool
@tf.function
def g(x):
    return tf.cond(True, lambda: x, lambda: -x)
fails(g, C(1))

# %% cond-static-tensor
@tf.function
def g(x):
    return tf.cond(C(True), lambda: x, lambda: -x)
print(g(C(1)))

# %% cond-structures
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: {"a": x, "b": [x, (x,)]}, lambda: {"a": -x, "b": [x * 2, (x,)]})
print(g(C(1)), g(C(-1)))

# %% cond-mismatched-structure
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: (x, x), lambda: x)
fails(g, C(1))
@tf.function
def h(x):
    return tf.cond(x > 0, lambda: [x], lambda: (x,))
fails(h, C(1))
@tf.function
def k(x):
    return tf.cond(x > 0, lambda: {"a": x}, lambda: {"b": x})
fails(k, C(1))

# %% cond-mismatched-dtypes
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: 1, lambda: 2.0)
fails(g, C(1))

# %% cond-unlike-shapes-merge
@tf.function
def g(x):
    y = tf.cond(x > 0, lambda: tf.zeros([2]), lambda: tf.zeros([3]))
    z = tf.cond(x > 0, lambda: tf.zeros([2, 2]), lambda: tf.zeros([3]))
    print(y, z)
    return y
print(g(C(1)), g(C(-1)))

# %% cond-none-and-python-values
@tf.function
def g(x):
    r = tf.cond(x > 0, lambda: 1, lambda: 2)
    print(r)
    n = tf.cond(x > 0, lambda: None, lambda: None)
    print(n)
    return r
print(g(C(1)))
@tf.function
def h(x):
    return tf.cond(x > 0, lambda: None, lambda: x)
fails(h, C(1))

# %% cond-bad-predicate
@tf.function
def g(x):
    return tf.cond(x, lambda: 1, lambda: 2)
fails(g, C([True, False]))
fails(g, C("a"))
fails(g, C(1))
fails(g, C(0.0))
print(g(C(True)))
fails(tf.cond, C([True, False]), lambda: 1, lambda: 2)
fails(tf.cond, None, lambda: 1, lambda: 2)
fails(tf.cond, C(True), 1, 2)

# %% cond-effects-run-in-one-branch
v = tf.Variable(0)
@tf.function
def g(x):
    def t():
        tf.print("yes")
        v.assign_add(1)
        return x
    def f():
        tf.print("no")
        v.assign_sub(10)
        return -x
    return tf.cond(x > 0, t, f)
print(g(C(1)), g(C(-1)), v.numpy())

# %% cond-nested
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: tf.cond(x > 10, lambda: "big", lambda: "small"), lambda: "negative")
print(g(C(1)), g(C(11)), g(C(-1)))

# %% cond-branch-fails-only-when-taken
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: tf.gather([1, 2], 7 + x), lambda: x)
print(g(C(-1)))
fails(g, C(1))

# %% cond-captures
a, v = C(10), tf.Variable(5)
@tf.function
def g(x):
    y = x * 2
    return tf.cond(x > 0, lambda: y + a + v, lambda: y)
print(g(C(1))); v.assign(100); print(g(C(1)))

# %% while-loop-basic
fails(tf.while_loop, lambda i: i < 5, lambda i: i + 1, [0])
fails(tf.while_loop, lambda i: i < 5, lambda i: i + 1, [C(0)])
print(tf.while_loop(lambda i: i < 5, lambda i: [i + 1], [0]), tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s + i), [0, 0]))
@tf.function
def g(n):
    return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), [0, 0])
print(g(C(5)), g(C(0)))

# %% while-loop-eager-runs-python
calls = []
def body(i):
    calls.append(type(i).__name__)
    return [i + 1]
print(tf.while_loop(lambda i: i < 3, body, [0]), calls)
print(tf.while_loop(lambda i: i < 3, body, [C(0)]), calls[-1])

# %% while-loop-structures
@tf.function
def g():
    return tf.while_loop(lambda d: d["i"] < 3, lambda d: [{"i": d["i"] + 1, "l": [d["l"][0] * 2]}], [{"i": 0, "l": [1]}]), tf.while_loop(lambda i, p: i < 2, lambda i, p: (i + 1, (p[1], p[0])), (0, (1, 2)))
print(g())
@tf.function
def h():
    return tf.while_loop(lambda d: d["i"] < 3, lambda d: {"i": d["i"] + 1}, [{"i": 0}])
fails(h)

# %% while-loop-single-variable
@tf.function
def g():
    return tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0]), tf.while_loop(lambda i: i < 3, lambda i: [i + 1], (0,)), tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), [0])
print(g())

# %% while-loop-body-traced-once
@tf.function
def g(n):
    def cond(i):
        print("cond", i)
        return i < n
    def body(i):
        print("body", i)
        return i + 1
    return tf.while_loop(cond, body, [0])
print(g(C(3)))

# %% while-loop-shape-change
@tf.function
def g():
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), [0, tf.zeros([1])])
fails(g)

# %% while-loop-shape-invariants
@tf.function
def g():
    i, x = tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), [0, tf.zeros([1])], shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])])
    print(x)
    return x
print(g())

# %% while-loop-dtype-change
@tf.function
def g():
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.cast(x, tf.float32)), [0, 1])
fails(g)

# %% while-loop-structure-change
@tf.function
def g():
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: i + 1, [0, 1])
fails(g)
@tf.function
def h():
    return tf.while_loop(lambda i: i < 3, lambda i: (i, i), [0])
fails(h)

# %% while-loop-bad-condition
@tf.function
def g():
    return tf.while_loop(lambda i: i, lambda i: i + 1, [0])
fails(g)
@tf.function
def h():
    return tf.while_loop(lambda i: [i < 3, i < 2], lambda i: i + 1, [0])
fails(h)
@tf.function
def k():
    return tf.while_loop(lambda i: tf.stack([i < 3, i < 2]), lambda i: i + 1, [0])
fails(k)

# %% while-loop-maximum-iterations
print(tf.while_loop(lambda i: True, lambda i: [i + 1], [0], maximum_iterations=3))
@tf.function
def g():
    return tf.while_loop(lambda i: i < 100, lambda i: i + 1, [0], maximum_iterations=4)
print(g())

# %% while-loop-no-variables
fails(tf.while_loop, lambda: True, lambda: None, [])
fails(tf.while_loop, 1, lambda i: i, [0])
fails(tf.while_loop, lambda i: i < 1, 2, [0])
fails(tf.while_loop, lambda i: i < 1, lambda i: i + 1, None)

# %% while-loop-with-print-and-state
v = tf.Variable(0)
@tf.function
def g():
    def body(i):
        tf.print("i", i, v)
        v.assign_add(i)
        return i + 1
    return tf.while_loop(lambda i: i < 3, body, [0])
g(); print(v.numpy())

# %% while-loop-nested
@tf.function
def g():
    def outer(i, s):
        _, t = tf.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + j), [0, 0])
        return i + 1, s + t
    return tf.while_loop(lambda i, s: i < 4, outer, [0, 0])
print(g())

# %% while-loop-with-cond
@tf.function
def g():
    return tf.while_loop(lambda i, s: i < 6, lambda i, s: (i + 1, tf.cond(tf.equal(i % 2, 0), lambda: s + i, lambda: s)), [0, 0])
print(g())

# %% while-loop-with-float-condition-nan
@tf.function
def g(x):
    return tf.while_loop(lambda i, y: y < 10.0, lambda i, y: (i + 1, y * 2.0), [0, x], maximum_iterations=20)
print(g(C(1.0)), g(C(float("nan"))))

# %% while-loop-captures
a, v = C(2), tf.Variable(3)
@tf.function
def g(n):
    k = n * 10
    return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + a * v + k), [0, 0])
print(g(C(2))); v.assign(0); print(g(C(2)))

# %% while-loop-error-inside
@tf.function
def g(n):
    return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + tf.gather([1, 2, 3], i)), [0, 0])
print(g(C(3)))
fails(g, C(4))

# %% while-loop-names
@tf.function
def g(n):
    r = tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + 1.0), [0, 0.0])
    print(r, r[0].op.type)
    s = tf.while_loop(lambda i: i < n, lambda i: i + 1, [0], name="named")
    print(s)
    return r
g(C(2))

# %% case
print(tf.case([(C(False), lambda: C(1)), (C(True), lambda: C(2))], default=lambda: C(3)), tf.case([(C(False), lambda: C(1))], default=lambda: C(3)))
@tf.function
def g(x):
    return tf.case([(x < 0, lambda: "negative"), (x < 10, lambda: "small")], default=lambda: "big")
print(g(C(-1)), g(C(5)), g(C(50)))
fails(tf.case, [(C(False), lambda: 1)])

# %% case-exclusive
fails(lambda: tf.case([(C(True), lambda: C(1)), (C(True), lambda: C(2))], exclusive=True))
@tf.function
def g(x):
    return tf.case([(x > 0, lambda: 1), (x > 10, lambda: 2)], default=lambda: 3, exclusive=True)
print(g(C(5)))
fails(g, C(50))

# %% switch-case
fs = [lambda: C(10), lambda: C(20), lambda: C(30)]
print(tf.switch_case(C(1), fs), tf.switch_case(C(7), fs), tf.switch_case(C(-1), fs))
fails(tf.switch_case, 0, fs)
@tf.function
def g(i):
    return tf.switch_case(i, {0: lambda: "zero", 1: lambda: "one"}, default=lambda: "other")
print(g(C(0)), g(C(2)), g(C(1)))
@tf.function
def h(i):
    return tf.switch_case(i, [lambda: i + 1, lambda: i * 100])
print(h(C(1)), h(C(9)))

# %% switch-case-errors
fails(tf.switch_case, C(0), {1: lambda: 1, 3: lambda: 2})
fails(tf.switch_case, C(0.5), [lambda: 1])
fails(tf.switch_case, C(0), [])
fails(tf.switch_case, C(0), [1])

# %% map-fn
print(tf.map_fn(lambda x: x * x, C([1, 2, 3])), tf.map_fn(lambda x: x[0] + x[1], (C([1, 2]), C([10, 20])), fn_output_signature=tf.int32), tf.map_fn(lambda x: (x, -x), C([1, 2]), fn_output_signature=(tf.int32, tf.int32)))
@tf.function
def g(x):
    return tf.map_fn(lambda e: tf.reduce_sum(e), x), tf.map_fn(lambda e: tf.cast(e, tf.float32) / 2, tf.range(3), fn_output_signature=tf.float32)
print(g(C([[1, 2], [3, 4]])))

# %% map-fn-traces-once
@tf.function
def g(x):
    def fn(e):
        print("trace", e)
        return e + 1
    return tf.map_fn(fn, x)
print(g(C([1, 2, 3])))

# %% map-fn-wrong-dtype
fails(tf.map_fn, lambda x: tf.cast(x, tf.float32), C([1, 2]))
fails(tf.map_fn, lambda x: (x, x), C([1, 2]))
fails(tf.map_fn, lambda x: x, C(1))
fails(tf.map_fn, 1, C([1]))
fails(tf.map_fn, lambda x: x, [])

# %% map-fn-empty
print(tf.map_fn(lambda x: x * 2, C([], tf.int32)), tf.map_fn(lambda x: x * 2, tf.zeros([0, 2])))

# %% vectorized-map
print(tf.vectorized_map(lambda x: x * x, C([1.0, 2.0])), tf.vectorized_map(lambda x: tf.reduce_sum(x), tf.ones([2, 3])))

# %% scan
print(tf.scan(lambda a, x: a + x, C([1, 2, 3])), tf.scan(lambda a, x: a + x, C([1, 2, 3]), initializer=10), tf.scan(lambda a, x: a * x, C([1, 2, 3]), reverse=True))
@tf.function
def g(x):
    return tf.scan(lambda a, x: (a[0] + x, a[1] * x), x, initializer=(0, 1))
print(g(C([1, 2, 3])))

# %% fold
print(tf.foldl(lambda a, x: a - x, C([1, 2, 3])), tf.foldr(lambda a, x: a - x, C([1, 2, 3])), tf.foldl(lambda a, x: a + x, C([1, 2, 3]), initializer=10))
@tf.function
def g(x):
    return tf.foldl(lambda a, x: a + x, x), tf.foldr(lambda a, x: a * 2 + x, x)
print(g(C([1, 2, 3])))

# %% control-dependencies
v = tf.Variable(0)
@tf.function
def g(x):
    a = x + 1
    with tf.control_dependencies([a]):
        b = tf.identity(x)
    print([o.name for o in b.op.control_inputs])
    with tf.control_dependencies([v.assign_add(1)]):
        c = tf.identity(x)
    print([o.name for o in c.op.control_inputs])
    with tf.control_dependencies(None):
        d = tf.identity(x)
    print(d.op.control_inputs)
    return b
g(C(1)); print(v.numpy())
with tf.control_dependencies([C(1)]):
    print(C(2))

# %% control-dependencies-keep-a-dead-op
@tf.function
def g(x):
    bad = tf.gather([1, 2, 3], x)
    with tf.control_dependencies([bad]):
        y = tf.identity(x)
    return y
fails(g, C(7))
print(g(C(1)))

# %% control-dependencies-wrong
@tf.function
def g(x):
    with tf.control_dependencies([1]):
        return tf.identity(x)
fails(g, C(1))
@tf.function
def h(x):
    with tf.control_dependencies("a"):
        return tf.identity(x)
fails(h, C(1))

# %% group-and-tuple-and-no-op
v = tf.Variable(0)
@tf.function
def g(x):
    op = tf.group(v.assign_add(x), tf.print("grouped", x))
    print(op.type)
    with tf.control_dependencies([op]):
        return tf.identity(x)
print(g(C(2)), v.numpy())
print(tf.tuple([C(1), C(2)]))

# %% stop-iteration-of-python-loops
@tf.function
def g(xs):
    total = C(0)
    for x in xs:
        total += x
    return total
print(g([C(1), C(2)]), g((1, 2, 3)), g({"a": 1}) if False else "")

# %% python-if-on-python-values
@tf.function
def g(x, training):
    if training:
        return x * 2
    return x
print(g(C(1), True), g(C(1), False), g.experimental_get_tracing_count())

# %% init-scope-lifts-out-of-cond
@tf.function
def g(x):
    def t():
        with tf.init_scope():
            print(tf.executing_eagerly())
        return x
    return tf.cond(x > 0, t, lambda: -x)
g(C(1))

# %% cond-grads-and-outputs-of-dead-branch
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: tf.math.log(x), lambda: 0.0)
print(g(C(1.0)), g(C(-1.0)))

# %% functions-called-in-branches
@tf.function
def inner(x):
    print("trace inner")
    return x * 3
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: inner(x), lambda: inner(x) + 1)
print(g(C(1)), g(C(-1)))

# %% while-in-function-in-while
@tf.function
def inner(n):
    return tf.while_loop(lambda i: i < n, lambda i: i + 1, [0])[0]
@tf.function
def g():
    return tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + inner(i)), [0, 0])
print(g())

# %% ops-in-a-cond-graph
@tf.function
def g(x):
    return tf.cond(x > 0, lambda: x + 1, lambda: x - 1)
for op in g.get_concrete_function(tf.TensorSpec([], tf.int32)).graph.get_operations():
    print(op.name, op.type, [i.name for i in op.inputs])

# %% ops-in-a-while-graph
@tf.function
def g(n):
    return tf.while_loop(lambda i: i < n, lambda i: i + 1, [0])
for op in g.get_concrete_function(tf.TensorSpec([], tf.int32)).graph.get_operations():
    print(op.name, op.type, [i.name for i in op.inputs])

# %% control-dependencies-on-an-input-too
v = tf.Variable(1.0)

@tf.function
def f(x):
    y = x * 2
    with tf.control_dependencies([x, y]):
        first = tf.identity(x)
        second = tf.identity(first)
        with tf.control_dependencies([first]):
            third = tf.add(x, second)
    print(*([c.name for c in t.op.control_inputs] for t in (first, second, third)))
    return third
print(f(tf.constant(1)))


# %% loops-with-effects-carry-what-nobody-reads
import tensorflow as tf

v = tf.Variable(0)


def turns(effect):
    @tf.function
    def f(x):
        y = tf.constant([1, 2])
        for i in tf.range(3):
            y = y + tf.gather(y, i + 5)
            if effect:
                v.assign_add(1)
        return x

    return f


print(turns(False)(tf.constant(2)))
try:
    turns(True)(tf.constant(2))
except tf.errors.InvalidArgumentError as error:
    print(type(error).__name__)


# %% a-branch-cannot-read-the-other-ones-tensors
import tensorflow as tf


@tf.function
def of_cond(x):
    items = [x]
    if x > 0:
        items.append(x + 1)
    else:
        x = items[-1] * 2
    return x


@tf.function
def of_case(x):
    items = [x]
    return tf.switch_case(x, [lambda: (items.append(x + 1), x)[1], lambda: items[-1] * 2])


for function in (of_cond, of_case):
    try:
        print(function(tf.constant(1)))
    except ValueError as error:
        print(type(error).__name__, str(error).strip().splitlines()[-1].strip())
