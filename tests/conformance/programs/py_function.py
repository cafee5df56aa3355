import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant

# %% eager-tensors-to-the-callback
def show(x):
    print(type(x).__name__, x)
    return x + 1
@tf.function
def f(x):
    y = tf.py_function(show, [x], tf.int32)
    print(y)
    return y
print(f(C(1)), f(C(2)))

# %% eager-call
print(tf.py_function(lambda x: x * 2, [C(3)], tf.int32), tf.py_function(lambda: 5, [], tf.int32))

# %% no-outputs
@tf.function
def f(x):
    r = tf.py_function(lambda v: print("seen", v.numpy()), [x], [])
    print(type(r).__name__)
    return x
f(C(1)); f(C(2))
print(tf.py_function(lambda v: None, [C(1)], []))

# %% several-outputs
@tf.function
def f(x):
    a, b = tf.py_function(lambda v: (v, v * 2.0), [x], [tf.float32, tf.float32])
    print(a, b)
    return a, b
print(f(C(1.5)))
print(tf.py_function(lambda v: [v, "s"], [C(1)], (tf.int32, tf.string)))

# %% one-output-in-a-list
print(tf.py_function(lambda v: v, [C(1)], [tf.int32]), tf.py_function(lambda v: [v], [C(1)], [tf.int32]))

# %% set-shape-afterwards
@tf.function
def f(x):
    y = tf.py_function(lambda v: v, [x], tf.int32)
    print(y.shape)
    y.set_shape(x.shape)
    print(y.shape, (y + 1).shape)
    return y
print(f(C([1, 2])))

# %% python-state-changes-each-run
n = 0
def count():
    global n
    n += 1
    return n
@tf.function
def f():
    return tf.py_function(count, [], tf.int32)
print(f(), f(), f(), n)

# %% variables-inside
v = tf.Variable(1.0)
@tf.function
def f(x):
    return tf.py_function(lambda t: v.assign_add(t), [x], tf.float32)
print(f(C(1.0)), v.numpy())

# %% control-flow-inside
def fizz(x):
    return "fizz" if x % 3 == 0 else str(x.numpy())
@tf.function
def f(x):
    return tf.map_fn(lambda e: tf.py_function(fizz, [e], tf.string), x, fn_output_signature=tf.string)
print(f(tf.range(4)))

# %% numpy-function
def show(x):
    print(type(x).__name__, x, x.dtype)
    return x * 2
@tf.function
def f(x):
    y = tf.numpy_function(show, [x], tf.float32)
    print(y)
    return y
print(f(C([1.5, 2.5])))
print(tf.numpy_function(np.sum, [C([1, 2])], tf.int64))

# %% numpy-function-scalar
def show(x):
    print(type(x).__name__)
    return x
print(tf.numpy_function(show, [C(1)], tf.int32), tf.numpy_function(show, [C("a")], tf.string))

# %% numpy-function-state
it = iter(range(10))
@tf.function
def f():
    return tf.numpy_function(lambda: np.int64(next(it)), [], tf.int64)
print(f(), f(), f())

# %% py-function-exception-leaves-the-function-usable
def bad(x):
    if x > 0:
        raise ValueError("positive")
    return x
@tf.function
def f(x):
    return tf.py_function(bad, [x], tf.int32)
fails(f, C(1)); print(f(C(-1)))

# %% unused-py-function-runs
@tf.function
def f(x):
    tf.py_function(lambda v: print("ran", int(v)), [x], [tf.int32] if False else [])
    return x
f(C(7))

# %% inputs-are-converted
print(tf.py_function(lambda a, b, c: print(a.dtype, b.dtype, c.dtype), [1, 2.5, "s"], []))
print(tf.py_function(lambda a: tf.reduce_sum(a), [[1, 2, 3]], tf.int32))
fails(tf.py_function, lambda a: a, [None], tf.int32)

# %% results-are-converted
print(tf.py_function(lambda: 1, [], tf.float32), tf.py_function(lambda: np.array([1.0]), [], tf.float64), tf.py_function(lambda: "s", [], tf.string), tf.py_function(lambda: [1, 2], [], tf.int32) if False else "", tf.py_function(lambda: True, [], tf.bool))

# %% compat-py-func
@tf.function
def f(x):
    return tf.compat.v1.py_func(lambda v: v + 1, [x], tf.int32)
print(f(C(1)))

# %% nested-function-call-inside
@tf.function
def g(x):
    print("trace g")
    return x + 1
@tf.function
def f(x):
    return tf.py_function(lambda v: g(v) * 10, [x], tf.int32)
print(f(C(1)), f(C(2)))

# %% interrupted
for error in KeyboardInterrupt("stop"), SystemExit(3), GeneratorExit():
    def interrupted(x):
        raise error
    for call in (lambda: tf.py_function(interrupted, [1.0], tf.float32)), tf.function(lambda: tf.py_function(interrupted, [1.0], tf.float32), autograph=False), tf.function(lambda: tf.numpy_function(interrupted, [1.0], tf.float32), autograph=False):
        fails(call)

# %% mean-of-an-unknown-rank
@tf.function
def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        mean = tf.reduce_mean(tf.py_function(tf.square, [x], tf.float32))
    return tape.gradient(mean, x)
print(slope(tf.constant(2.0)), slope(tf.constant([1.0, 2.0])))
empty = tf.constant([], tf.int32)
for divide in (tf.math.floormod, tf.math.floordiv, tf.truncatediv, tf.truncatemod):
    print(divide(empty, 0))
