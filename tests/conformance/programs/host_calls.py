import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant


def raising(error):
    def function(*args):
        raise error
    return function


class Mine(Exception):
    pass


# %% exception-classes
for error in (ZeroDivisionError("division by zero"), ValueError("v"), TypeError("t"), KeyError("k"), StopIteration(), MemoryError("m"), NotImplementedError("n"),
              RuntimeError("r"), Mine("mine"), AssertionError(), IndexError("i"), OSError(2, "no"), FileNotFoundError("f"), OverflowError("o"),
              UnicodeDecodeError("utf8", b"x", 0, 1, "r"), tf.errors.NotFoundError(None, None, "nf"), tf.errors.InvalidArgumentError(None, None, "ia")):
    fails(tf.py_function, raising(error), [1], tf.int32)
    fails(tf.numpy_function, raising(error), [1], tf.int32)
    @tf.function
    def f():
        return tf.py_function(raising(error), [1], tf.int32)
    fails(f)
    @tf.function
    def g():
        return tf.numpy_function(raising(error), [1], tf.int32)
    fails(g)

# %% exception-of-an-operation-inside
fails(tf.py_function, lambda x: tf.gather([1, 2, 3], x), [5], tf.int32)
fails(tf.py_function, lambda x: tf.add(x, C("a")), [5], tf.int32)

# %% forms-of-tout
for tout in ([tf.float32, tf.float32], (tf.float32, tf.float32)):
    print(tf.py_function(lambda x: (x, x * 2.0), [C(1.0)], tout))
print(tf.py_function(lambda x: None, [C(1.0)], []), tf.py_function(lambda x: x, [C(1.0)], [tf.float32]), tf.py_function(lambda x: [x], [C(1.0)], [tf.float32]))
print(tf.py_function(lambda x: [x, x], [C(1.0)], tf.float32), tf.py_function(lambda x: 1, [C(1.0)], "int32"), tf.py_function(lambda x: [x, x, x], [C(1.0)], [tf.float32, tf.float32]))
fails(tf.py_function, lambda x: 3, [C(1.0)], ())
fails(tf.py_function, lambda x: 1, [C(1.0)], "rubbish")

# %% wrong-number-of-results
def without_number(f, *args):
    try:
        print(f(*args))
    except tf.errors.InvalidArgumentError as error:
        import re
        print(re.sub(r"pyfunc_\d+", "pyfunc_N", str(error).split("\n")[0]))
without_number(tf.py_function, lambda x: [x], [C(1.0)], [tf.float32, tf.float32])
without_number(tf.py_function, lambda x: None, [C(1.0)], tf.float32)
without_number(tf.py_function, lambda x: None, [C(1.0)], [tf.float32])

# %% conversion-of-results
print(tf.py_function(lambda x: 1, [C(1.0)], tf.float32), tf.py_function(lambda x: np.float64(1.5), [C(1.0)], tf.float32), tf.py_function(lambda x: "é", [C(1.0)], tf.string))
print(tf.py_function(lambda x: [[1, 2], [3, 4]], [C(1.0)], [tf.int32, tf.int32]), tf.py_function(lambda x: np.zeros([2, 2]), [C(1.0)], tf.float64))
fails(tf.py_function, lambda x: C(1), [C(1.0)], tf.float32)
fails(tf.py_function, lambda x: 1.5, [C(1.0)], tf.int32)
fails(tf.py_function, lambda x: object(), [C(1.0)], tf.int32)
v = tf.Variable(1.0)
fails(tf.py_function, lambda x: v, [C(1.0)], tf.float32)
print(tf.py_function(lambda x: v.assign(3.0), [C(1.0)], tf.float32), v.numpy())

# %% arguments
print(tf.py_function(lambda *a: len(a), C([1, 2]), tf.int32), tf.py_function(lambda *a: len(a), [], tf.int32))
print(tf.py_function(lambda *a: str([type(x).__name__ for x in a]), [[1, 2], "s", np.zeros(2), tf.Variable(2.0), 1.5], tf.string))
fails(tf.py_function, lambda x: x, 3, tf.int32)
fails(tf.py_function, 3, [1], tf.int32)
fails(tf.py_function, lambda x: x, [1])
fails(tf.py_function, lambda x: x, Tout=tf.int32)
fails(tf.py_function, lambda: 1, [1], tf.int32)

# %% decorators
@tf.py_function(Tout=tf.float32)
def double(x):
    """Twice x."""
    return x * 2
print(double(C(2.0)), double.__name__, double.__doc__)
@tf.numpy_function(Tout=tf.float32)
def half(x):
    return x / 2
print(half(C(2.0)))
@tf.function
def f(x):
    return double(x) + half(x)
print(f(C(4.0)))
fails(tf.py_function, None, [1], tf.int32)

# %% numpy-function-eager
N = tf.numpy_function
print(N(lambda x: x.astype("f8"), [C(1.0)], tf.float32), N(lambda x: 1.5, [C(1.0)], tf.float64), N(lambda x: 1, [C(1.0)], tf.int64))
print(N(lambda x: [x, x], [C(1.0)], [tf.float32]), N(lambda x: [x], [C(1.0)], [tf.float32, tf.float32]), N(lambda x: None, [C(1.0)], []), N(lambda x: x, [C(1.0)], [tf.float32]))
print(N(lambda x: x + b"!", [C("a")], tf.string), N(lambda x: "é", [C("a")], tf.string), N(lambda x: np.array(["a", "bcd"]), [C("a")], tf.string), N(lambda x: x > 0, [C(1.0)], tf.bool))
fails(N, lambda x: object(), [C(1.0)], tf.float32)

