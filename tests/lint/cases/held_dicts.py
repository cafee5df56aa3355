"""A dict that a callback is made with, and changes under a name of its own."""

import tensorflow as tf


class Schedule(tf.keras.callbacks.Callback):
    def __init__(self, settings):
        super().__init__()
        self.settings = settings
        self.seen = {}

    def on_epoch_begin(self, epoch, logs=None):
        self.settings["weight"] = 0.1 * epoch
        self.seen["epoch"] = epoch


holder = {"weight": 1.0, "scale": 2.0}
other = {"weight": 1.0}


def penalty(y, p):
    return holder["weight"] * tf.reduce_sum(tf.square(y - p))  # [outer-value-frozen-in-graph]


def scaled(y, p):
    return holder["scale"] * other["weight"] * tf.reduce_sum(tf.square(y - p))


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", [penalty, scaled])
model.fit(tf.ones([2, 1]), tf.ones([2, 1]), epochs=3, callbacks=[Schedule(holder)])
