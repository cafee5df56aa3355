"""`keras.constraints`: what weights are brought to after each step."""

from __future__ import annotations

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras.registry import Names
from runtime.keras.saving.config import Configurable


class Constraint(Configurable):
    """``constraint(weight)`` gives the value to assign."""

    def __call__(self, w):
        raise NotImplementedError


class NonNeg(Constraint):
    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        return w * tf.cast(w >= 0.0, w.dtype)


def _norm(w, axis):
    return tf.sqrt(tf.reduce_sum(tf.square(w), axis, keepdims=True))


class MaxNorm(Constraint):
    """Columns (along `axis`) no longer than `max_value`."""

    def __init__(self, max_value=2, axis=0):
        self.max_value, self.axis = max_value, axis

    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        norms = _norm(w, self.axis)
        return w * (tf.clip_by_value(norms, 0.0, self.max_value) / (1e-7 + norms))


class UnitNorm(Constraint):
    """Columns (along `axis`) of length 1."""

    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        return w / (1e-7 + _norm(w, self.axis))


class MinMaxNorm(Constraint):
    """Columns (along `axis`) with lengths brought from `min_value` to `max_value`, by the share `rate`."""

    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.min_value, self.max_value, self.rate, self.axis = min_value, max_value, rate, axis

    def __call__(self, w):
        w = tf.convert_to_tensor(w)
        norms = _norm(w, self.axis)
        desired = self.rate * tf.clip_by_value(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
        return w * (desired / (1e-7 + norms))


max_norm, non_neg, unit_norm, min_max_norm = MaxNorm, NonNeg, UnitNorm, MinMaxNorm
_named = Names("constraint", [MaxNorm, NonNeg, UnitNorm, MinMaxNorm])
get, serialize, deserialize = _named.get, _named.serialize, _named.deserialize
__getattr__ = absent_from("tf.keras.constraints")
