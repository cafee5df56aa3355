"""A negative zero that is served by the graph of the positive one."""

import tensorflow as tf


@tf.function
def inverse(x):
    return tf.constant(1.0) / x


print(inverse(0.0).numpy())
print(inverse(-0.0).numpy())  # [equal-scalars-share-a-trace]
