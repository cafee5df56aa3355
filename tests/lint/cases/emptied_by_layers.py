"""Cells whose layer empties them at each trace, as those of Keras 2.1 do, and one that nothing empties."""

import tensorflow as tf
from tensorflow.keras import backend as K


class Cell(tf.keras.layers.Layer):
    def __init__(self, units, dropout=0.5):
        super().__init__()
        self.units = units
        self.dropout = dropout
        self._mask = None
        self._kept = None

    def call(self, inputs, states, training=None):
        if 0 < self.dropout < 1 and self._mask is None:
            self._mask = K.dropout(K.ones_like(inputs), self.dropout)
            self._mask = [K.concatenate([self._mask, self._mask])]
        if self._kept is None:
            self._kept = K.concatenate([inputs, inputs])  # [tensor-leaked-from-graph]
        return inputs * self._mask[0] + self._kept, states


class Layer(tf.keras.layers.RNN):
    def __init__(self, units, **kwargs):
        super().__init__(Cell(units), **kwargs)

    def call(self, inputs, **kwargs):
        self.cell._mask = None
        return super().call(inputs, **kwargs)
