import os
import tempfile
import tensorflow as tf
from tests.conformance.support.tell import fails

v1 = tf.compat.v1
os.chdir(tempfile.mkdtemp())
graph = v1.Graph()
with graph.as_default():
    w = v1.get_variable("w", [2], initializer=v1.ones_initializer())
    with v1.variable_scope("layer"):
        b = v1.get_variable("b", [], initializer=v1.zeros_initializer())
    local = v1.get_local_variable("local", [], initializer=v1.zeros_initializer())
    update = w.assign_add([1.0, 2.0])
    start = v1.global_variables_initializer()
    saver = v1.train.Saver()

def files(folder="."):
    return sorted(name for name in os.listdir(folder) if not name.endswith(".meta"))

# %% operations
print([(op.name, op.type) for op in graph.get_operations() if op.name.startswith("save")])

# %% save-and-restore
with v1.Session(graph=graph) as session:
    fails(saver.save, session, "./uninitialized")
    session.run(start); session.run(update)
    print(saver.save(session, "./model"), saver.save(session, "./model", global_step=7))
    session.run(update)
    print(saver.save(session, "./model", global_step=v1.train.global_step(session, b), write_meta_graph=False))
    print(saver.last_checkpoints, v1.train.latest_checkpoint("."), files())
    session.run(start)
    print(saver.restore(session, "./model-0"), session.run([w, b]))
    fails(saver.restore, session, "./missing")
    fails(saver.restore, session, None)
with v1.Session(graph=graph) as session:
    saver.restore(session, "./model-7")
    print(session.run(w), tf.train.list_variables("./model-7"))

# %% which-are-kept
with graph.as_default(), v1.Session() as session:
    session.run(start)
    few = v1.train.Saver([w], max_to_keep=2)
    for step in range(4):
        few.save(session, "few/k", global_step=step, write_meta_graph=False)
    print(few.last_checkpoints, files("few"))
    print(v1.train.Saver(pad_step_number=True).save(session, "./padded", global_step=3, write_meta_graph=False, write_state=False))
    print(files())

# %% names
with graph.as_default(), v1.Session() as session:
    session.run(start)
    v1.train.Saver({"other": w, "third": b}).save(session, "./named", write_meta_graph=False)
    print(tf.train.list_variables("./named"))
    fails(v1.train.Saver().restore, session, "./named")
    fails(v1.train.Saver, [w, w])
    fails(v1.train.Saver, [3])
with v1.Graph().as_default():
    fails(v1.train.Saver)
    v1.train.Saver(allow_empty=True)
fails(v1.train.Saver)

# %% eagerly
v = tf.Variable([5.0], name="v")
saver = v1.train.Saver([v])
path = saver.save(None, "./eager")
v.assign([0.0])
saver.restore(None, path)
print(path, v.numpy(), tf.train.list_variables(path))

# %% objects-restore-by-name
with v1.Session(graph=graph) as session:
    session.run(start); session.run(update)
    path = saver.save(session, "./model", write_meta_graph=False)
module = tf.Module()
module.w = tf.Variable([0.0, 0.0], name="w")
status = tf.train.Checkpoint(module=module).restore(path)
print(module.w, type(status).__name__)
for each in (status.assert_consumed, status.assert_existing_objects_matched, status.assert_nontrivial_match, status.expect_partial):
    print(type(each()).__name__)
module.other = tf.Variable([0.0, 0.0], name="other")
status = tf.train.Checkpoint(module=module).read(path)
fails(status.assert_consumed)
