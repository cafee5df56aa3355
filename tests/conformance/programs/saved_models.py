import collections, os, tempfile
import tensorflow as tf
from tell import fails, show
os.chdir(tempfile.mkdtemp())

# %% module-with-a-signature
class Demo(tf.Module):
    def __init__(self):
        super().__init__(name="demo")
        with self.name_scope:
            self.x = tf.Variable(6.0)
    @tf.function(input_signature=[tf.TensorSpec([], tf.float32, name="a")])
    def addprint(self, a):
        self.x.assign_add(a)
        tf.print(self.x)
        return self.x.read_value()
m = Demo()
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
print(l.addprint(tf.constant(10.0)), l.x.numpy(), m.x.numpy())
print(l.x, type(l).__name__, list(l.signatures), l.signatures["serving_default"](tf.constant(1.0)))
print(l.signatures["serving_default"].structured_input_signature, l.signatures["serving_default"].structured_outputs)
print(sorted(os.listdir("m")), sorted(os.listdir("m/variables")), tf.saved_model.contains_saved_model("m"))
print(tf.train.list_variables("m/variables/variables"))
print(l.addprint.pretty_printed_concrete_signatures() if False else l.addprint.input_signature)
print(l.addprint(2.0), l.addprint(3))
fails(lambda: l.addprint("x"))
fails(lambda: l.addprint(tf.constant(1)))
fails(lambda: l.addprint())

# %% several-traces
m = tf.Module()
@tf.function
def f(x, times=2, *, flag=False):
    print("tracing")
    return x * times if flag else x + times
m.f = f
print(m.f(tf.constant(1.0)), m.f(tf.constant([1, 2]), 3), m.f(tf.constant(1.0), flag=True))
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
print(l.f(tf.constant(5.0)), l.f(tf.constant([1, 1]), 3), l.f(tf.constant(2.0), flag=True), l.f(tf.constant(2.0), 2))
print(l.f(5.0))
print(len(l.f.concrete_functions))
fails(lambda: l.f(tf.constant(1.0), 7))
fails(lambda: l.f([1.0]))
fails(lambda: l.f(tf.constant(1.0), other=1))
print(l.signatures)

# %% no-traces
m = tf.Module()
m.f = tf.function(lambda x: x)
m.v = tf.Variable(3)
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
print(l.v.numpy())
fails(lambda: l.f(1))

# %% containers-and-submodules
m = tf.Module()
m.l = [tf.Variable(1), [tf.Variable(2)]]
m.d = {"a": tf.Variable(3), "f": tf.function(lambda: 7, input_signature=[])}
m.t = (tf.Variable(4), tf.Variable(5))
m.sub = tf.Module()
m.sub.v = tf.Variable(6, trainable=False)
m.sub.f = tf.function(lambda: m.sub.v + m.l[0], input_signature=[])
m.plain = 3
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
print([v.numpy() for v in (l.l[0], l.l[1][0], l.d["a"], l.t[0], l.t[1], l.sub.v)], l.sub.v.trainable)
print(type(l.l).__name__, type(l.d).__name__, type(l.t).__name__, type(l.sub).__name__, hasattr(l, "plain"))
print(l.d["f"](), l.sub.f())
l.l[0].assign(100)
print(l.sub.f())

# %% structured-arguments-and-results
P = collections.namedtuple("P", "x y")
m = tf.Module()
@tf.function
def f(pair, rest, **kw):
    return {"p": P(pair.x + 1, [pair.y]), "r": (rest["a"][0], None), "k": kw["k"] * 2}
m.f = f
args = P(tf.constant(1), tf.constant([2.0])), {"a": [tf.constant(True)]}
m.f(*args, k=tf.constant(4))
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
r = l.f(*args, k=tf.constant(4))
print(sorted(r), type(r["p"]).__name__, r["p"].x.numpy(), r["p"].y[0].numpy(), r["r"][0].numpy(), r["r"][1], r["k"].numpy())
fails(lambda: l.f(args[0], {"b": [tf.constant(True)]}, k=tf.constant(4)))

# %% given-signatures
m = tf.Module()
m.v = tf.Variable(2.0, name="v")
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="first"), tf.TensorSpec([], tf.int32)])
def g(a, b):
    return a * m.v, b
h = tf.function(lambda x: {"out": x}).get_concrete_function(tf.TensorSpec([2], tf.string))
tf.saved_model.save(m, "m", signatures={"g": g, "h": h})
l = tf.saved_model.load("m")
for key in sorted(l.signatures):
    s = l.signatures[key]
    print(key, s.structured_input_signature[0], sorted(s.structured_input_signature[1].items()), sorted(s.structured_outputs.items()))
print(sorted(l.signatures["g"](first=tf.constant([1.0]), b=tf.constant(2)).items()))
print(l.signatures["h"](tf.constant(["a", "b"])))
print(hasattr(l, "g"), l.v.numpy())

# %% bad-signatures
m = tf.Module()
fails(lambda: tf.saved_model.save(m, "m", signatures=3))
fails(lambda: tf.saved_model.save(m, "m", signatures={"a": tf.function(lambda x: x)}))
fails(lambda: tf.saved_model.save(3, "m"))
print(os.listdir("."))
fails(lambda: tf.saved_model.load("nothing"))