# %% numpy-function-in-a-graph
import re
for value in (1.5, np.float64(2), np.zeros(2), [1, 2], None, "s", b"b", "é", True, (1,), np.array([b"x", b"yz"]), np.float32(3), [np.float32(1)]):
    for tout in (tf.float32, tf.int32, tf.string, [tf.int64, tf.int64], [tf.float32]):
        @tf.function
        def f():
            return tf.numpy_function(lambda: value, [], tout)
        try:
            print(f())
        except tf.errors.OpError as error:
            lines = [line for line in str(error).split("\n") if "pyfunc_" in line or "Error:" in line]
            print(type(error).__name__, re.sub(r"pyfunc_\d+", "pyfunc_N", lines[0]))

# %% numpy-function-arguments-in-a-graph
@tf.function
def f(a, b, c):
    return tf.numpy_function(lambda a, b, c: f"{type(a).__name__} {a!r} {b!r} {c!r}", [a, b, c], tf.string)
print(f(C(1.5), C(["x", "y"]), C([True])))

# %% numpy-function-changes-its-argument
a = C([1.0, 2.0])
print(tf.numpy_function(lambda x: x.__setitem__(0, 9.0) or x, [a], tf.float32), a)
@tf.function
def f(a):
    b = tf.numpy_function(lambda x: np.sort(x)[::-1], [a], tf.float32)
    return b, a
print(*f(a))

# %% stateless-numpy-function-is-pruned
@tf.function
def f(x):
    tf.numpy_function(lambda: print("stateful"), [], [])
    tf.numpy_function(lambda v: print("stateless") or v, [x], tf.int32, stateful=False)
    return x
f(C(1))

# %% gradient
x = C(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.py_function(lambda v: v * v, [x], tf.float32)
print(y, tape.gradient(y, x))
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.numpy_function(lambda v: v * v, [x], tf.float32)
print(y, tape.gradient(y, x))
v = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = tf.py_function(lambda a: v * a, [x], tf.float32)
print(y, tape.gradient(y, v))

# %% gradient-of-several
a, b = C(2.0), C(5.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch([a, b])
    y, z = tf.py_function(lambda v, w: (v * v * w, v * 3.0), [a, b], [tf.float32, tf.float32])
    s = y + z
print(tape.gradient(s, [a, b]))
with tf.GradientTape() as tape:
    tape.watch(a)
    y = tf.py_function(lambda v: C(1.0), [a], tf.float32)
print(tape.gradient(y, a))

# %% gradient-twice-from-one-tape
a = C(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(a)
    y = tf.py_function(lambda v: v * v, [a], tf.float32)
print(tape.gradient(y, a))
try:
    tape.gradient(y, a)
except tf.errors.UnknownError as error:
    import re
    print(re.sub(r"pyfunc_\d+", "pyfunc_N", str(error).split("\n")[0]))

# %% gradient-in-a-graph
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.py_function(lambda a: a * a * a, [x], tf.float32)
    g = tape.gradient(y, x)
    print(g)
    return y, g
for value in (3.0, 2.0):
    print(*f(C(value)))
@tf.function
def h(x):
    return tf.py_function(lambda a: a * a * a, [x], tf.float32)
x = C(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = h(x)
print(tape.gradient(y, x))
@tf.function
def k(x):
    y = tf.py_function(lambda a: a * a, [x], tf.float32)
    return tf.gradients(y, x)
print(k(C(4.0)))

# %% eager-inside
@tf.function
def f(x):
    return tf.py_function(lambda v: print(tf.executing_eagerly(), tf.inside_function(), v.numpy()), [x], [])
@tf.function
def g(x):
    f_result = tf.py_function(lambda v: print(tf.executing_eagerly(), tf.inside_function(), v.numpy()), [x], [])
    return x
g(C(1))
fails(f, C(1))

# %% order-of-effects
@tf.function
def f(x):
    tf.print("p1"); tf.py_function(lambda v: print("p2"), [x], [])
    tf.print("p3"); tf.numpy_function(lambda v: print("p4"), [x], [])
    tf.py_function(lambda v: print("p5"), [x], [])
    return x
f(C(1))

# %% nodes
@tf.function
def f(x):
    a = tf.py_function(lambda v: v * 2, [x], tf.float32)
    b = tf.py_function(lambda v: None, [x], [])
    c = tf.py_function(lambda v: (v, v), [x], [tf.float32, tf.float32], name="mine")
    d = tf.numpy_function(lambda v: v * 2, [x], tf.float32)
    e = tf.numpy_function(lambda v: v * 2, [x], tf.float32, stateful=False)
    print(a, type(b).__name__, c, d, e)
    return a, c, d, e
for o in f.get_concrete_function(C(1.0)).graph.get_operations():
    print(o.name, o.type, [i.name for i in o.inputs], ["^" + c.name for c in o.control_inputs if o.type != "NoOp"], [str(t.shape) for t in o.outputs])

# %% a-function-called-inside
@tf.function
def inner(x):
    print("tracing")
    return x + 1
@tf.function
def f(x):
    return tf.py_function(inner, [x], tf.int32)
print(f(C(1)), f(C(2)))

# %% methods-and-callables
class Counter:
    def __init__(self):
        self.count = 0
    def __call__(self, x):
        self.count += 1
        return x + self.count
    def method(self, x):
        return x * self.count
counter = Counter()
@tf.function
def f(x):
    return tf.py_function(counter, [x], tf.int32), tf.py_function(counter.method, [x], tf.int32), tf.py_function(max, [x, x + 1], tf.int32)
print(*f(C(10))); print(*f(C(10)))

# %% numpy-warnings-and-shapes
@tf.function
def f(x):
    y = tf.numpy_function(np.square, [x], tf.float32)
    print(y.shape)
    y.set_shape(x.shape)
    y = tf.ensure_shape(y, [2])
    return y + 1.0
print(f(C([1.0, 2.0])))
