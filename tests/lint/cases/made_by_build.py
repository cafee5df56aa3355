"""What build makes is there before the first call, as what the constructor makes."""

import tensorflow as tf


class Delay(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.made = []

    def build(self, shape):
        self.queue = [1.0, 2.0, 3.0]
        self.cache = {}
        self.names = []

    def call(self, x):
        self.names = []
        self.names.append("a")
        self.cache["x"] = x.shape
        self.made.append(1)  # [outer-mutation-in-graph]
        return x * self.queue.pop(0)  # [outer-mutation-in-graph]
