"""What layers, losses and metrics hand to Keras as they are made, and what Keras calls of an optimizer."""

import tensorflow as tf
from tensorflow.python.keras.losses import LossFunctionWrapper


def decay(weight):
    print(weight)  # [print-in-graph]
    return tf.reduce_sum(tf.square(weight))


def clip(weight):
    print(weight)  # [print-in-graph]
    return tf.clip_by_value(weight, -1.0, 1.0)


class Weighted(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], 1), regularizer=decay, constraint=clip)
        self.bias = self.add_weight(name="bias", shape=(1,), initializer=self.first)

    def first(self, shape, dtype=None):
        print(shape)  # once, eagerly
        return tf.zeros(shape, dtype)

    def call(self, x):
        return x @ self.kernel + self.bias


class Bank:
    """No layer, whatever its methods are called."""

    def __init__(self):
        self.add_weight(constraint=lambda weight: print(weight))

    def add_weight(self, constraint):
        constraint(1.0)


class Decayed(tf.keras.layers.Dense):
    def __init__(self, units):
        super().__init__(units, kernel_regularizer=lambda weight: print(weight))  # [print-in-graph]


def dice(y_true, y_pred):
    print(y_pred)  # [print-in-graph]
    return tf.reduce_mean(y_pred * y_true)


class Dice(LossFunctionWrapper):
    def __init__(self, reduction, name="dice"):
        super().__init__(dice, name=name, reduction=reduction)


class Overlap(tf.keras.metrics.MeanMetricWrapper):
    def __init__(self, name="overlap", **kwargs):
        super(Overlap, self).__init__(fn=self.overlap, name=name, **kwargs)

    @staticmethod
    def overlap(y_true, y_pred):
        print(y_pred)  # [print-in-graph]
        return tf.reduce_mean(y_pred * y_true)


class Clipped(tf.keras.optimizers.Adam):
    def apply_gradients(self, grads_and_vars, **kwargs):
        print("applied")  # [print-in-graph]
        return super().apply_gradients([(tf.clip_by_norm(grad, 1.0), var) for grad, var in grads_and_vars], **kwargs)
