"""Progress that is shown for each step."""

import tensorflow as tf


@tf.function
def step(x):
    tf.print("step with", x)
    return x * 2.0


for value in (1.0, 2.0):
    step(tf.constant(value))
