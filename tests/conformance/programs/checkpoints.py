import os, tempfile
import tensorflow as tf
from tell import fails, show
os.chdir(tempfile.mkdtemp())
D = "d"
os.mkdir(D)
class Model(tf.Module):
    def __init__(self, extra=False):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0]], name="w")
        self.layers = [tf.Variable(3.0, name="b"), {"k": tf.Variable([True, False])}]
        self.pair = (tf.Variable("text"), 5)
        if extra:
            self.extra = tf.Variable(9, name="extra")

# %% save-and-list
c = tf.train.Checkpoint(model=Model(), step=tf.Variable(7, dtype=tf.int64))
print(c.save(os.path.join(D, "ckpt"))[len(D):], c.save(D + "/ckpt")[len(D):], int(c.save_counter), int(c.step))
print(sorted(os.listdir(D)))
for name, shape in tf.train.list_variables(D):
    print(name, shape)
print(tf.train.load_variable(D, "model/w/.ATTRIBUTES/VARIABLE_VALUE"), tf.train.load_variable(D, "model/pair/0/.ATTRIBUTES/VARIABLE_VALUE"))
print(tf.train.latest_checkpoint(D)[len(D):], tf.train.latest_checkpoint(D + "/none"))
print(open(D + "/checkpoint").read())

# %% write-and-read
m = Model()
c = tf.train.Checkpoint(m)
path = c.write(D + "/x")
m.w.assign([[5.0, 6.0]])
m.layers[1]["k"].assign([False, False])
c.read(path).assert_consumed()
print(m.w.numpy(), m.layers[1]["k"].numpy(), sorted(os.listdir(D)))
print([name for name, _ in tf.train.list_variables(path)])

# %% assertions
c = tf.train.Checkpoint(model=Model(), step=tf.Variable(1))
path = c.save(D + "/c")
fresh = tf.train.Checkpoint(model=Model(extra=True), step=tf.Variable(0))
status = fresh.restore(path)
fails(status.assert_consumed)
fails(status.assert_existing_objects_matched)
status.expect_partial()
other = tf.train.Checkpoint(model=Model())
status = other.restore(path)
print(status.assert_existing_objects_matched() is status)
fails(status.assert_consumed)
print(status.expect_partial() is status)
fails(tf.train.Checkpoint(unrelated=tf.Variable(1.0)).restore(path).expect_partial().assert_nontrivial_match)
fails(tf.train.Checkpoint(c).restore(None).assert_consumed)

# %% deferred-restoration
m = tf.Module()
m.v = tf.Variable([1.0, 2.0])
m.l = [tf.Variable(3.0), tf.Variable(4.0)]
m.d = {"a": tf.Variable(5.0)}
m.sub = tf.Module()
m.sub.v = tf.Variable(6.0)
path = tf.train.Checkpoint(root=m).write(D + "/d")
n = tf.Module()
status = tf.train.Checkpoint(n).read(path)
n.v = tf.Variable([0.0, 0.0])
n.l = []
n.l.append(tf.Variable(0.0))
n.l.append(tf.Variable(0.0))
n.d = {}
n.d["a"] = tf.Variable(0.0)
sub = tf.Module()
sub.v = tf.Variable(0.0)
n.sub = sub
print(n.v.numpy(), [v.numpy() for v in n.l], n.d["a"].numpy(), n.sub.v.numpy())
status.assert_consumed()
n.v = tf.Variable([0.0, 0.0])
print(n.v.numpy())

# %% shapes-and-dtypes-that-do-not-fit
m = tf.Module()
m.v = tf.Variable([1.0, 2.0], name="v")
path = tf.train.Checkpoint(m).write(D + "/s")
m.v = tf.Variable([1.0, 2.0, 3.0], name="w")
fails(lambda: tf.train.Checkpoint(m).read(path))
m.v = tf.Variable([1, 2], name="w")
fails(lambda: tf.train.Checkpoint(m).read(path))
m.v = tf.Variable([9.0], shape=[None], name="u")
tf.train.Checkpoint(m).read(path).assert_consumed()
print(m.v.numpy(), m.v.shape)

# %% bad-arguments
fails(lambda: tf.train.Checkpoint(a=1))
fails(lambda: tf.train.Checkpoint(3))
m = tf.Module()
m.a = tf.Variable(1.0)
fails(lambda: tf.train.Checkpoint(m, a=tf.Variable(2.0)))
fails(lambda: tf.train.Checkpoint(m).restore(D + "/nothing"))
fails(lambda: tf.train.Checkpoint(m).read(D + "/nothing"))
fails(lambda: tf.train.load_checkpoint(D + "/nothing"))
fails(lambda: tf.train.load_checkpoint(D))
path = tf.train.Checkpoint(m).write(D + "/b")
fails(lambda: tf.train.load_variable(path, "nothing"))

# %% containers-that-cannot-be-saved
m = tf.Module()
m.d = {1: tf.Variable(2.0, name="v")}
fails(lambda: tf.train.Checkpoint(m).write(D + "/u"))
m = tf.Module()
m.l = [tf.Variable(2.0, name="v"), tf.Variable(3.0, name="w")]
del m.l[0]
fails(lambda: tf.train.Checkpoint(m).write(D + "/u"))
given = [tf.Variable(2.0, name="v")]
m = tf.Module()
m.l = given
given.append(tf.Variable(4.0, name="x"))
fails(lambda: tf.train.Checkpoint(m).write(D + "/u"))
print(os.listdir(D))

