"""The programs of the four seed documents, each document's in its order.

`# 2.5` is the fifth program of the second document. Where a notebook shows the last value of a cell, the value is printed; code
that had lost its indentation or its quotes has them again. Names that a program takes from an earlier one are made in it again.
"""

import contextlib
import glob
import os
import tempfile
import warnings

import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails

folder = tempfile.mkdtemp()


# 1.1: the version; 1.2: the helper, with class names and first lines alone
@contextlib.contextmanager
def assert_raises(error_class):
    try:
        yield
    except error_class as e:
        print("Caught expected exception \n  {}: {}".format(error_class.__name__, str(e).split("\n")[0]))
    except Exception as e:
        print("Got unexpected exception \n  {}: {}".format(type(e).__name__, str(e).split("\n")[0]))
    else:
        raise Exception("Expected {} to be raised but no error was raised!".format(error_class))


def operations(concrete):
    return [op.type for op in concrete.graph.get_operations()]


# %% version
# 1.1
print("tf version:", tf.__version__)

# %% functions-of-functions
# 1.3 to 1.5
@tf.function
def add(a, b):
    return a + b
print(repr(add(tf.ones([2, 2]), tf.ones([2, 2]))))
@tf.function
def add(a, b):
    return a + b
v = tf.Variable(2.0)
with tf.GradientTape() as tape:
    res = add(v, 1.0)
print(repr(tape.gradient(res, v)))
@tf.function
def dense_layer(x, w, b):
    return add(tf.matmul(x, w), b)
print(repr(dense_layer(tf.ones([3, 2]), tf.ones([2, 2]), tf.ones([2]))))

# %% double
# 1.6 and 1.7: a wrong dtype is a TypeError today
@tf.function
def double(a):
    print("追踪变量：", a)
    return a + a
print("结果:", double(tf.constant(1)))
print()
print("结果:", double(tf.constant(1.1)))
print()
print("结果:", double(tf.constant("c")))
print("构建许可的追踪")
double_strings = double.get_concrete_function(tf.TensorSpec(shape=None, dtype=tf.string))
print("执行追踪函数")
print(double_strings(tf.constant("a")))
print(double_strings(a=tf.constant("b")))
print("使用不合法参数")
with assert_raises(tf.errors.InvalidArgumentError):
    double_strings(tf.constant(1))

# %% train
# 1.8 to 1.10
def train_one_step():
    pass
@tf.function
def train(num_steps):
    print("追踪： num_steps = {}".format(num_steps))
    for _ in tf.range(num_steps):
        train_one_step()
train(num_steps=10)
train(num_steps=20)
train(num_steps=tf.constant(10))
train(num_steps=tf.constant(20))
train(num_steps=tf.constant(10, dtype=tf.int32))
train(num_steps=tf.constant(20.6))
print(train.experimental_get_tracing_count())

# %% side-effects
# 1.11 and 1.12
@tf.function
def f(x):
    print("追踪：", x)
    tf.print('执行：', x)
f(1)
f(1)
f(2)
external_list = []
def side_effect(x):
    print('Python side effect')
    external_list.append(x)
@tf.function
def f(x):
    tf.py_function(side_effect, inp=[x], Tout=[])
f(1)
f(1)
f(1)
print(external_list)

# %% scaled-elu
# 2.1
def scaled_elu(z, scale=1.0, alpha=1.0):
    # z >= 0 ? scale * z : scale * alpha * tf.nn.elu(z)
    is_positive = tf.greater_equal(z, 0.0)
    return scale * tf.where(is_positive, z, alpha * tf.nn.elu(z))
scaled_elu_tf = tf.function(scaled_elu)
print(scaled_elu_tf(tf.constant([-1.0, 2.0])).numpy().round(5), scaled_elu(tf.constant([-1.0, 2.0])).numpy().round(5))

# %% double-with-other-quotes
# 2.2 and 2.3
@tf.function
def double(a):
    print('追踪变量:', a)
    return a + a
print('结果:', double(tf.constant(1)))
print()
print('结果:', double(tf.constant(1.1)))
print()
print('结果:', double(tf.constant('c')))
print()
double_strings = double.get_concrete_function(tf.TensorSpec(shape=None, dtype=tf.string))
print(double_strings)

# %% keras-model-with-dropout
# 2.4 and 2.10
class MyModel(tf.keras.Model):
    def __init__(self, keep_probability=0.2):
        super(MyModel, self).__init__()
        self.dense1 = tf.keras.layers.Dense(4)
        self.dense2 = tf.keras.layers.Dense(5)
        self.keep_probability = keep_probability
    @tf.function
    def call(self, inputs, training=True):
        y = self.dense2(self.dense1(inputs))
        if training:
            return tf.nn.dropout(y, self.keep_probability)
        else:
            return y
