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
