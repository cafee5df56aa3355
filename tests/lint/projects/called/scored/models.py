"""A model that the program only calls: nothing traces it."""

import numpy as np
import tensorflow as tf


class Scorer(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)
        self.last = None

    def call(self, x):
        self.last = self.dense(x)
        print(self.last)
        if tf.reduce_sum(self.last) > 0.0:
            return self.last
        return -self.last


def embeddings(model, x):
    y = model(x)
    np.save("embeddings.npy", np.array(model.last))
    return y
