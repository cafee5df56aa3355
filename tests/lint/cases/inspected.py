"""Tensors that layers keep for properties which compute something of them, or give arrays; setters that callbacks call by type."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Attention(keras.layers.Layer):
    def __init__(self, units, alpha=1.0):
        super().__init__()
        self._alpha = alpha
        self._scores = None
        self._moments = None
        self._pool = None
        self._own = None

    @property
    def scores(self):
        return None if self._scores is None else keras.ops.convert_to_numpy(self._scores)

    @property
    def moments(self):
        if self._moments is None:
            raise RuntimeError("the layer has not been called yet")
        mean, variance = self._moments
        return np.asarray(mean), np.asarray(variance)

    @property
    def pool(self):
        return tf.reduce_mean(self._pool, axis=0)

    @property
    def alpha(self):
        return self._alpha

    @alpha.setter
    def alpha(self, value):
        self._alpha = float(value)

    def call(self, x):
        pool = tf.square(x)
        self._scores = tf.nn.softmax(pool)  # [tensor-leaked-from-graph]
        self._moments = tf.nn.moments(pool, [0])  # [tensor-leaked-from-graph]
        self._pool = pool + 1.0  # [tensor-leaked-from-graph]
        self._own = pool
        return self.scaled(x)

    def scaled(self, x):
        return x * self._own * self._alpha  # [outer-value-frozen-in-graph]


class Annealing(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        for layer in self.model.layers:
            if isinstance(layer, Attention):
                layer.alpha = min(5.0, layer.alpha * 1.1)
