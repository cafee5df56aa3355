"""What gives the values of variables to Python, and elements of texts."""

import os

import tensorflow as tf

dense = tf.keras.layers.Dense(3)
model = tf.keras.Sequential([dense])


@tf.function
def step(x):
    before = dense.get_weights()  # [eager-only-call-in-graph]
    after = model.get_weights()  # [eager-only-call-in-graph]
    return x, before, after, dense.weights


def label_of(path):
    parts = tf.strings.split(path, os.sep)
    label = parts[-2]
    if label == "first":
        value = tf.constant(0)  # [unsupported-in-tensor-loop]
    elif label == "second":
        value = tf.constant(1)
    if tf.size(parts) > 3:
        tf.print(parts[0])
    return value


paths = tf.data.Dataset.list_files("images/*/*").map(label_of)
model.set_weights(model.get_weights())
