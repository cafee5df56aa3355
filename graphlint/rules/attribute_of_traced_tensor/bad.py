"""A tensor that carries its unit along, but not into the trace."""

import tensorflow as tf


@tf.function
def metres(x):
    return x * 1000.0 if x.unit == "km" else x  # [attribute-of-traced-tensor]


distance = tf.constant(2.0)
distance.unit = "km"
print(metres(distance).numpy())
