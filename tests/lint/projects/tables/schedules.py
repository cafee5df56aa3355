"""A callback that imports nothing of the program."""

import tensorflow as tf


class Cooling(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.temperature = 0.1

    def on_epoch_begin(self, epoch, logs=None):
        temperature = max(self.temperature, 0.9**epoch)
        for layer in self.model.layers:
            if hasattr(layer, "temperature"):
                layer.temperature = temperature

    def on_train_begin(self, logs=None):
        for layer in self.model.layers:
            layer.rate = 0.1
