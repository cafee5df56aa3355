"""Squares that are written and kept."""

import tensorflow as tf


@tf.function
def squares(x):
    array = tf.TensorArray(tf.float32, size=3)
    for i in tf.range(3):
        array = array.write(i, x[i] * x[i])
    return tf.tensor_scatter_nd_add(array.stack(), [[0]], [1.0])


for scale in (1.0, 2.0):
    print("squares:", squares(tf.constant([1.0, 2.0, 3.0]) * scale).numpy())