tf.random.set_seed(3)
model = MyModel()
x = tf.ones([2, 3])
y = model(x, training=True)  # executes a graph, with dropout
z = model(x, training=False)  # executes a graph, without dropout
print(y.shape, z.shape, bool(tf.reduce_all(tf.logical_or(y == 0, tf.abs(y - z / 0.8) < 1e-5))))
print([(w.path, w.shape) for w in model.weights], model.call.experimental_get_tracing_count())

# %% function-and-eager-agree
# 2.5
def f(x, y):
    return tf.reduce_mean(tf.multiply(x ** 2, 3) + y)
g = tf.function(f)
x = tf.constant([[2.0, 3.0]])
y = tf.constant([[3.0, -2.0]])
# `f` and `g` will return the same value, but `g` will be executed as a graph.
assert f(x, y).numpy() == g(x, y).numpy()
@tf.function
def h():
    return f(x, y)
assert (h().numpy() == f(x, y).numpy()).all()
print(h())

# %% data-dependent-control-flow
# 2.6
@tf.function
def g(x):
    if tf.reduce_sum(x) > 0:
        return x * x
    else:
        return -x // 2
print(g(tf.constant([1, 2])), g(tf.constant([-1, -2])), g(tf.constant([-3.0])), g.experimental_get_tracing_count())

# %% effects-in-a-loop
# 2.7: py_func takes its arguments itself, not in a second call; the value that stays in `l` cannot be used
l = []
v = tf.Variable(0)
@tf.function
def g(x):
    for i in x:
        print(i)  # Works
        tf.compat.v1.assign(v, i)  # Works
        tf.compat.v1.py_func(lambda i: l.append(i), [i], [])  # Works
        l.append(i)  # Caution! Doesn't work.
g(tf.constant([4, 5]))
print([type(i).__name__ for i in l], v.numpy())
fails(lambda: l[0] + 1)

# %% counter
# 2.8
c = tf.Variable(0)
@tf.function
def f(x):
    c.assign_add(1)
    return x + tf.compat.v1.to_float(c)
assert int(c) == 0
assert f(1.0) == 2.0
assert int(c) == 1
assert f(1.0) == 3.0
assert int(c) == 2
print(c)

# %% methods-have-their-own-variables
# 2.9
class Dense(object):
    def __init__(self):
        self.W = tf.Variable(tf.compat.v1.glorot_uniform_initializer()((10, 10)))
        self.b = tf.Variable(tf.zeros(10))
    @tf.function
    def compute(self, x):
        return tf.matmul(x, self.W) + self.b
d1 = Dense()
d2 = Dense()
x = tf.random.uniform((10, 10))
# d1 and d2 are using distinct variables
assert not (d1.compute(x).numpy() == d2.compute(x).numpy()).all()
print(d1.compute(x).shape, d1.compute.experimental_get_tracing_count())

# %% signatures
# 2.11 and 2.12
@tf.function
def f(x): return tf.add(x, 1.)
scalar = tf.constant(1.0)
vector = tf.constant([1.0, 1.0])
matrix = tf.constant([[3.0]])
f(scalar)
f(vector)
f(matrix)
print(f.experimental_get_tracing_count())
@tf.function(input_signature=[tf.TensorSpec(shape=None, dtype=tf.float32)])
def f(x): return tf.add(x, 1.)
print(f(scalar), f(vector), f(matrix), f([2, 3]), f.experimental_get_tracing_count())

# %% add-noise
# 2.13
def add_noise():
    return tf.eye(5) + np.random.randn(5, 5)
traced = tf.function(add_noise)
print((traced().numpy() == traced().numpy()).all(), (add_noise().numpy() == add_noise().numpy()).all())
def add_noise():
    return tf.eye(5) + tf.random.normal((5, 5))
traced = tf.function(add_noise)
print((traced().numpy() == traced().numpy()).all(), (add_noise().numpy() == add_noise().numpy()).all())

# %% decorator-with-arguments
# 2.14: `experimental_autograph_options` and `experimental_relax_shapes` as keywords
relaxed = tf.function(lambda x: x + 1, experimental_relax_shapes=True)
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def foo(x):
    return x * 2
print(foo(tf.constant([1.0])), foo(tf.constant([1.0, 2.0])), foo.experimental_get_tracing_count())
print([relaxed(tf.zeros([n])).shape for n in (1, 2, 3, 4)], relaxed.experimental_get_tracing_count())
plain = tf.function(lambda x: x if x > 0 else -x, autograph=False)
fails(plain, tf.constant(1.0))
fails(tf.function, lambda x: x, input_signature=3)

# %% random-numbers
# 3.1 to 3.3
np.random.seed(0)
tf.random.set_seed(1)
@tf.function
def np_random():
    a = np.random.randn(3, 3)
    tf.print(a)
