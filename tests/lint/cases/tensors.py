"""What is a tensor, what needs its value, and what does not."""

import functools
import itertools
import math
import operator
import os

import numpy as np
import tensorflow as tf

EAGER = tf.constant([1.0, 2.0])
WEIGHT = tf.Variable([1.0, 2.0])


@tf.function
def values(x, y: tf.Tensor):
    total = tf.reduce_sum(x)
    np.sum(total)  # [eager-only-call-in-graph]
    np.stack([total, total])  # [eager-only-call-in-graph]
    np.array(y)  # [eager-only-call-in-graph]
    math.sqrt(total + 1.0)  # [eager-only-call-in-graph]
    total.numpy()  # [eager-only-call-in-graph]
    WEIGHT.numpy()  # [eager-only-call-in-graph]
    x.numpy()  # [eager-only-call-in-graph]
    bool(total > 1.0)  # [eager-only-call-in-graph]
    first, second = total  # [eager-only-call-in-graph]
    tf.print(f"total {total}")  # [eager-only-call-in-graph]
    EAGER.numpy()
    np.sum(EAGER)
    np.zeros(total.shape)
    np.ndim(total)
    np.sqrt(x.shape[0])
    float(total), int(total), len(y)
    for part in tf.split(y, 2):
        part + 1.0
    a, b = tf.unstack(y)
    if hasattr(x, "numpy"):
        x.numpy()
    if isinstance(total, np.ndarray):
        np.sum(total)
    try:
        total.numpy()
    except AttributeError:
        pass
    if total is None:
        raise ValueError(f"{total}")
    return first + second + a + b


def element_as_path(name, label):
    clip = np.load(name)  # [eager-only-call-in-graph]
    folder = os.path.join("data", name)  # [eager-only-call-in-graph]
    with open(folder, "rb"):  # [world-read-in-graph]
        pass
    np.load("mean.npy")  # [world-read-in-graph]
    return clip, label


def path_in_python(name):
    return np.load(name.numpy())


clips = tf.data.Dataset.from_tensor_slices((["a.npy"], [0])).map(element_as_path)
arrays = clips.map(lambda name, label: (tf.py_function(path_in_python, [name], tf.float32), label))


@tf.function
def put_together(x):
    total = functools.reduce(operator.add, x)  # [eager-only-call-in-graph]
    sums = list(itertools.accumulate(x))  # [eager-only-call-in-graph]
    return total, sums, functools.reduce(operator.add, [x, x], x), list(itertools.product([x], [x]))


@tf.function(autograph=False)
def chained(x):
    y = tf.reduce_sum(x)
    return 0.0 < y < 3.0  # [tensor-condition-without-autograph]


@tf.function
def chained_and_converted(x):
    return 0.0 < tf.reduce_sum(x) < 3.0


put_together(tf.constant([1.0]))
