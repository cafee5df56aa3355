"""Noise that is drawn once and never again."""

import numpy as np
import tensorflow as tf


@tf.function
def jitter(x):
    return x + np.random.normal()  # [numpy-random-in-graph]


x = tf.constant(0.0)
print("different results:", len({float(jitter(x)) for _ in range(3)}))
