"""What callbacks of the program's own set in a model that calls them between its steps."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Callback:
    def set_model(self, model):
        self.model = model

    def on_epoch_end(self):
        pass


class Soft(Callback):
    def on_epoch_end(self):
        self.model.loss_weights = [float(w) for w in np.array(self.model.last)]


class Model:
    def __init__(self):
        self.loss_weights = None
        self.last = None

    def compile(self, lr, loss_weights=None):
        self.loss_weights = loss_weights

        def losses():
            weighted = [w * 2 for w in self.loss_weights]  # [outer-value-frozen-in-graph]
            return tf.add_n(weighted)

        @tf.function
        def train_step():
            return losses()

        self.train_step = train_step

    def train(self, epochs, callbacks=()):
        for cb in callbacks:
            cb.set_model(self)
        for i in range(epochs):
            self.last = self.train_step()
            for cb in callbacks:
                cb.on_epoch_end()


class Divergent(tf.keras.layers.Layer):
    """After a layer whose loss term a callback weighs anew for each batch."""

    def __init__(self, divergence, reduction, **kwargs):
        super().__init__(**kwargs)
        self.divergence = divergence
        self.reduction = reduction

    def call(self, inputs):
        self.add_loss(self.divergence(inputs))  # [outer-value-frozen-in-graph]
        return self.reduction(inputs)


class Weigh(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.set_reduction(tf.reduce_sum)

    def on_train_batch_end(self, batch, logs=None):
        self.set_divergence(batch + 2)

    def set_divergence(self, k):
        for layer in self.model.layers:
            if isinstance(layer, Divergent):
                layer.divergence = weighed(k)

    def set_reduction(self, reduction):
        for layer in self.model.layers:
            if isinstance(layer, Divergent):
                layer.reduction = reduction


def weighed(k):
    return lambda x: tf.reduce_sum(x) / k
