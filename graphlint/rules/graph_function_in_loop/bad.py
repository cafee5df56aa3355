"""A trace for each call."""

import tensorflow as tf


def double(x):
    return x * 2.0


for value in (1.0, 2.0):
    step = tf.function(double)  # [graph-function-in-loop]
    print(step(tf.constant(value)).numpy())
