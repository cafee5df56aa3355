"""A layer of a test that Keras traces."""

import tensorflow as tf


class Noisy(tf.keras.layers.Layer):
    def call(self, x):
        print(x)  # [print-in-graph]
        return x


def test_noisy():
    inputs = tf.keras.Input((3,))
    tf.keras.Model(inputs, Noisy()(inputs))
