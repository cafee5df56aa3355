"""Slices of what a function is given: of a tensor a tensor, of a list another list."""

import numpy as np
import tensorflow as tf

LAYERS = [tf.keras.layers.Dense(2), tf.keras.layers.Dense(3)]


def later(ids):
    return np.sum(ids[1:])  # [eager-only-call-in-graph]


@tf.function
def of_tensor(x):
    return later(tf.sort(x))


def tails(parts):
    for part in parts[1:]:
        tf.print(part)
    return [part + 1 for part in parts[1:]]  # [tensor-condition-without-autograph]


@tf.function
def of_list(x, y):
    return tails([x, y, x])


@tf.function
def of_sorted(x):
    return tails(tf.sort(x))


def run(layers, x):
    for layer in layers[1:]:
        x = layer(x)
    rest = layers[2:]
    rest.append(x)
    return rest


@tf.function
def through(x):
    return run(LAYERS, x)


class Sum(tf.keras.layers.Layer):
    def call(self, inputs):
        x = inputs[0]
        for other in inputs[1:]:
            x = x + other
        first, second = inputs[1:]
        return x + first + second if len(inputs[1:]) > 2 else x
