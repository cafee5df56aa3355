"""A model that another module trains in a loop of Python; it has a method `predict` of its own."""

import tensorflow as tf


class Detector(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    def call(self, x):
        return self.predict(x.numpy())

    def predict(self, x):
        print(x)
        return self.dense(x)
