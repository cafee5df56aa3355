# What TensorFlow's guides do with layers that make plain Variables, Variables as arguments, optimizers, saved numbers and devices.
import tempfile

import tensorflow as tf
from tell import fails


def causes(function):
    """What is raised, and what was before it."""
    try:
        print(function())
    except Exception as error:
        while error is not None:
            print(type(error).__name__, str(error), error.__suppress_context__)
            error = error.__cause__ or error.__context__


class Flexible(tf.keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def build(self, shape):
        print("build", shape, tf.executing_eagerly())
        self.w = tf.Variable(tf.ones([shape[-1], self.size]), name="w")
        if tf.executing_eagerly():
            print(self.w.name)

    def call(self, x):
        print("call", tf.executing_eagerly())
        return tf.matmul(x, self.w)


class Pair(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.a, self.b = Flexible(3), Flexible(2)

    def call(self, x):
        return self.b(self.a(x))


class PairModel(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.a, self.b = Flexible(3), Flexible(2)

    def call(self, x):
        if tf.reduce_sum(x) > 0:
            x = x + 1
        return self.b(self.a(x))


def step(a, b, x, optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(a * x * x + b)
    optimizer.apply_gradients(zip(tape.gradient(loss, [a, b]), [a, b]))
# %% layers-that-make-plain-variables
for kind in Pair, PairModel:
    layer = kind()
    print(layer(tf.constant([[2., 2., 2.]])), len(layer.weights), layer.built)
    print(layer(tf.constant([[2., 2., 2.]])), layer.built)
# %% layers-that-make-plain-variables-in-functions
layer = Pair()
print(tf.function(lambda x: layer(x))(tf.constant([[2., 2., 2.]])))
x = tf.keras.Input([3])
model = tf.keras.Model(x, Flexible(1)(Flexible(2)(x)))
print(model(tf.ones([1, 3])), len(model.weights))
# %% functions-made-of-models
model = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])
print(tf.function(model)(tf.ones([2, 2])))
model = PairModel()
try:
    print(tf.function(model)(tf.ones([1, 3])))
except Exception as error:
    print(type(error).__name__)
model(tf.ones([1, 3]))
try:
    print(tf.function(model)(tf.ones([1, 3])))
except Exception as error:
    print(type(error).__name__)
# %% variables-as-arguments-are-known-to-optimizers
a, b = tf.Variable(1., name="p"), tf.Variable(1.)
function, optimizer = tf.function(step), tf.keras.optimizers.Adam(0.5)
for _ in range(2):
    function(a, b, tf.constant(2.), optimizer)
    print(a.numpy(), b.numpy(), [(v.path, v.numpy()) for v in optimizer.variables])
optimizer = tf.keras.optimizers.SGD(0.5)
function = tf.function(step)
function(a, b, tf.constant(2.), optimizer)
c = tf.Variable(7.)
function(a, c, tf.constant(2.), optimizer)
print(a.numpy(), b.numpy(), c.numpy())
try:
    function(a, c, tf.constant([2.]), optimizer)
except ValueError as error:
    print(str(error).strip().split("\n")[-1])
# %% names-of-variables-as-arguments
@tf.function
def names(a, b, x):
    print(a.name, b.name, a)
    return x


a, b = tf.Variable(1., name="p"), tf.Variable(1.)
print(names(a, b, tf.constant(1.)), names(b, a, tf.constant([1.])))
print(names.get_concrete_function(a, b, tf.constant(1.)).graph.inputs)
# %% concrete-functions-tell-all-that-failed
@tf.function
def power(a, b):
    return a


made = power.get_concrete_function(tf.constant("a"), 2)
causes(lambda: made(tf.constant("u"), b=3))
causes(lambda: made(tf.constant("u"), 3))


@tf.function
def scaled(w, x, name):
    return w * x


w = tf.Variable(2.)
made = scaled.get_concrete_function(w, tf.constant(1.), "a")
causes(lambda: made(w, tf.constant(1.)))
causes(lambda: made(w, tf.constant(1.), "a"))
causes(lambda: made(tf.constant(1.), tf.constant(1.), "a"))
# %% numbers-in-saved-functions
class Scale(tf.Module):
    def __init__(self):
        self.mean = tf.reduce_mean(tf.constant([1., 2.]))

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def __call__(self, x):
        return x * self.mean + tf.constant(2.)


folder = tempfile.mkdtemp()
tf.saved_model.save(Scale(), folder)
print(tf.saved_model.load(folder)(tf.constant([1., 3.])))
# %% names-of-devices
def placed(name):
    with tf.device(name):
        return tf.identity(2.)


for name in ("cpu", "CPU", "gpu", "/cpu", "/gpu:0", "cpu:0", "GPU:1", "/job:localhost/cpu", "/device:cpu", "foo", None):
    try:
        print(name, tf.function(lambda: placed(name)).get_concrete_function().outputs[0].op.inputs[0].device)
    except ValueError as error:
        print(name, str(error).strip().split("\n")[-1])
# %% devices-that-are-listed
config, cpu = tf.config, tf.config.list_physical_devices("CPU")[0]
print(config.get_logical_device_configuration(cpu), config.LogicalDeviceConfiguration(memory_limit=7))
config.experimental.set_virtual_device_configuration(cpu, [config.experimental.VirtualDeviceConfiguration()] * 2)
print(config.get_logical_device_configuration(cpu))
print(config.list_logical_devices(), config.experimental.list_physical_devices("GPU"))
# %% keras-under-short-names
print(tf.losses.MeanSquaredError()([1.], [3.]), tf.metrics.Mean().name, tf.initializers.Ones()([1]), tf.optimizers.SGD(0.5).name)
# %% the-profiler-is-accepted
profiler, folder = tf.profiler.experimental, tempfile.mkdtemp()
fails(profiler.stop)
print(profiler.start(folder))
fails(profiler.start, folder)
with profiler.Trace("step", step_num=1) as part:
    part.set_metadata(size=2)
print(profiler.stop())
with profiler.Profile(folder, profiler.ProfilerOptions(host_tracer_level=3)):
    print(profiler.ProfilerOptions(host_tracer_level=3))
fails(profiler.stop, save=False)
