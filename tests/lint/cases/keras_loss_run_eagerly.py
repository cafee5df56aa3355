"""Losses of models that are switched to eager mode after they are compiled."""

import tensorflow as tf


def loss(y_true, y_pred):
    return float(y_true[0]) * y_pred


class Trainer:
    def __init__(self, model):
        self.model = model
        self.model.compile(loss=loss, optimizer="sgd")
        self.model.run_eagerly = True


tf.keras.Sequential([tf.keras.layers.Dense(1)]).compile(loss=lambda y_true, y_pred: print(y_true))
