"""The shape is told right after the call."""

import numpy as np
import tensorflow as tf


def loaded(number):
    return np.ones((4, 4, 3), np.float32) * number


@tf.function
def image(number):
    pixels = tf.numpy_function(loaded, [number], tf.float32)
    pixels.set_shape([4, 4, 3])
    height, width, _ = pixels.shape
    return tf.reduce_sum(pixels) / (height * width)


print(image(tf.constant(2.0)).numpy())
