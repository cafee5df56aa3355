"""A graph cannot say what a tensor's value is."""
import tensorflow as tf


@tf.function
def value(x):
    return tf.constant(x.numpy() + 1)  # unforeseen exception value


for _ in range(2):
    try:
        value(tf.constant(1))
    except AttributeError:
        pass
