"""Squares that are written and lost."""

import tensorflow as tf


@tf.function
def squares(x):
    array = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        array.write(i, x[i] * x[i])  # [discarded-result-in-graph]
    return array.stack()


print(squares(tf.constant([1.0, 2.0, 3.0])).numpy())