# %% untracked-variable
m = tf.Module()
v = tf.Variable(1.0, name="hidden")
m.f = tf.function(lambda: v + 1.0, input_signature=[])
fails(lambda: tf.saved_model.save(m, "m"))

# %% save-inside-a-function
m = tf.Module()
@tf.function
def f():
    tf.saved_model.save(m, "m")
try:
    f()
except AssertionError as error:
    print(str(error).splitlines()[-1].strip())

# %% loaded-functions-are-functions
m = tf.Module()
m.v = tf.Variable([1.0, 2.0])
m.f = tf.function(lambda x: tf.reduce_sum(x * m.v), input_signature=[tf.TensorSpec([2])])
m.c = m.f.get_concrete_function()
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
x = tf.constant([3.0, 4.0])
with tf.GradientTape() as t:
    t.watch(x)
    y = l.f(x)
print(y, t.gradient(y, [x, l.v]))
print(l.c(x), [v.shape for v in l.c.variables], l.c.structured_input_signature)
@tf.function
def outer(x):
    return l.f(x) + 1.0
print(outer(x))
print(l.f.get_concrete_function().structured_input_signature)
tf.saved_model.save(l, "again")
again = tf.saved_model.load("again")
print(again.f(x), again.c(x))

# %% training-a-loaded-model
m = tf.Module()
m.w = tf.Variable([[1.0], [2.0]])
m.b = tf.Variable([0.5])
m.f = tf.function(lambda x: x @ m.w + m.b, input_signature=[tf.TensorSpec([None, 2])])
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
x, y = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [2.0]])
for _ in range(3):
    with tf.GradientTape() as t:
        loss = tf.reduce_mean((l.f(x) - y) ** 2)
    for v, g in zip([l.w, l.b], t.gradient(loss, [l.w, l.b])):
        v.assign_sub(0.01 * g)
    show(loss)
tf.saved_model.save(l, "n")
n = tf.saved_model.load("n")
show(n.f(x))

# %% control-flow-and-lists
m = tf.Module()
m.n = tf.Variable(0)
@tf.function(input_signature=[tf.TensorSpec([None])])
def f(x):
    total = tf.constant(0.0)
    for value in x:
        if value < 0.0:
            continue
        total += value
        m.n.assign_add(1)
    while total > 10.0:
        total /= 2.0
    return total, tf.map_fn(lambda v: v * v, x)
m.f = f
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
print(l.f(tf.constant([1.0, -5.0, 30.0])), l.n.numpy())

# %% load-options
m = tf.Module()
m.v = tf.Variable(3.0)
tf.saved_model.save(m, "m", options=tf.saved_model.SaveOptions(save_debug_info=False))
l = tf.saved_model.load("m", options=tf.saved_model.LoadOptions(allow_partial_checkpoint=True))
print(l.v.numpy(), tf.saved_model.load("m", tags="serve").v.numpy(), tf.saved_model.load("m", ["serve"]).v.numpy())
fails(lambda: tf.saved_model.load("m", tags="other"))

# %% variables-made-in-a-function
class Lazy(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = None
    @tf.function(input_signature=[tf.TensorSpec([])])
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(3.0, name="w")
        return self.w * x
m = Lazy()
print(m(2.0))
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
print(l(4.0), tf.train.list_variables("m/variables/variables"))

# %% function-on-a-variable
m = tf.Module()
m.f = tf.function(lambda v, x: v * x)
m.f(tf.Variable(2.0), tf.constant(3.0))
tf.saved_model.save(m, "m")
print(tf.saved_model.load("m").f(tf.Variable(5.0), tf.constant(3.0)))

# %% random-and-prints
m = tf.Module()
@tf.function(input_signature=[])
def f():
    tf.print("hello", [1, 2], tf.constant([1.5, 2.5]))
    return tf.random.stateless_uniform([2], [1, 2])
m.f = f
tf.saved_model.save(m, "m")
l = tf.saved_model.load("m")
show(l.f())

# %% signatures-that-return-something-else
for result in ([1.0, (2.0, {"a": 3.0})], None, {"a": 1.0, "b": None}, {1: 2.0}):
    def f():
        return result
    fails(tf.saved_model.save, tf.Module(), "x", signatures=tf.function(f, input_signature=[]))

# %% aliases-and-tags
module = tf.Module()
module.f = tf.function(lambda x: x + 1.0, input_signature=[tf.TensorSpec([], tf.float32)])
options = tf.saved_model.SaveOptions(function_aliases={"increment": module.f}, extra_tags=["gpu"])
tf.saved_model.save(module, "tagged", options=options)
loaded = tf.saved_model.load("tagged", tags=["gpu", "serve"], options=tf.saved_model.LoadOptions(experimental_load_function_aliases=True))
print({name: function(tf.constant(1.0)) for name, function in loaded.function_aliases.items()})
print(tf.saved_model.load("tagged").f(tf.constant(2.0)))
fails(tf.saved_model.load, "tagged", tags="serve")
