"""Shapes that vary from call to call, two shapes alone, and attributes of tensors on either side of a trace."""
import tensorflow as tf


@tf.function
def total(x):
    return tf.reduce_sum(x)


@tf.function
def twice(x):
    return x * 2.0


@tf.function
def signed(x):
    return -x if getattr(x, "negated", False) else x  # [attribute-of-traced-tensor] observed


@tf.function
def plain(x):
    return -x if getattr(x, "other", False) else x  # [attribute-of-traced-tensor] not observed


for n in range(1, 5):
    total(tf.ones([n]))  # [retrace-by-shape] observed
for n in (1, 2, 1, 2):
    twice(tf.ones([n]))  # [retrace-by-shape] not observed
x = tf.constant(3.0)
x.negated = True
print(signed(x).numpy(), plain(x).numpy())
