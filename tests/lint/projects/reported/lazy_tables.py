"""A table that the first call makes: NVlabs/sionna#867."""

import tensorflow as tf


class Decoder(tf.keras.layers.Layer):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.perm = None
        self._table = None

    def build(self, shape):
        self.perm = tf.random.shuffle(tf.range(self.n))

    def call(self, x):
        if self._table is None:
            self._table = tf.constant([1.0, 2.0])  # [tensor-leaked-from-graph]
        return tf.gather(x, self.perm, axis=-1) + self._table


@tf.function
def run_decoder(decoder, x):
    return decoder(x)
