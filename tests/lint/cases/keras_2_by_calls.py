"""What Keras 3 refuses tells that a module is written for Keras 2: AutoGraph converts `call`."""

import tensorflow as tf


class Gate(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.scale = self.add_weight("scale", shape=[1])

    def call(self, x):
        if tf.reduce_sum(x) > 0.0:
            x = x * self.scale
        print(x)  # [print-in-graph]
        return x
