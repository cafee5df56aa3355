"""A shape that is set where it is lost."""

import tensorflow as tf


@tf.function
def image(pixels):
    pixels = tf.numpy_function(lambda x: x + 1.0, [pixels], tf.float32)
    pixels.set_shape([4, 4])
    height, width = pixels.shape
    return tf.reduce_sum(pixels) / (height * width)


print(image(tf.ones([4, 4])).numpy())
