"""A flag that a branch on a tensor sets is a tensor after it: compared by identity, it takes the other way."""
import tensorflow as tf


@tf.function
def signed(x):
    found = False
    if tf.reduce_sum(x) > 0.5:
        found = True
    if found is True:  # [unsupported-in-tensor-loop] observed
        return x
    return -x


print(signed(tf.constant([1.0, 2.0])).numpy())
print(signed(tf.constant([1.0, 2.0])).numpy())
