"""TensorFlow's own operations; NumPy on what is known at the trace, and at each call in numpy_function."""

import numpy as np
import tensorflow as tf


def spread(values):
    return tf.reduce_max(values) - tf.reduce_min(values)


@tf.function
def normalise(x):
    return tf.sqrt(x) / spread(tf.sqrt(x)) * np.sqrt(x.shape[0]).astype("float32")


@tf.function
def describe(x):
    total = tf.reduce_sum(x)
    middle = tf.numpy_function(np.median, [x], tf.float32)
    return x * total + middle


@tf.function
def largest(x):
    return tf.maximum(tf.reduce_sum(x), 2.0)


x = tf.constant([1.0, 4.0, 9.0])
for function in (normalise, describe, largest):
    print("result:", np.asarray(function(x)))
