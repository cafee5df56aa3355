import contextlib

import numpy as np
import tensorflow as tf


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


# %% add
@tf.function
def add(a, b):
    return a + b
print(repr(add(tf.ones([2, 2]), tf.ones([2, 2]))))

# %% gradient-of-a-function
@tf.function
def add(a, b):
    return a + b
v = tf.Variable(2.0)
with tf.GradientTape() as tape:
    res = add(v, 1.0)
print(repr(tape.gradient(res, v)))

# %% nested-function
@tf.function
def add(a, b):
    return a + b
@tf.function
def dense_layer(x, w, b):
    return add(tf.matmul(x, w), b)
print(repr(dense_layer(tf.ones([3, 2]), tf.ones([2, 2]), tf.ones([2]))))

# %% double
@tf.function
def double(a):
    print("追踪变量：", a)
    return a + a
print("结果:", double(tf.constant(1)))
print()
print("结果:", double(tf.constant(1.1)))
print()
print("结果:", double(tf.constant("c")))
print()

# %% double-strings
@tf.function
def double(a):
    print("追踪变量：", a)
    return a + a
print("构建许可的追踪")
double_strings = double.get_concrete_function(tf.TensorSpec(shape=None, dtype=tf.string))
print("执行追踪函数")
print(double_strings(tf.constant("a")))
print(double_strings(a=tf.constant("b")))
print("使用不合法参数")
with assert_raises(tf.errors.InvalidArgumentError):
    double_strings(tf.constant(1))

# %% side-effects
@tf.function
def f(x):
    print("追踪：", x)
    tf.print("执行：", x)
f(1)
f(1)
f(2)

# %% py-function
external_list = []
def side_effect(x):
    print("Python side effect")
    external_list.append(x)
@tf.function
def f(x):
    tf.py_function(side_effect, inp=[x], Tout=[])
f(1)
f(1)
f(1)
print(external_list)

# %% scaled-elu
def scaled_elu(z, scale=1.0, alpha=1.0):
    is_positive = tf.greater_equal(z, 0.0)
    return scale * tf.where(is_positive, z, alpha * tf.nn.elu(z))
scaled_elu_tf = tf.function(scaled_elu)
print(scaled_elu_tf(tf.constant([-1.0, 2.0])).numpy().round(5), scaled_elu(tf.constant([-1.0, 2.0])).numpy().round(5))

# %% function-and-eager-agree
def f(x, y):
    return tf.reduce_mean(tf.multiply(x ** 2, 3) + y)
g = tf.function(f)
x = tf.constant([[2.0, 3.0]])
y = tf.constant([[3.0, -2.0]])
assert f(x, y).numpy() == g(x, y).numpy()
@tf.function
def h():
    return f(x, y)
assert (h().numpy() == f(x, y).numpy()).all()
print(h())

# %% py-func-without-loop
l = []
v = tf.Variable(0)
@tf.function
def g(x):
    print(x)
    tf.compat.v1.assign(v, x)
    tf.compat.v1.py_func(lambda i: l.append(i), [x], [])
    l.append(x)
g(tf.constant(3))
print(len(l), v.numpy())

# %% counter-with-to-float
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
assert not (d1.compute(x).numpy() == d2.compute(x).numpy()).all()
print(d1.compute(x).shape)

# %% one-trace-a-shape
@tf.function
def f(x):
    print("tracing")
    return tf.add(x, 1.0)
scalar = tf.constant(1.0)
vector = tf.constant([1.0, 1.0])
matrix = tf.constant([[3.0]])
print(f(scalar), f(vector), f(matrix))

# %% one-trace-with-a-signature
@tf.function(input_signature=[tf.TensorSpec(shape=None, dtype=tf.float32)])
def f(x):
    print("tracing")
    return tf.add(x, 1.0)
print(f(tf.constant(1.0)), f(tf.constant([1.0, 1.0])), f(tf.constant([[3.0]])))

# %% add-noise
def add_noise():
    return tf.eye(5) + np.random.randn(5, 5)
traced = tf.function(add_noise)
print((traced().numpy() == traced().numpy()).all(), (add_noise().numpy() == add_noise().numpy()).all())

