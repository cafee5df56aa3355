"""A model that one test fits, and another one trains with a tape."""

import tensorflow as tf


class Fitted(tf.keras.Model):
    def call(self, x):
        print("fitted", x)  # [print-in-graph]
        return x
