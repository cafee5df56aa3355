"""Lists of Python numbers that a loop makes anew: their numbers and their lengths are part of the key."""

import tensorflow as tf


@tf.function
def total(values):
    return tf.add_n([tf.constant(v) for v in values])


@tf.function
def sized(x, shape):
    return tf.reshape(x, shape)


for n in range(1, 10):
    total(list(range(n)))  # [python-scalar-retrace]
    total([n] * n)  # [python-scalar-retrace]
    total([k * 2 for k in range(n)])  # [python-scalar-retrace]
    total((0,) * n)
    total([1, 2, 3])
    total(list(range(5)))
    total([tf.constant(n)])
    total([tf.constant(1.0)] * 3)
    sized(tf.ones(n), [n, 1])  # [python-scalar-retrace, retrace-by-shape]
    sized(tf.ones(6), [2, 3])
    total(tf.constant([n] * n))  # [retrace-by-shape]


def once(n):
    total([n] * n)


def over(batches):
    for batch in batches:
        sized(batch, [-1, 3])
        total([len(batch)] * 2)  # [python-scalar-retrace]
