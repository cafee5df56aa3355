"""Attributes that do not come into a trace, and one that does not come out of it."""

import tensorflow as tf


@tf.function
def silent(x):
    sign = -1.0 if getattr(x, "negated", False) else 1.0  # [attribute-of-traced-tensor]
    return x * sign


@tf.function
def labelled(x):
    y = x * 2.0
    y.label = "double"
    return y


x = tf.constant(3.0)
x.negated = True
print("silent:", silent(x).numpy())
doubled = labelled(x)
print("label:", doubled.label)  # [attribute-of-traced-tensor]
