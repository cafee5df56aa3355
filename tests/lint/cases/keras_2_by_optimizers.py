"""As `keras_2_by_calls`, by how an optimizer is made."""

import tensorflow as tf
from tensorflow.keras.optimizers import Adam


class Gate(tf.keras.Model):
    def call(self, x):
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
        return x


Gate().compile(Adam(lr=0.1), "mse")
