"""The examples by which tutorials explain graph functions."""
import numpy as np
import tensorflow as tf

tensor_list = []
external_list = []
data = []
x = tf.Variable(1.0, dtype=tf.float32)


@tf.function
def double(a):
    print("tracing", a)  # [print-in-graph] observed
    return a + a


@tf.function
def np_random():
    a = np.random.randn(3, 3)  # [numpy-random-in-graph] observed
    tf.print(a)


@tf.function
def tf_random():
    a = tf.random.normal((3, 3))
    tf.print(a)


def add_noise():
    return tf.eye(5) + np.random.randn(5, 5)  # [numpy-random-in-graph] observed


traced = tf.function(add_noise)


@tf.function
def outer_var():
    x.assign_add(1.0)
    tf.print(x)
    return x


@tf.function
def inner_var():
    v = tf.Variable(1.0, dtype=tf.float32)  # [variable-created-in-graph] observed
    v.assign_add(1.0)
    return v


@tf.function
def append_tensor(t):
    tensor_list.append(t)  # [outer-mutation-in-graph] observed tensor_list
    return tensor_list


@tf.function
def train(num_steps):
    print("tracing with", num_steps)  # [print-in-graph] not observed
    return tf.constant(num_steps)


@tf.function
def both(value):
    print("tracing", value)  # [print-in-graph] observed
    tf.print("running", value)


def side_effect(value):
    print("Python side effect")
    external_list.append(value)


@tf.function
def through_python(value):
    tf.py_function(side_effect, inp=[value], Tout=[])


@tf.function
def append_and_add(a, b, step):
    data.append(step)  # [outer-mutation-in-graph] not observed data
    return a + b


for value in (1, 2, 1.1, "c"):
    double(tf.constant(value))
double_strings = double.get_concrete_function(tf.TensorSpec(shape=None, dtype=tf.string))
print(double_strings(tf.constant("a")))
for _ in range(2):
    np_random()
    tf_random()
    traced()
    outer_var()
try:
    inner_var()
except ValueError:
    pass
append_tensor(tf.constant(5.0))
append_tensor(tf.constant(6.0))
print(len(tensor_list))
train(num_steps=10)  # [python-scalar-retrace] observed
train(num_steps=20)  # [python-scalar-retrace] observed
both(tf.constant(1))
both(tf.constant(1))
for _ in range(3):
    through_python(tf.constant(1))
print(len(external_list))
append_and_add(tf.constant("hello"), tf.constant("world"), 1)  # [python-scalar-retrace] observed
append_and_add(tf.constant("hello"), tf.constant("world"), 2)  # [python-scalar-retrace] observed
