"""Branches that Python takes the same way at each trace, and attributes that are None in some objects."""

import tensorflow as tf


@tf.function
def by_truth(x):
    if tf.reduce_sum(x) > 0.0:
        y = x
    elif 1:
        y = -x
    return y


@tf.function
def by_else(x):
    if tf.reduce_sum(x) > 0.0:
        y = x
    else:
        if True:
            y = -x
    return y


class Table:
    def __init__(self):
        self.table = None
        self.mode = "add"

    @tf.function
    def run(self, x):
        return x * len(self.get())

    def get(self, fresh=False):
        if fresh or self.table is None:
            self.table = [1, 2, 3]
        return self.table

    @tf.function
    def moded(self, x):
        if tf.reduce_sum(x) > 0.0:
            y = x
        elif self.mode == "add":
            y = -x
        return y


class Biased(tf.keras.layers.Layer):
    def __init__(self, use_bias=True):
        super().__init__()
        self.use_bias = use_bias

    def build(self, input_shape):
        if self.use_bias:
            self.bias = self.add_weight(shape=(input_shape[-1],), name="bias")
        else:
            self.bias = None

    def call(self, inputs):
        if self.bias:  # [tensor-condition-without-autograph]
            inputs = inputs + self.bias
        return inputs
