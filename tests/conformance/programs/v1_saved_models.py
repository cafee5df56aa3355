import os
import tempfile

import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1
sm = v1.saved_model
v1.logging.set_verbosity(v1.logging.ERROR)


def written(folder, **options):
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.get_variable("w", initializer=[[1.0], [2.0]])
        y = tf.identity(x @ w, name="y")
        session.run(v1.global_variables_initializer())
        session.run(w.assign([[3.0], [4.0]]))
        builder = sm.builder.SavedModelBuilder(folder)
        signature = sm.signature_def_utils.predict_signature_def({"x": x}, {"y": y})
        builder.add_meta_graph_and_variables(session, [sm.tag_constants.SERVING], {sm.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signature}, **options)
        print(os.path.basename(builder.save().decode()))

# %% builder-and-loader
folder = os.path.join(tempfile.mkdtemp(), "model")
written(folder)
print(sorted(os.listdir(folder)), sorted(os.listdir(os.path.join(folder, "variables"))), sm.loader.maybe_saved_model_directory(folder), sm.contains_saved_model(folder + "x"))
with tf.Graph().as_default(), v1.Session() as session:
    meta = sm.loader.load(session, ["serve"], folder)
    signature = meta.signature_def["serving_default"]
    print(sorted(meta.signature_def), signature.inputs["x"].name, signature.outputs["y"].name, signature.method_name, list(meta.meta_info_def.tags))
    near(session.run(signature.outputs["y"].name, {signature.inputs["x"].name: [[1.0, 1]]}))
    print([v.name for v in v1.global_variables()])
    print(sm.utils.get_tensor_from_tensor_info(signature.inputs["x"]).name)
with tf.Graph().as_default(), v1.Session() as session:
    sm.load(session, ["serve"], folder, import_scope="in")
    near(session.run("in/y:0", {"in/x:0": [[1.0, 1]]}))
with tf.Graph().as_default(), v1.Session() as session:
    try:
        sm.loader.load(session, ["train"], folder)
    except RuntimeError as error:
        print(str(error)[:70])

# %% simple-save
folder = os.path.join(tempfile.mkdtemp(), "model")
with tf.Graph().as_default(), v1.Session() as session:
    x = v1.placeholder(tf.float32, [2], name="x")
    w = v1.get_variable("w", initializer=[1.0, 2.0])
    session.run(v1.global_variables_initializer())
    sm.simple_save(session, folder, {"a": x}, {"b": tf.add(x, w, name="sum")})
with tf.Graph().as_default(), v1.Session() as session:
    meta = sm.load(session, [sm.tag_constants.SERVING], folder)
    signature = meta.signature_def["serving_default"]
    near(session.run(signature.outputs["b"].name, {signature.inputs["a"].name: [1.0, 1]}))
    try:
        sm.simple_save(session, folder, {}, {})
    except ValueError as error:
        print(error)

# %% main-op
folder = os.path.join(tempfile.mkdtemp(), "model")
with tf.Graph().as_default(), v1.Session() as session:
    w = v1.get_variable("w", initializer=1.0)
    session.run(v1.global_variables_initializer())
    builder = sm.Builder(folder)
    builder.add_meta_graph_and_variables(session, ["a", "b"], main_op=w.assign_add(10.0).op)
    builder.save()
with tf.Graph().as_default(), v1.Session() as session:
    sm.load(session, {"b", "a"}, folder)
    near(session.run(v1.global_variables()[0]))

# %% errors
folder = tempfile.mkdtemp()
open(os.path.join(folder, "x"), "w").close()
try:
    sm.Builder(folder)
except AssertionError as error:
    print(str(error).replace(folder, "FOLDER"))
fails(sm.Builder(os.path.join(folder, "m")).add_meta_graph, ["serve"])
with tf.Graph().as_default():
    x = tf.constant(1.0)
    fails(sm.predict_signature_def, {}, {"y": x})
    fails(sm.predict_signature_def, {"x": x}, None)
    fails(sm.classification_signature_def, None, x, x)
    fails(sm.regression_signature_def, x, None)

# %% signatures
with tf.Graph().as_default():
    x = v1.placeholder(tf.string, [None], name="x")
    y = v1.placeholder(tf.float32, [None, 3], name="y")
    for signature in (sm.classification_signature_def(x, x, y), sm.regression_signature_def(x, y), sm.build_signature_def({"a": sm.build_tensor_info(y)}, None, "m")):
        print(signature.method_name, sorted((name, info.name, info.dtype, len(info.tensor_shape.dim)) for name, info in signature.inputs.items()), sorted((name, info.name) for name, info in signature.outputs.items()))
print(sm.signature_constants.PREDICT_METHOD_NAME, sm.tag_constants.TRAINING, sm.constants.SAVED_MODEL_FILENAME_PB)
