"""Graph functions that read what subclasses, and code that trains, set in other modules."""

import tensorflow as tf


class Step(tf.Module):
    @tf.function
    def step(self, x):
        return x + self.bias  # [outer-value-frozen-in-graph]

    def train(self, data):
        for x in data:
            self.step(x)


class Annealed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self._step = 0
        self.scale = 1.0

    @property
    def at_step(self):
        return self._step

    @at_step.setter
    def at_step(self, step):
        self._step = float(step)

    @property
    def temperature(self):
        return max(0.1, 1.0 - self._step)

    def call(self, x):
        return x * self.temperature * self.scale
