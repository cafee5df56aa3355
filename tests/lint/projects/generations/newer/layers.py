import tensorflow as tf

from .convert import to_older


class Gate(tf.keras.layers.Layer):
    def read(self, path):
        return to_older(path)

    def call(self, x):
        if tf.reduce_any(x < 0.0):  # [tensor-condition-without-autograph]
            x = -x
        return x
