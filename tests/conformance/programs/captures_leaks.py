import numpy as np
import tensorflow as tf
from tell import fails

# %% leaked-to-eager
leaked = []
@tf.function
def l1(x):
    leaked.append(x + 1)
    return x
l1(tf.constant(1))
fails(lambda: leaked[0] + 1)
print(leaked)

# %% leaked-to-eager-in-full
# differs: the blank line after the frames, which is taken out of TensorFlow's text with its own frames
# full error
leaked = []
@tf.function
def l1(x):
    leaked.append(x + 1)
    return x
l1(tf.constant(1))
leaked[0] + 1

# %% leaked-to-another-function
leaked = []
@tf.function
def l1(x):
    leaked.append(x + 1)
    return x
@tf.function
def l2():
    return leaked[0] + 1
l1(tf.constant(1))
fails(l2)

# %% leaked-argument-to-another-function
leaked = []
@tf.function
def l1(x):
    leaked.append(x)
    return x
@tf.function
def l2(y):
    return y + 1
l1(tf.constant(1))
fails(l2, leaked[0])

# %% leaked-into-print-numpy-and-friends
leaked = []
@tf.function
def l1(x):
    leaked.append(x + 1)
    return x
l1(tf.constant(1))
t = leaked[0]
print(t, repr(t), t.shape, t.dtype, t.name)
fails(lambda: t.numpy())
fails(np.array, t)
fails(int, t)
fails(bool, t)
fails(len, t)
fails(tf.identity, t)
fails(tf.convert_to_tensor, t)
fails(tf.reduce_sum, [t, t])

# %% leaked-into-tf-print
# differs: TensorFlow trips over itself before it comes to its text on leaks
leaked = []
@tf.function
def l1(x):
    leaked.append(x + 1)
    return x
l1(tf.constant(1))
fails(tf.print, leaked[0])

# %% leaked-from-an-earlier-trace
leaked = []
@tf.function
def f(x):
    leaked.append(x + 1)
    return leaked[0] + x
print(f(tf.constant(1)))
fails(f, tf.constant(1.0))
print(f(tf.constant(5)), len(leaked))

# %% leaked-through-a-global
last = tf.constant(0)
@tf.function
def f(x):
    global last
    last = last + x
    return last
print(f(tf.constant(1)), f(tf.constant(2)), last)
fails(lambda: last + 1)

# %% leaked-through-self
class Accumulator:
    def __init__(self):
        self.total = tf.constant(0.0)
    @tf.function
    def add(self, x):
        self.total = self.total + x
        return self.total
a = Accumulator()
print(a.add(tf.constant(1.0)), a.add(tf.constant(2.0)), a.total)
fails(lambda: a.total.numpy())
fails(lambda: a.total * 2)

# %% leaked-through-a-generator
@tf.function
def f(x):
    def gen():
        yield x
    return x, next(gen())
print(f(tf.constant(1)))

# %% leaked-from-a-cond-branch
@tf.function
def l4(x):
    inner = []
    def true():
        inner.append(x + 1)
        return x
    tf.cond(x > 0, true, lambda: x)
    return inner[0]
fails(l4, tf.constant(1))

# %% leaked-from-a-cond-branch-used-in-an-op
@tf.function
def l4(x):
    inner = []
    def true():
        inner.append(x + 1)
        return x
    y = tf.cond(x > 0, true, lambda: x)
    return inner[0] + y
fails(l4, tf.constant(1))

# %% leaked-from-a-while-body
@tf.function
def l5(x):
    inner = []
    def body(i):
        inner.append(i * 2)
        return [i + 1]
    tf.while_loop(lambda i: i < x, body, [0])
    return inner[0] + 1
fails(l5, tf.constant(3))
try:
    l5(tf.constant(3))
except Exception as error:
    print(isinstance(error, ValueError), isinstance(error, TypeError), type(error).__mro__[1].__name__)

