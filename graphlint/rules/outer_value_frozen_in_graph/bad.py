"""A rate that the graph reads once."""

import tensorflow as tf


@tf.function
def update(weight):
    return weight - rate  # [outer-value-frozen-in-graph]


for rate in (1.0, 0.5):
    print(update(tf.constant(10.0)).numpy())
