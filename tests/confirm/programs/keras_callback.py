"""A callback of fit that sets what the training step has read when it was traced."""
import numpy as np
import tensorflow as tf


class Freeze(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 1:
            self.model.layers[0].trainable = False  # [outer-value-frozen-in-graph] observed


class Late(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 9:
            self.model.layers[0].trainable = False  # [outer-value-frozen-in-graph] not reached


x, y = np.ones((4, 3), "float32"), np.ones((4, 1), "float32")
for callback in (Freeze, Late):
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(2), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y, epochs=3, verbose=0, callbacks=[callback()])
    print(float(tf.reduce_sum(model.layers[0].kernel)))
