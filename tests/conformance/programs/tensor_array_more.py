import tensorflow as tf
from tell import fails

C = tf.constant
TA = tf.TensorArray
F = tf.float32


def both(*functions):
    """Calls each function eagerly and as a graph."""
    for f in functions:
        for g in (f, tf.function(f, autograph=False)):
            fails(g)

# %% stack-of-what-is-not-set
both(lambda: TA(F, 3, element_shape=[2]).stack(), lambda: TA(F, 0, element_shape=[2]).stack(),
     lambda: TA(F, 3).write(0, 1.0).stack(), lambda: TA(F, 3).write(0, [1.0, 2.0]).stack())

# %% dynamic-size
both(lambda: TA(F, 0, dynamic_size=True).write(3, 1.0).stack(), lambda: TA(F, 0, dynamic_size=True).write(3, 1.0).size())

# %% bounds
fails(lambda: TA(F, 3).write(3, 1.0))
fails(lambda: TA(F, 3).write(-1, 1.0))
fails(lambda: TA(F, 3).read(5))
fails(lambda: TA(F, 3).read(-1))
fails(lambda: TA(F, 3).unstack([1.0, 2.0, 3.0]).gather([0, 5]))
fails(lambda: TA(F, 3).scatter([0, 5], [1.0, 2.0]))

# %% dtypes
both(lambda: TA(F, 3).write(0, 1).read(0), lambda: TA("float32", 2).write(0, 1.5).read(0),
     lambda: TA(tf.string, 2).write(0, "a").write(1, b"b").stack(), lambda: TA(tf.bool, 2, element_shape=[]).stack())
fails(lambda: TA(F, 3).write(0, C(1)))
fails(lambda: TA(tf.int32, 3).write(0, 1.5))

# %% shapes-that-differ
both(lambda: TA(F, 3, element_shape=[2]).write(0, 1.0), lambda: TA(F, 3).write(0, [1.0]).write(1, [1.0, 2.0]),
     lambda: TA(F, 2, infer_shape=False).write(0, [1.0]).write(1, [1.0, 2.0]).concat(),
     lambda: TA(F, 2, infer_shape=False).write(0, [1.0]).write(1, [1.0, 2.0]).read(1))

# %% whole-array
both(lambda: TA(F, 2).write(0, [1.0]).write(1, [3.0]).concat(), lambda: TA(F, 3).unstack([1.0, 2.0, 3.0]).gather([0, 2]),
     lambda: TA(F, 3).unstack([1.0, 2.0, 3.0]).gather([]), lambda: TA(F, 0, dynamic_size=True).unstack([1.0, 2.0]).stack(),
     lambda: TA(F, 3).scatter([0, 2], [1.0, 2.0]).stack(), lambda: TA(F, 3).split([1.0, 2.0, 3.0], [1, 2, 0]).read(1),
     lambda: TA(F, 3).split([1.0, 2.0, 3.0], [1, 1, 1]).stack(), lambda: TA(F, 3).unstack([[1.0, 2.0], [2.0, 3.0], [3.0, 4.0]]).concat(),
     lambda: TA(F, 3).identity().size(), lambda: TA(F, size=C(2)).size())

# %% whole-array-errors
fails(lambda: TA(F, 3).unstack([1.0, 2.0, 3.0, 4.0]))
fails(lambda: TA(F, 3).unstack(1.0))
fails(lambda: TA(F, 3).split([1.0, 2.0, 3.0], [1, 2]))
fails(lambda: TA(F, 2).split([1.0, 2.0, 3.0], [1, 1]))
fails(lambda: TA(F, 2).write(0, 1.0).write(1, 3.0).concat())
fails(lambda: TA(F, 3).stack())

# %% construction
both(lambda: TA(F), lambda: TA(F, dynamic_size=True))
fails(lambda: TA(F, size=2.5))
fails(lambda: TA(F, size=[2]))
print(TA(F, 3).dtype, TA(F, 3).element_shape, TA(F, 3, element_shape=[None, 2]).element_shape, TA(F, 3).dynamic_size)
print(TA(F, 3).handle, TA(F, 3).flow)

# %% indices
both(lambda: TA(F, 3).write(C(0), 1.0).read(C(0)), lambda: TA(F, 3).write(C(0), 1.0).read(C(0, tf.int64)))

# %% reading-twice
t = TA(F, 3).write(0, 1.0)
print(t.read(0))
fails(t.read, 0)
t = TA(F, 3, clear_after_read=False).write(0, 1.0)
print(t.read(0), t.read(0))
print(tf.function(lambda: (lambda t: (t.read(0), t.read(0)))(TA(F, 3).write(0, 1.0)), autograph=False)())

# %% versions-in-a-graph
@tf.function(autograph=False)
def f():
    a = TA(F, 2, element_shape=[]).write(0, 1.0)
    b = a.write(0, 2.0)
    c = a.write(1, 3.0)
    d = b.write(1, 4.0)
    return a.stack(), b.stack(), c.stack(), d.stack(), a.stack()
print(*f())

# %% static-shapes
@tf.function(autograph=False)
def f(n):
    t = TA(F, n).write(0, [1.0, 2.0])
    print(t.element_shape, t.stack(), t.read(0), t.concat(), t.gather([0]), t.size())
    u = TA(F, n, infer_shape=False).write(0, [1.0, 2.0])
    print(u.element_shape, u.stack(), u.read(0), u.concat(), u.gather([0]))
    u = TA(F, 4).unstack(tf.ones([4, 2]))
    print(u.element_shape, u.stack(), u.read(0), u.size())
    u = TA(F, 4, element_shape=[None, 2])
    print(u.stack(), u.read(0), u.concat())
    u = TA(F, 0, dynamic_size=True)
    print(u.size(), u.stack())
f(C(1))

# %% through-loops-and-branches
def f(n):
    t = TA(F, n)
    _, t = tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t.write(i, tf.cast(i, F) * 2)), [0, t])
    return tf.cond(n > 3, lambda: t.write(0, -1.0), lambda: t.write(1, -1.0)).stack()
for n in (3, 4):
    print(f(C(n)), tf.function(f, autograph=False)(C(n)))

# %% out-of-a-function
@tf.function(autograph=False)
def f():
    return TA(F, 2).write(0, 1.0)
print(f())
fails(lambda: f().stack())

# %% autograph
@tf.function
def squares(n):
    t = TA(tf.int32, 0, dynamic_size=True)
    for i in tf.range(n):
        if i % 2 == 0:
            t = t.write(t.size(), i * i)
    return t.stack()
print(squares(C(7)), squares(C(1)))

# %% fibonacci
@tf.function
def fibonacci(n):
    t = TA(tf.int32, n, clear_after_read=False)
    t = t.write(0, 0)
    t = t.write(1, 1)
    for i in tf.range(2, n):
        t = t.write(i, t.read(i - 1) + t.read(i - 2))
    return t.stack()
print(fibonacci(C(10)))

# %% dropped-result
@tf.function
def f():
    t = TA(tf.int32, 2, element_shape=[])
    t.write(0, 5)
    return t.stack()
print(f())
