"""Metrics of how often a class is predicted and true: counts, Precision, Recall, AUC, MeanIoU."""

from __future__ import annotations

import runtime as tf
from runtime.keras.metrics.base import Metric

_KINDS = ("true_positives", "false_positives", "true_negatives", "false_negatives")


def _thresholds(given, default=0.5):
    found = [default if given is None else given] if not isinstance(given, (list, tuple)) else list(given)
    wrong = [threshold for threshold in found if threshold is None or threshold < 0 or threshold > 1]
    if wrong:
        raise ValueError(f"Threshold values must be in [0, 1]. Received: {wrong}")
    return found


def _counts(y_true, y_pred, thresholds, sample_weight, kinds):
    """For each of `kinds`, the weight of the elements that fall into it, one number per threshold."""
    y_pred = tf.reshape(tf.cast(y_pred, tf.float32), [1, -1])
    labels = tf.reshape(tf.cast(y_true, tf.bool), [1, -1])
    predicted = y_pred > tf.reshape(tf.constant(thresholds, tf.float32), [-1, 1])
    weights = None
    if sample_weight is not None:
        weights = tf.cast(sample_weight, tf.float32)
        shape = tf.shape(y_true)
        for _ in range(tf.convert_to_tensor(y_true).shape.rank - weights.shape.rank):
            weights = tf.expand_dims(weights, -1)
        weights = tf.reshape(tf.broadcast_to(weights, shape), [1, -1])
    found = []
    for kind in kinds:
        hits = tf.logical_and(labels if kind in ("true_positives", "false_negatives") else tf.logical_not(labels),
                              predicted if kind.endswith("positives") else tf.logical_not(predicted))
        hits = tf.cast(hits, tf.float32)
        found.append(tf.reduce_sum(hits if weights is None else hits * weights, 1))
    return found


class _Confusion(Metric):
    """Counts of `_kinds` at each threshold, in Variables of these names."""

    def _start(self, thresholds):
        object.__setattr__(self, "_used", thresholds)
        for kind in self._kinds:
            setattr(self, self._variable_name or kind, self.add_weight((len(thresholds),), "zeros", name=self._variable_name or kind))

    _variable_name = None

    def update_state(self, y_true, y_pred, sample_weight=None):
        for kind, count in zip(self._kinds, _counts(y_true, y_pred, self._used, sample_weight, self._kinds)):
            getattr(self, self._variable_name or kind).assign_add(count)

    def _shown(self, values):
        return values[0] if len(self._used) == 1 else values


