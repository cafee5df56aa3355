"""A loop that changes the shape of what it carries: no rule knows."""
import tensorflow as tf


@tf.function
def doubled(x):
    while tf.size(x) < 20:  # unforeseen exception doubled
        x = tf.concat([x, x], 0)
    return x


for _ in range(2):
    try:
        doubled(tf.constant([1.0, 2.0, 3.0]))
    except ValueError:
        pass
