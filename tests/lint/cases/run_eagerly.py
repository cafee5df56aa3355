"""A program that switches graphs off has no graph functions."""

import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def step(x):
    print(x)
    return x


for number in range(3):
    step(number)
    tf.function(lambda x: x + 1)(number)
