# tf.DeviceSpec, and tf.device with it.
import tensorflow as tf
from tests.conformance.support.tell import fails

# %% parts
spec = tf.DeviceSpec(job="ps", replica=1, task="2", device_type="cpu", device_index=3)
print(spec, spec.to_string(), str(spec) == repr(spec))
print(spec.job, spec.replica, repr(spec.task), spec.device_type, spec.device_index)
print(tf.DeviceSpec(), repr(tf.DeviceSpec().to_string()))
print(tf.DeviceSpec(device_type="GPU").to_string(), tf.DeviceSpec(job=0).to_string(), tf.DeviceSpec(device_type="Foo", device_index=1).to_string())
fails(tf.DeviceSpec, replica="x")
try:
    spec.job = "x"
except AttributeError:
    print("cannot be set")

# %% from-strings
for text in ("/job:w/replica:0/task:1/device:CPU:*", "/device:GPU:1", "/cpu:0", "gpu", "CPU:0", "/job:a/task:7", "", None, "/device:foo:2", "TPU:3", "/tpu:3", "/custom:1",
             "job:w//task:2/", "/device:cpu:0"):
    spec = tf.DeviceSpec.from_string(text)
    print(repr(text), spec, spec.to_string())
for text in ("/nowhere", "/cpu:0/gpu:1", "/device:CPU:0/device:CPU:1", "/device:CPU", "/job", "/task:x", "/cpu:y", "XPU:0", "/cpu:0:1"):
    print(repr(text), end=" ")
    fails(tf.DeviceSpec.from_string, text)
fails(tf.DeviceSpec.from_string, 3)

# %% equality-and-parsing
a = tf.DeviceSpec.from_string("/cpu:0")
print(a == tf.DeviceSpec(device_type="CPU", device_index=0), a == "/device:CPU:0", a != tf.DeviceSpec(), hash(a) == hash(a.replace(job=None)))
b = a.parse_from_string("/job:x/gpu:1")
print(a.to_string(), b.to_string(), len({a, b, tf.DeviceSpec.from_string("CPU:0")}))

# %% merging-and-replacing
a, b = tf.DeviceSpec(job=0, device_type="CPU"), tf.DeviceSpec(device_type="GPU", task=4)
print(a.make_merged_spec(b).to_string(), b.make_merged_spec(a).to_string(), a.make_merged_spec(tf.DeviceSpec()) == a)
print(a.replace(device_type="gpu").to_string(), a.replace(device_type=None, device_index=5).to_string(), a.to_string())
class Mine(tf.DeviceSpec):
    pass
print(type(Mine(job="a").replace(task=1)).__name__, type(Mine.from_string("/cpu:0")).__name__, Mine(job="a") == tf.DeviceSpec(job="a"), tf.DeviceSpec(job="a") == Mine(job="a"))

# %% placing-eagerly
with tf.device(tf.DeviceSpec(device_type="CPU", device_index=0).to_string()):
    print((tf.constant(1.0) + 1.0).device)
def block(name):
    with tf.device(name):
        return 1
fails(block, tf.DeviceSpec(device_type="CPU", device_index=0))
fails(block, 3)
fails(block, [1])
fails(tf.device, lambda op: "/cpu:0")
fails(block, "/nowhere")
print(block("/job:localhost/cpu:0"), block(None), block(""))
made = tf.device("/nowhere")
print("made")

# %% placing-in-graphs
def placed(*names):
    def body():
        if not names:
            return tf.zeros([]) + 1.0
        with tf.device(names[0]):
            return placed(*names[1:])
    return body()
def where(*names):
    @tf.function
    def f():
        return placed(*names)
    graph = f.get_concrete_function().graph
    return [op.device for op in graph.get_operations() if op.type == "AddV2"]
print(where("/cpu:0"), where("/job:foo", "/gpu:1"), where("/job:foo/device:GPU:1", "/job:bar/task:0"), where("/cpu:0", None), where("/cpu:0", None, "/task:1"), where("/cpu:0", ""))
fails(where, tf.DeviceSpec(device_type="GPU", device_index=2))
with tf.device("/cpu:0"):
    print(where(), where("/gpu:1"), where(None))
with tf.Graph().as_default() as g:
    with tf.device(tf.DeviceSpec(job="ps", device_type="CPU")), tf.device("/task:3"):
        x = tf.compat.v1.placeholder(tf.float32, name="x")
    with g.device(tf.DeviceSpec(job="ps")):
        with g.device("/cpu:1"):
            y = tf.identity(x)
    with tf.compat.v1.device(lambda op: "/job:" + op.type), tf.device("/cpu:0"):
        z = tf.negative(x)
print(x.device, y.device, z.device)
