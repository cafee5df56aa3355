"""One variable, created outside."""

import tensorflow as tf

total = tf.Variable(0.0)


@tf.function
def count(x):
    return total.assign_add(x)


for _ in range(2):
    print("total:", float(count(tf.constant(2.0))))