# %% leaked-operation
kept = []
@tf.function
def f(x):
    kept.append((x + 1).op)
    return x
f(tf.constant(1))
print(kept[0].name, kept[0].type, [i.name for i in kept[0].inputs])
fails(lambda: kept[0].outputs[0] + 1)

# %% leaked-list-return
tensor_list = []
@tf.function
def append_tensor(x):
    tensor_list.append(x)
    return tensor_list
print(append_tensor(tf.constant(5.0)))
print(append_tensor(tf.constant(6.0)))
print(tensor_list, len(tensor_list))

# %% leaked-variable-read
kept = []
v = tf.Variable(1.0)
@tf.function
def f():
    kept.append(v.read_value())
    kept.append(v.assign_add(1.0))
    return v
f()
print(kept)
fails(lambda: kept[0] + 1)
fails(lambda: kept[1] + 1)

# %% captures-by-value
t = tf.constant(1.0)
@tf.function
def f():
    return t + 1.0
print(f())
t = tf.constant(100.0)
print(f())

# %% python-values-are-frozen
k, items, d = 1.0, [2.0], {"k": 3.0}
@tf.function
def f(x):
    return x + k + items[0] + d["k"]
print(f(tf.constant(0.0)))
k, items[0], d["k"] = 100.0, 200.0, 300.0
print(f(tf.constant(0.0)), f(tf.constant([0.0])))

# %% ndarray-is-frozen
a = np.array([1.0, 2.0])
@tf.function
def f():
    return tf.constant(a) + a
print(f())
a[0] = 100.0
print(f())

# %% ndarray-captured-by-tensor
a = np.array([1.0, 2.0], np.float32)
t = tf.constant(a)
@tf.function
def f():
    return t + 0.0
a[0] = 50.0
print(t, f())

# %% variable-and-constant-captures
v, t = tf.Variable(9.0), tf.constant(0.0)
@tf.function
def f():
    return v + t
print(f()); v.assign(1006.0); print(f())
c = f.get_concrete_function()
print([type(x).__name__ for x in c.captured_inputs], [x.dtype for x in c.captured_inputs], [x.dtype for x in c.inputs])

# %% closures-and-cells
def make(n):
    t = tf.constant(n)
    @tf.function
    def f(x):
        return x + t + n
    return f
one, two = make(1), make(2)
print(one(tf.constant(0)), two(tf.constant(0)))

# %% closure-rebound-after-trace
def outer():
    scale = 2
    @tf.function
    def f(x):
        return x * scale
    first = f(tf.constant(10))
    scale = 3
    return first, f(tf.constant(10)), f(tf.constant(10.0))
print(outer())

# %% loop-closure
fs = []
for i in range(3):
    fs.append(tf.function(lambda x: x + i))
print([f(tf.constant(0)).numpy() for f in fs])

# %% python-counter
n = 0
@tf.function
def f(x):
    global n
    n += 1
    return x + n
print(f(tf.constant(0)), f(tf.constant(0)), f(tf.constant(0.0)), n)

# %% python-list-append
seen = []
@tf.function
def f(x):
    seen.append(1)
    return x
f(tf.constant(1)); f(tf.constant(2)); f(3); f(3); f(4)
print(seen)

# %% python-dict-and-set
d, s = {}, set()
@tf.function
def f(x):
    d["calls"] = d.get("calls", 0) + 1
    s.add(len(s))
    return x
f(tf.constant(1)); f(tf.constant(2))
print(d, s)

# %% python-iterator
it = iter([1, 2, 3])
@tf.function
def f():
    return tf.constant(next(it))
print(f(), f(), f())

# %% numpy-random-is-frozen
rng = np.random.RandomState(0)
@tf.function
def f():
    return tf.constant(rng.rand())
a, b = f(), f()
print(bool(a == b), float(rng.rand()) != float(a))

# %% python-random-is-frozen
import random
random.seed(3)
@tf.function
def f():
    return tf.constant(random.random())