class _Count(_Confusion):
    _variable_name = "accumulator"

    def __init__(self, thresholds=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds, self.thresholds = thresholds, _thresholds(thresholds)
        self._start(self.thresholds)

    def result(self):
        return self._shown(tf.convert_to_tensor(self.accumulator))

    def get_config(self):
        return {**super().get_config(), "thresholds": self.init_thresholds}


class TruePositives(_Count):
    """How many are predicted and true."""

    _kinds = ("true_positives",)


class FalsePositives(_Count):
    """How many are predicted, but not true."""

    _kinds = ("false_positives",)


class TrueNegatives(_Count):
    """How many are neither predicted nor true."""

    _kinds = ("true_negatives",)


class FalseNegatives(_Count):
    """How many are true, but not predicted."""

    _kinds = ("false_negatives",)


class _Ratio(_Confusion):
    """True positives among what `_kinds` names. `class_id` picks one column. Raises ValueError for `top_k`, which is missing."""

    direction = "up"

    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        if top_k is not None:
            raise ValueError(f"the runtime's {type(self).__name__} has no `top_k`")
        self.init_thresholds, self.top_k, self.class_id = thresholds, top_k, class_id
        self.thresholds = _thresholds(thresholds)
        self._start(self.thresholds)

    def update_state(self, y_true, y_pred, sample_weight=None):
        if self.class_id is not None:
            y_true, y_pred = (tf.convert_to_tensor(y)[..., self.class_id] for y in (y_true, y_pred))
        super().update_state(y_true, y_pred, sample_weight)

    def result(self):
        hits, others = (tf.convert_to_tensor(getattr(self, kind)) for kind in self._kinds)
        return self._shown(tf.math.divide_no_nan(hits, hits + others))

    def get_config(self):
        return {**super().get_config(), "thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}


class Precision(_Ratio):
    """The share of what is predicted that is true."""

    _kinds = ("true_positives", "false_positives")


class Recall(_Ratio):
    """The share of what is true that is predicted."""

    _kinds = ("true_positives", "false_negatives")


class AUC(_Confusion):
    """The area under the curve, "ROC" or "PR", between thresholds that are evenly apart.

    Raises:
        ValueError: fewer than two thresholds; several labels or other sums than by interpolation, which the runtime has not.
    """

    direction = "up"
    _kinds = _KINDS
    _fixed = {"multi_label": False, "num_labels": None, "label_weights": None, "summation_method": "interpolation"}

    def __init__(self, num_thresholds=200, curve="ROC", summation_method="interpolation", name=None, dtype=None, thresholds=None,
                 multi_label=False, num_labels=None, label_weights=None, from_logits=False):
        super().__init__(name=name, dtype=dtype)
        if curve not in ("ROC", "PR"):
            raise ValueError(f'Invalid `curve` argument value "{curve}". Expected one of: [\'ROC\', \'PR\']')
        if multi_label or summation_method != "interpolation" or label_weights is not None:
            raise ValueError("the runtime's AUC has neither `multi_label` nor other sums than by interpolation")
        if thresholds is None and num_thresholds <= 1:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 1. Received: num_thresholds={num_thresholds}")
        self.curve, self.from_logits, self._init_thresholds = curve, from_logits, thresholds
        inner = sorted(thresholds) if thresholds is not None else [(i + 1) / (num_thresholds - 1) for i in range(num_thresholds - 2)]
        self.num_thresholds = len(inner) + 2
        self._start([-1e-7, *inner, 1.0 + 1e-7])

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(y_true, tf.nn.sigmoid(y_pred) if self.from_logits else y_pred, sample_weight)

    def result(self):
        tp, fp, tn, fn = (tf.convert_to_tensor(getattr(self, kind)) for kind in self._kinds)
        if self.curve == "ROC":
            recall, fallout = tf.math.divide_no_nan(tp, tp + fn), tf.math.divide_no_nan(fp, fp + tn)
            return tf.reduce_sum((fallout[:-1] - fallout[1:]) * ((recall[:-1] + recall[1:]) / 2.0))
        p = tp + fp
        slope = tf.math.divide_no_nan(tp[:-1] - tp[1:], tf.maximum(p[:-1] - p[1:], 0.0))
        intercept = tp[1:] - slope * p[1:]
        both = tf.logical_and(p[:-1] > 0, p[1:] > 0)
        ratio = tf.where(both, tf.math.divide_no_nan(p[:-1], tf.maximum(p[1:], 0.0)), tf.ones_like(p[1:]))
        parts = slope * (tp[:-1] - tp[1:] + intercept * tf.math.log(ratio))
        return tf.reduce_sum(tf.math.divide_no_nan(parts, tf.maximum(tp[1:] + fn[1:], 0.0)))

    def get_config(self):
        config = {**super().get_config(), "num_thresholds": self.num_thresholds, "curve": self.curve, **self._fixed,
                  "from_logits": self.from_logits}
        return config if self._init_thresholds is None else {**config, "thresholds": list(self._init_thresholds)}


class MeanIoU(Metric):
    """The mean over classes of intersection over union of what is true and what is predicted (class numbers)."""

    direction = "up"

    def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True, axis=-1):
        super().__init__(name=name, dtype=dtype)
        self.num_classes, self.ignore_class, self.axis = num_classes, ignore_class, axis
        self.sparse_y_true, self.sparse_y_pred = sparse_y_true, sparse_y_pred
        self.total_cm = self.add_weight((num_classes, num_classes), "zeros", name="total_confusion_matrix")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = y_true if self.sparse_y_true else tf.argmax(y_true, self.axis)
        y_pred = y_pred if self.sparse_y_pred else tf.argmax(y_pred, self.axis)
        y_true, y_pred = (tf.reshape(tf.cast(y, tf.int64), [-1]) for y in (y_true, y_pred))
        weight = tf.ones_like(y_true, self.dtype) if sample_weight is None else tf.reshape(tf.broadcast_to(
            tf.cast(sample_weight, self.dtype), tf.shape(y_true)), [-1])
        if self.ignore_class is not None:
            weight = weight * tf.cast(y_true != self.ignore_class, self.dtype)
            y_true = tf.where(y_true == self.ignore_class, tf.zeros_like(y_true), y_true)
        pairs = tf.math.unsorted_segment_sum(weight, y_true * self.num_classes + y_pred, self.num_classes ** 2)
        self.total_cm.assign_add(tf.reshape(pairs, [self.num_classes, self.num_classes]))

    def result(self):
        matrix = tf.convert_to_tensor(self.total_cm)
        hits = tf.linalg.diag_part(matrix)
        union = tf.reduce_sum(matrix, 0) + tf.reduce_sum(matrix, 1) - hits
        valid = tf.reduce_sum(tf.cast(union != 0, self.dtype))
        return tf.math.divide_no_nan(tf.reduce_sum(tf.math.divide_no_nan(hits, union)), valid)

    def get_config(self):
        return {**super().get_config(), **{name: getattr(self, name) for name in (
            "num_classes", "ignore_class", "sparse_y_true", "sparse_y_pred", "axis")}}
