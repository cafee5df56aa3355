"""A model with a training loop of its own for `fit` runs in Python, unless something has Keras trace it."""

import tensorflow as tf


class Looped(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.size = 1

    @tf.function
    def step(self, x, size):
        return x * tf.ones([size])

    def fit(self, size, dataset):
        self.size = size
        for x in dataset:
            self.step(x, size)

    def call(self, dataset):
        return [self.step(x, self.size) for x in dataset]


class Closed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mean = 0.0

    def fit(self, x):
        self.mean = x.mean()
        return self

    def call(self, x):
        return x - self.mean  # [outer-value-frozen-in-graph]


class Referred(tf.keras.layers.Layer):
    """A layer: nothing of Keras' is called `fit` there."""

    def __init__(self, size):
        super().__init__()
        self.refs = [0.0] * size

    def fit(self, features, values):
        self.refs = features.dot(values)
        for index, ref in enumerate(self.refs):
            print(index, ref)

    def call(self, x):
        return x - self.refs  # [outer-value-frozen-in-graph]
