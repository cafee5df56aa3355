"""As `keras_2_by_calls`, with nothing that Keras 3 refuses: it does not convert `call`."""

import tensorflow as tf
import torch


class Gate(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.scale = self.add_weight(shape=[1], name="scale")

    def call(self, x):
        if tf.reduce_sum(x) > 0.0:  # [tensor-condition-without-autograph]
            x = x * self.scale
        print(x)  # [print-in-graph]
        return x

    def fit_generator(self, data):
        return torch.optim.Adam(data, lr=0.1), self.fit_generator(data)


def serves_both(model, data, graph):
    try:
        model.fit_generator(data)
    except AttributeError:
        model.fit(data)
    if int(tf.__version__[0]) < 3:
        optimizer = tf.keras.optimizers.Adam(lr=0.1)
    else:
        optimizer = tf.keras.optimizers.Adam(learning_rate=0.1)
    graph.add_weight("edge", 3)
    return optimizer, SGD(lr=0.1)


class SGD:
    def __init__(self, lr):
        self.lr = lr


def serves_both_by_condition(is_old):
    return tf.keras.optimizers.Adam(lr=0.1) if is_old else tf.keras.optimizers.Adam(learning_rate=0.1)
