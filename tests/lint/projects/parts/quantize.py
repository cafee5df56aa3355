import tensorflow as tf


class Quantizer:
    def __init__(self, bits):
        self.levels = 2**bits
        self.set_range(-1.0, 1.0)

    def set_range(self, low, high):
        self.scale = (high - low) / self.levels

    def freeze(self):
        self.set_range(-3.0, 3.0)

    def __call__(self, x):
        return tf.round(x / self.scale) * self.scale
