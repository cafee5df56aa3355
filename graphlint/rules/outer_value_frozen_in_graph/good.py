"""The rate is passed in."""

import tensorflow as tf


@tf.function
def update(weight, rate):
    return weight - rate


for rate in (1.0, 0.5):
    print(update(tf.constant(10.0), tf.constant(rate)).numpy())
