"""A model that another module fits."""

import tensorflow as tf


class Classifier(tf.keras.Model):
    def call(self, x):
        print(x)  # [print-in-graph]
        return x