print(bool(f() == f()))

# %% time-is-frozen
import time
@tf.function
def f():
    return tf.constant(time.time(), tf.float64)
a = f(); time.sleep(0.01); b = f()
print(bool(a == b))

# %% print-happens-at-trace
@tf.function
def f(x):
    print("python", x)
    tf.print("graph", x)
    return x
f(tf.constant(1)); f(tf.constant(2)); f(3); f(3)

# %% print-with-sys-stdout-and-logging
import logging, sys
logging.basicConfig(format="%(message)s")
@tf.function
def f(x):
    sys.stdout.write("write\n")
    sys.stderr.write("error\n")
    logging.warning("logged")
    return x
f(tf.constant(1)); f(tf.constant(2))

# %% object-attribute-is-frozen
class A:
    b = 1
    @tf.function
    def m(self, x):
        return x + self.b
a = A()
print(a.m(tf.constant(0)))
a.b = 50
b = A()
print(a.m(tf.constant(0)), a.m(tf.constant(0.0)), b.m(tf.constant(0)))

# %% temporary-instance-is-gone-while-tracing
class A:
    b = 1
    @tf.function
    def m(self, x):
        print(self)
        return x + self.b
fails(lambda: A().m(tf.constant(0)))
print(A().m is A().m)

# %% method-per-instance
class A:
    def __init__(self, n):
        self.n = n
    @tf.function
    def m(self, x):
        print("trace", self.n)
        return x + self.n
a, b = A(1), A(2)
print(a.m(tf.constant(0)), b.m(tf.constant(0)), a.m(tf.constant(5)))
print(a.m is a.m, a.m is b.m, a.m.experimental_get_tracing_count(), b.m.experimental_get_tracing_count(), A.m.experimental_get_tracing_count())

# %% method-through-the-class
class A:
    @tf.function
    def m(self, x):
        print("trace")
        return x + 1
a = A()
print(A.m(a, tf.constant(1)), A.m(a, tf.constant(1)), a.m(tf.constant(1)), A.m.experimental_get_tracing_count(), a.m.experimental_get_tracing_count())

# %% method-missing-argument
class A:
    @tf.function
    def m(self, x):
        return x
fails(A().m)
fails(A().m, 1, 2)
fails(A.m, 1)

# %% instances-are-not-kept-alive
import gc, weakref
class A:
    @tf.function
    def m(self, x):
        return x
a = A(); a.m(tf.constant(1))
r = weakref.ref(a)
del a; gc.collect()
print(r() is None)

# %% inherited-and-overridden-methods
class A:
    @tf.function
    def m(self, x):
        print("A", type(self).__name__)
        return x + 1
class B(A):
    @tf.function
    def m(self, x):
        print("B")
        return super(B, self).m(x) * 10
class C(A):
    pass
b, c = B(), C()
print(b.m(tf.constant(1)), c.m(tf.constant(1)))

# %% wrapped-bound-method
class A:
    def __init__(self):
        self.n = 5
        self.m = tf.function(self._m)
    def _m(self, x):
        print("trace")
        return x + self.n
a = A()
print(a.m(tf.constant(1)), a.m(tf.constant(2)), a.m.experimental_get_tracing_count())

# %% static-and-class-methods
class A:
    k = 3
    @staticmethod
    @tf.function
    def s(x):
        return x + 1
    @classmethod
    @tf.function
    def c(cls, x):
        return x + cls.k
print(A.s(tf.constant(1)), A().s(tf.constant(1)))
fails(lambda: A.c(tf.constant(1)))

# %% function-over-staticmethod
class A:
    @tf.function
    @staticmethod
    def s(x):
        return x + 1
print(A.s(tf.constant(1)))
fails(lambda: A().s(tf.constant(1)))

# %% call-method
class A:
    def __init__(self):
        self.w = tf.Variable(2.0)
    @tf.function
    def __call__(self, x):
        print("trace")
        return self.w * x
