"""Results that depend on which call came first."""

import tensorflow as tf


@tf.function
def divide(x, by):
    return x / by


@tf.function
def describe(x, mode):
    return x if isinstance(mode, bool) else -x


x = tf.constant([8.0])
print(divide(x, 0.0).numpy(), describe(x, True).numpy())
print(describe(x, 1).numpy())  # [equal-scalars-share-a-trace]
print(divide(x, -0.0).numpy())  # [equal-scalars-share-a-trace]
