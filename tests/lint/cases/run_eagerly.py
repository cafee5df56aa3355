"""A program that switches graphs off has no graph functions."""

import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def step(x):
    print(x)
    return x
