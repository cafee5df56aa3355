"""Layers and models that other code runs, of which nothing here shows that it gives them batches of any size."""

import tensorflow as tf
from tensorflow import keras


class Kernel(keras.Model):
    def __init__(self, width):
        super().__init__()
        self.width = width

    def call(self, x):
        x = tf.reshape(x, (x.shape[0], -1))
        if self.width is None:
            print("no width")  # [print-in-graph]
        return x / x.shape[0]


class Deep(keras.Model):
    def __init__(self):
        super().__init__()
        self.kernel = Kernel(3)

    def call(self, x):
        return self.kernel(x)

    def train_step(self, data):
        return {"loss": tf.reduce_sum(data) / data.shape[0]}
