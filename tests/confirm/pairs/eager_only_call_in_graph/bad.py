"""NumPy in the middle of a graph, and values that are asked for too early."""

import numpy as np
import tensorflow as tf


def spread(values):
    return np.max(values) - np.min(values)  # [eager-only-call-in-graph]


@tf.function
def normalise(x):
    return tf.sqrt(x) / spread(tf.sqrt(x))


@tf.function
def describe(x):
    total = tf.reduce_sum(x)
    return x * total.numpy()  # [eager-only-call-in-graph]


@tf.function
def largest(x):
    return max(tf.reduce_sum(x), 2.0)  # [eager-only-call-in-graph]


x = tf.constant([1.0, 4.0, 9.0])
for function in (normalise, describe, largest):
    try:
        print("result:", np.asarray(function(x)))
    except Exception as error:
        print(type(error).__name__)
