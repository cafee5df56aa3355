"""A new variable at each call."""

import tensorflow as tf


@tf.function
def count(x):
    total = tf.Variable(0.0)  # [variable-created-in-graph]
    return total.assign_add(x)


for _ in range(2):
    print("total:", float(count(tf.constant(2.0))))
