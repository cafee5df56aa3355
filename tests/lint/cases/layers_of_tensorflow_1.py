"""The layers of TensorFlow 1 under their new name build one graph, too; those of Keras in that module are traced by nothing."""

import tensorflow as tf


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.reduce = tf.compat.v1.layers.Dense(3)

    def call(self, x):
        print("building", x.shape)
        return self.reduce(x)


@tf.function
def decorated(x):
    print("tracing it")  # [print-in-graph]
    return x
