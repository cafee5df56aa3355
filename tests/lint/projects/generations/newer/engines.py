import tensorflow as tf
from tensorflow import keras

try:
    Normalization = keras.layers.experimental.preprocessing.Normalization
except AttributeError:
    Normalization = keras.layers.Normalization


class Soft(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_any(x < 0.0):  # [tensor-condition-without-autograph]
            x = tf.abs(x)
        return x
