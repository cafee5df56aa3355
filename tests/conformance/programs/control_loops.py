import tensorflow as tf
from tell import fails

C = tf.constant


def both(f):
    """Calls f eagerly and as a graph."""
    for g in (f, tf.function(f, autograph=False)):
        fails(g)

# %% results
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [C(0)]))
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), (C(0),)))
both(lambda: tf.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), (C(0), 1.0), maximum_iterations=2))
both(lambda: tf.while_loop(lambda i, j: i < 3, lambda i, j: [i + 1, {"a": j["a"] * 2}], (C(0), {"a": 1.0})))
both(lambda: tf.while_loop(lambda i: C(True), lambda i: [i + 1], [C(0)], maximum_iterations=0))
both(lambda: tf.while_loop(lambda i: C(True), lambda i: [i + 1], [C(0)], maximum_iterations=C(4)))

# %% one-variable-not-in-a-list
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [C(0)]))

# %% arguments
both(lambda: tf.while_loop(1, lambda i: i + 1, [0]))
both(lambda: tf.while_loop(lambda i: i < 3, 1, [0]))
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: [i + 1], []))
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [C(0)], parallel_iterations=0))
both(lambda: tf.while_loop(lambda i, j: i < 3, lambda i: [i], [C(0)]))
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [None]))
both(lambda: tf.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, None), [0, None]))
fails(tf.while_loop, lambda i: i < 3, lambda i: [i + 1], [C(0)], maximum_iterations=[4])

# %% condition
both(lambda: tf.while_loop(lambda i: None, lambda i: [i + 1], [C(0)]))
both(lambda: tf.while_loop(lambda i: 3, lambda i: [i + 1], [C(0)], maximum_iterations=4))
both(lambda: tf.while_loop(lambda i: "a", lambda i: [i + 1], [C(0)], maximum_iterations=1))
both(lambda: tf.while_loop(lambda i: tf.stack([i < 3]), lambda i: [i + 1], [C(0)]))

# %% dtype-and-structure
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: [tf.cast(i + 1, tf.float32)], [C(0)]))
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1, i), [C(0)]))
both(lambda: tf.while_loop(lambda i: i < 3, lambda i: ["a"], [C(0)]))
both(lambda: tf.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, [j]), [C(0), C(1)]))

# %% shapes
grow = lambda i, x: (i + 1, tf.concat([x, x], 0))
both(lambda: tf.while_loop(lambda i, x: i < 2, grow, [C(0), C([1.0])]))
both(lambda: tf.while_loop(lambda i, x: i < 2, grow, [C(0), C([1.0])], shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])]))
both(lambda: tf.while_loop(lambda i, x: i < 2, grow, [C(0), C([1.0])], shape_invariants=[tf.TensorShape([]), tf.TensorShape([2])]))
both(lambda: tf.while_loop(lambda i, x: i < 2, grow, [C(0), C([1.0])], shape_invariants=[tf.TensorShape([]), tf.TensorShape(None)]))
both(lambda: tf.while_loop(lambda i, x: i < 2, grow, [C(0), C([1.0])], shape_invariants=[tf.TensorShape([])]))

# %% shapes-inside
@tf.function(autograph=False)
def f(x):
    def body(i, a, b):
        print(i, a, b)
        return i + 1, tf.concat([a, a], 0), b
    print(tf.while_loop(lambda i, a, b: i < 2, body, [0, x, {"k": x}],
                        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None]), {"k": tf.TensorShape(None)}]))
f(tf.zeros([2]))

# %% names-inside
@tf.function(autograph=False)
def f(x):
    y = x * 2
    def body(i, a):
        print(i, a, x, y)
        b = a * y
        print(b, i + 1)
        return i + 1, b
    print(tf.while_loop(lambda i, a: i < 3, body, [0, x]), tf.while_loop(lambda i, a: i < 3, body, [0, x], name="turn"))
f(C(1))

# %% variables-in-loops
v = tf.Variable(1.0)
w = tf.Variable(0)
@tf.function(autograph=False)
def f(n):
    def body(i, a):
        v.assign_add(1.0)
        w.assign(i)
        return i + 1, a + v
    return tf.while_loop(lambda i, a: i < n, body, [0, 0.0])
print(f(C(3)), v.numpy(), w.numpy())
print(tf.while_loop(lambda a: a < 5.0, lambda a: [a + 1.0], [v]))

# %% prints-in-order
@tf.function(autograph=False)
def f(n):
    def body(i):
        tf.print("body", i)
        return [i + 1]
    def cond(i):
        tf.print("cond", i)
        return i < n
    return tf.while_loop(cond, body, [0])
f(C(2))

