"""A hundred and fifty copies of one step."""

import tensorflow as tf


@tf.function
def simulate(x):
    for _ in range(150):  # [python-loop-unrolled]
        x = x + 0.01 * tf.cos(x)
    return x


print(f"{simulate(tf.constant(1.0)):.2f}")
