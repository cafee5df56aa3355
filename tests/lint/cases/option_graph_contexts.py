# options: --graph-contexts=function,keras --keras-version=2
"""Only what the option names counts."""

import tensorflow as tf


@tf.function
def step(x):
    print(x)  # [print-in-graph]


class Layer(tf.keras.layers.Layer):
    def call(self, x):
        print(x)  # [print-in-graph]


tf.data.Dataset.range(3).map(lambda x: print(x))
