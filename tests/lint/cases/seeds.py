"""The pitfalls of TensorFlow's own guides."""

import numpy as np
import tensorflow as tf


@tf.function
def double(a):
    print("Tracing with", a)  # [print-in-graph]
    return a + a


def train_one_step():
    pass


@tf.function
def train(num_steps):
    print("Tracing with num_steps = {}".format(num_steps))  # [print-in-graph]
    for _ in tf.range(num_steps):
        train_one_step()


train(num_steps=10)  # [python-scalar-retrace]
train(num_steps=20)  # [python-scalar-retrace]
train(num_steps=tf.constant(10))


@tf.function
def np_random():
    a = np.random.randn(3, 3)  # [numpy-random-in-graph]
    tf.print(a)


@tf.function
def inner_var():
    x = tf.Variable(1.0, dtype=tf.float32)  # [variable-created-in-graph]
    x.assign_add(1.0)
    tf.print(x)
    return x


tensor_list = []


@tf.function
def append_tensor(x):
    tensor_list.append(x)  # [outer-mutation-in-graph]
    return tensor_list


external_list = []


def side_effect(x):
    print("Python side effect")
    external_list.append(x)


@tf.function
def f(x):
    tf.py_function(side_effect, inp=[x], Tout=[])


data = []


@tf.function(autograph=True)
def myadd(a, b, x):
    data.append(x)  # [outer-mutation-in-graph]
    return a + b


myadd(tf.constant("hello"), tf.constant("world"), 1)  # [python-scalar-retrace]
print(data)
myadd(tf.constant("hello"), tf.constant("world"), 2)  # [python-scalar-retrace]
print(data)


class Buggy(tf.Module):
    def __init__(self):
        self.v = None

    @tf.function
    def __call__(self, x):
        if self.v is None:
            self.v = tf.Variable(x)
        return self.v


@tf.function
def redefined(x):
    return x


@tf.function
def redefined(x):  # pylint: disable=function-redefined
    print(x)  # [print-in-graph]
    return x


redefined(1)  # [python-scalar-retrace]
redefined(2)  # [python-scalar-retrace]
redefined(3)  # [python-scalar-retrace]
