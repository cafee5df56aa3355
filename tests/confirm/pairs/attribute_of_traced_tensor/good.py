"""Attributes that are put on a tensor and read within one trace, or on the same side of it."""

import tensorflow as tf


def sign(x):
    return -1.0 if getattr(x, "negated", False) else 1.0


@tf.function
def within(x):
    y = x * 2.0
    y.negated = True
    return y * sign(y)


captured = tf.constant(2.0)
captured.scale = 4.0


@tf.function
def scaled(x):
    return x * captured.scale


x = tf.constant(3.0)
x.label = "three"
print("within:", within(x).numpy(), x.label)
print("scaled:", scaled(x).numpy())
