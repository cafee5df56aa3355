import numpy as np
import tensorflow as tf
from tell import fails

v1 = tf.compat.v1
S = tf.TensorSpec


# %% what-it-is
w = v1.wrap_function(lambda x, y: x + y, [S([], tf.float32), S([2], tf.float32)])
print(w(1.0, [1.0, 2.0]), type(w).__name__, w.graph.name, [(op.name, op.type) for op in w.graph.get_operations()])
print(w.inputs, w.outputs, w.structured_outputs, w.structured_input_signature, w.output_shapes, w.output_dtypes)
print(w)

# %% names-and-structures
w = v1.wrap_function(lambda x, y: (x + y, {"k": y}), [S([], tf.float32, name="p"), S([2], tf.float32)], name="nm")
print(w(1.0, tf.constant([1.0, 2.0])), w.structured_outputs, w.graph.name, w.inputs)
print(v1.wrap_function(lambda: None, [])(), v1.wrap_function(lambda: 3, [])())

# %% arguments
w = v1.wrap_function(lambda x: x * 2, [S([None], tf.float32, name="inp")])
print(w(np.array([1.0, 2.0], np.float32)), w(tf.constant([3.0])), tf.function(lambda z: w(z))(tf.constant([1.0, 2.0])))
fails(lambda: w(inp=tf.constant([1.0])))
fails(lambda: w(tf.constant([1.0]), tf.constant([1.0])))
fails(lambda: w(tf.constant([1])))
fails(lambda: v1.wrap_function(lambda x: x * 2, [S([], tf.float32)])())

# %% no-autograph
fails(lambda: v1.wrap_function(lambda x: x if x > 0 else -x, [S([], tf.float32)]))

# %% effects-that-no-result-needs-do-not-run
v = tf.Variable(0.0)
def f(x):
    v.assign_add(x)
    tf.print("never")
    return x
print(v1.wrap_function(f, [S([], tf.float32)])(2.0), v)
def g(x):
    with tf.control_dependencies([v1.assign(v, x)]):
        return tf.identity(x)
print(v1.wrap_function(g, [S([], tf.float32)])(2.0), v)

# %% variables
def f():
    v = v1.get_variable("v", initializer=3.0)
    u = v1.get_variable("u", shape=[2], initializer=v1.zeros_initializer(), trainable=False)
    return v + u
w = v1.wrap_function(f, [])
print(w(), w.variables, w.trainable_variables, [v.name for v in w.graph.variables])
print(w.graph.get_collection("variables"), w.graph.get_collection("trainable_variables"))
w.variables[0].assign(5.0)
print(w())

# %% variables-of-other-kinds
w = v1.wrap_function(lambda x: x * tf.Variable(3.0, name="q") + v1.Variable(1.0), [S([], tf.float32)])
print(w(tf.constant(2.0)), w(tf.constant(2.0)), [v.name for v in w.variables])
w = v1.wrap_function(lambda x: x * tf.Variable(lambda: tf.ones([2]) * 3, name="q"), [S([], tf.float32)])
print(w(tf.constant(2.0)), w.variables)
fails(lambda: v1.wrap_function(lambda x: x * tf.Variable(tf.ones([2]) * 3, name="q"), [S([], tf.float32)]))

# %% shared-variables
def f(x):
    with v1.variable_scope("s", reuse=v1.AUTO_REUSE):
        one = v1.get_variable("v", [], initializer=v1.ones_initializer())
        return x * one + v1.get_variable("v", [], initializer=v1.ones_initializer())
w = v1.wrap_function(f, [S([], tf.float32)])
with tf.GradientTape() as tape:
    y = w(tf.constant(2.0))
print(tape.gradient(y, w.variables), [v.name for v in w.variables])

# %% gradients
w = v1.wrap_function(lambda x: x**2, [S([], tf.float32)])
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = w(x)
print(tape.gradient(y, x))

# %% prune
def f(x):
    a = tf.add(x, 1.0, name="a")
    return tf.multiply(a, 2.0, name="b")
w = v1.wrap_function(f, [S([], tf.float32, name="x")])
p = w.prune("a:0", "b:0")
q = w.prune(w.graph.get_tensor_by_name("x:0"), {"r": "a:0", "s": ["b:0"]})
print(p(tf.constant(5.0)), q(tf.constant(5.0)), p.inputs, p.outputs, p.structured_outputs, q.structured_outputs, p.graph.name)
fails(lambda: w.prune("nope:0", "b:0"))
fails(lambda: w.prune([], "b:0"))
print(w.prune("x:0", "b")(tf.constant(5.0)))

# %% prune-of-a-frozen-graph
graph = tf.Graph()
with graph.as_default():
    x = v1.placeholder(tf.float32, [], name="x")
    tf.multiply(x, 3.0, name="y")
definition = graph.as_graph_def()
w = v1.wrap_function(lambda: tf.import_graph_def(definition, name=""), [])
p = w.prune("x:0", "y:0")
print(p(tf.constant(2.0)), p.structured_outputs)

# %% prune-with-variables-and-operations
def f():
    v = v1.get_variable("v", initializer=3.0)
    x = v1.placeholder(tf.float32, [], name="x")
    v1.assign_add(v, x, name="update")
    return v * x
w = v1.wrap_function(f, [])
train = w.prune("x:0", w.outputs[0])
print(train(tf.constant(2.0)), [v.name for v in train.variables])