@tf.function
def tf_random():
    a = tf.random.normal((3, 3))
    tf.print(tf.round(a * 1000))
np_random()
np_random()
tf_random()
tf_random()

# %% variables-outside-and-inside
# 3.4 and 3.5
x = tf.Variable(1.0, dtype=tf.float32)
@tf.function
def outer_var():
    x.assign_add(1.0)
    tf.print(x)
    return x
outer_var()
print(repr(outer_var()))
@tf.function
def inner_var():
    x = tf.Variable(1.0, dtype=tf.float32)
    x.assign_add(1.0)
    tf.print(x)
    return x
fails(inner_var)
fails(inner_var)

# %% append-tensor
# 3.6 to 3.9
tensor_list = []
def append_tensor(x):
    tensor_list.append(x)
    return tensor_list
append_tensor(tf.constant(5.0))
append_tensor(tf.constant(6.0))
print(tensor_list)
for i, value in enumerate(tensor_list):
    print(value.numpy())
    print(value)
tensor_list = []
@tf.function
def append_tensor(x):
    tensor_list.append(x)
    return tensor_list
append_tensor(tf.constant(5.0))
append_tensor(tf.constant(6.0))
print(tensor_list)
print(len(tensor_list))

# %% myadd
# 3.10, 3.11 and 3.14 to 3.16
@tf.function(autograph=True)
def myadd(a, b):
    for i in tf.range(3):
        tf.print(i)
    c = a + b
    print("tracing")
    return c
res = myadd(tf.constant("hello"), tf.constant("world"))
print(res.numpy().decode('utf-8'))
print(repr(myadd(tf.constant("good"), tf.constant("morning"))))
print(repr(myadd(tf.constant(1), tf.constant(2))))
myadd("hello", "world")
print(repr(myadd("good", "morning")))
print(myadd.experimental_get_tracing_count())

# %% graph-and-session
# 3.12 and 3.13: feeding tensors is an error today
g = tf.compat.v1.Graph()
with g.as_default():
    a = tf.compat.v1.placeholder(shape=[], dtype=tf.string)
    b = tf.compat.v1.placeholder(shape=[], dtype=tf.string)
    cond = lambda i: i < tf.constant(3)
    def body(i):
        tf.print(i)
        return (i + 1)
    loop = tf.while_loop(cond, body, loop_vars=[0])
    print(loop)
    with tf.control_dependencies(loop):
        c = tf.strings.join([a, b])
    print("tracing")
with tf.compat.v1.Session(graph=g) as sess:
    fails(sess.run, c, feed_dict={a: tf.constant("hello"), b: tf.constant("world")})
    print(sess.run(c, feed_dict={a: "hello", b: "world"}))

# %% add-print
# 3.17 and 3.18
x = tf.Variable(6.0, dtype=tf.float32)
@tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
def add_print(a):
    x.assign_add(a)
    tf.print(x)
    return x
print(repr(add_print(tf.constant(3.0))))
fails(add_print, tf.constant(3))

# %% demo-module
# 3.19 to 3.26: what the command shows is held against TensorFlow's in the tests of saved models
class DemoModule(tf.Module):
    def __init__(self, init_value=tf.constant(0.0), name=None):
        super(DemoModule, self).__init__(name=name)
        with self.name_scope:  # like with tf.name_scope("demo_module")
            self.x = tf.Variable(init_value, dtype=tf.float32, trainable=True)
    @tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
    def addprint(self, a):
        with self.name_scope:
            self.x.assign_add(a)
            tf.print(self.x)
            return self.x
demo = DemoModule(init_value=tf.constant(1.0))
result = demo.addprint(tf.constant(5.0))
print(result.numpy())
print(demo.variables)
print(demo.trainable_variables)
print(demo.submodules)
path = os.path.join(folder, "demo/1")
tf.saved_model.save(demo, path, signatures={"serving_default": demo.addprint})
demo2 = tf.saved_model.load(path)
print(repr(demo2.addprint(tf.constant(10.0))))
print(repr(demo2.x))
print(demo2.signatures["serving_default"](tf.constant(1.0)))
print(tf.train.list_variables(os.path.join(path, "variables/variables")))

# %% demo-module-in-tensorboard
# 3.27 and 3.28: today the folder of the profile belongs to `trace_on`
class DemoModule(tf.Module):
    def __init__(self, init_value=tf.constant(0.0), name=None):
        super(DemoModule, self).__init__(name=name)
        with self.name_scope:
            self.x = tf.Variable(init_value, dtype=tf.float32, trainable=True)
    @tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
    def addprint(self, a):
        with self.name_scope:
            self.x.assign_add(a)
            tf.print(self.x)
            return self.x