# %% error-in-a-turn
f = tf.function(lambda n: tf.while_loop(lambda i: i < n, lambda i: [i + tf.gather([1, 2], i)], [0]), autograph=False)
print(f(C(2)))
fails(f, C(9))
print(f(C(1)))

# %% loop-in-branch-in-loop
@tf.function(autograph=False)
def f(n):
    def inner(i, total):
        return tf.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + j), [0, total])[1]
    def body(i, total):
        return i + 1, tf.cond(i % 2 == 0, lambda: inner(i, total), lambda: total - 1)
    return tf.while_loop(lambda i, t: i < n, body, [0, 0])[1]
print([f(C(n)).numpy() for n in range(7)])

# %% leak-from-a-body
@tf.function(autograph=False)
def f(n):
    seen = []
    tf.while_loop(lambda i: i < n, lambda i: [seen.append(i + 1) or i + 1], [0])
    return seen[0]
fails(f, C(2))

# %% body-counts
count = []
def body(i):
    count.append(1)
    return [i + 1]
tf.while_loop(lambda i: i < 3, body, [C(0)])
print(len(count))
tf.function(lambda: tf.while_loop(lambda i: i < 3, body, [C(0)]), autograph=False)()
print(len(count))

# %% empty-strings-and-bools
f = tf.function(lambda: tf.while_loop(lambda i, s, b: i < 2, lambda i, s, b: (i + 1, s + "x", ~b), [0, "", True]), autograph=False)
print(f())

# %% long-loop
f = tf.function(lambda n: tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t + i), [0, 0]), autograph=False)
print(f(C(5000)))

# %% static-shapes-from-outside
import tensorflow as tf
@tf.function
def reshaped(u):
    shape = tf.shape(u)
    for i in tf.range(3):
        u = tf.reshape(u, shape)
        for j in tf.range(2):
            u = tf.reshape(u, shape)
        if i > 0:
            u = tf.reshape(u, shape)
    return u
@tf.function
def by_a_constant(u):
    shape = tf.constant([2, 3])
    for _ in tf.range(3):
        u = tf.reshape(u, shape)
    return u
outer_shape = tf.constant([2, 3])
@tf.function
def by_an_eager_constant(u):
    for _ in tf.range(3):
        u = tf.reshape(u, outer_shape)
    return u
@tf.function
def by_a_loop(u):
    shape = tf.shape(u)
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.reshape(x, shape)), [0, u])[1]
@tf.function
def by_a_branch(u):
    shape = tf.stack([tf.size(u), 1])
    return tf.cond(u[0, 0] > 0, lambda: tf.reshape(u, shape), lambda: tf.zeros(shape))
@tf.function
def by_a_map(u):
    shape = tf.shape(u)
    return tf.map_fn(lambda row: tf.reshape(row, shape[1:]), u)
@tf.function
def in_a_function(u):
    shape = tf.shape(u)
    return tf.function(lambda x: tf.reshape(x, shape))(u)
for f in reshaped, by_a_constant, by_an_eager_constant, by_a_loop, by_a_branch, by_a_map, in_a_function:
    print(f.__name__, f(tf.ones([2, 3])), f.get_concrete_function(tf.TensorSpec([2, 3])).output_shapes)

# %% what-is-known-of-shapes-from-outside
import tensorflow as tf
def f(u):
    n, size = tf.shape(u), tf.size(u)
    doubled = n * 2
    for _ in tf.range(2):
        print(tf.zeros(n).shape, tf.ones(n).shape, tf.fill(n, 1.0).shape, tf.reshape(u, tf.cast(n, tf.int64)).shape, tf.broadcast_to(1.0, n).shape)
        print(tf.random.normal(n).shape, tf.random.truncated_normal(n).shape, tf.random.uniform(n).shape, tf.random.uniform(n, 0, 5, tf.int32).shape,
              tf.random.stateless_normal(n, [1, 2]).shape, tf.random.stateless_uniform(n, [1, 2]).shape)
        print(tf.zeros(doubled).shape, tf.zeros(n * 1).shape, tf.zeros(tf.concat([n, [4]], 0)).shape, tf.zeros([n[0], doubled[1]]).shape,
              tf.zeros(tf.stack([n[0], 3])).shape, tf.zeros(n[:1]).shape, tf.range(n[0]).shape, tf.tile([1.0], n[:1]).shape)
        for _ in tf.range(2):
            print(tf.zeros(n).shape, tf.reshape(u, [size]).shape, tf.reshape(u, tf.stack([size])).shape, tf.reshape(u, size[None]).shape)
    return u
for dims in [2, 3], [2, None], [None, None], None:
    tf.function(f).get_concrete_function(tf.TensorSpec(dims))
