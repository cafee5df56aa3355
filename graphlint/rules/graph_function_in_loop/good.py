"""One trace for all calls."""

import tensorflow as tf


@tf.function
def double(x):
    return x * 2.0


for value in (1.0, 2.0):
    print(double(tf.constant(value)).numpy())
