"""Noise that is drawn at each call."""

import tensorflow as tf


@tf.function
def jitter(x):
    return x + tf.random.normal([])


x = tf.constant(0.0)
print("different results:", len({float(jitter(x)) for _ in range(3)}))
