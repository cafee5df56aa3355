"""One graph for all shapes, or one shape."""

import numpy as np
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def total(x):
    return tf.reduce_sum(x)


@tf.function(reduce_retracing=True)
def mean(x):
    return tf.reduce_mean(x)


@tf.function
def largest(x):
    return tf.reduce_max(x)


history = np.zeros((0, 2), np.float32)
for step in range(4):
    history = np.concatenate([history, np.full((1, 2), step, np.float32)])
    print("total:", total(history).numpy())

for n in range(2, 6):
    print("mean:", mean(tf.ones([n, 3])).numpy())

for batch in ([1.0, 1.0, 1.0], [2.0, 3.0, 3.0], [4.0, 5.0, 6.0]):
    print("largest:", largest(tf.constant(batch)).numpy())
