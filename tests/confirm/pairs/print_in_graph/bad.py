"""Progress that is shown for the first step alone."""

import tensorflow as tf

weight = tf.Variable(1.0)


def report(loss):
    print("loss:", loss)  # [print-in-graph]


@tf.function
def train_step(x):
    loss = (weight * x - 3.0) ** 2
    weight.assign_sub(0.1 * loss)
    report(loss)
    return loss


for value in (1.0, 1.5, 2.0):
    train_step(tf.constant(value))
