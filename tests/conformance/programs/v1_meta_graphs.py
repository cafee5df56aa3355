import os
import tempfile

import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)


def trained(folder, steps=3):
    """Train a line for some steps, and save it."""
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w, b = v1.get_variable("w", initializer=[[1.0], [2.0]]), v1.get_variable("b", initializer=[0.5])
        y = tf.identity(x @ w + b, name="y")
        step = v1.train.get_or_create_global_step()
        train = v1.train.AdamOptimizer(0.1).minimize(tf.reduce_mean((y - 1) ** 2), step, name="train")
        v1.add_to_collection("mine", y)
        v1.add_to_collection("ops", train)
        v1.add_to_collection("text", "t")
        v1.add_to_collection("number", 3)
        session.run(v1.global_variables_initializer())
        for _ in range(steps):
            session.run(train, {x: [[1.0, 2]]})
        near(session.run(y, {x: [[1.0, 1]]}))
        return v1.train.Saver().save(session, os.path.join(folder, "model"), global_step=step)

# %% import
folder = tempfile.mkdtemp()
path = trained(folder)
print(sorted(os.listdir(folder)))
with tf.Graph().as_default(), v1.Session() as session:
    saver = v1.train.import_meta_graph(path + ".meta")
    saver.restore(session, path)
    print(sorted(v.name for v in v1.global_variables()), [v.name for v in v1.trainable_variables()], v1.get_collection("mine"), v1.get_collection("text"), v1.get_collection("number"), v1.train.get_global_step().name)
    near(session.run("y:0", {"x:0": [[1.0, 1]]}))
    session.run(v1.get_collection("ops")[0], {"x:0": [[1.0, 2]]})
    near(*session.run(["y:0", v1.train.get_global_step()], {"x:0": [[1.0, 1]]}))

# %% import-under-a-scope
folder = tempfile.mkdtemp()
path = trained(folder)
with tf.Graph().as_default(), v1.Session() as session:
    saver = v1.train.import_meta_graph(path + ".meta", import_scope="inner")
    saver.restore(session, path)
    near(session.run("inner/y:0", {"inner/x:0": [[1.0, 1]]}))
    print([v.name for v in v1.trainable_variables()])

# %% go-on-training
folder = tempfile.mkdtemp()
path = trained(folder)
with tf.Graph().as_default(), v1.Session() as session:
    saver = v1.train.import_meta_graph(path + ".meta")
    session.run(v1.global_variables_initializer())
    near(session.run("y:0", {"x:0": [[1.0, 1]]}))
    z = v1.get_default_graph().get_tensor_by_name("y:0") * 2
    loss = tf.reduce_sum(z)
    train = v1.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=v1.trainable_variables())
    session.run(train, {"x:0": [[1.0, 1]]})
    near(session.run(z, {"x:0": [[1.0, 1]]}))

# %% export
folder = tempfile.mkdtemp()
with tf.Graph().as_default():
    v1.get_variable("w", initializer=1.0)
    tf.constant(2.0, name="c")
    meta = v1.train.export_meta_graph(os.path.join(folder, "graph.meta"), collection_list=["variables"])
    print([node.name for node in meta.graph_def.node][-1], sorted(meta.collection_def), meta.meta_info_def.tensorflow_version == tf.__version__, type(meta).__name__)
with tf.Graph().as_default():
    saver = v1.train.import_meta_graph(os.path.join(folder, "graph.meta"))
    print([v.name for v in v1.global_variables()], v1.trainable_variables(), v1.get_default_graph().get_tensor_by_name("c:0"))
with tf.Graph().as_default():
    v1.train.import_meta_graph(meta)
    print([v.name for v in v1.global_variables()])
with tf.Graph().as_default():
    tf.constant(1.0)
    meta = v1.train.export_meta_graph()
with tf.Graph().as_default():
    print(v1.train.import_meta_graph(meta))

# %% errors
fails(v1.train.import_meta_graph, "x")
fails(v1.train.export_meta_graph)
with tf.Graph().as_default():
    fails(v1.train.import_meta_graph, "/no/such/file.meta")
