"""Layers that a call makes and adds to a model which it then calls."""

import tensorflow as tf
from tensorflow.keras import layers


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.stack = tf.keras.Sequential()

    def call(self, x):
        self.stack.add(layers.Dense(3))  # [variable-created-in-graph]
        return self.stack(x)


class Grown(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.stack = tf.keras.Sequential()
        self.stack.add(layers.Dense(2))
        self.other = tf.keras.Sequential()
        self.late = tf.keras.Sequential()

    def build(self, shape):
        self.other.add(layers.Dense(2))

    def grow(self):
        self.late.add(layers.Dense(3))  # [variable-created-in-graph]

    def call(self, x):
        self.grow()
        self.stack.add(layers.ReLU())
        return self.late(self.stack(x) + self.other(x))
