"""Layers and models that are traced as a whole: Keras calls them, and Keras 3 converts no `call`."""

import tensorflow as tf


class Net(tf.keras.Model):
    def call(self, x):
        if tf.reduce_sum(x) > 0.0:  # [tensor-condition-without-autograph]
            return x
        return -x


class Scale(tf.keras.layers.Layer):
    def call(self, x):
        x = tf.sqrt(x)
        for part in x:  # [tensor-condition-without-autograph]
            x += part
        return x


class Direct(tf.keras.Model):
    def call(self, x):
        if tf.reduce_sum(x) > 0.0:
            return x
        return -x


class Plain(tf.Module):
    def __call__(self, x):
        return self.call(x)

    def call(self, x):
        if tf.reduce_sum(x) > 0.0:
            return x
        return -x


direct = Direct()
tf.function(Net())(tf.ones((2, 3)))
tf.function(direct.call)(tf.ones((2, 3)))
tf.function(Plain())(tf.ones((2, 3)))
tf.data.Dataset.range(3).map(Scale())


class Wrapped(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.call = tf.function(self.call)

    def call(self, x):
        return x if tf.reduce_sum(x) > 0.0 else -x


class Decorated(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        return x if tf.reduce_sum(x) > 0.0 else -x


tf.function(Wrapped())(tf.ones(2))
tf.data.Dataset.range(3).map(Decorated())
