"""Layers and losses by the epoch: tensorflow/tensorflow#38720, #39583, keras-team/keras#3155."""

import tensorflow as tf
import tensorflow.keras.backend as K

alpha = 1.0


class Kwta(tf.keras.layers.Layer):
    def __init__(self, ratio, **kwargs):
        super().__init__(**kwargs)
        self.ratio = ratio
        self.current_epoch = 0

    def call(self, x):
        k = tf.cast(self.ratio * 10.0, tf.int32)  # [outer-value-frozen-in-graph]
        if self.current_epoch > 5:  # [outer-value-frozen-in-graph]
            return x
        return x * tf.cast(k, tf.float32)


class Incremental(tf.keras.callbacks.Callback):
    def __init__(self, delta, every=2, names=None):
        super().__init__()
        self.delta = delta
        self.every = every
        self.names = names

    def on_epoch_begin(self, epoch, logs=None):
        if epoch % self.every == 0:
            for name in self.names:
                layer = self.model.get_layer(name)
                if layer.ratio < 0.9:
                    layer.ratio += self.delta

    def on_epoch_end(self, epoch, logs=None):
        for layer in self.model.layers:
            layer.current_epoch = epoch


def loss(y, p):
    return alpha * tf.reduce_mean(y - p)  # [outer-value-frozen-in-graph]


class Alpha(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        global alpha
        alpha = alpha * 0.95


def alphabinary(alpha):
    def binary(y, p):
        return alpha * K.mean(y - p)

    return binary


m = tf.keras.Sequential([Kwta(0.1)])
m.compile("sgd", loss)
m.fit(1, 2, callbacks=[Alpha(), Incremental(0.1)])
