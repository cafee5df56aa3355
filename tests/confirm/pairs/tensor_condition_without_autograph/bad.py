"""Conditions on tensors where AutoGraph does not look."""

import tensorflow as tf


class Scaled:
    def __init__(self, x):
        self.limit = tf.reduce_max(x)

    @property
    def factor(self):
        return 0.5 if self.limit > 2.0 else 1.0


@tf.function
def positive(x):
    total = tf.reduce_sum(x)
    assert total > 0.0  # [tensor-condition-without-autograph]
    return x


@tf.function
def larger(x):
    middle = tf.reduce_mean(x)
    return [limit for limit in (0.0, 2.0) if middle > limit]  # [tensor-condition-without-autograph]


@tf.function(autograph=False)
def clipped(x):
    total = tf.reduce_sum(x)
    if total > 3.0:  # [tensor-condition-without-autograph]
        return x / total
    return x


x = tf.constant([1.0, 4.0])
for function in (positive, larger, clipped):
    try:
        print("result:", [float(item) for item in function(x)])
    except TypeError as error:
        print(type(error).__name__)
