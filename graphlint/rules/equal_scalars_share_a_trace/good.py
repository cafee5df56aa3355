"""Tensors, whose values are read at each call."""

import tensorflow as tf


@tf.function
def inverse(x):
    return tf.constant(1.0) / x


print(inverse(tf.constant(0.0)).numpy())
print(inverse(tf.constant(-0.0)).numpy())
