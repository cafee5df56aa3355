"""An assertion on a tensor, which AutoGraph does not convert."""

import tensorflow as tf


@tf.function
def checked(x):
    assert tf.reduce_sum(x) > 0.0  # [tensor-condition-without-autograph]
    return x


print(checked(tf.constant([1.0, 4.0])).numpy())
