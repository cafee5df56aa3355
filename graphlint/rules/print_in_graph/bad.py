"""Progress that is shown for the first step alone."""

import tensorflow as tf


@tf.function
def step(x):
    print("step with", x)  # [print-in-graph]
    return x * 2.0


for value in (1.0, 2.0):
    step(tf.constant(value))
