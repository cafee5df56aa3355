"""A variable, and one return."""

import tensorflow as tf


@tf.function
def has_large(x):
    found = False
    for item in x:
        if item > 2.0:
            found = True
    return found


print(bool(has_large(tf.constant([1.0, 3.0]))))
