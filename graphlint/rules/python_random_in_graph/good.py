"""A shift that is drawn at each call."""

import tensorflow as tf


@tf.function
def shift(x):
    return x + tf.random.uniform([])


x = tf.constant(0.0)
print("different results:", len({float(shift(x)) for _ in range(3)}))
