"""A new graph for each step."""

import tensorflow as tf


@tf.function
def scale(x, step):
    return x * step


x = tf.constant(2.0)
print([float(scale(x, step)) for step in range(3)])  # [python-scalar-retrace]
