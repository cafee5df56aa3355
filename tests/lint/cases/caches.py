"""Tensors that a decorator keeps: they are of the graph whose trace computes them first."""

import functools
from functools import cached_property, lru_cache

import numpy as np
import tensorflow as tf


class Transform(tf.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale
        self.double(self.scale)

    @cached_property  # [tensor-leaked-from-graph]
    def parameters(self):
        return tuple(tf.constant(value) for value in (self.scale, 1.0))

    @functools.cached_property
    def size(self):
        print("once, in whatever world")
        return len(self.scale)

    @functools.cached_property
    def table(self):
        return np.zeros(3)

    @functools.lru_cache(maxsize=None)  # [tensor-leaked-from-graph]
    def power(self, exponent):
        return tf.pow(2.0, exponent)

    @lru_cache
    def double(self, scale):
        return tf.constant(scale) * 2.0  # the constructor calls it first

    @tf.function
    def apply(self, x):
        scale, shift = self.parameters
        return scale * x + shift + self.size + self.table + self.power(3.0) + self.double(self.scale)


class Built(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.size = input_shape[-1]
        self.eye.shape.assert_is_fully_defined()

    @cached_property
    def eye(self):
        return tf.eye(self.size)

    @cached_property  # [tensor-leaked-from-graph]
    def ones(self):
        return tf.ones(self.size)

    def call(self, x):
        return x @ self.eye + self.ones


@lru_cache(maxsize=8)  # [tensor-leaked-from-graph]
def window(size):
    return tf.signal.hann_window(size)


@lru_cache
def early(size):
    return tf.signal.hann_window(size)


early(512)


@lru_cache
def of_tensor(x):
    return x * 2.0


@tf.function
def windowed(x):
    return x * window(512) + early(512) + of_tensor(x)


def eager(x):
    return x * window(256)


class BuiltToo(tf.keras.layers.Layer):
    @cached_property  # [tensor-leaked-from-graph]
    def ones(self):
        return tf.ones(3)

    def call(self, x):
        return x + self.ones


class Masked:
    @cached_property  # [tensor-leaked-from-graph]
    def mask(self):
        return tf.ones([3])

    @tf.function
    def run(self, x):
        return x * self.mask


class OfAnother:
    def __init__(self, config):
        self.mask = config.mask


@lru_cache
def table():
    return tf.range(3) * 2


@tf.function
def looked_up(x):
    return x + table()


def main():
    table()
    return looked_up(tf.constant(1))
