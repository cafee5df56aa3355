"""One copy of each step, in a loop of the graph; a short loop is unrolled and may be."""

import tensorflow as tf

STEPS = 150


def relax(x):
    return x - 0.1 * tf.sin(x)


@tf.function
def simulate(x):
    for _ in tf.range(STEPS):
        x = relax(x)
    for _ in range(3):
        x = relax(x)
    return x


@tf.function
def total(grid):
    return tf.reduce_sum(tf.square(grid))


print("simulated:", float(simulate(tf.constant(1.0))))
print("total:", float(total(tf.ones([20, 20]))))
