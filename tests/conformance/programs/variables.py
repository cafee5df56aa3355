import numpy as np
import tensorflow as tf
from tell import fails, show

# %% local-variable-is-refused
@tf.function
def f():
    v = tf.Variable(1.0)
    return v + 1.0
fails(f)
fails(f)
print(f.experimental_get_tracing_count())

# %% local-variable-full-text
# full error
@tf.function
def f():
    v = tf.Variable(1.0)
    return v + 1.0
f()

# %% kept-variable-is-traced-twice
kept = []
@tf.function
def f(x):
    print("tracing")
    if not kept:
        kept.append(tf.Variable(10.0))
    return kept[0].assign_add(x)
print(f(1.0)); print(f(1.0)); print(kept[0], f.experimental_get_tracing_count())

# %% kept-on-self
class Counter:
    def __init__(self):
        self.v = None
    @tf.function
    def step(self, x):
        print("tracing")
        if self.v is None:
            self.v = tf.Variable(0.0)
        self.v.assign_add(x)
        return self.v.read_value()
c, d = Counter(), Counter()
print(c.step(tf.constant(1.0)), c.step(tf.constant(2.0)), d.step(tf.constant(5.0)))
print(c.v, d.v)

# %% kept-in-global
v = None
@tf.function
def f(x):
    global v
    if v is None:
        v = tf.Variable(x * 2)
    return v
print(f(tf.constant(1.5)), f(tf.constant(9.0)), v)

# %% initial-value-depends-on-argument
kept = []
@tf.function
def f(x):
    if not kept:
        kept.append(tf.Variable(x * 2))
    return kept[0].assign_add(1.0)
print(f(tf.constant(1.0)), f(tf.constant(1.0)), type(kept[0]).__name__)

# %% initial-value-callable
kept = []
@tf.function
def f():
    if not kept:
        kept.append(tf.Variable(lambda: tf.ones([2]) * 3))
    return kept[0] + 1.0
print(f(), kept[0])

# %% two-variables-created
kept = {}
@tf.function
def f(x):
    print("tracing")
    if "w" not in kept:
        kept["w"] = tf.Variable(tf.ones([2, 2]), name="w")
        kept["b"] = tf.Variable(tf.zeros([2]), name="b")
    return tf.matmul(x, kept["w"]) + kept["b"]
print(f(tf.ones([1, 2])))
print(kept["w"].name, kept["b"].name, kept["b"])

# %% creation-on-a-later-trace
kept = []
@tf.function
def f(x):
    if x > 0:
        kept.append(tf.Variable(x))
    return tf.constant(x)
print(f(0))
fails(f, 1)
print(f(0))

# %% creation-under-another-python-argument
kept = {}
@tf.function
def f(name):
    if name not in kept:
        kept[name] = tf.Variable(1.0, name=name)
    return kept[name] + 1.0
print(f("a"))
fails(f, "b")

# %% init-scope-creation
kept = []
@tf.function
def f(x):
    print("tracing")
    with tf.init_scope():
        if len(kept) < 2:
            kept.append(tf.Variable(5.0))
    return kept[0] + x
print(f(1), f(2), len(kept), kept[0])

# %% init-scope-fresh-each-trace
made = []
@tf.function
def f(x):
    with tf.init_scope():
        v = tf.Variable(1.0)
        made.append(v)
    return v + 1.0
print(f(1), f(2), len(made))

# %% init-scope-creation-behind-a-guard
kept = []
@tf.function
def f(x):
    print("tracing")
    with tf.init_scope():
        if not kept:
            kept.append(tf.Variable(5.0))
    return kept[0] + x
print(f(1), f(2), len(kept), kept[0], type(kept[0]).__name__)

# %% init-scope-creation-on-a-later-trace
kept = {}
@tf.function
def f(n):
    print("tracing")
    with tf.init_scope():
        if n > 0 and n not in kept:
            kept[n] = tf.Variable(float(n))
    return kept[n] + 1.0 if n else tf.constant(0.0)
print(f(0))
fails(f, 1)
fails(f, 2)
print(kept)

# %% init-scope-runs-eagerly
@tf.function
def f(x):
    with tf.init_scope():
        print(tf.executing_eagerly(), tf.constant(1) + 1)
        fails(lambda: x + 1)
    print(tf.executing_eagerly())
    return x
f(tf.constant(1))

# %% returning-a-variable-gives-its-value
v = tf.Variable(1.0)
@tf.function
def f():
    v.assign_add(1.0)
    return v
