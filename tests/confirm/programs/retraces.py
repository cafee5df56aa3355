"""Loop variables, literals and strings; a flag, a tensor, and one value again and again."""
import tensorflow as tf


@tf.function
def scale(x, factor):
    return x * tf.cast(factor, tf.float32)


@tf.function
def named(x, name):
    return x


@tf.function
def flagged(x, training):
    return x * 2.0 if training else x


@tf.function
def outer(x):
    for i in range(3):
        x = scale(x, i + 100)  # [python-scalar-retrace] observed
    return x


x = tf.constant(1.0)
for i in range(4):
    scale(x, i)  # [python-scalar-retrace] observed
    named(x, f"step {i}")  # [python-scalar-retrace] observed
    flagged(x, True)  # [python-scalar-retrace] not observed
    scale(x, tf.constant(i))
if x > 2.0:
    scale(x, 5)  # [python-scalar-retrace] not reached
outer(x)
