"""Losses of probabilities and logits."""

from __future__ import annotations

import warnings

import runtime as tf
from runtime.keras.losses.base import as_dtype_of
from runtime.keras.precision import epsilon
from runtime.keras.symbolic import as_tensor, set_mask


def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False,
                              label_smoothing=0.0, axis=-1):
    """Binary cross-entropy in which what is predicted well counts less."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    y_pred = tf.nn.sigmoid(y_pred) if from_logits else y_pred
    hit = y_true * y_pred + (1 - y_true) * (1 - y_pred)
    loss = tf.pow(1.0 - hit, gamma) * elementwise_binary_crossentropy(y_true, y_pred)
    if apply_class_balancing:
        loss = (y_true * alpha + (1 - y_true) * (1 - alpha)) * loss
    return tf.reduce_mean(loss, axis)


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """Mean over `axis` of the cross-entropy of 0/1 labels with probabilities, or logits."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    return tf.reduce_mean(elementwise_binary_crossentropy(y_true, y_pred, from_logits), axis)


def elementwise_binary_crossentropy(y_true, y_pred, from_logits=False):
    """Cross-entropy of each 0/1 label with its probability, or logit."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if from_logits:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=y_true, logits=y_pred)
    y_pred = tf.clip_by_value(y_pred, epsilon(), 1.0 - epsilon())
    return -(y_true * tf.math.log(y_pred) + (1 - y_true) * tf.math.log(1 - y_pred))


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """Cross-entropy of one-hot labels with probabilities, which are scaled to sum 1, or logits."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / y_pred.shape[-1]
    if from_logits:
        return tf.nn.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred, axis=axis)
    y_pred = y_pred / tf.reduce_sum(y_pred, axis, keepdims=True)
    return -tf.reduce_sum(y_true * tf.math.log(tf.clip_by_value(y_pred, epsilon(), 1.0 - epsilon())), axis)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, ignore_class=None, axis=-1):
    """Cross-entropy of class numbers with probabilities or logits; 0 and masked where the class is `ignore_class`.

    Raises:
        ValueError: shapes that do not fit, or another axis than the last, which the runtime has not.
    """
    y_pred = as_tensor(y_pred)
    if axis not in (-1, len(y_pred.shape) - 1):
        raise ValueError("the runtime's sparse_categorical_crossentropy has no other `axis` than the last")
    y_true = tf.cast(y_true, tf.int64)
    if y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        y_true = tf.squeeze(y_true, -1)
    if y_pred.shape.rank < 1:
        raise ValueError(f"Argument `output` must be at least rank 1. Received: output.shape={y_pred.shape}")
    if y_true.shape.rank != y_pred.shape.rank - 1:
        raise ValueError("Argument `output` must have rank (ndim) `target.ndim - 1`. Received: "
                         f"target.shape={y_true.shape}, output.shape={y_pred.shape}")
    if not from_logits:
        y_pred = tf.math.log(tf.clip_by_value(y_pred, epsilon(), 1 - epsilon()))
    if ignore_class is None:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred)
    valid = tf.not_equal(y_true, ignore_class)
    values = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.where(valid, y_true, tf.zeros_like(y_true)), logits=y_pred)
    values = tf.where(valid, values, tf.zeros_like(values))
    set_mask(values, valid)
    return values


def categorical_hinge(y_true, y_pred):
    """By how much the best wrong class comes within 1 of the right one."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    right, wrong = tf.reduce_sum(y_true * y_pred, -1), tf.reduce_max((1.0 - y_true) * y_pred, -1)
    return tf.maximum(wrong - right + 1.0, tf.cast(0.0, y_pred.dtype))


def categorical_focal_crossentropy(y_true, y_pred, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1):
    """Cross-entropy of one-hot labels in which what is predicted well counts less. Raises ValueError for an `axis` that is a bool."""
    if isinstance(axis, bool):
        raise ValueError(f"`axis` must be of type `int`. Received: axis={axis} of type {type(axis)}")
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if y_pred.shape[-1] == 1:
        warnings.warn("In loss categorical_focal_crossentropy, expected y_pred.shape to be (batch_size, num_classes) with num_classes > 1. "
                      f"Received: y_pred.shape={y_pred.shape}. Consider using 'binary_crossentropy' if you only have 2 classes.",
                      SyntaxWarning, stacklevel=2)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / tf.cast(tf.shape(y_true)[-1], y_pred.dtype)
    if from_logits:
        y_pred = tf.nn.softmax(y_pred, axis)
    output = tf.clip_by_value(y_pred / tf.reduce_sum(y_pred, axis, keepdims=True), epsilon(), 1.0 - epsilon())
    return tf.reduce_sum(tf.pow(1.0 - output, gamma) * alpha * (-y_true * tf.math.log(output)), axis)


def categorical_generalized_cross_entropy(y_true, y_pred, q):
    """``(1 - p ** q) / q`` of the probability p of the right class, whose number `y_true` is: robust against wrong labels."""
    y_pred = as_tensor(y_pred)
    right = tf.one_hot(tf.cast(y_true, tf.int64), y_pred.shape[-1], dtype=y_pred.dtype)
    return (1 - tf.pow(tf.reduce_sum(y_pred * right, -1), q)) / q
