"""One copy of the step, in a loop of the graph."""

import tensorflow as tf


@tf.function
def simulate(x):
    for _ in tf.range(150):
        x = x + 0.01 * tf.cos(x)
    return x


print(f"{simulate(tf.constant(1.0)):.2f}")
