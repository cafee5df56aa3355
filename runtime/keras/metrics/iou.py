"""Metrics of masks: intersection over union of what is true and what is predicted."""

from __future__ import annotations

import warnings

import runtime as tf
from runtime.keras.metrics.base import Metric
from runtime.keras.precision import epsilon


class IoU(Metric):
    """The mean over `target_class_ids` of intersection over union of class numbers.

    Args:
        ignore_class: true values that do not count.
        sparse_y_true, sparse_y_pred: whether they are class numbers; else they have a score for each class along `axis`.

    Raises:
        ValueError: a target class that is out of range.
    """

    direction = "up"

    def __init__(self, num_classes, target_class_ids, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True,
                 axis=-1):
        super().__init__(name=name, dtype=dtype or "int64")
        self.num_classes, self.ignore_class, self.axis = num_classes, ignore_class, axis
        self.sparse_y_true, self.sparse_y_pred = sparse_y_true, sparse_y_pred
        self.total_cm = self.add_weight((num_classes, num_classes), "zeros", name="total_confusion_matrix")
        if max(target_class_ids) >= num_classes:
            raise ValueError(f"Target class id {max(target_class_ids)} is out of range, which is [{0}, {num_classes}).")
        self.target_class_ids = list(target_class_ids)

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = y_true if self.sparse_y_true else tf.argmax(y_true, self.axis)
        y_pred = y_pred if self.sparse_y_pred else tf.argmax(y_pred, self.axis)
        y_true, y_pred = (tf.reshape(tf.cast(tf.cast(y, self.dtype), tf.int64), [-1]) for y in (y_true, y_pred))
        valid = tf.logical_and(*(tf.logical_and(y >= 0, y < self.num_classes) for y in (y_true, y_pred)))
        if self.ignore_class is not None:
            valid = tf.logical_and(valid, y_true != self.ignore_class)
        weight = tf.where(valid, self._weights(sample_weight, y_true), tf.zeros((), self.dtype))
        places = tf.where(valid, y_true * self.num_classes + y_pred, tf.zeros((), tf.int64))
        counts = tf.math.unsorted_segment_sum(weight, places, self.num_classes ** 2)
        self.total_cm.assign_add(tf.reshape(counts, [self.num_classes, self.num_classes]))

    def _weights(self, sample_weight, y_true):
        if sample_weight is None:
            return tf.ones_like(y_true, self.dtype)
        if "float" in str(getattr(sample_weight, "dtype", "")) and "int" in self.dtype:
            warnings.warn("You are passing weight as `float`, but dtype is `int`. This may result in an incorrect weight due to type casting "
                          "Consider using integer weights.", stacklevel=3)
        weight = tf.cast(sample_weight, self.dtype)
        weight = tf.reshape(weight, [-1]) if weight.shape.rank > 1 else weight
        return tf.broadcast_to(weight, tf.shape(y_true))

    def result(self):
        matrix = tf.convert_to_tensor(self.total_cm)
        hits = tf.linalg.diag_part(matrix)
        union = tf.reduce_sum(matrix, 0) + tf.reduce_sum(matrix, 1) - hits
        hits, union = (tf.cast(tf.gather(values, self.target_class_ids), tf.float32) for values in (hits, union))
        known = union > 1e-9
        shares = tf.where(known, hits / (union + epsilon()), tf.zeros_like(hits))
        return tf.reduce_sum(shares, self.axis) / (tf.reduce_sum(tf.cast(known, tf.float32)) + epsilon())

    _in_config = ("num_classes", "target_class_ids", "ignore_class", "sparse_y_true", "sparse_y_pred", "axis")

    def get_config(self):
        return {**Metric.get_config(self), **{name: getattr(self, name) for name in self._in_config}}


class BinaryIoU(IoU):
    """That of what is predicted at least with `threshold`."""

    _in_config = ("target_class_ids", "threshold")

    def __init__(self, target_class_ids=(0, 1), threshold=0.5, name=None, dtype=None):
        super().__init__(2, target_class_ids, name, dtype)
        self.threshold = threshold

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(y_true, tf.cast(tf.cast(y_pred, tf.float32) >= self.threshold, self.dtype), sample_weight)


class MeanIoU(IoU):
    """The mean over all classes."""

    _in_config = ("num_classes", "ignore_class", "sparse_y_true", "sparse_y_pred", "axis")

    def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True, axis=-1):
        super().__init__(num_classes, list(range(num_classes)), name, dtype, ignore_class, sparse_y_true, sparse_y_pred, axis)


class OneHotIoU(IoU):
    """`IoU` of one-hot labels."""

    _in_config = ("num_classes", "target_class_ids", "ignore_class", "sparse_y_pred", "axis")

    def __init__(self, num_classes, target_class_ids, name=None, dtype=None, ignore_class=None, sparse_y_pred=False, axis=-1):
        super().__init__(num_classes, target_class_ids, name, dtype, ignore_class, False, sparse_y_pred, axis)


class OneHotMeanIoU(MeanIoU):
    """`MeanIoU` of one-hot labels."""

    _in_config = ("num_classes", "ignore_class", "sparse_y_pred", "axis")

    def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_pred=False, axis=-1):
        super().__init__(num_classes, name, dtype, ignore_class, False, sparse_y_pred, axis)