a = A()
print(a(tf.constant(3.0)), a(tf.constant(4.0)))

# %% property-under-function
class A:
    n = 1
    @property
    @tf.function
    def p(self):
        return tf.constant(self.n)
a = A()
fails(lambda: a.p)

# %% method-with-slots
class A:
    __slots__ = ("n",)
    @tf.function
    def m(self, x):
        return x
fails(lambda: A().m(tf.constant(1)))

# %% unhashable-instance
class A:
    def __eq__(self, other):
        return True
    @tf.function
    def m(self, x):
        return x
fails(lambda: A().m(tf.constant(1)))

# %% function-as-attribute-of-instance
class A:
    pass
a = A()
a.f = tf.function(lambda x: x + 1)
print(a.f(tf.constant(1)))

# %% nested-decorated-functions
@tf.function
def outer(x):
    @tf.function
    def inner(y):
        print("trace inner")
        return y + x
    return inner(x) + inner(x * 2)
print(outer(tf.constant(1)), outer(tf.constant(2)))

# %% inner-function-captures-outer-tensor
@tf.function
def outer(x):
    y = x * 2
    inner = tf.function(lambda z: z + y)
    r = inner(x)
    print(r.op.type, [i.name for i in r.op.inputs])
    return r
print(outer(tf.constant(1)))

# %% recursion-with-python-ints
@tf.function
def fact(n):
    print("trace", n)
    if n <= 1:
        return tf.constant(1)
    return n * fact(n - 1)
print(fact(5), fact(5), fact.experimental_get_tracing_count())

# %% mutual-recursion
@tf.function
def even(n):
    return tf.constant(True) if n == 0 else odd(n - 1)
@tf.function
def odd(n):
    return tf.constant(False) if n == 0 else even(n - 1)
print(even(4), odd(4), even.experimental_get_tracing_count(), odd.experimental_get_tracing_count())

# %% dead-pure-ops-are-pruned
@tf.function
def f(x):
    unused = tf.constant([1, 2, 3])[x]
    also = tf.gather([1, 2, 3], x)
    return x
print(f(tf.constant(5)))

# %% live-pure-op-fails
@tf.function
def f(x):
    return tf.gather([1, 2, 3], x)
fails(f, tf.constant(5))
print(f(tf.constant(1)))

# %% unused-effects-run
v = tf.Variable(0)
@tf.function
def f(x):
    v.assign_add(x)
    tf.print("kept", x)
    tf.debugging.assert_greater(x, 0)
    return 1
print(f(tf.constant(3)), v.numpy())
fails(f, tf.constant(-1))

# %% print-order-is-program-order
v = tf.Variable(1)
@tf.function
def f():
    tf.print("a", v)
    v.assign_add(1)
    tf.print("b", v)
    v.assign(v * 10)
    tf.print("c", v)
f(); f()

# %% print-order-across-functions
@tf.function
def inner(x):
    tf.print("inner", x)
    return x
@tf.function
def outer():
    tf.print("before")
    inner(tf.constant(1))
    tf.print("between")
    inner(tf.constant(2))
    tf.print("after")
outer()

# %% py-function-order
log = []
@tf.function
def f():
    for i in range(4):
        tf.py_function(lambda i: log.append(int(i)), [i], [])
f(); f()
print(log)

# %% control-inputs-of-reads-and-writes
v = tf.Variable(1.0)
@tf.function
def f(x):
    v.read_value()
    v.assign_add(x)
    y = v + 0.0
    return y
for op in f.get_concrete_function(tf.TensorSpec([])).graph.get_operations():
    print(op.name, op.type, sorted(c.name for c in op.control_inputs))

# %% control-inputs-of-prints
@tf.function
def f(x):
    tf.print("a")
    y = x + 1
    tf.print("b")
    return y
