"""`keras.regularizers`."""

from __future__ import annotations

import math

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras.registry import Names
from runtime.keras.saving.config import Configurable


class Regularizer(Configurable):
    """``regularizer(weight)`` gives a scalar to add to the loss."""

    def __call__(self, x):
        return 0.0


def _factor(value, name):
    """A factor as a float. Raises ValueError for what is no number, or one below zero."""
    if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
        raise ValueError(f"Invalid value for argument {name}: expected a non-negative float.Received: {name}={value}")
    return float(value)


def _single(value):
    """As float32 holds it, which Keras's config shows."""
    return float(tf.constant(value, tf.float32).numpy())


class L1L2(Regularizer):
    """Raises ValueError for a factor below zero."""

    def __init__(self, l1=0.0, l2=0.0):
        self.l1, self.l2 = _factor(0.0 if l1 is None else l1, "l1"), _factor(0.0 if l2 is None else l2, "l2")

    def __call__(self, x):
        penalty = tf.zeros((), x.dtype)
        if self.l1:
            penalty += self.l1 * tf.reduce_sum(tf.abs(x))
        if self.l2:
            penalty += self.l2 * tf.reduce_sum(tf.square(x))
        return penalty


class L1(Regularizer):
    """Raises ValueError for a factor below zero."""

    def __init__(self, l1=0.01):
        self.l1 = _single(_factor(l1, "l1"))

    def __call__(self, x):
        return self.l1 * tf.reduce_sum(tf.abs(x))


class L2(Regularizer):
    """Raises ValueError for a factor below zero."""

    def __init__(self, l2=0.01):
        self.l2 = _factor(l2, "l2")

    def __call__(self, x):
        return self.l2 * tf.reduce_sum(tf.square(x))


class OrthogonalRegularizer(Regularizer):
    """Keeps the rows, or columns, of a matrix orthogonal. Raises ValueError for other modes and ranks."""

    def __init__(self, factor=0.01, mode="rows"):
        if mode not in ("rows", "columns"):
            raise ValueError(f'Invalid value for argument `mode`. Expected one of {{"rows", "columns"}}. Received: mode={mode}')
        self.factor, self.mode = _single(_factor(factor, "factor")), mode

    def __call__(self, x):
        if len(x.shape) != 2:
            raise ValueError(f"Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape={x.shape}")
        axis = 1 if self.mode == "rows" else 0
        x = tf.nn.l2_normalize(tf.convert_to_tensor(x), axis, 1e-14)
        product = tf.matmul(x, x, transpose_a=axis == 0, transpose_b=axis == 1)
        size = x.shape[1 - axis]
        return self.factor * 0.5 * tf.reduce_sum(tf.abs(product * (1.0 - tf.eye(size)))) / max(size * (size - 1.0) / 2.0, 1.0)


l1, l2, l1_l2, orthogonal_regularizer = L1, L2, L1L2, OrthogonalRegularizer
_named = Names("regularizer", [L1, L2, L1L2, OrthogonalRegularizer], {"l1": L1, "l2": L2})
get, serialize, deserialize = _named.get, _named.serialize, _named.deserialize
__getattr__ = absent_from("tf.keras.regularizers")
