# options: --graph-contexts=function,keras --keras-version=2
"""Only what the option names counts."""

import tensorflow as tf


@tf.function
def step(x):
    print(x)  # [print-in-graph]


class Layer(tf.keras.layers.Layer):
    def call(self, x):
        print(x)  # [print-in-graph]
        x = tf.keras.layers.Dropout(0.5)(x)  # holds a variable in Keras 3 alone
        return tf.keras.layers.Dense(3)(x)  # [variable-created-in-graph]


tf.data.Dataset.range(3).map(lambda x: print(x))