# %% names-that-need-escapes
m = tf.Module()
m.d = {"a/b": tf.Variable(1.0), "c.d": tf.Variable(2.0), "e f": tf.Variable(3.0)}
path = tf.train.Checkpoint(m).write(D + "/e")
print([name for name, _ in tf.train.list_variables(path)])
for v in m.d.values():
    v.assign(0.0)
tf.train.Checkpoint(m).read(path).assert_consumed()
print([v.numpy() for v in m.d.values()])

# %% shared-objects
m = tf.Module()
m.a = tf.Variable(1.0)
m.b = m.a
m.self = m
path = tf.train.Checkpoint(m).write(D + "/sh")
print([name for name, _ in tf.train.list_variables(path)])
tf.train.Checkpoint(m).read(path).assert_consumed()

# %% manager
c = tf.train.Checkpoint(v=tf.Variable(1.0))
m = tf.train.CheckpointManager(c, D + "/m", max_to_keep=2)
print(m.latest_checkpoint, m.checkpoints, m.directory[len(D):], m.checkpoint_interval, m.restore_or_initialize())
print([m.save()[len(D):] for _ in range(3)], [p[len(D):] for p in m.checkpoints], m.latest_checkpoint[len(D):])
print(sorted(os.listdir(D + "/m")))
print(m.save(checkpoint_number=77)[len(D):], m.restore_or_initialize()[len(D):], int(c.save_counter))
print([p[len(D):] for p in tf.train.CheckpointManager(c, D + "/m", 5).checkpoints])
fails(lambda: tf.train.CheckpointManager(c, D, max_to_keep=0))
fails(lambda: tf.train.CheckpointManager(c, D, 1, checkpoint_interval=2))

# %% manager-intervals
step = tf.Variable(0)
c = tf.train.Checkpoint(step=step)
called = []
m = tf.train.CheckpointManager(c, D, max_to_keep=None, step_counter=step, checkpoint_interval=3, checkpoint_name="model",
                               init_fn=lambda: called.append(1))
m.restore_or_initialize()
saved = []
for i in range(8):
    step.assign_add(1)
    saved.append((m.save() or "")[len(D):])
print(saved, called, m.save(check_interval=False)[len(D):], m.checkpoint is c)

# %% values-of-every-dtype
values = [1.5, 2, True, b"x", 1 + 2j]
kinds = [tf.float16, tf.float32, tf.float64, tf.int8, tf.uint8, tf.int16, tf.uint16, tf.int32, tf.int64, tf.uint32, tf.uint64, tf.bool, tf.complex64, tf.complex128, tf.string]
m = tf.Module()
m.v = [tf.Variable(tf.constant([b"a", b"", b"\xff" * 200]) if k is tf.string else tf.cast(tf.constant([0, 1, 3]), k)) for k in kinds]
path = tf.train.Checkpoint(m).write(D + "/k")
before = [v.numpy() for v in m.v]
for v in m.v:
    v.assign(tf.zeros_like(v))
tf.train.Checkpoint(m).read(path).assert_consumed()
print([(a == b).all() and a.dtype == b.dtype for a, b in zip(before, (v.numpy() for v in m.v))])
r = tf.train.load_checkpoint(path)
print(sorted((k[2:4], d) for k, d in r.get_variable_to_dtype_map().items() if k.startswith("v/")), r.has_tensor("v/0"))

# %% unrestored-values-are-told
c = tf.train.Checkpoint(a=tf.Variable(1.0), b=tf.Variable(2.0))
path = c.write(D + "/w")
tf.train.Checkpoint(a=tf.Variable(0.0)).read(path).expect_partial()
print("done")

# %% generators
g = tf.random.Generator.from_seed(3)
path = tf.train.Checkpoint(g=g).write(D + "/g")
first = g.normal([2])
tf.train.Checkpoint(g=g).read(path).assert_consumed()
print((first.numpy() == g.normal([2]).numpy()).all(), [n for n, _ in tf.train.list_variables(path)])

# %% written-by-functions
checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0), more=[tf.Variable(["a", "b"])])
@tf.function
def write(path):
    checkpoint.v.assign_add(1.0)
    return checkpoint.write(path)
for number in range(2):
    path = write(tf.constant(os.path.join(D, f"w{number}")))
    print(path.dtype, tf.train.load_variable(path.numpy().decode(), "v/.ATTRIBUTES/VARIABLE_VALUE"))
print(tf.train.list_variables(path.numpy().decode()))
checkpoint.v.assign(0.0)
checkpoint.read(path.numpy().decode()).assert_consumed()
print(checkpoint.v)
@tf.function
def save():
    return checkpoint.save(os.path.join(D, "s"))
fails(save)

# %% the-state-of-a-folder
manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1.0)), D, 2)
for _ in range(3):
    manager.save()
state = tf.train.get_checkpoint_state(D)
print([os.path.basename(path) for path in state.all_model_checkpoint_paths], os.path.basename(state.model_checkpoint_path))
print(len(state.all_model_checkpoint_timestamps), state.last_preserved_timestamp > 1e9, str(state).replace(D, "")[:40])
print(tf.train.get_checkpoint_state(os.path.join(D, "missing")))
fails(tf.train.Checkpoint(v=tf.Variable(1.0)).restore, D)
