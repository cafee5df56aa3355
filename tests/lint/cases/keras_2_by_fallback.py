"""What stands in for a Keras 2 that is missing does not make the module one of Keras 3."""

import tensorflow as tf

try:
    import tf_keras as keras
except ImportError:
    import keras


class Gated(keras.Model):
    def call(self, x):
        if tf.reduce_sum(x) > 0:
            x = x + 1.0
        return x
