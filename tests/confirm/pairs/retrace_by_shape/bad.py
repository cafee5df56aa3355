"""A new graph for each shape: of an array that grows, of what is made with a number, of batches of different lengths."""

import numpy as np
import tensorflow as tf


@tf.function
def total(x):
    return tf.reduce_sum(x)


@tf.function
def mean(x):
    return tf.reduce_mean(x)


@tf.function
def largest(x):
    return tf.reduce_max(x)


history = np.zeros((0, 2), np.float32)
for step in range(4):
    history = np.concatenate([history, np.full((1, 2), step, np.float32)])
    print("total:", total(history).numpy())  # [retrace-by-shape]

for n in range(2, 6):
    print("mean:", mean(tf.ones([n, 3])).numpy())  # [retrace-by-shape]

for batch in ([1.0], [2.0, 3.0], [4.0, 5.0, 6.0]):
    print("largest:", largest(tf.constant(batch)).numpy())  # [retrace-by-shape]
