"""Losses of masks that overlap, and of embeddings that lie near each other."""

from __future__ import annotations

import runtime as tf
from runtime.keras.losses.base import as_dtype_of
from runtime.keras.precision import epsilon
from runtime.keras.symbolic import as_tensor, set_mask


def dice(y_true, y_pred, axis=None):
    """1 - twice the overlap over the sum of both."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    overlap = tf.reduce_sum(y_true * y_pred, axis)
    return 1 - 2.0 * overlap / (tf.reduce_sum(y_true, axis) + tf.reduce_sum(y_pred, axis) + epsilon())


def tversky(y_true, y_pred, alpha=0.5, beta=0.5, axis=None):
    """1 - the overlap over itself and what lacks of either, `alpha` and `beta` times."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    overlap = tf.reduce_sum(y_true * y_pred, axis)
    missed, added = tf.reduce_sum((1 - y_pred) * y_true, axis), tf.reduce_sum(y_pred * (1 - y_true), axis)
    return 1 - overlap / (overlap + missed * alpha + added * beta + epsilon())


def circle(y_true, y_pred, ref_labels=None, ref_embeddings=None, remove_diagonal=True, gamma=80, margin=0.4):
    """Embeddings of one label near each other, of others far: by the cosines of the normalised embeddings `y_pred`.

    Args:
        ref_labels, ref_embeddings: what they are compared with, by default themselves, but for each with itself (`remove_diagonal`).
    """
    y_pred, y_true = as_tensor(y_pred), tf.cast(y_true, tf.int32)
    others = y_pred if ref_embeddings is None else as_tensor(ref_embeddings)
    labels, other_labels = (tf.reshape(values, [-1, 1]) if values.shape.rank == 1 else values for values in (
        y_true, y_true if ref_labels is None else tf.cast(ref_labels, tf.int32)))
    distances = tf.maximum(1 - tf.matmul(y_pred, tf.transpose(others)), 0.0)
    same = tf.equal(labels, tf.transpose(other_labels))
    other = tf.logical_not(same)
    if remove_diagonal:
        same = tf.logical_and(same, tf.logical_not(tf.cast(tf.eye(tf.size(labels), tf.size(other_labels)), tf.bool)))
    weight = tf.maximum((margin + distances) * tf.cast(same, distances.dtype), 0.0)
    near = -1 * gamma * weight * (margin - distances)
    weight = tf.maximum((1 + margin - distances) * tf.cast(other, distances.dtype), 0.0)
    far = gamma * weight * (1 - margin - distances)
    never = tf.cast(float("-inf"), distances.dtype)
    loss = tf.nn.softplus(tf.reduce_logsumexp(tf.where(same, near, never), 1) + tf.reduce_logsumexp(tf.where(other, far, never), 1))
    set_mask(loss, loss > 0)
    return loss
