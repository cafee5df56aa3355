import tensorflow as tf
from tell import fails

C = tf.constant


def both(f):
    """Calls f eagerly and as a graph."""
    for g in (f, tf.function(f, autograph=False)):
        fails(g)

# %% cond-arguments
both(lambda: tf.cond(C(True)))
both(lambda: tf.cond(C(True), lambda: 1))
both(lambda: tf.cond(C(True), 1, lambda: 2))
both(lambda: tf.cond(C(True), lambda: 1, 2))

# %% cond-mismatches
g = tf.function(lambda f, h: tf.cond(C(True), f, h), autograph=False)
fails(g, lambda: (1, 2), lambda: 1)
fails(g, lambda: 1, lambda: 2.0)
fails(g, lambda: 1, lambda: None)
fails(g, lambda: (1, 2), lambda: [1, 2])
fails(g, lambda: {"a": 1}, lambda: {"b": 1})
fails(g, lambda: object(), lambda: 1)

# %% cond-operations
v = tf.Variable(1.0)
@tf.function(autograph=False)
def f(x):
    print(tf.cond(x, lambda: v.assign_add(1.0), lambda: v.assign_sub(1.0)))
    print(tf.cond(x, lambda: tf.print("a"), lambda: tf.print("b")))
    print(tf.cond(x, lambda: tf.group(tf.no_op()), lambda: tf.no_op()))
    fails(tf.cond, x, lambda: tf.print("a"), lambda: None)
f(C(True))
print(v.numpy())

# %% cond-shapes-merge
@tf.function(autograph=False)
def f(x):
    print(tf.cond(x, lambda: tf.zeros([2]), lambda: tf.zeros([3])))
    print(tf.cond(x, lambda: tf.zeros([2, 3]), lambda: tf.zeros([3])))
    print(tf.cond(x, lambda: tf.zeros([2, 3]), lambda: tf.zeros([2, 4])))
f(C(True))

# %% cond-predicate-of-one-element
g = tf.function(lambda x: tf.cond(x, lambda: 1, lambda: 2), autograph=False)
print(g(C([True])), g(C([[False]])), tf.cond(C([True]), lambda: 1, lambda: 2))

# %% cond-name
@tf.function(autograph=False)
def f(x):
    print(tf.cond(x, lambda: 1, lambda: 2, name="choose"), tf.cond(x, lambda: 1, lambda: 2, name="choose"))
    with tf.name_scope("outer"):
        print(tf.cond(x, lambda: 1, lambda: 2))
f(C(True))

# %% cond-inner-names
@tf.function(autograph=False)
def f(x, y):
    def yes():
        z = x * y
        print(z, tf.identity(z), x + 1)
        return z
    return tf.cond(x > 0, yes, lambda: y)
f(C(1), C(2))

# %% switch-case-results
for i in (-7, 0, 1, 2, 9):
    print(tf.switch_case(C(i), [lambda: 10, lambda: 20]), tf.switch_case(C(i), {1: lambda: 21, 0: lambda: 11}),
          tf.switch_case(C(i), [lambda: 10, lambda: 20], default=lambda: 30))
f = tf.function(lambda i: tf.switch_case(i, [lambda: 10, lambda: 20], default=lambda: 30), autograph=False)
print([f(C(i)).numpy() for i in (-7, 0, 1, 2, 9)])

# %% switch-case-errors-again
both(lambda: tf.switch_case(C(0), []))
both(lambda: tf.switch_case(C(0), [3]))
both(lambda: tf.switch_case(C(0), 3))
both(lambda: tf.switch_case(C(0.0), [lambda: 1]))
both(lambda: tf.switch_case(C(0), {1: lambda: 1}))
both(lambda: tf.switch_case(C(0), {"a": lambda: 1}))
both(lambda: tf.switch_case(C(0), [(0, lambda: 1), (0, lambda: 2)]))
both(lambda: tf.switch_case(0, [lambda: 1]))
both(lambda: tf.switch_case(C(0, tf.int64), [lambda: 1]))
both(lambda: tf.switch_case(C(0), [lambda: 1, lambda: 2.0]))
fails(tf.switch_case, C([0]), [lambda: 1])

# %% switch-case-names-and-effects
@tf.function(autograph=False)
def f(i):
    print(tf.switch_case(i, [lambda: 1, lambda: 2]), tf.switch_case(i, [lambda: 1], name="pick"))
    return tf.switch_case(i, [lambda: tf.print("zero"), lambda: tf.print("one")])
print(f(C(0)), f(C(1)))

# %% case-results
x = C(3)
print(tf.case([(x > 5, lambda: 1), (x > 2, lambda: 2)], default=lambda: 3))
print(tf.case([(x > 5, lambda: 1), (x > 4, lambda: 2)], default=lambda: 3))
print(tf.case([(x > 1, lambda: 1), (x > 2, lambda: 2)]))
f = tf.function(lambda x: tf.case([(x > 5, lambda: 1), (x > 2, lambda: 2)], default=lambda: 3), autograph=False)
print([f(C(i)).numpy() for i in (9, 3, 0)])

# %% case-errors
both(lambda: tf.case(3))
both(lambda: tf.case([3]))
both(lambda: tf.case([(3, lambda: 1)]))
both(lambda: tf.case([(True, lambda: 1)]))
both(lambda: tf.case([]))
both(lambda: tf.case([(C(True), lambda: 1)], default=3))
fails(tf.case, [(C(True), 3)])

# %% case-without-a-match
fails(tf.case, [(C(False), lambda: 1), (C(False), lambda: 2)])

# %% group-and-tuple-again
print(tf.group(C(1)), tf.tuple([C(1), 2]), tf.no_op())
@tf.function(autograph=False)
def f(x):
    print(tf.group(x, name="gg").name, tf.group().name, tf.tuple([x, x], name="tt"), tf.tuple([x, None]))
    fails(tf.group, 3)
    fails(tf.tuple, [None])
    with tf.control_dependencies([x]):
        print([op.name for op in tf.identity(x).op.control_inputs])
    with tf.control_dependencies([tf.no_op()]):
        print([op.name for op in tf.identity(x).op.control_inputs])
        with tf.control_dependencies(None):
            print([op.name for op in tf.identity(x).op.control_inputs])
f(C(1))

# %% control-dependencies-eager
with tf.control_dependencies([C(1), lambda: print("called")]):
    print("inside")
with tf.control_dependencies(None):
    print("inside")

# %% indexed-slices-from-branches
x = C([1.0, 2.0, 3.0])
@tf.function(autograph=False)
def f(p):
    def rows(i):
        return lambda: tf.IndexedSlices(tf.reshape(x[i], [1]), tf.reshape(i, [1]), C([3]))
    return tf.cond(p, rows(0), rows(2))
print(tf.convert_to_tensor(f(C(True))), tf.convert_to_tensor(f(C(False))))

# %% control-inputs-of-the-function-around
import tensorflow as tf
from tell import fails
@tf.function
def f(x):
    check = tf.debugging.Assert(x > 0.0, ["not positive"])
    def checked(value):
        with tf.control_dependencies([check, 3]):
            return value + 1.0
    return tf.map_fn(checked, tf.zeros([2])), tf.cond(x > 5.0, lambda: checked(x), lambda: x)
print(f(tf.constant(1.0)), f(tf.constant(6.0)))
fails(f, tf.constant(-1.0))
print([(op.type, [one.name for one in op.control_inputs]) for op in f.get_concrete_function(tf.constant(1.0)).graph.get_operations() if "map" in op.name and op.control_inputs])
