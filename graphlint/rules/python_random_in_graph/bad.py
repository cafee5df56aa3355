"""A shift that never changes."""

import random

import tensorflow as tf


@tf.function
def shift(x):
    return x + random.random()  # [python-random-in-graph]


x = tf.constant(0.0)
print("different results:", len({float(shift(x)) for _ in range(3)}))