# %% np-random-and-tf-random
@tf.function
def np_random():
    a = np.random.randn(3, 3)
    return tf.constant(a)
@tf.function
def tf_random():
    return tf.random.normal((3, 3))
print((np_random().numpy() == np_random().numpy()).all(), (tf_random().numpy() == tf_random().numpy()).all())

# %% np-random-printed
np.random.seed(0)
@tf.function
def np_random():
    a = np.random.randn(3, 3)
    tf.print(a)
np_random()
np_random()

# %% tf-random-printed
tf.random.set_seed(1)
@tf.function
def tf_random():
    a = tf.random.normal((3, 3))
    tf.print(tf.round(a * 1000))
tf_random()
tf_random()

# %% outer-var
x = tf.Variable(1.0, dtype=tf.float32)
@tf.function
def outer_var():
    x.assign_add(1.0)
    tf.print(x)
    return x
outer_var()
print(repr(outer_var()))

# %% inner-var
@tf.function
def inner_var():
    x = tf.Variable(1.0, dtype=tf.float32)
    x.assign_add(1.0)
    tf.print(x)
    return x
with assert_raises(ValueError):
    inner_var()
with assert_raises(ValueError):
    inner_var()

# %% append-tensor-eagerly
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

# %% append-tensor-in-a-function
tensor_list = []
@tf.function
def append_tensor(x):
    tensor_list.append(x)
    return tensor_list
append_tensor(tf.constant(5.0))
append_tensor(tf.constant(6.0))
print(tensor_list)
print(len(tensor_list))

# %% myadd-without-loop
@tf.function(autograph=True)
def myadd(a, b):
    c = a + b
    print("tracing")
    return c
res = myadd(tf.constant("hello"), tf.constant("world"))
print(res.numpy().decode("utf-8"))
print(repr(myadd(tf.constant("good"), tf.constant("morning"))))
print(repr(myadd(tf.constant(1), tf.constant(2))))
print(repr(myadd("hello", "world")))
print(repr(myadd("good", "morning")))

# %% while-loop-with-print
@tf.function
def myadd(a, b):
    def body(i):
        tf.print(i)
        return i + 1
    loop = tf.while_loop(lambda i: i < tf.constant(3), body, loop_vars=[0])
    with tf.control_dependencies(loop):
        c = tf.strings.join([a, b])
    print("tracing")
    return c
print("=== first")
print(myadd(tf.constant("hello"), tf.constant("world")))
print("=== second")
print(myadd(tf.constant("hello"), tf.constant("world")))

# %% add-print
x = tf.Variable(6.0, dtype=tf.float32)
@tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
def add_print(a):
    x.assign_add(a)
    tf.print(x)
    return x
print(repr(add_print(tf.constant(3.0))))
with assert_raises(TypeError):
    add_print(tf.constant(3))

# %% demo-module
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
demo = DemoModule(init_value=tf.constant(1.0))
result = demo.addprint(tf.constant(5.0))
print(result.numpy())
print(demo.variables)
print(demo.trainable_variables)
print(demo.submodules)

# %% module-by-attributes
mymodule = tf.Module()
mymodule.x = tf.Variable(0.0)
@tf.function(input_signature=[tf.TensorSpec(shape=[], dtype=tf.float32)])
def addprint(a):
    mymodule.x.assign_add(a)
    tf.print(mymodule.x)
    return mymodule.x
mymodule.addprint = addprint
print(mymodule.addprint(tf.constant(1.0)).numpy())
print(mymodule.variables)

# %% data-append
data = []
@tf.function(autograph=True)
def myadd(a, b, x):
    data.append(x)
    return a + b
myadd(tf.constant("hello"), tf.constant("world"), 1)
print(data)
myadd(tf.constant("hello"), tf.constant("world"), 2)
print(data)

# %% python-range-unrolls
@tf.function(autograph=True)
def myadd(a, b):
    for i in range(3):
        tf.print(i)
    print("tracing")
    return a + b
myadd(tf.constant("hello"), tf.constant("world"))
print([op.type for op in myadd.get_concrete_function(tf.TensorSpec([], tf.string), tf.TensorSpec([], tf.string)).graph.get_operations()])

# %% version-print
print("tf version:", tf.__version__)
