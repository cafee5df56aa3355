"""A program that takes a module of Keras 2 only where it is there serves Keras 3, too."""

import tensorflow as tf
from keras.models import Model

try:
    from keras.layers.merge import concatenate
except ImportError:
    from keras.layers import concatenate


class Gated(Model):
    def call(self, x):
        if tf.reduce_sum(x) > 0:  # [tensor-condition-without-autograph]
            x = concatenate([x, x])
        return x
