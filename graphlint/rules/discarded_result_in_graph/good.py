"""Squares that are written and kept."""

import tensorflow as tf


@tf.function
def squares(x):
    array = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        array = array.write(i, x[i] * x[i])
    return array.stack()


print(squares(tf.constant([1.0, 2.0, 3.0])).numpy())