a, b = f(), f()
print(a, b, type(a).__name__)

# %% returned-snapshot-before-assign
v = tf.Variable(1.0)
@tf.function
def f():
    old = v.read_value()
    v.assign_add(1.0)
    return old, v
print(f(), f())

# %% aliased-return-without-read
v = tf.Variable(1.0)
@tf.function
def f():
    old = v
    v.assign_add(1.0)
    return old
print(f())

# %% returning-an-assign
v = tf.Variable([1, 2])
@tf.function
def f():
    return v.assign_add([1, 1])
print(f(), f(), v)

# %% variable-argument
@tf.function
def f(v, x):
    v.assign_add(x)
    return v * 2
a, b = tf.Variable(1.0), tf.Variable(10.0)
print(f(a, 1.0), f(b, 1.0), a, b, f.experimental_get_tracing_count())

# %% variable-read-live
v = tf.Variable(1.0)
@tf.function
def f():
    return v + 1
print(f()); v.assign(10.0); print(f())

# %% rebinding-keeps-the-old-variable
v = tf.Variable(1.0)
@tf.function
def f():
    return v + 1
print(f())
v = tf.Variable(100.0)
print(f())

# %% deleted-variable
v = tf.Variable(1.0)
@tf.function
def f():
    return v + 1
print(f())
del v
fails(f)

# %% deleted-before-other-trace
v = tf.Variable(1.0)
@tf.function
def f(n):
    return v + n
print(f(1.0))
del v
fails(f, 2.0)

# %% assignment-order
v = tf.Variable(1.0)
@tf.function
def f():
    a = v.read_value()
    v.assign_add(1.0)
    b = v + 0.0
    v.assign(v * 10.0)
    tf.print(v)
    return a, b, v.read_value()
print(f())

# %% two-variables-swap
a, b = tf.Variable(1), tf.Variable(2)
@tf.function
def swap():
    old = a.read_value()
    a.assign(b)
    b.assign(old)
swap(); print(a.numpy(), b.numpy())
swap(); print(a.numpy(), b.numpy())

# %% assignment-without-use-runs
v = tf.Variable(0)
@tf.function
def f():
    v.assign_add(1)
    v.assign_add(10)
print(f(), v.numpy()); f(); print(v.numpy())

# %% assign-family
v = tf.Variable([1.0, 2.0, 3.0])
print(v.assign([4.0, 5.0, 6.0]).numpy(), v.assign_add([1.0, 1.0, 1.0]).numpy(), v.assign_sub([2.0, 2.0, 2.0]).numpy())
v.assign(tf.constant([0.0, 0.0, 0.0])); print(v.numpy())
v.assign(np.ones(3)); print(v.numpy())
v.assign([1, 2, 3]); print(v.numpy())

# %% assign-converts-python-only
v = tf.Variable(1.0)
v.assign(2); print(v.numpy())
v.assign(True) if False else None
fails(v.assign, tf.constant(2))
fails(v.assign, "s")
fails(v.assign, tf.constant(2.0, tf.float64))
fails(v.assign, 2.5 + 1j)
v.assign(np.float64(2.5)); print(v.numpy())
fails(tf.Variable(1).assign, 1.5)
fails(tf.Variable(1).assign, 2**40)

# %% assign-of-another-shape
v = tf.Variable([1.0, 2.0])
fails(v.assign, [1.0, 2.0, 3.0])
fails(v.assign, 1.0)
fails(v.assign_add, [1.0])
fails(v.assign_add, 1.0)
print(v.numpy())

# %% assign-of-another-shape-in-a-graph
v = tf.Variable([1.0, 2.0])
@tf.function
def f(x):
    return v.assign(x)
fails(f, tf.constant([1.0, 2.0, 3.0]))
@tf.function
def g(x):
    return v.assign_add(x)
fails(g, tf.constant([1.0]))
fails(g, tf.constant(1.0))
fails(g, tf.constant([1, 2]))
print(v.numpy())

# %% augmented-assignment-rebinds
v = tf.Variable(1.0)
w = v
w += 1.0
print(v, w)

# %% augmented-assignment-in-function
# needs: python>=3.11 (what is said of variables without a value)
v = tf.Variable(1.0)
@tf.function
def f():
    v += 1.0
    return v
fails(f)