import datetime
stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
logdir = os.path.join(folder, 'demomodule/%s' % stamp)
writer = tf.summary.create_file_writer(logdir)
tf.summary.trace_on(graph=True, profiler=True)
demo = DemoModule(init_value=tf.constant(0.0))
result = demo.addprint(tf.constant(5.0))
def export():
    with writer.as_default():
        tf.summary.trace_export(name="demomodule", step=0, profiler_outdir=logdir)
fails(export)
print(len(glob.glob(logdir + "/events.out.tfevents.*")))

# %% module-by-attributes
# 3.29 to 3.33
mymodule = tf.Module()
mymodule.x = tf.Variable(0.0)
@tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
def addprint(a):
    mymodule.x.assign_add(a)
    tf.print(mymodule.x)
    return (mymodule.x)
mymodule.addprint = addprint
print(mymodule.addprint(tf.constant(1.0)).numpy())
print(mymodule.variables)
path = os.path.join(folder, "mymodule")
tf.saved_model.save(mymodule, path, signatures={"serving_default": mymodule.addprint})
mymodule2 = tf.saved_model.load(path)
print(repr(mymodule2.addprint(tf.constant(5.0))))

# %% keras-classes
# differs: in the runtime Keras' classes are modules, as they were until Keras 2
# 3.34 and 3.35: Keras 3's classes are not tf.Module's any more where Keras has other backends
from tensorflow.keras import models, layers, losses, metrics
print(issubclass(tf.keras.Model, tf.Module))
print(issubclass(tf.keras.layers.Layer, tf.Module))
print(issubclass(tf.keras.Model, tf.keras.layers.Layer))

# %% keras-sequential
# 3.36 to 3.43
from tensorflow.keras import models, layers
tf.keras.backend.clear_session()
tf.keras.utils.set_random_seed(7)
model = models.Sequential()
with warnings.catch_warnings(record=True) as warned:
    model.add(layers.Dense(4, input_shape=(10,)))
print(warned[-1].message)
model.add(layers.Dense(2))
model.add(layers.Dense(1))
model.summary()
print(model.variables)
print(np.round(list(model.variables[0].numpy())[0], 5).tolist())
model.layers[0].trainable = False  # freeze the layer
print(model.trainable_variables)
print(model.layers[0].trainable)
print(model.layers)
print(model.name)

# %% compiled-first
# 4.1
@tf.function(autograph=True)
def myadd(a, b):
    for i in tf.range(3):
        tf.print(i)
    print("tracing")
    return a + b
print("=== first")
print(myadd(tf.constant("hello"), tf.constant("world")))
print("=== second")
print(myadd(tf.constant("hello"), tf.constant("world")))

# %% range-of-tensorflow
# 4.2
writer = tf.summary.create_file_writer(folder)
tf.summary.trace_on(graph=True)
@tf.function(autograph=True)
def myadd(a, b):
    for i in tf.range(3):
        tf.print(i)
    print("tracing")
    return a + b
myadd(tf.constant("hello"), tf.constant("world"))
with writer.as_default():
    tf.summary.trace_export(name="autograph", step=0)
print(operations(myadd.get_concrete_function(tf.constant("a"), tf.constant("b"))))

# %% range-of-python
# 4.3: `tracing` stands outside of the loop and is printed once; inside it, three times
writer = tf.summary.create_file_writer(folder)
tf.summary.trace_on(graph=True)
@tf.function(autograph=True)
def myadd(a, b):
    if True:
        for i in range(3):
            tf.print(i)
    print("tracing")
    return a + b
myadd(tf.constant("hello"), tf.constant("world"))
with writer.as_default():
    tf.summary.trace_export(name="autograph", step=0)
print(operations(myadd.get_concrete_function(tf.constant("a"), tf.constant("b"))))
@tf.function(autograph=True)
def myadd(a, b):
    if True:
        for i in range(3):
            tf.print(i)
            print("tracing")
    return a + b
myadd(tf.constant("hello"), tf.constant("world"))

# %% python-arguments-retrace
# 4.4: new values retrace, known ones do not
data = []
@tf.function(autograph=True)
def myadd(a, b, x):
    data.append(x)
    return a + b
myadd(tf.constant("hello"), tf.constant("world"), 1)
print(data)
myadd(tf.constant("hello"), tf.constant("world"), 2)
print(data)
myadd(tf.constant("hello"), tf.constant("world"), 1)
print(data)

# %% keras-sequential-as-a-module
# differs: in the runtime Keras' classes are modules, as they were until Keras 2
from tensorflow.keras import models, layers
model = models.Sequential([tf.keras.Input((10,)), layers.Dense(4), layers.Dense(2)])
fails(lambda: model.submodules())
fails(lambda: print(model.name_scope()))
