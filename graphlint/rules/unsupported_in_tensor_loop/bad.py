"""A return in a loop over a tensor."""

import tensorflow as tf


@tf.function
def has_large(x):
    for item in x:
        if item > 2.0:
            return True  # [unsupported-in-tensor-loop]
    return False


print(bool(has_large(tf.constant([1.0, 3.0]))))
