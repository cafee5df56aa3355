import numpy as np
import tensorflow as tf
from tell import fails

v1 = tf.compat.v1


def names(graph):
    return [(operation.name, operation.type) for operation in graph.get_operations()]


# %% create-op
graph = tf.Graph()
with graph.as_default():
    a = tf.constant([1.0, 2.0], name="a")
    op = graph.create_op("Neg", [a], [tf.float32], name="n")
    print(op.name, op.type, op.outputs, list(op.inputs), op.get_attr("T"))
    with tf.name_scope("s"), graph.control_dependencies([op]):
        print(graph.create_op("NoOp", [], []).control_inputs, graph.create_op("Identity", [a], [tf.float32], name="i").name)
    print([graph.create_op("Identity", [a], [tf.float32], name="x").name for _ in range(2)])
    print(graph.create_op("AddV2", [a, a], [tf.float32], input_types=[tf.float32] * 2, name="exact/").name)
    fails(lambda: graph.create_op("NoOp", [], [], name=""))
    fails(lambda: graph.create_op("NoOp", [], [], name="a b"))
    fails(lambda: graph.create_op("Neg", [1.0], [tf.float32]))
    with v1.Session() as session:
        print(session.run(op.outputs[0]), session.run(graph.create_op("Sum", [a, tf.constant(0)], [tf.float32]).outputs[0]))

# %% create-op-with-attributes
graph = tf.Graph()
with graph.as_default():
    a = tf.constant([[1.0, 2.0]])
    op = graph.create_op("MatMul", [a, a], [tf.float32], attrs={"transpose_a": v1.AttrValue(b=False), "transpose_b": v1.AttrValue(b=True)})
    constant = graph.create_op("Const", [], [tf.float32], name="k", attrs={
        "dtype": v1.AttrValue(type=tf.float32.as_datatype_enum), "value": v1.AttrValue(tensor=tf.make_tensor_proto([1.0, 2.0]))})
    with v1.Session() as session:
        print(session.run([op.outputs[0], constant.outputs[0]]), op.get_attr("transpose_b"), constant.outputs[0].shape)

# %% feedable-and-fetchable
graph = tf.Graph()
with graph.as_default():
    a = tf.constant(1.0, name="a")
    print(graph.is_feedable(a), graph.is_fetchable(a), graph.is_fetchable(a.op))
    graph.prevent_feeding(a)
    graph.prevent_fetching(a.op)
    print(graph.is_feedable(a), graph.is_fetchable(a), graph.is_fetchable(a.op))
    b = a + 1.0
    with v1.Session() as session:
        fails(lambda: session.run(a))
        fails(lambda: session.run(a.op))
        fails(lambda: session.run(b, {a: 2.0}))
        print(session.run(b))

# %% collections
graph = tf.Graph()
graph.add_to_collection("x", 1)
graph.add_to_collections(["x", "y"], 2)
with graph.as_default():
    v1.add_to_collection("y", 3)
    v1.add_to_collections("z", 4)
    v1.get_collection_ref("z").append(5)
print(graph.collections, graph.get_all_collection_keys(), graph.get_collection("x"), graph.get_collection("z"), graph.get_collection("none"))
graph.clear_collection("x")
print(graph.get_collection("x"))

# %% import-graph-def
graph = tf.Graph()
with graph.as_default():
    x = v1.placeholder(tf.float32, [2], name="x")
    y = tf.multiply(x, 2.0, name="y")
other = tf.Graph()
with other.as_default():
    first, placeholder = tf.import_graph_def(graph.as_graph_def(), return_elements=["y:0", "x"], name="imp")
    second, = tf.import_graph_def(graph.as_graph_def(), input_map={"x:0": tf.constant([3.0, 4.0])}, return_elements=["y:0"])
    print(first, placeholder.name, second, names(other))
    with v1.Session() as session:
        print(session.run(first, {"imp/x:0": [1.0, 2.0]}), session.run(second))

# %% import-graph-def-refused
graph = tf.Graph()
with graph.as_default():
    tf.negative(tf.constant(1.0, name="x"), name="y")
