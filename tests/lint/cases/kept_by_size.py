"""Tensors that a layer makes anew where what it has is of another size: later traces of that size find those of the first."""

import tensorflow as tf


class Interleaver(tf.keras.layers.Layer):
    def build(self, input_shape):
        p, pi = self._generate(input_shape[-1], 3)
        self._perm = p  # [tensor-leaked-from-graph]
        self._inv = pi  # [tensor-leaked-from-graph]

    def _generate(self, n, d):
        ind = tf.range(n, dtype=tf.int32)
        p = tf.reshape(ind, [-1])
        return p, tf.argsort(p)

    def call(self, inputs):
        if inputs.shape[-1] != self._perm.shape[0]:
            self.build(inputs.shape)
        return tf.gather(inputs, self._perm, axis=-1)


class Crc(tf.keras.layers.Layer):
    def build(self, input_shape):
        self._g = tf.constant([1.0] * input_shape[-1], dtype=tf.float32)  # [tensor-leaked-from-graph]
        self._k = input_shape[-1]

    def call(self, inputs):
        if inputs.shape[-1] != self._g.shape[0]:
            self.build(inputs.shape)
        return inputs * self._g


class Mask(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.mask = tf.ones([3])
        self.sizes = [1]

    def call(self, inputs):
        if inputs.shape[-1] > self.mask.shape[0]:
            self.mask = tf.ones([inputs.shape[-1]])  # [tensor-leaked-from-graph]
        if inputs.shape[-1] > self.mask.shape[0]:
            self.sizes = [inputs.shape[-1]]
        return inputs * self.mask


class Table(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.size = 10
        self.table = self.generate(10)

    def call(self, x):
        return x + self.rows(x.shape[1])

    def rows(self, size):
        if size <= self.size:
            return self.table[:size]
        self.table = self.generate(size)  # [tensor-leaked-from-graph]
        return self.table

    def generate(self, size):
        pos = tf.range(size)
        return tf.concat([pos, pos], axis=0)


class Spacing(tf.keras.layers.Layer):
    """Each trace sets it before it asks how large it is."""

    def call(self, inputs):
        self.spacing = inputs[1]
        if len(self.spacing.shape) == 1:
            self.spacing = tf.expand_dims(self.spacing, axis=1)
        return inputs[0] * self.spacing
