"""The coin, the shift and the order are drawn in the graph."""

import random

import tensorflow as tf


def flip(image):
    if tf.random.uniform([]) < 0.5:
        image = image[::-1]
    return image


@tf.function
def augment(image, shift):
    image = flip(image)
    return tf.random.shuffle(image) + shift


image = tf.constant([1.0, 2.0, 3.0, 4.0])
for _ in range(6):
    shift = tf.constant(random.uniform(-1.0, 1.0))  # drawn outside, passed in
    print("total:", tf.reduce_sum(augment(image, shift)).numpy())
