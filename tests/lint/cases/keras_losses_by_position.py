"""Losses that `compile` is given by position, on a model of which nothing else is known."""

import re

import tensorflow as tf


def make_loss(scale):
    def loss(y_true, y_pred):
        print("loss")  # [print-in-graph]
        return tf.reduce_mean(y_true - y_pred) * scale

    return loss


def second(y_true, y_pred):
    print("second")  # [print-in-graph]
    return y_true - y_pred


def third(y_true, y_pred):
    print("third")  # [print-in-graph]
    return y_true - y_pred


def not_one(pattern, flags):
    print("nothing of Keras'")
    return pattern


class Trainer:
    def __init__(self, model, other):
        self.model = model
        self.other = other

    def train(self, data):
        self.model.compile("adam", [make_loss(1.0), make_loss(2.0)])
        self.model.compile(tf.keras.optimizers.SGD(0.1), second)
        self.model.compile(optimizer="SGD", loss=third)
        self.model.fit(data)
        self.other.compile("pattern", not_one)
        return re.compile("adam", not_one("a", 0))
