"""Shapes that Python hides, and lambdas of a loop."""
import tensorflow as tf


@tf.function
def mean(x):
    y = tf.numpy_function(lambda x: x + 1.0, [x], tf.float32)
    height, width = y.shape  # [shape-lost-in-graph] observed
    return tf.reduce_sum(y) / (height * width)


@tf.function
def scaled(x):
    scales = []
    for factor in (1.0, 2.0):
        scales.append(lambda y: y * factor)  # [late-binding-in-graph] observed
    return scales[0](x)


try:
    mean(tf.ones([2, 3]))
except ValueError:
    pass
scaled(tf.constant(1.0))
