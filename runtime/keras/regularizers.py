"""`keras.regularizers`."""

from __future__ import annotations

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras.registry import Names


class Regularizer:
    """``regularizer(weight)`` gives a scalar to add to the loss."""

    def __call__(self, x):
        return 0.0


class L1L2(Regularizer):
    def __init__(self, l1=0.0, l2=0.0):
        self.l1, self.l2 = l1 or 0.0, l2 or 0.0

    def __call__(self, x):
        penalty = tf.constant(0.0)
        if self.l1:
            penalty += self.l1 * tf.reduce_sum(tf.abs(x))
        if self.l2:
            penalty += self.l2 * tf.reduce_sum(tf.square(x))
        return penalty


class L1(Regularizer):
    def __init__(self, l1=0.01):
        self.l1 = l1

    def __call__(self, x):
        return self.l1 * tf.reduce_sum(tf.abs(x))


class L2(Regularizer):
    def __init__(self, l2=0.01):
        self.l2 = l2

    def __call__(self, x):
        return self.l2 * tf.reduce_sum(tf.square(x))


l1, l2, l1_l2 = L1, L2, L1L2
get = Names("regularizer", [L1, L2, L1L2], {"l1": L1, "l2": L2, "l1_l2": L1L2}).get
__getattr__ = absent_from("tf.keras.regularizers")