# %% operators
v = tf.Variable([4.0, 9.0])
print(v + 1, v - 1, v * 2, v / 2, v // 2, v % 5, v ** 2, -v, 1 + v, 1 - v, 36 / v, abs(v), v > 5, v == 4.0, v != 4.0)
print(v + v, v @ [[1.0], [2.0]] if False else None, tf.sqrt(v), tf.reduce_sum(v), v[0], v[..., None])

# %% item-assignment-is-refused
v = tf.Variable([1, 2])
def put():
    v[0] = 5
fails(put)
t = tf.constant([1, 2])
def put():
    t[0] = 5
fails(put)
def drop():
    del t[0]
fails(drop)

# %% slice-assign
v = tf.Variable([1.0, 2.0, 3.0, 4.0])
v[1:3].assign([20.0, 30.0]); print(v.numpy())
v[0].assign(9.0); print(v.numpy())
v[::2].assign([0.0, 0.0]); print(v.numpy())
m = tf.Variable(tf.zeros([2, 3]))
m[0, 1].assign(5.0); m[1].assign([1.0, 2.0, 3.0]); m[:, 2].assign([7.0, 8.0]); print(m.numpy())
fails(v[1:3].assign, [1.0, 2.0, 3.0])

# %% slice-assign-in-a-graph
v = tf.Variable([1.0, 2.0, 3.0, 4.0])
@tf.function
def f(i):
    v[i].assign(100.0)
    v[1:2].assign([7.0])
    return v.read_value()
print(f(tf.constant(3)), f(tf.constant(0)))

# %% slice-assign-result
v = tf.Variable([1.0, 2.0, 3.0])
print(v[0].assign(5.0))
print(type(v[0]).__name__)

# %% scatter-update
v = tf.Variable([1.0, 2.0, 3.0, 4.0])
print(v.scatter_update(tf.IndexedSlices([10.0, 30.0], [0, 2])))
print(v.scatter_add(tf.IndexedSlices([1.0, 1.0, 1.0], [0, 0, 1])))
print(v.scatter_sub(tf.IndexedSlices([1.0], [3])))
print(v.scatter_mul(tf.IndexedSlices([2.0], [3])).numpy(), v.scatter_div(tf.IndexedSlices([2.0], [3])).numpy(), v.scatter_max(tf.IndexedSlices([5.0], [3])).numpy(), v.scatter_min(tf.IndexedSlices([0.0], [0])).numpy())

# %% scatter-nd
v = tf.Variable([1.0, 2.0, 3.0, 4.0])
v.scatter_nd_update([[0], [2]], [10.0, 30.0]); print(v.numpy())
v.scatter_nd_add([[0], [0]], [1.0, 1.0]); print(v.numpy())
v.scatter_nd_sub([[1]], [1.0]); print(v.numpy())
m = tf.Variable(tf.zeros([2, 2]))
m.scatter_nd_update([[0, 1], [1, 0]], [5.0, 6.0]); print(m.numpy())
m.scatter_nd_update([[1]], [[8.0, 9.0]]); print(m.numpy())

# %% scatter-rows
v = tf.Variable(tf.zeros([3, 2]))
v.scatter_update(tf.IndexedSlices([[1.0, 2.0]], [1])); print(v.numpy())
v.scatter_add(tf.IndexedSlices([[1.0, 1.0], [5.0, 5.0]], [1, 0])); print(v.numpy())
v.batch_scatter_update if hasattr(v, "batch_scatter_update") else None

# %% scatter-out-of-range
v = tf.Variable([1.0, 2.0])
fails(v.scatter_update, tf.IndexedSlices([1.0], [5]))
fails(v.scatter_nd_update, [[7]], [1.0])
fails(v.scatter_add, 1.0)
print(v.numpy())

# %% scatter-in-a-graph
v = tf.Variable([1.0, 2.0, 3.0])
@tf.function
def f(i):
    v.scatter_update(tf.IndexedSlices([9.0], [i]))
    v.scatter_nd_add([[i]], [1.0])
    return v.read_value()
print(f(tf.constant(1)))
fails(f, tf.constant(10))

# %% sparse-read-and-gather
v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
print(v.sparse_read([1, 0]), v.gather_nd([[0, 1]]), tf.gather(v, [1]), tf.nn.embedding_lookup(v, [0, 1, 1]))

# %% dtype-and-shape-arguments
print(tf.Variable(1, dtype=tf.float64), tf.Variable([1, 2], dtype=tf.int8), tf.Variable(1.5, dtype=tf.float16))
fails(tf.Variable, 1.5, dtype=tf.int32)
fails(tf.Variable, "a", dtype=tf.int32)
fails(tf.Variable)
fails(tf.Variable, None)
fails(tf.Variable, tf.constant(1), dtype=tf.float32)
print(tf.Variable(np.array([1.0, 2.0])), tf.Variable(np.float32(1)))
fails(tf.Variable, [1.0, 2.0], shape=[3])

# %% initial-value-is-copied
a = np.array([1.0, 2.0])
v = tf.Variable(a)
a[0] = 100.0
print(v.numpy())
t = tf.constant([1.0, 2.0])
w = tf.Variable(t); w.assign_add([1.0, 1.0])
print(t.numpy(), w.numpy())

# %% numpy-of-variable-is-a-copy
v = tf.Variable([1.0, 2.0])
n = v.numpy()
n[0] = 50.0
print(v.numpy(), n)

# %% variable-from-variable
v = tf.Variable([1.0, 2.0])
w = tf.Variable(v)
w.assign([9.0, 9.0])
print(v.numpy(), w.numpy())

# %% read-then-assign-eager
v = tf.Variable([1.0])
r = v.read_value(); s = v.value(); t = tf.identity(v)
v.assign([5.0])
print(r, s, t, v)

# %% bool-and-string-variables
b = tf.Variable(True); b.assign(tf.logical_not(b)); print(b.numpy())
s = tf.Variable("a"); s.assign(s + "b"); print(s.numpy())
l = tf.Variable(["x", "y"]); l[0].assign("z"); print(l.numpy())
fails(b.assign_add, True)
fails(s.assign_add, "c")

# %% constraint-and-attributes
v = tf.Variable(1.0, constraint=lambda x: tf.clip_by_value(x, 0, 1))
print(v.constraint is not None, tf.Variable(1.0).constraint, tf.Variable(1.0).trainable)
print(v.is_initialized() if hasattr(v, "is_initialized") else None, v.get_shape(), v.shape.rank, tf.shape(v), tf.rank(v))

# %% unknown-shape-variable
v = tf.Variable([1.0], shape=tf.TensorShape([None]))
v.assign([1.0, 2.0, 3.0])
print(v.shape, tf.shape(v), v.numpy())
fails(v.assign, [[1.0]])
@tf.function
def f():
    print(v.shape, (v + 1.0).shape)
    return v + 1.0
print(f())

# %% trainable-default-of-int
print(tf.Variable(1).trainable, tf.Variable("a").trainable)

# %% variable-in-list-argument
@tf.function
def f(vs):
    for v in vs:
        v.assign_add(1.0)
    return tf.add_n(vs)
a, b = tf.Variable(1.0), tf.Variable(2.0)
print(f([a, b]), f([b, a]), a.numpy(), b.numpy())

# %% same-variable-twice
@tf.function
def f(a, b):
    a.assign_add(1.0)
    b.assign_add(10.0)
    return a + b
v, w = tf.Variable(0.0), tf.Variable(0.0)
print(f(v, v), f(v, w), v.numpy(), w.numpy(), f.experimental_get_tracing_count())

# %% watch-through-function
v = tf.Variable(3.0)
@tf.function
def f():
    return v * v
with tf.GradientTape() as tape:
    y = f()
print(tape.gradient(y, v), [x.name for x in tape.watched_variables()])

# %% conditional-assignment
v = tf.Variable(0.0)
@tf.function
def f(x):
    tf.cond(x > 0, lambda: v.assign_add(1.0), lambda: v.assign_sub(1.0))
    return v
print(f(tf.constant(1)), f(tf.constant(-1)), f(tf.constant(-1)))

# %% assignment-in-while-loop
v = tf.Variable(0)
@tf.function
def f(n):
    def body(i):
        v.assign_add(i)
        return [i + 1]
    tf.while_loop(lambda i: i < n, body, [0])
    return v
print(f(tf.constant(5)), v.numpy())

# %% nested-functions-share-variables
v = tf.Variable(0.0)
@tf.function
def inner(x):
    v.assign_add(x)
@tf.function
def outer():
    inner(1.0)
    a = v.read_value()
    inner(10.0)
    return a, v.read_value()
print(outer(), outer())

# %% creation-in-a-nested-function
kept = []
@tf.function
def inner():
    if not kept:
        kept.append(tf.Variable(1.0))
    return kept[0].assign_add(1.0)
@tf.function
def outer():
    return inner() + 0.0
print(outer(), outer(), len(kept))

# %% variable-scope-names
with tf.name_scope("a"):
    v = tf.Variable(1.0, name="w")
print(v.name)
kept = []
@tf.function
def f():
    with tf.name_scope("inside"):
        if not kept:
            kept.append(tf.Variable(1.0, name="w"))
    return kept[0] + 1.0
f(); print(kept[0].name)

# %% variable-equality
a, b = tf.Variable(1.0), tf.Variable(1.0)
print(a == b, a is b, a != b, a == 1.0, {a.ref(): 1}[a.ref()])
fails(lambda: a in {b: 1})
print(a in [b])

# %% deepcopy
import copy
v = tf.Variable([1.0], name="w")
c = copy.deepcopy(v)
c.assign([5.0])
print(v, c)
print(copy.deepcopy(tf.constant(1)), copy.copy(tf.constant([1, 2])))

# %% sharing-between-functions
v = tf.Variable(1.0)
double = tf.function(lambda: v.assign(v * 2))
add = tf.function(lambda x: v.assign_add(x))
double(); add(3.0); double()
print(v.numpy())

# %% module-variables
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(1.0, name="w")
        self.b = tf.Variable(2.0, name="b", trainable=False)
        self.layers = [tf.Variable(3.0), {"k": tf.Variable(4.0)}]
m = M()
print([v.numpy() for v in m.variables], [v.numpy() for v in m.trainable_variables], [v.numpy() for v in m.non_trainable_variables], m.name, m.submodules)

# %% variable-creator-in-loop-outside
variables = [tf.Variable(float(i)) for i in range(3)]
@tf.function
def total():
    return tf.add_n([v.read_value() for v in variables])
print(total()); variables[1].assign(10.0); print(total())
variables.append(tf.Variable(100.0)); print(total())

# %% count-up-to-and-friends
v = tf.Variable(1.0)
for name in ("count_up_to", "set_shape", "experimental_ref", "handle", "device"):
    print(name, hasattr(v, name))

# %% convert-with-dtype
v = tf.Variable(1.0)
print(tf.convert_to_tensor(v), tf.cast(v, tf.int32))
fails(tf.convert_to_tensor, v, dtype=tf.int32)
print(np.add(v, 1), tf.constant(v.numpy()))
fails(tf.constant, v)

# %% assign-use-locking-and-name
v = tf.Variable(1.0)
print(v.assign(2.0, use_locking=True, name="x").numpy(), v.assign(3.0, read_value=False), v.numpy())
@tf.function
def f():
    r = v.assign(5.0, read_value=False)
    print(r.type, r.name)
    return v.read_value()
print(f())

# %% names-from-sessions
v = tf.Variable(1.0)
for f in (v.eval, lambda: v.load(2.0), v.initialized_value, lambda: v.count_up_to(3), v.to_proto, lambda: v.op, lambda: v.graph):
    fails(f)
print(v.numpy(), v.initializer)

# %% count-up-to
v = tf.Variable(1)
print(v.count_up_to(3), v.numpy(), v.count_up_to(3), v.numpy())
fails(v.count_up_to, 3)

# %% constraint-must-be-callable
fails(tf.Variable, 1.0, constraint=3)
print(tf.Variable(1.0, constraint=tf.nn.relu).constraint is tf.nn.relu)

# %% sparse-read-is-named-gather
v = tf.Variable([1.0, 2.0])
print(tf.function(lambda: [print(v.sparse_read([0]), tf.gather(v, 1), tf.nn.embedding_lookup(v, [1]))] and None)())

# %% names-of-variables-created-in-a-function
made = []

@tf.function
def f(x):
    if not made:
        made.append(tf.Variable(1.0, name="w"))
        y = tf.identity(x, name="w")
        made.extend([tf.Variable(lambda: 2.0, name="w"), tf.Variable(3.0), tf.Variable(4.0)])
        with tf.name_scope("s"):
            made.extend([tf.Variable(5.0, name="w"), tf.Variable(6.0, name="w")])
        with tf.name_scope("s"):
            made.append(tf.Variable(7.0, name="w"))
        print(made, y, x + made[0])
    return x * made[1]
print(f(tf.constant(2.0)), [v.name for v in made])
print([op.name for op in f.get_concrete_function(tf.constant(1.0)).graph.get_operations()])

# %% set-shape
v = tf.Variable(tf.zeros([3]), shape=[None])
v.set_shape([3])
print(v.shape, v)
fails(v.set_shape, [4])
fails(v.assign, tf.ones([5]))
v = tf.Variable(tf.zeros([3]), shape=tf.TensorShape(None))
v.set_shape([None])
print(v.shape)
v.set_shape([7])
print(v.shape, v.numpy(), tf.function(lambda: v + 0.0).get_concrete_function().output_shapes)
fails(v.assign, tf.ones([2, 2]))
