"""What the optimizers of Keras 2 keep in variables may be set at any time; the rest is frozen there too."""

import tf_keras as keras


class Decay(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.optimizer.momentum = 0.9 / (epoch + 1)
        self.model.optimizer.epsilon = 0.1 / (epoch + 1)  # [outer-value-frozen-in-graph]
