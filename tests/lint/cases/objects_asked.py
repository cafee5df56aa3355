"""A place that holds what is made in sight is never None."""

import random

import tensorflow as tf


class Seeds:
    def __init__(self, seed):
        self.seed = seed

    def next(self):
        return self.seed


def drawn(seed):
    if isinstance(seed, Seeds):
        return seed.next()
    if seed is None:
        seed = random.randint(1, 9)  # [python-random-in-graph]
    return seed


class Dropped(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.seeds = Seeds(3)

    def call(self, x):
        return x + drawn(self.seeds)


class Given(tf.keras.layers.Layer):
    def __init__(self, seed=None):
        super().__init__()
        self.seed = seed

    def call(self, x):
        return x + drawn(self.seed)


class Rebuilt:
    """A method that makes a graph function of its own reads anew what it sets."""

    def __init__(self, builder):
        self.builder = builder

    def prepare(self, model):
        self.function = self.builder.prepare(model)

        @tf.function
        def positive(x):  # [graph-function-in-loop]
            return tf.exp(self.function(x))

        return positive

    def update(self, model):
        updated = self.builder.update(self.function, model)

        @tf.function
        def positive(x):
            return tf.exp(self.function(x))

        return positive


def search(rebuilt, model, x):
    for _ in range(10):
        positive = rebuilt.prepare(model)
        positive(x)
