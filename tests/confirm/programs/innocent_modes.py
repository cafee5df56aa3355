"""A mode string and a flag: one graph for each, both called more than once."""
import tensorflow as tf


@tf.function
def predict(x, mode, training=False):
    y = x * 2.0 if mode == "double" else x
    return y + 1.0 if training else y


for _ in range(3):
    for mode in ("double", "same"):
        print(float(predict(tf.constant(1.0), mode)), float(predict(tf.constant(1.0), mode, training=True)))
