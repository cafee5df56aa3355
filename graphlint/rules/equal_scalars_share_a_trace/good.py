"""Flags and numbers in parameters of their own."""

import tensorflow as tf


@tf.function
def scaled(x, by, negative=False):
    return -x if negative else x * by


x = tf.constant(8.0)
print(scaled(x, tf.constant(1.0), negative=True).numpy())
print(scaled(x, tf.constant(1.0)).numpy())
