"""What graph functions are given where they go by other names, and by `compile`."""

import numpy as np
import tensorflow as tf


def make():
    @tf.function
    def inner(x):
        return np.sum(x)  # [eager-only-call-in-graph]

    return inner


def made_of():
    def inner(x):
        return np.sum(x)  # [eager-only-call-in-graph]

    return tf.function(inner)


@tf.function
def aliased(x):
    return np.sum(x)  # [eager-only-call-in-graph]


@tf.function
def kept(x):
    return np.sum(x)  # [eager-only-call-in-graph]


@tf.function
def weighted(y, p):
    return tf.reduce_sum(list(p)) + tf.reduce_sum(y)  # [eager-only-call-in-graph]


class Runner:
    def __init__(self, f):
        self.f = f

    def run(self):
        return self.f(tf.ones([2]))


first = make()
first(tf.ones([2]))
second = made_of()
second(tf.ones([2]))
third = aliased
third(tf.ones([2]))
Runner(kept).run()
model = tf.keras.Sequential([tf.keras.layers.Dense(5)])
model.compile("sgd", weighted)


class Plan:
    def compile(self, function, power):
        self.function, self.power = function, power
        return self

    def run(self, x):
        return self.function(x, self.power)


@tf.function
def powers(x, power):
    return x * np.power(2.0, power)


@tf.function
def penalty(y, beta):
    return y * np.exp(beta)


def by_the_same_name(model):
    penalty = tf.keras.losses.MeanSquaredError()
    model.compile("sgd", loss=penalty)


Plan().compile(powers, 3).run(tf.constant(1.0))
