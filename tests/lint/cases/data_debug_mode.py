"""In debug mode, the functions of tf.data run in Python for each element."""

import tensorflow as tf

tf.data.experimental.enable_debug_mode()

tf.data.Dataset.range(3).map(lambda x: print(x))


@tf.function
def step(x):
    print(x)  # [print-in-graph]
