import tensorflow as tf
from tell import fails

# %% module-names
class MyDenseLayer(tf.Module):
    pass
class HTTPServer2(tf.Module):
    pass
print(MyDenseLayer().name, MyDenseLayer(name="given").name, HTTPServer2().name, tf.Module().name)
fails(MyDenseLayer, name="bad name")
fails(MyDenseLayer, name="1x")

# %% module-variables-order
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.x = tf.Variable(1.0)
        self.d = {"k": tf.Variable(2.0)}
        self.l = [tf.Variable(3.0), (tf.Variable(4.0),)]
        self.n = tf.Variable(5, trainable=False)
m = M()
print([v.numpy() for v in m.variables], [v.numpy() for v in m.trainable_variables], type(m.variables).__name__)

# %% module-submodules
class A(tf.Module):
    def __init__(self):
        super().__init__()
        self.b = B()
        self.list = [B(), {"k": B()}]
class B(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(1.0)
a = A()
print([m.name for m in a.submodules], len(a.variables), isinstance(a.submodules, tuple))

# %% module-name-scope
class M(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        with self.name_scope:
            self.w = tf.Variable(1.0, name="w")
            self.inner = [Inner("first"), Inner("second")]
class Inner(tf.Module):
    def __init__(self, name):
        super().__init__(name=name)
        with self.name_scope:
            self.v = tf.Variable(1.0, name="v")
m = M("outer")
print([v.name for v in m.variables], m.name_scope.name)

# %% module-with-name-scope
class M(tf.Module):
    @tf.Module.with_name_scope
    def __call__(self, x):
        if not hasattr(self, "w"):
            self.w = tf.Variable(2.0, name="w")
        return x * self.w
m = M(name="scoped")
print(m(tf.constant(3.0)), m.w.name)

# %% module-without-super-init
class M(tf.Module):
    def __init__(self):
        self.v = tf.Variable(1.0)
m = M()
print(len(m.variables))
fails(lambda: m.name)

# %% module-shared-variables
v = tf.Variable(1.0)
m = tf.Module()
m.a, m.b, m.l = v, v, [v]
print(len(m.variables))

# %% module-function-method
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(0.0)
    @tf.function
    def add(self, x):
        print("trace")
        self.v.assign_add(x)
        return self.v
a, b = M(), M()
print(a.add(tf.constant(1.0)), a.add(tf.constant(2.0)), b.add(tf.constant(5.0)), a.v.numpy(), b.v.numpy())

# %% module-lazy-variables-in-a-function
class Flexible(tf.Module):
    def __init__(self):
        super().__init__()
        self.built = False
    @tf.function
    def __call__(self, x):
        print("trace")
        if not self.built:
            self.w = tf.Variable(tf.ones([x.shape[-1], 2]), name="w")
            self.built = True
        return x @ self.w
m = Flexible()
print(m(tf.ones([1, 3])), m(tf.ones([1, 3])), m.w.shape)

# %% module-wraps-containers
m = tf.Module()
m.l, m.d, m.t = [1, 2], {"a": 1}, (1, 2)
print(m.l, m.d, m.t, m.l == [1, 2], m.d == {"a": 1}, isinstance(m.l, list), isinstance(m.d, dict), type(m.l).__name__)
m.l.append(3); print(m.l)

# %% module-repr-and-attributes
m = tf.Module(name="thing")
print(m.name, repr(m).split(" object")[0], m.trainable_variables, m.variables, m.submodules)
m.x = 1
print(m.x, [a for a in vars(m) if not a.startswith("_")])

# %% name-scope-in-functions
@tf.function
def f(x):
    with tf.name_scope("a"):
        y = x + 1
        with tf.name_scope("b"):
            z = tf.add(y, 1, name="plus")
    with tf.name_scope(""):
        w = x + 2
    print(y.name, z.name, w.name)
    return z
f(tf.constant(1))

# %% name-scope-does-not-cross-functions
@tf.function
def inner(x):
    y = x + 1
    print(y.name)
    return y
@tf.function
def outer(x):
    with tf.name_scope("scope"):
        r = inner(x)
        print(r.name)
    return r
with tf.name_scope("eager"):
    outer(tf.constant(1))

# %% named-variables-in-functions
kept = []
@tf.function
def f():
    with tf.name_scope("s"):
        if not kept:
            kept.append(tf.Variable(1.0, name="w"))
        return kept[0] + 1.0
f(); print(kept[0].name)

# %% device-scopes
with tf.device("/CPU:0"):
    t = tf.constant(1)
print(t.device)
@tf.function
def f(x):
    with tf.device("/CPU:0"):
        y = x + 1
    print(repr(y.device))
    return y
f(t)
fails(lambda: tf.device("nonsense").__enter__() and tf.constant(1))

# %% graph-context
g = tf.Graph()
with g.as_default():
    c = tf.constant(1) + 2
    print(c, tf.executing_eagerly(), c.graph is g, tf.compat.v1.get_default_graph() is g)
print(tf.executing_eagerly())
fails(lambda: c + 1)

# %% checkpoint-free-trackables
m = tf.Module()
m.v = tf.Variable(1.0, name="v")
n = tf.Module()
n.child = m
n.again = m
print(len(n.variables), [s.name for s in n.submodules])

# %% config-queries
print(tf.config.functions_run_eagerly(), len(tf.config.list_physical_devices("CPU")), tf.config.list_physical_devices("GPU"), [d.device_type for d in tf.config.list_logical_devices("CPU")])

# %% current-name-scope
print(repr(tf.get_current_name_scope()))
with tf.name_scope("a"), tf.name_scope("b"):
    print(tf.get_current_name_scope())

@tf.function
def f():
    print(repr(tf.get_current_name_scope()))
    with tf.name_scope("a"), tf.name_scope("b"):
        print(tf.get_current_name_scope())
f()

# %% init-scope-keeps-the-name-scope
made = []

@tf.function
def f(x):
    with tf.name_scope("s"):
        with tf.init_scope():
            print(tf.get_current_name_scope())
            if not made:
                made.append(tf.Variable(1.0, name="w"))
    with tf.init_scope():
        print(repr(tf.get_current_name_scope()))
    return x
with tf.name_scope("outside"):
    f(1)
    print(tf.get_current_name_scope())
print(made)

# %% two-threads-in-one-graph
import threading
import tensorflow as tf
def in_a_thread(function):
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()
graph = tf.Graph()
def make(name):
    with graph.as_default(), tf.name_scope(name):
        a = tf.constant(1.0, name="a")
        with tf.control_dependencies([a]):
            b = tf.constant(2.0, name="b")
            print(a.name, b.name, [op.name for op in b.op.control_inputs], graph.get_name_scope())
with graph.as_default(), tf.name_scope("main"):
    first = tf.constant(1.0)
    with tf.control_dependencies([first]), tf.name_scope("inner"):
        in_a_thread(lambda: make("main"))
        in_a_thread(lambda: make("other"))
        last = tf.constant(2.0)
        print(last.name, [op.name for op in last.op.control_inputs])
@tf.function
def f(x):
    with tf.name_scope("scope"):
        around = tf.compat.v1.get_default_graph()
        made = []
        def add():
            with around.as_default():
                made.append(x + 1.0)
        in_a_thread(add)
        made.append(x + 2.0)
        print([tensor.name for tensor in made])
        return made
print(f(tf.constant(1.0)))

# %% threads-that-take-turns
import threading
import tensorflow as tf
graph, turns = tf.Graph(), [threading.Semaphore(1), threading.Semaphore(0)]
def work(number):
    def turn(name):
        turns[number].acquire()
        print(number, tf.constant(1.0, name=name).name)
        turns[1 - number].release()
    with graph.as_default():
        turn("x")
        with tf.name_scope("outer"):
            turn("x")
            with tf.name_scope("inner"):
                turn("x")
            turn("y")
        turn("y")
threads = [threading.Thread(target=work, args=(number,)) for number in (0, 1)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
