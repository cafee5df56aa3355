"""A model of which tests only look at the gradients: who uses it may fit it."""

import tensorflow as tf


class Differentiated(tf.keras.Model):
    def call(self, x):
        print("differentiated", x)  # [print-in-graph]
        return x