for op in f.get_concrete_function(tf.TensorSpec([])).graph.get_operations():
    if op.control_inputs:
        print(op.name, op.type, sorted(c.name for c in op.control_inputs))

# %% run-functions-eagerly
@tf.function
def f(x):
    print("python", x)
    return x
f(tf.constant(1))
tf.config.run_functions_eagerly(True)
print(tf.config.functions_run_eagerly())
f(tf.constant(1)); f(tf.constant(2)); print(f.experimental_get_tracing_count())
tf.config.run_functions_eagerly(False)
f(tf.constant(3)); print(f.experimental_get_tracing_count(), tf.config.functions_run_eagerly())

# %% run-functions-eagerly-before-any-call
tf.config.run_functions_eagerly(True)
@tf.function
def f(x):
    return type(x).__name__, isinstance(x, int)
print(f(tf.constant(1)), f(5), f.experimental_get_tracing_count())

# %% run-functions-eagerly-with-a-signature
tf.config.run_functions_eagerly(True)
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def f(x):
    print(x)
    return x
f(1)
fails(f, tf.constant(1))

# %% run-functions-eagerly-and-local-variable
tf.config.run_functions_eagerly(True)
@tf.function
def f():
    v = tf.Variable(1.0)
    return v.assign_add(1.0)
print(f(), f())

# %% executing-eagerly-and-inside-function
@tf.function
def f():
    print(tf.executing_eagerly(), tf.inside_function(), tf.compat.v1.executing_eagerly_outside_functions())
    return tf.constant(0)
print(tf.executing_eagerly(), tf.inside_function()); f()

# %% exception-in-python-leaves-the-function-usable
@tf.function
def f(x, n):
    if n == 0:
        raise KeyError("zero")
    return x / n
fails(f, tf.constant(1.0), 0)
print(f(tf.constant(1.0), 2))

# %% exception-in-a-kernel-leaves-the-function-usable
v = tf.Variable(0)
@tf.function
def f(x):
    v.assign_add(1)
    return tf.gather([10, 20], x)
fails(f, tf.constant(7)); print(f(tf.constant(1)))

# %% exception-classes-at-trace
def make(error):
    @tf.function
    def f():
        raise error
    return f
class Mine(Exception):
    pass
class Strange(Exception):
    def __init__(self, a, b):
        super().__init__(f"{a}-{b}")
for error in (ValueError("v"), TypeError("t"), KeyError("k"), ZeroDivisionError("z"), RuntimeError("r"), NotImplementedError("n"), Mine("m"), Strange(1, 2), StopIteration("s"), AssertionError("a"), OSError("o"), AttributeError("x"), NameError("y"), IndexError("i")):
    fails(make(error))

# %% exception-classes-without-autograph
def make(error):
    @tf.function(autograph=False)
    def f():
        raise error
    return f
for error in (ValueError("v"), KeyError("k"), ZeroDivisionError("z")):
    fails(make(error))

# %% thread-safety-of-counts
import threading
@tf.function
def f(x):
    return x + 1
f(tf.constant(0))
results = [None] * 8
def work(i):
    results[i] = int(f(tf.constant(i)))
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
[t.start() for t in threads]; [t.join() for t in threads]
print(results, f.experimental_get_tracing_count())

# %% generator-function-body
@tf.function
def f(x):
    yield x
fails(f, tf.constant(1))

# %% keras-free-module
class Dense(tf.Module):
    def __init__(self, n, m, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.ones([n, m]), name="w")
        self.b = tf.Variable(tf.zeros([m]), name="b")
    @tf.function
    def __call__(self, x):
        print("trace", x.shape)
        return tf.nn.relu(x @ self.w + self.b)
class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = Dense(2, 3, "a"), Dense(3, 1)
    def __call__(self, x):
        return self.b(self.a(x))
net = Net()
print(net(tf.ones([1, 2])), net(tf.ones([1, 2])))
print([v.name for v in net.variables], len(net.submodules), [m.name for m in net.submodules])
