"""Tensors that one graph function leaves in a part of its object, where another graph function reads them."""

import tensorflow as tf


class Normaliser(tf.Module):
    def __init__(self):
        super().__init__()
        self.mean = None
        self.shift = None
        self.deviation = None
        self.extent = None

    def __call__(self, x, mode):
        if mode == "norm":
            self._measure(x)
            return (x - self.mean + self.shift) / self.deviation
        if mode == "denorm":
            self.shift = tf.zeros_like(x)
            return x * self.deviation + self.mean + self.shift
        raise NotImplementedError(mode)

    def _measure(self, x):
        self.mean = tf.reduce_mean(x)  # [tensor-leaked-from-graph]
        self.deviation = tf.math.reduce_std(x)  # [tensor-leaked-from-graph]
        self.shift = tf.ones_like(x)

    def extend(self, x):
        self.extent = tf.reduce_max(x)
        return x

    def shrink(self, x):
        return x / self.extent


class Service:
    def __init__(self):
        self.normaliser = Normaliser()

    @tf.function
    def encode(self, x):
        return self.normaliser(x, "norm")

    @tf.function
    def decode(self, y):
        return self.normaliser(y, "denorm")

    @tf.function
    def outer(self, x):
        return self.inner(self.normaliser.extend(x))

    @tf.function
    def inner(self, x):
        return self.normaliser.shrink(x)
