"""Results that depend on which call came first."""

import math

import tensorflow as tf


@tf.function
def towards(x, limit):
    return x * math.copysign(1.0, limit)


@tf.function
def describe(x, mode):
    return x if isinstance(mode, bool) else -x


x = tf.constant([8.0])
print(towards(x, 0.0).numpy(), describe(x, True).numpy())
print(describe(x, 1).numpy())  # [equal-scalars-share-a-trace]
print(towards(x, -0.0).numpy())  # [equal-scalars-share-a-trace]
