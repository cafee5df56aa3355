"""Operations where AutoGraph does not look, and plain branches where it does."""

import tensorflow as tf


@tf.function
def positive(x):
    total = tf.reduce_sum(x)
    tf.debugging.assert_positive(total)
    return x


@tf.function
def larger(x):
    middle = tf.reduce_mean(x)
    limits = tf.constant([0.0, 2.0])
    return tf.boolean_mask(limits, middle > limits)


@tf.function(autograph=False)
def clipped(x):
    total = tf.reduce_sum(x)
    return tf.cond(total > 3.0, lambda: x / total, lambda: x)


@tf.function
def converted(x):
    total = tf.reduce_sum(x)
    if total > 3.0:
        return x / total
    return x


x = tf.constant([1.0, 4.0])
for function in (positive, larger, clipped, converted):
    print("result:", [float(item) for item in function(x)])
