"""One tensor or several: where a setting or a type tells which, and where nothing does."""

import numpy as np
import tensorflow as tf


class Demapper(tf.keras.layers.Layer):
    def __init__(self, with_prior):
        super().__init__()
        self.with_prior = with_prior

    def call(self, inputs):
        if self.with_prior:
            logits, prior = inputs
            logits = logits + prior
        else:
            logits = inputs
        if self.with_prior:
            logits = tf.add_n([one for one in inputs]) + len(list(inputs))
        return logits


class Detector(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.demapper = Demapper(False)

    def call(self, inputs):
        x = tf.exp(inputs)
        first, second = x  # [eager-only-call-in-graph]
        return self.demapper(x) + first + second


class Head(tf.keras.layers.Layer):
    def call(self, hidden_states: tf.Tensor, shape: tf.TensorShape):
        batch, length = shape[:2]
        for state, layer in zip(hidden_states, self.layers):
            batch += layer(state)
        return [batch, *zip(tf.exp(length))]  # [eager-only-call-in-graph]


def outer_product(tensors):
    result = tensors[0]
    for i, tensor in enumerate(tensors[1:]):
        result = result * tensor + i
    return result


def resized(x, size):
    image = tf.image.resize(x, size)
    if isinstance(x, np.ndarray):
        return image.numpy()
    if size is None:
        return image.numpy()  # [eager-only-call-in-graph]
    return image


@tf.function
def step(x, size):
    rest = tf.exp(x)[1:]
    np.sum(rest)  # [eager-only-call-in-graph]
    enumerate(rest)  # [eager-only-call-in-graph]
    return outer_product(tf.unstack(x)) + resized(x, size)


def decibels(power, use_tf=True):
    maximum = tf.maximum if use_tf else np.maximum
    return maximum(power, np.maximum(power, 1e-6))  # [eager-only-call-in-graph]


@tf.function
def loudness(x):
    return decibels(tf.square(x))
