"""What `tf.autograph.to_graph` has converted stays so where nothing else is: in layers of Keras 3, with autograph=False."""

import tensorflow as tf


def sign(x):
    if tf.reduce_sum(x) > 0:
        return x
    return -x


def other(x):
    if tf.reduce_sum(x) > 0:  # [tensor-condition-without-autograph]
        return x
    return -x


converted = tf.autograph.to_graph(sign)


class Local(tf.keras.layers.Layer):
    def call(self, x):
        g = tf.autograph.to_graph(sign)
        return g(x)


class There(tf.keras.layers.Layer):
    def call(self, x):
        return tf.autograph.to_graph(sign)(x)


class Global(tf.keras.layers.Layer):
    def call(self, x):
        return converted(x)


class Held(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.sign = tf.autograph.to_graph(sign)
        self.other = other

    def call(self, x):
        return self.sign(x) + self.other(x)


@tf.function(autograph=False)
def step(x):
    return converted(x)
