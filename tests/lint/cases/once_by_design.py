"""What TensorFlow makes once, or runs eagerly, by design; and what only looks like it."""

import numpy as np
import tensorflow as tf
import tf_keras
from tf_keras.metrics.experimental import PyMetric


class Shim(tf.Module):
    @tf.function
    @tf.compat.v1.keras.utils.track_tf1_style_variables
    def __call__(self, x):
        with tf.compat.v1.variable_scope("a"):
            return self.add(x)

    def add(self, x):
        return x + tf.compat.v1.get_variable("w", [2])


class Other(tf.Module):
    @tf.function
    @tf.compat.v1.keras.utils.track_tf1_style_variables
    def __call__(self, x):
        return x + tf.Variable(tf.ones([2]))  # [variable-created-in-graph]


class Plain(tf.Module):
    @tf.function
    def __call__(self, x):
        return x + tf.compat.v1.get_variable("w", [2])  # [variable-created-in-graph]


class Bleu(PyMetric):
    def __init__(self):
        super().__init__()
        self.values = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        print("eager", y_true)
        self.values.append(y_true.numpy())

    def result(self):
        return np.mean(self.values)


class Traced(tf_keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        print("traced", y_true)  # [print-in-graph]


@tf.function
def anew(x):
    with tf.init_scope():
        print("eager", x.shape)
        v = tf.Variable(1.0)  # [variable-created-in-graph]
    return x + v


class Layer(tf.keras.layers.Layer):
    def call(self, x):
        with tf.init_scope():
            scale = tf.Variable(1.0)  # [variable-created-in-graph]
        return x * scale


class Built(tf.keras.layers.Layer):
    def build(self, shape):
        with tf.init_scope():
            self.scale = tf.Variable(1.0)

    def call(self, x):
        return x * self.scale


class Kept:
    def __init__(self):
        self.v = None
        self.made = False
        self.cache = {}

    @tf.function
    def run(self, x):
        with tf.init_scope():
            if self.v is None:
                self.v = tf.Variable(1.0)
            if "a" not in self.cache:
                self.cache["a"] = tf.Variable(1.0)
        if not self.made:
            with tf.init_scope():
                self.w = tf.Variable(1.0)
            self.made = True
        return x + self.v + self.w + self.cache["a"]

    @tf.function
    def replaced(self, x):
        with tf.init_scope():
            self.v = tf.Variable(1.0)  # [variable-created-in-graph]
        return x + self.v


def eager(x):
    with tf.init_scope():
        v = tf.Variable(1.0)
    return x + v
