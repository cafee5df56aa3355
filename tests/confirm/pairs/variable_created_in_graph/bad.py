"""A new Variable at each call: eagerly nothing is counted, in a graph it is an error."""

import tensorflow as tf


@tf.function
def count(x):
    total = tf.Variable(0.0)  # [variable-created-in-graph]
    total.assign_add(x)
    return total.read_value()


for _ in range(3):
    print("total:", float(count(tf.constant(2.0))))
