"""Noise that is drawn once and then never again."""

import numpy as np
import tensorflow as tf


def jitter(x):
    return x + np.random.uniform(-1.0, 1.0)  # [numpy-random-in-graph]


class Augment:
    def __init__(self):
        self.rng = np.random.default_rng(seed=7)

    @tf.function
    def __call__(self, image):
        noise = self.rng.normal(size=2).astype("float32")  # [numpy-random-in-graph]
        return jitter(image + noise)


augment = Augment()
image = tf.constant([1.0, 2.0])
first, second, third = augment(image), augment(image), augment(image)
print("same noise twice:", bool(tf.reduce_all(first == second)))
print("same noise three times:", bool(tf.reduce_all(first == third)))
