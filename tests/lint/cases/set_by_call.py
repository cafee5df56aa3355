"""Objects that are called, and set what a graph function reads."""

import tensorflow as tf


class Conditioned:
    def __init__(self):
        self.features = None
        self.rate = 1.0

    def __call__(self, features, rate=1.0):
        self.features = features
        self.rate = rate

    def value(self, state):
        return state + self.features  # [outer-value-frozen-in-graph]

    def scaled(self, state):
        return state * self.rate


class Trainer:
    def __init__(self):
        self.model = Conditioned()
        self.other = Conditioned()

    @tf.function
    def step(self, y):
        return self.model.value(y)

    @tf.function
    def scaled(self, y):
        return self.other.scaled(y)

    def train(self, data):
        self.other(1.0, rate=0.5)  # before all of its calls
        for x, y in data:
            self.model(x)
            self.step(y)
            self.scaled(y)


Trainer().train([(1.0, tf.constant(1.0)), (2.0, tf.constant(2.0))])
