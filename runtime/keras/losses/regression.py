"""Losses of numbers."""

from __future__ import annotations

import runtime as tf
from runtime.keras.losses.base import as_dtype_of, pair
from runtime.keras.precision import epsilon
from runtime.keras.symbolic import as_tensor


def mean_squared_error(y_true, y_pred):
    y_true, y_pred = pair(y_true, y_pred)
    return tf.reduce_mean(tf.square(y_true - y_pred), -1)


def mean_absolute_error(y_true, y_pred):
    y_true, y_pred = pair(y_true, y_pred)
    return tf.reduce_mean(tf.abs(y_true - y_pred), -1)


def mean_absolute_percentage_error(y_true, y_pred):
    y_true, y_pred = pair(y_true, y_pred)
    return 100.0 * tf.reduce_mean(tf.abs((y_true - y_pred) / tf.maximum(tf.abs(y_true), epsilon())), -1)


def mean_squared_logarithmic_error(y_true, y_pred):
    y_true, y_pred = pair(y_true, y_pred)
    logs = [tf.math.log(tf.maximum(y, epsilon()) + 1.0) for y in (y_pred, y_true)]
    return tf.reduce_mean(tf.square(logs[0] - logs[1]), -1)


def huber(y_true, y_pred, delta=1.0):
    """Squared up to `delta`, linear beyond."""
    y_true, y_pred = pair(y_true, y_pred)
    error = tf.abs(y_true - y_pred)
    return tf.reduce_mean(tf.where(error <= delta, 0.5 * tf.square(error), delta * error - 0.5 * delta ** 2), -1)


def log_cosh(y_true, y_pred):
    y_true, y_pred = pair(y_true, y_pred)
    x = y_pred - y_true
    return tf.reduce_mean(x + tf.nn.softplus(-2.0 * x) - tf.math.log(2.0), -1)


def hinge(y_true, y_pred):
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    return tf.reduce_mean(tf.maximum(1.0 - _signs(y_true) * y_pred, 0.0), -1)


def _signs(y_true):
    """Labels 0 and 1 as -1 and 1, where there are no others."""
    return tf.where(tf.reduce_all(tf.logical_or(y_true == 0, y_true == 1)), 2.0 * y_true - 1.0, y_true)


def kl_divergence(y_true, y_pred):
    y_true, y_pred = pair(y_true, y_pred)
    y_true, y_pred = (tf.clip_by_value(y, epsilon(), 1.0) for y in (y_true, y_pred))
    return tf.reduce_sum(y_true * tf.math.log(y_true / y_pred), -1)


def squared_hinge(y_true, y_pred):
    """Mean of max(1 - y_true * y_pred, 0) squared; labels 0 count as -1."""
    y_pred = as_tensor(y_pred)
    y_true = _signs(as_dtype_of(y_true, y_pred))
    return tf.reduce_mean(tf.square(tf.maximum(1.0 - y_true * y_pred, 0.0)), -1)


def poisson(y_true, y_pred):
    """Mean of y_pred - y_true * log(y_pred)."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    return tf.reduce_mean(y_pred - y_true * tf.math.log(y_pred + epsilon()), -1)


def cosine_similarity(y_true, y_pred, axis=-1):
    """The negative cosine along `axis`: -1 where both point the same way."""
    y_true, y_pred = pair(y_true, y_pred)
    return -tf.reduce_sum(tf.nn.l2_normalize(y_true, axis) * tf.nn.l2_normalize(y_pred, axis), axis)