definition = graph.as_graph_def()
for arguments in ({"return_elements": ["q:0"]}, {"return_elements": ["q"]}, {"return_elements": ["y:3"]}, {"input_map": {"zz:0": 1.0}}, {"input_map": [1]}, {"return_elements": [7]}, {"name": "/bad"}):
    with tf.Graph().as_default():
        fails(lambda: tf.import_graph_def(definition, **arguments))
fails(lambda: tf.import_graph_def(3))
with tf.Graph().as_default() as other:
    print(tf.import_graph_def(definition, name=""), names(other))

# %% graph-def-as-bytes
graph = tf.Graph()
with graph.as_default():
    x = v1.placeholder(tf.float32, [None], name="x")
    y = tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: -x)
    y = tf.identity(y, name="y")
definition = v1.GraphDef()
definition.ParseFromString(graph.as_graph_def().SerializeToString())
print(definition.node[0].name, definition.node[0].op, [node.op for node in definition.node][-1])
with tf.Graph().as_default(), v1.Session() as session:
    x, y = tf.import_graph_def(definition, return_elements=["x:0", "y:0"])
    print(session.run(y, {x: [1.0, 2.0]}), session.run(y, {x: [-1.0]}), y.name)

# %% import-into-a-function
graph = tf.Graph()
with graph.as_default():
    x = v1.placeholder(tf.float32, [], name="x")
    tf.multiply(x, 3.0, name="y")
definition = graph.as_graph_def()
@tf.function
def f(x):
    result, = tf.import_graph_def(definition, input_map={"x:0": x}, return_elements=["y:0"])
    return result
x = tf.constant(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y, tape.gradient(y, x))

# %% variables-and-their-initializers-are-imported
graph = tf.Graph()
with graph.as_default():
    v = v1.get_variable("v", initializer=2.0)
    tf.multiply(v, 3.0, name="y")
    v1.global_variables_initializer()
with tf.Graph().as_default(), v1.Session() as session:
    y, init = tf.import_graph_def(graph.as_graph_def(), return_elements=["y:0", "init"])
    session.run(init)
    print(session.run(y))

# %% variables-made-in-graph-functions
with tf.Graph().as_default() as graph:
    kept = []
    @tf.function
    def f(x):
        if not kept:
            kept.append(tf.Variable(lambda: tf.ones([2]) * 2, name="q"))
        kept[0].assign_add(x)
        return kept[0].read_value()
    y = f(tf.constant([2.0, 3.0]))
    z = f(tf.constant([2.0, 3.0]))
    print(kept[0], kept[0].name, [v.name for v in v1.global_variables()], v1.trainable_variables())
    with v1.Session() as session:
        fails(lambda: session.run(kept[0]))
        session.run(v1.global_variables_initializer())
        print(session.run(kept[0]), session.run(y), session.run(z), session.run(kept[0]))

# %% variables-made-in-graph-functions-from-arguments
with tf.Graph().as_default():
    kept = []
    @tf.function
    def f(x):
        if not kept:
            kept.append(tf.Variable(x * 2))
        return kept[0] * x
    fails(lambda: f(tf.constant(2.0)))

# %% get-variable-in-graph-functions
with tf.Graph().as_default():
    @tf.function
    def f(x):
        with v1.variable_scope("s", reuse=v1.AUTO_REUSE):
            return x * v1.get_variable("v", [], initializer=v1.ones_initializer())
    y = f(tf.constant(2.0)) + f(tf.constant([3.0]))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print(session.run(y), [v.name for v in v1.global_variables()], [v.name for v in v1.trainable_variables()])

# %% get-variable-in-eager-graph-functions
@tf.function(autograph=False)
def f(x):
    return x * v1.get_variable("v", [], initializer=v1.ones_initializer())
fails(lambda: f(1.0))

# %% modules-in-plain-graphs
with tf.Graph().as_default():
    class Dense(tf.Module):
        @tf.function
        def __call__(self, x):
            if not hasattr(self, "w"):
                self.w = tf.Variable(tf.ones([x.shape[-1], 2]), name="w")
            return tf.matmul(x, self.w)
    dense = Dense()
    y = dense(tf.ones([1, 3]))
    grads = tf.gradients(y, dense.w)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print(session.run([y, grads]), dense.w.name, dense.w.shape, dense.trainable_variables)
