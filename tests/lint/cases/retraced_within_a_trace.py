"""Loops of traced code that call a graph function with their numbers: each builds a graph within the graph."""

import tensorflow as tf


class Board(tf.keras.layers.Layer):
    @tf.function
    def _put(self, out, r, c):
        return out + r * c

    def call(self, out):
        for r in range(9):
            for c in range(9):
                out = self._put(out, r, c)  # [python-scalar-retrace]
        return out


    @tf.function
    def run(self, out):
        for i in tf.range(9):
            out = self._put(out, i, i)
        return self._put(out, 1, 2)

    @tf.function
    def outer(self, out, n):
        return self._put(out, n, 3)


board = Board()
for n in range(10):
    board.outer(tf.ones(2), tf.constant(n))
