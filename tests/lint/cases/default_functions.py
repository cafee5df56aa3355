"""Functions that an object is made with, unless its caller gives another one: none is in sight."""

import random

import numpy as np
import tensorflow as tf


class Chaotic(tf.keras.layers.Layer):
    def __init__(self, entropy=lambda: random.random(), noise=np.random.normal, scale=abs, size=3):  # [python-random-in-graph]
        super().__init__()
        self.entropy = entropy
        self.noise = noise
        self.scale = scale
        self.size = size

    def call(self, x):
        return x * self.entropy() + self.noise() + self.scale(self.size)  # [numpy-random-in-graph]


class Given(tf.keras.layers.Layer):
    def __init__(self, entropy=lambda: random.random()):
        super().__init__()
        self.entropy = entropy

    def call(self, x):
        return x * self.entropy()


Given(lambda: 1.0)
