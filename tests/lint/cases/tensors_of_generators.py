"""What generators of the program yield to graph functions: arrays, which are tensors in the graph."""

import numpy as np
import tensorflow as tf


def batches(data, size):
    for start in range(0, len(data), size):
        yield data[start : start + size], np.zeros(size)


def pairs(count):
    for _ in range(count):
        yield np.ones(count), np.zeros(count)


def settings():
    for name in ("a", "b"):
        yield name, np.zeros(3)


class Source:
    def __init__(self, data):
        self.data = np.array(data)

    def batches(self, count):
        for start in range(count):
            yield self.data[start:], np.array([1, 2])


@tf.function
def second(x, y):
    return np.sum(y) + len(x)  # [eager-only-call-in-graph]


@tf.function
def both(x, y):
    return np.sum(x) + np.sum(y)  # [eager-only-call-in-graph]


@tf.function
def of_method(x, y):
    return [1 for value in y if value > 0]  # [tensor-condition-without-autograph]


@tf.function
def named(name, x, scale=1.0):
    return name.upper(), np.sqrt(scale), np.sum(x)  # [eager-only-call-in-graph]


for a, b in batches(np.random.rand(100, 2), 5):
    second(a, b)
for pair in pairs(5):
    both(*pair)
for a, b in Source([1, 2, 3]).batches(3):
    of_method(a, b)
for setting in settings():
    named(*setting)
