"""What is set between two calls of what leads to a graph function, and what a loop makes more of."""

import numpy as np
import tensorflow as tf


class Particle:
    def __init__(self, name):
        self.name = name
        self.children = ()

    def set_children(self, *children):
        self.children = children
        return self

    @tf.function
    def _generate(self, n):
        first, second = self.children  # [outer-value-frozen-in-graph]
        return n * first.mass + second.mass

    def generate(self, n):
        return self._generate(tf.constant(n))


def describe(top, n=10):
    print(top.generate(n))


class Decay:
    def __init__(self, name):
        self.children = ()
        self.name = name

    def set_children(self, *children):
        self.children = children
        return self

    @tf.function
    def momenta(self, n):
        first, second = self.children
        return n * first.mass - second.mass


def describe_decay(top, n=10):
    print(top.momenta(tf.constant(n)))


class Kernel:
    def __init__(self, end):
        self.end = end
        self.seen = None
        self.cache = None

    def is_over(self):
        return np.sum(self.seen) == self.end  # [outer-value-frozen-in-graph]

    @tf.function
    def stop(self, x):
        return self.is_over() or x > self.cache

    def train(self, data):
        for i, x in enumerate(data):
            if self.cache is None:
                self.cache = float(x[0])
            if i == 0:
                self.seen = np.array(1)
            else:
                self.seen = np.append(self.seen, 1)
            if self.stop(x):
                break


class Binarize(tf.keras.layers.Layer):
    def __init__(self, multiple=2.0, **kwargs):
        super().__init__(**kwargs)
        self.multiple = multiple

    def call(self, x):
        return tf.sigmoid(self.multiple * x)  # [outer-value-frozen-in-graph]


def main(a, b, x):
    top = Particle("top").set_children(a, b)
    describe(top)
    top.set_children(b, a)
    describe(top)
    first = Decay("first").set_children(a, b)
    describe_decay(first)
    second = Decay("second").set_children(b, a)
    describe_decay(second)
    third = Decay("third")
    third.set_children(a, a)
    describe_decay(third)
    model = tf.keras.Sequential([Binarize(name="binarize")])
    model.predict(x)
    model.get_layer("binarize").multiple = 2.0**50
    model.predict(x)


class Damped(tf.keras.layers.Layer):
    def __init__(self, factor=1.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, x):
        return self.factor * x


def tuned(x, y):
    for factor in (1.0, 2.0):
        model = tf.keras.Sequential([Damped()])
        model.layers[0].factor = factor
        model.predict(x)
    model = tf.keras.Sequential([Damped(name="damped")])
    model.compile("adam", "mse")
    model.fit(x, y)
    model.get_layer("damped").factor = 0.1
    model.compile("adam", "mse")
    model.fit(x, y)


def decays(a, b):
    top = Particle("one").set_children(a, b)
    describe(top)
    top = Particle("two")
    top.set_children(b, a)
    describe(top)
