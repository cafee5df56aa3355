"""Noise that is drawn at each call."""

import tensorflow as tf


def jitter(x):
    return x + tf.random.uniform([], -1.0, 1.0)


class Augment:
    @tf.function
    def __call__(self, image):
        noise = tf.random.normal([2])
        return jitter(image + noise)


augment = Augment()
image = tf.constant([1.0, 2.0])
first, second, third = augment(image), augment(image), augment(image)
print("same noise twice:", bool(tf.reduce_all(first == second)))
print("same noise three times:", bool(tf.reduce_all(first == third)))
