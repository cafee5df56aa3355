"""A number that is served by the graph of a flag."""

import tensorflow as tf


@tf.function
def scaled(x, by):
    return -x if isinstance(by, bool) else x * by


x = tf.constant(8.0)
print(scaled(x, True).numpy())
print(scaled(x, 1).numpy())  # [equal-scalars-share-a-trace]
