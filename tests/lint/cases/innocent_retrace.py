"""Arguments of graph functions that look like Python numbers that vary, and do not build graphs."""

import functools

import numpy as np
import tensorflow as tf


@tf.function
def step(x, i, name="a", training=False):
    return x


@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.int32)])
def signed(x, i):
    return x


@functools.partial(tf.function, input_signature=[tf.TensorSpec([])] * 2)
def signed_by_partial(x, i):
    return x


X = tf.constant(1.0)
LAYERS = [1, 2, 3]

for i in tf.range(10):
    step(X, i)
    step(X, i + 1)
for i in range(10):
    signed(X, i)
    signed_by_partial(X, i)
    step(X, tf.constant(i))
    step(X, tf.cast(i, tf.float32))
    step(X, np.int32(i))
    step(X, i == 0)
    step(X, i % 2)
    step(X, i > 3, training=i % 10 == 0)
    step(X, X * i)
for i in np.arange(10):
    step(X, i)
for i in tf.linspace(0.0, 1.0, 10):
    step(X, i)
for i in range(2):
    step(X, i)
for mode in ("train", "test"):
    step(X, 0, mode)
for training in (True, False):
    step(X, 0, training=training)
for x, y in zip([1, 2], [X, X]):
    step(X, y)
for batch in tf.data.Dataset.range(3):
    step(batch, 0)
step(X, 0)
step(X, 1)
step(X, -1, training=True)
step(X, 0, "train")
step(X, 0, "test")
step(X, len(LAYERS))
v = tf.Variable(0)
while v < 10:
    step(X, v.read_value())
    v.assign_add(1)
total = step(X, 0)
for _ in range(10):
    total = step(X, total)
    total += 1


@tf.function
def outer(x):
    for i in range(3):
        x = step(x, i)
    return x


def unknown(i, *args, **kwargs):
    step(X, i)
    step(X, *args)
    step(X, **kwargs)


class Trainer:
    def __init__(self, size):
        self.size = size

    @tf.function
    def step(self, x, i):
        return x

    def train(self, data):
        for x in data:
            self.step(x, self.size)
            self.step(x, data.index)


def constant(x):
    for _ in range(10):
        step(x, 5)


def plain(x, i):
    return x


for i in range(10):
    plain(X, i)
