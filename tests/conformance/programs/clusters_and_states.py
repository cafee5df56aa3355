# tf.train: descriptions of clusters, checkpoints of another program, states of Python objects.
import os
import tempfile
import tensorflow as tf
from tests.conformance.support.tell import fails

Spec = tf.train.ClusterSpec
# %% cluster-spec
c = Spec({"worker": ["a:1", "b:2"], "ps": {1: "c:3"}})
print(c, c.as_dict(), c.jobs, c.num_tasks("ps"), c.task_indices("ps"), c.task_address("worker", 1), c.job_tasks("ps"))
print(bool(Spec({})), bool(c), c == Spec({"ps": {1: "c:3"}, "worker": ["a:1", "b:2"]}), c != Spec({}), c == {"worker": {0: "a:1", 1: "b:2"}, "ps": {1: "c:3"}})
print(Spec({"x": []}).as_dict(), Spec({"x": ("a",)}).as_dict(), Spec({"x": {"0": b"a"}}).as_cluster_def())
# %% cluster-spec-errors
c = Spec({"worker": ["a:1"], "ps": {1: "c:3"}})
for f in (lambda: c.num_tasks("x"), lambda: c.task_indices("x"), lambda: c.task_address("x", 0), lambda: c.task_address("ps", 0), lambda: c.job_tasks("x"),
          lambda: Spec(["a"]), lambda: Spec({"a": 3}), lambda: Spec({"a": [1]}), lambda: Spec({1: ["a"]}), lambda: Spec({"a": {"x": "b"}}), lambda: Spec("a")):
    fails(f)
# %% cluster-def
c = Spec({"worker": ["a:1"], "ps": {1: "c:3"}})
message = c.as_cluster_def()
print(message)
print(Spec(message), Spec(c) == c, Spec(tf.train.ClusterDef.FromString(message.SerializeToString())) == c)
job = tf.train.JobDef(name="x", tasks={0: "a"})
print(job, job.tasks[0], job.name, tf.train.ClusterDef(job=[job]).job[0].name, dict(job.tasks))
# %% server-def
s = tf.train.ServerDef(cluster=Spec({"worker": ["a:1", "b:2"]}).as_cluster_def(), job_name="worker", task_index=1, protocol="grpc")
print(s, s.cluster.job[0].tasks[1], s.port, s.HasField("cluster"), tf.train.ServerDef().HasField("cluster"))
print(tf.train.ServerDef.FromString(s.SerializeToString()) == s, list(s.cluster.job[0].tasks.items()))
print(repr(tf.train.ServerDef().job_name), tf.train.ServerDef().cluster.job)


# %% python-state
class Notes(tf.train.experimental.PythonState):
    def __init__(self, text):
        self.text = text

    def serialize(self):
        return self.text

    def deserialize(self, string_value):
        self.text = string_value.decode() + "!"


folder = tempfile.mkdtemp()
notes, v = Notes("one"), tf.Variable(1.0)
checkpoint = tf.train.Checkpoint(notes=notes, v=v)
path = checkpoint.save(os.path.join(folder, "c"))
notes.text = "two"
v.assign(2.0)
checkpoint.restore(path).assert_consumed()
print(notes.text, v.numpy())
print(tf.train.list_variables(path))
print(tf.train.load_variable(path, "notes/.ATTRIBUTES/py_state"))
later = tf.train.Checkpoint()
later.restore(path)
later.notes = Notes("three")
print(later.notes.text)
# %% python-state-of-nothing
# needs: python<3.12 (what Python says of abstract classes)
fails(tf.train.experimental.PythonState)
class Half(tf.train.experimental.PythonState):
    def serialize(self):
        return ""
try:
    Half()
except TypeError:
    print("not whole")
class Bytes(tf.train.experimental.PythonState):
    def serialize(self):
        return b"\x00\xff"
    def deserialize(self, value):
        print(value)
path = tf.train.Checkpoint(b=Bytes()).write(tempfile.mkdtemp() + "/b")
tf.train.Checkpoint(b=Bytes()).read(path).assert_consumed()


# %% trackable-view
class Tree(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.a = tf.Variable(5.0)
        self.both = [tf.Variable(1.0), tf.Variable(2.0)]


root = Tree("root")
root.leaf = Tree("leaf")
view = tf.train.TrackableView(root)
print(list(view.children(root)), list(tf.train.TrackableView.children(root.leaf)), view.root is root)
print([type(item).__name__.strip("_") for item in view.descendants()])
print([float(item.numpy()) for item in view.descendants() if isinstance(item, tf.Variable)])
loose = tf.train.Checkpoint(x=tf.Variable(3.0), root_of_it=root)
print(sorted(tf.train.TrackableView(loose).children(loose)), len(tf.train.TrackableView(loose).descendants()))
# %% checkpoints-iterator
folder = tempfile.mkdtemp()
checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=2)
print(list(tf.train.checkpoints_iterator(folder, timeout=0)))
manager.save()
for path in tf.train.checkpoints_iterator(folder, min_interval_secs=0.01, timeout=0):
    print(os.path.basename(path))
    if path.endswith("-1"):
        manager.save()
        manager.save()
# %% checkpoints-iterator-asks
folder = tempfile.mkdtemp()
checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
answers = [False, False, True]
for path in tf.train.checkpoints_iterator(folder, timeout=0, timeout_fn=lambda: answers.pop(0)):
    print(path)
print(answers)
path = checkpoint.save(folder + "/c")
print([os.path.basename(path) for path in tf.train.checkpoints_iterator(folder, timeout=0, timeout_fn=lambda: True)])
