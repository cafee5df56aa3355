"""Metrics of how often a class is predicted and true: counts, Precision, Recall, AUC, and one under a bound of the other."""

from __future__ import annotations

import runtime as tf
from runtime.keras.losses import squeeze_or_expand_to_same_rank
from runtime.keras.metrics.base import Metric

_KINDS = ("true_positives", "false_positives", "true_negatives", "false_negatives")


def _thresholds(given, default=0.5):
    found = [default if given is None else given] if not isinstance(given, (list, tuple)) else list(given)
    wrong = given is not None and [threshold for threshold in found if threshold is None or threshold < 0 or threshold > 1]
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
    """True positives among what `_kinds` names. `class_id` picks one column; only the `top_k` greatest of a row count as predicted."""

    direction = "up"

    def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds, self.top_k, self.class_id = thresholds, top_k, class_id
        self.thresholds = _thresholds(thresholds, 0.5 if top_k is None else -1e10)
        self._start(self.thresholds)

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = squeeze_or_expand_to_same_rank(tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred))
        if self.top_k is not None:
            _, chosen = tf.math.top_k(y_pred, self.top_k, sorted=False)
            is_chosen = tf.reduce_sum(tf.one_hot(chosen, y_pred.shape[-1], axis=-1), -2) > 0
            y_pred = tf.where(is_chosen, tf.cast(y_pred, tf.float32), -1e10)
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
        ValueError: fewer than two thresholds, other curves and sums; several labels, which the runtime has not.
    """

    direction = "up"
    _kinds = _KINDS
    _fixed = {"multi_label": False, "num_labels": None, "label_weights": None}

    def __init__(self, num_thresholds=200, curve="ROC", summation_method="interpolation", name=None, dtype=None, thresholds=None,
                 multi_label=False, num_labels=None, label_weights=None, from_logits=False):
        super().__init__(name=name, dtype=dtype)
        if curve not in ("ROC", "PR"):
            if curve == "PRGAIN":
                raise ValueError("the runtime's AUC has no curve \"PRGAIN\"")
            raise ValueError(f'Invalid AUC curve value: "{curve}". Expected values are ["PR", "ROC", "PRGAIN"]')
        if summation_method not in ("interpolation", "minoring", "majoring"):
            raise ValueError(f'Invalid AUC summation method value: "{summation_method}". Expected values are '
                             '["interpolation", "majoring", "minoring"]')
        if multi_label or label_weights is not None:
            raise ValueError("the runtime's AUC has no `multi_label`")
        if thresholds is None and num_thresholds <= 1:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 1. Received: num_thresholds={num_thresholds}")
        self.curve, self.summation_method, self.from_logits, self._init_thresholds = curve, summation_method, from_logits, thresholds
        inner = sorted(thresholds) if thresholds is not None else [(i + 1) / (num_thresholds - 1) for i in range(num_thresholds - 2)]
        self.num_thresholds = len(inner) + 2
        self._start([-1e-7, *inner, 1.0 + 1e-7])

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(y_true, tf.nn.sigmoid(y_pred) if self.from_logits else y_pred, sample_weight)

    def result(self):
        tp, fp, tn, fn = (tf.convert_to_tensor(getattr(self, kind)) for kind in self._kinds)
        recall = tf.math.divide_no_nan(tp, tp + fn)
        if self.curve == "ROC" or self.summation_method != "interpolation":
            x, y = (tf.math.divide_no_nan(fp, fp + tn), recall) if self.curve == "ROC" else (recall, tf.math.divide_no_nan(tp, tp + fp))
            heights = {"interpolation": lambda a, b: (a + b) / 2.0, "minoring": tf.minimum, "majoring": tf.maximum}
            return tf.reduce_sum((x[:-1] - x[1:]) * heights[self.summation_method](y[:-1], y[1:]))
        p = tp + fp
        slope = tf.math.divide_no_nan(tp[:-1] - tp[1:], tf.maximum(p[:-1] - p[1:], 0.0))
        intercept = tp[1:] - slope * p[1:]
        both = tf.logical_and(p[:-1] > 0, p[1:] > 0)
        ratio = tf.where(both, tf.math.divide_no_nan(p[:-1], tf.maximum(p[1:], 0.0)), tf.ones_like(p[1:]))
        parts = slope * (tp[:-1] - tp[1:] + intercept * tf.math.log(ratio))
        return tf.reduce_sum(tf.math.divide_no_nan(parts, tf.maximum(tp[1:] + fn[1:], 0.0)))

    def get_config(self):
        config = {**super().get_config(), "num_thresholds": self.num_thresholds, "curve": self.curve,
                  "summation_method": self.summation_method, **self._fixed, "from_logits": self.from_logits}
        return config if self._init_thresholds is None else {**config, "thresholds": list(self._init_thresholds)}


class _Bounded(_Confusion):
    """The greatest value that one share has at the thresholds where another is at least `value`.

    Raises:
        ValueError: a value that is no share, or no thresholds.
    """

    direction = "up"
    _kinds = _KINDS
    _argument = None  # what Keras calls `value`

    def __init__(self, value, num_thresholds=200, class_id=None, name=None, dtype=None):
        if value < 0 or value > 1:
            raise ValueError(f"Argument `{self._argument}` must be in the range [0, 1]. Received: {self._argument}={value}")
        super().__init__(name=name, dtype=dtype)
        if num_thresholds <= 0:
            raise ValueError(f"Argument `num_thresholds` must be an integer > 0. Received: num_thresholds={num_thresholds}")
        self.value, self.num_thresholds, self.class_id = value, num_thresholds, class_id
        setattr(self, self._argument, value)
        self.thresholds = [0.5] if num_thresholds == 1 else [
            0.0, *((i + 1) / (num_thresholds - 1) for i in range(num_thresholds - 2)), 1.0]
        self._start(self.thresholds)

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = squeeze_or_expand_to_same_rank(tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred))
        if self.class_id is not None:
            y_true, y_pred = (y[..., self.class_id] for y in (y_true, y_pred))
        super().update_state(y_true, y_pred, sample_weight)

    def _share(self, kind, other):
        hits, others = (tf.convert_to_tensor(getattr(self, name)) for name in (kind, other))
        return tf.math.divide_no_nan(hits, hits + others)

    def _best(self, bounded, wanted):
        return tf.reduce_max(tf.where(bounded >= self.value, wanted, tf.zeros_like(wanted)))

    sensitivity_of = property(lambda self: self._share("true_positives", "false_negatives"))
    specificity_of = property(lambda self: self._share("true_negatives", "false_positives"))
    precision_of = property(lambda self: self._share("true_positives", "false_positives"))

    def get_config(self):
        return {**super().get_config(), "class_id": self.class_id, "num_thresholds": self.num_thresholds, self._argument: self.value}


class SensitivityAtSpecificity(_Bounded):
    """The best sensitivity where the specificity is at least so much."""

    _argument = "specificity"

    def __init__(self, specificity, num_thresholds=200, class_id=None, name=None, dtype=None):
        super().__init__(specificity, num_thresholds, class_id, name, dtype)

    def result(self):
        return self._best(self.specificity_of, self.sensitivity_of)


class SpecificityAtSensitivity(_Bounded):
    """The best specificity where the sensitivity is at least so much."""

    _argument = "sensitivity"

    def __init__(self, sensitivity, num_thresholds=200, class_id=None, name=None, dtype=None):
        super().__init__(sensitivity, num_thresholds, class_id, name, dtype)

    def result(self):
        return self._best(self.sensitivity_of, self.specificity_of)


class PrecisionAtRecall(_Bounded):
    """The best precision where the recall is at least so much."""

    _argument = "recall"

    def __init__(self, recall, num_thresholds=200, class_id=None, name=None, dtype=None):
        super().__init__(recall, num_thresholds, class_id, name, dtype)

    def result(self):
        return self._best(self.sensitivity_of, self.precision_of)


class RecallAtPrecision(_Bounded):
    """The best recall where the precision is at least so much."""

    _argument = "precision"

    def __init__(self, precision, num_thresholds=200, class_id=None, name=None, dtype=None):
        super().__init__(precision, num_thresholds, class_id, name, dtype)

    def result(self):
        return self._best(self.precision_of, self.sensitivity_of)
