"""Rates that callbacks set in the layers of a model, asked for by their class or by their place in it."""

import tensorflow as tf
from tensorflow.keras.callbacks import Callback
from tensorflow.keras.layers import Dropout


class Halved(Callback):
    def on_epoch_end(self, epoch, logs=None):
        for layer in self.model.layers:
            if isinstance(layer, Dropout):
                layer.rate = layer.rate * 0.5  # [outer-value-frozen-in-graph]


class Placed(Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.layers[1].rate = 0.1  # [outer-value-frozen-in-graph]
        dropout = self.model.get_layer("drop")
        dropout.rate = 0.3  # [outer-value-frozen-in-graph]


class Others(Callback):
    def __init__(self, others):
        super().__init__()
        self.others = others

    def on_epoch_end(self, epoch, logs=None):
        for other in self.others:
            other.rate = 0.1


def run(model, x, y):
    model.fit(x, y)
    model.get_layer("drop").rate = 0.1  # [outer-value-frozen-in-graph]
    model.fit(x, y)
    model.get_layer("drop").rate = 0.2
    model.compile("sgd", "mse")
    model.fit(x, y)


class MonteCarlo(Callback):
    def on_epoch_end(self, epoch, logs=None):
        drop = self.model.get_layer("drop")
        kept, drop.rate = drop.rate, 0.9
        self.model(tf.ones([1, 4]), training=True)
        drop.rate = kept


class Circular(Callback):
    def on_epoch_begin(self, epoch, logs=None):
        inner = outer = self.model
        outer = inner
        inner = outer
        inner.rate = 0.1
