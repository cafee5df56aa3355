"""A hundred and fifty copies of one step, and four hundred of another."""

import tensorflow as tf

STEPS = 150


def relax(x):
    return x - 0.1 * tf.sin(x)


@tf.function
def simulate(x):
    for _ in range(STEPS):  # [python-loop-unrolled]
        x = relax(x)
    return x


@tf.function
def total(grid):
    result = 0.0
    for row in range(20):  # [python-loop-unrolled]
        for column in range(20):
            result += tf.square(grid[row, column])
    return result


print("simulated:", float(simulate(tf.constant(1.0))))
print("total:", float(total(tf.ones([20, 20]))))
