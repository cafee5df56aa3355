"""An assertion of the graph."""

import tensorflow as tf


@tf.function
def checked(x):
    tf.debugging.assert_positive(tf.reduce_sum(x))
    return x


print(checked(tf.constant([1.0, 4.0])).numpy())
