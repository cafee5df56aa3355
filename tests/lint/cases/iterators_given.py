"""Iterators over what callers give a constructor: a list, a generator, or a dataset."""

import tensorflow as tf


@tf.function(autograph=False)
def total(x):
    s = 0.0
    for v in x:  # [tensor-condition-without-autograph]
        s += v
    return s + max(x) + sum(x)  # [eager-only-call-in-graph]


total(tf.ones(3))


class Feed:
    def __init__(self):
        self.it = iter([1.0, 2.0])

    @tf.function
    def step(self, x):
        return x * next(self.it)  # [iterator-advanced-in-graph]


class Given:
    def __init__(self, data):
        self.it = iter(data)

    @tf.function
    def step(self, x):
        return x * next(self.it)  # [iterator-advanced-in-graph]


Given([1.0, 2.0]).step(tf.ones(2))


class Gen:
    def __init__(self, data):
        self.it = (float(v) for v in data)
        self.it2 = zip(data, data)
        self.it3 = enumerate(data)

    @tf.function
    def step(self, x):
        return x * next(self.it) + next(self.it2)[0] + next(self.it3)[1]  # [iterator-advanced-in-graph]


class Data:
    def __init__(self, dataset):
        self.it = iter(dataset)

    @tf.function
    def step(self, x):
        return x * next(self.it)


Data(tf.data.Dataset.range(3)).step(tf.ones(2))
