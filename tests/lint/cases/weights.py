"""What gives the values of variables to Python, and elements of texts."""

import os

import tensorflow as tf
from elsewhere import Network

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


class Scaled(tf.keras.layers.Layer):
    def call(self, x):
        return x * len(self.get_weights())  # [eager-only-call-in-graph]


class Distiller:
    def __init__(self, rate):
        self.teacher = Network(rate)
        self.student = tf.keras.Sequential([Scaled()])

    @tf.function
    def follow(self):
        for old, new in zip(self.teacher.blocks, self.student.layers):
            mixed = [(a + b) / 2 for a, b in zip(old.get_weights(), new.weights)]  # [eager-only-call-in-graph]
            new.set_weights(mixed)
        return self.student.get_weights()  # [eager-only-call-in-graph]


paths = tf.data.Dataset.list_files("images/*/*").map(label_of)
model.set_weights(model.get_weights())


class Scaled(tf.keras.layers.Conv2D):
    def scale(self, weight):
        return weight * self.add_weight(name="gain", shape=(1,))  # [variable-created-in-graph]

    def call(self, inputs):
        self.kernel.assign(self.scale(self.kernel))
        return super().call(inputs)


class Counted(tf.keras.metrics.Mean):
    def update_state(self, values, sample_weight=None):
        self.count_of_calls = self.add_weight(name="calls", shape=())  # [variable-created-in-graph]
        return super().update_state(values, sample_weight)
