"""Layers of a test, which only calls them."""

import tensorflow as tf


class Capture(tf.keras.layers.Layer):
    def call(self, x):
        self.captured = tf.identity(x)
        return x


def test_capture():
    layer = Capture()
    layer(tf.ones([2]))
    assert layer.captured.shape == (2,)
