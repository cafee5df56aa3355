"""What the function around a closure is given, by several calls: each makes a graph function, but of a helper one alone is meant."""

import numpy as np
import tensorflow as tf


def noisy(x):
    return x + np.random.rand()  # [numpy-random-in-graph]


def bold(x):
    return x + np.random.rand()


def plain(x):
    return x


def make(f):
    @tf.function
    def step(x):
        return f(x)

    return step


first = make(noisy)
second = make(plain)


def compose(*functions):
    def composed(x):
        for function in functions:
            x = function(x)
        return x

    return composed


def partial(function, scale):
    def called(x):
        return function(x) * scale

    return called


@tf.function
def composed_step(x):
    return compose(plain, partial(plain, 2.0))(x)


def prepare(x):
    return compose(bold, partial(bold, 2.0))(x)
