"""More of what was met in published packages: innocent code, and its neighbours that are not."""

import warnings

import numpy as np
import tensorflow as tf


def size(x):
    if not hasattr(x, "shape"):
        return np.array(x)
    if hasattr(x, "numpy"):
        return x.numpy()
    if hasattr(x, "dtype"):
        np.array(x)  # [eager-only-call-in-graph]
    return tf.size(x)


def shapes(parameters, **others):
    for name in others:
        warnings.warn(f"{name} of {parameters} is not known")
    return parameters


def checked(*values, **others):
    for value in values:
        print(value)  # [print-in-graph]
    for name in others:
        print(name)  # [print-in-graph]


class Optimizer:
    def __init__(self, weights):
        self.initial_weights = weights
        self.pending = None

    @tf.function
    def build(self, x):
        if self.initial_weights is not None:
            tf.print(self.initial_weights)
            self.initial_weights = None
        if self.pending is not None:
            print(self.pending)  # [print-in-graph]
        return x


def counted(function):
    function.calls += 1  # [outer-mutation-in-graph]
    return function


@tf.function
def step(x):
    def stub(x):
        return x * 2

    stub.__name__ = "doubled"
    stub.calls = 0
    counted(outer)
    shapes(x)
    checked(x, name=1)
    return stub(size(tf.exp(x)))


def outer(x):
    return x


outer.calls = 0


# Arguments that are put together first.


def collected(*values, **others):
    given, named = [], {}
    for value in values:
        given.append(value)
    for name, value in others.items():
        named[name] = value
    return given, named


@tf.function
def unpacked(x):
    given, named = collected(x, mask=x)
    return masked(*given, **named)


def masked(x, mask=None):
    if mask is None:
        raise ValueError("no mask")
    print(x)  # [print-in-graph]
    return x * mask


# An index that is counted from the other end, once.


class Deviation(tf.keras.layers.Layer):
    def call(self, x):
        if self.axis < 0:
            self.axis = len(x.shape) + self.axis
        if self.limit < 0:
            self.limit += 4
        if self.steps < 0:
            self.steps += x.shape[0]
            self.calls += 1
        self.calls += 1  # [outer-mutation-in-graph]
        return tf.reduce_mean(x, self.axis)


# A class that keeps one of many functions: which one, only the object tells.


class Dispatcher:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        return self.function(x)


def shown(x):
    print(x)
    return x


def doubled(x):
    return x * 2


def halved(x):
    return x / 2


dispatchers = [Dispatcher(shown), Dispatcher(doubled), Dispatcher(halved)]
double = Dispatcher(doubled)


@tf.function
def dispatched(x):
    return double(x)
