import keras
import tensorflow as tf
from keras import ops

from older.weights import load


class Gated(keras.Model):
    def read(self, file):
        load(self, file)

    def call(self, x):
        if tf.reduce_any(x > 1.0):  # [tensor-condition-without-autograph]
            x = ops.relu(x)
        return x
