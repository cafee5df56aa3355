"""What is a tensor on one way and an argument on another has no value either."""

import tensorflow as tf
from tensorflow import keras


class Score(keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        if len(y_true.shape) == 2:
            y_true = tf.argmax(y_true, axis=1)
        self.total.assign_add(y_true.numpy().sum())  # [eager-only-call-in-graph]


class Kept(keras.metrics.Metric):
    def update_state(self, y_true, y_pred, sample_weight=None):
        if hasattr(y_true, "numpy"):
            y_true = y_true.numpy()
        self.total.assign_add(y_true)


def build(model):
    model.compile("adam", "mse", metrics=[Score(), Kept()])
