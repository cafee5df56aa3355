# options: --keras-version=2
"""Keras 2 converts what `call` does, also where `train_step` calls it, which it does not convert."""

import tensorflow as tf


class Task(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_any(x > 0):
            x = -x
        return x * len(tf.shape(x))


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.task = Task()

    def train_step(self, data):
        if tf.reduce_any(data > 0):  # [tensor-condition-without-autograph]
            data = -data
        return {"loss": self.task(data)}
