"""Tensors: each call has its own dtype and value."""

import tensorflow as tf


@tf.function
def divide(x, by):
    return x / by


@tf.function
def describe(x, mode):
    return x if mode == "keep" else -x


x = tf.constant([8.0])
print(divide(x, tf.constant(0.0)).numpy(), describe(x, "keep").numpy())
print(describe(x, "turn").numpy())
print(divide(x, tf.constant(-0.0)).numpy())
