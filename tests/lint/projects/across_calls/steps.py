"""Graph functions that another module calls."""

import tensorflow as tf


@tf.function
def total(x):
    return tf.reduce_sum(x)


@tf.function(reduce_retracing=True)
def relaxed(x):
    return tf.reduce_sum(x)


@tf.function
def convert(x):
    return x * 1000.0 if x.unit == "km" else x  # miss: [attribute-of-traced-tensor]


@tf.function
def labelled(x):
    y = x * 2.0
    y.label = "double"
    return y


class Trainer:
    @tf.function
    def step(self, x):
        return tf.reduce_sum(x)
