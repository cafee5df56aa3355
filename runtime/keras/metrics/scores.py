"""Scores of predictions: F-scores of classes, R2 and correlations of numbers."""

from __future__ import annotations

import warnings

import runtime as tf
from runtime.keras.losses import as_dtype_of, squeeze_or_expand_to_same_rank
from runtime.keras.metrics.base import Metric
from runtime.keras.precision import epsilon


def _check_shapes(metric, y_true, y_pred):
    """Raises ValueError unless both are matrices with a known number of columns."""
    shapes = f"Received input shapes: y_pred.shape={y_pred.shape} and y_true.shape={y_true.shape}."
    if len(y_pred.shape) != 2 or len(y_true.shape) != 2:
        raise ValueError(f"{metric} expects 2D inputs with shape (batch_size, output_dim). {shapes}")
    if y_pred.shape[-1] is None or y_true.shape[-1] is None:
        raise ValueError(f"{metric} expects 2D inputs with shape (batch_size, output_dim), with output_dim fully defined (not None). {shapes}")


class FBetaScore(Metric):
    """A mean of precision and recall for each class, in which recall counts `beta` times; one number by `average`.

    Args:
        threshold: what is predicted has a higher score; without one, the class with the highest is predicted.

    Raises:
        ValueError: bad arguments, or inputs that are no matrices.
    """

    direction = "up"
    _of_config = ("average", "beta", "threshold")

    def __init__(self, average=None, beta=1.0, threshold=None, name="fbeta_score", dtype=None):
        super().__init__(name=name, dtype=dtype)
        if average not in (None, "micro", "macro", "weighted"):
            raise ValueError("Invalid `average` argument value. Expected one of: {None, 'micro', 'macro', 'weighted'}. "
                             f"Received: average={average}")
        if not isinstance(beta, float):
            raise ValueError(f"Invalid `beta` argument value. It should be a Python float. Received: beta={beta} of type '{type(beta)}'")
        if beta <= 0.0:
            raise ValueError(f"Invalid `beta` argument value. It should be > 0. Received: beta={beta}")
        if threshold is not None and not isinstance(threshold, float):
            raise ValueError(f"Invalid `threshold` argument value. It should be a Python float. Received: threshold={threshold} "
                             f"of type '{type(threshold)}'")
        if threshold is not None and not 0.0 < threshold <= 1.0:
            raise ValueError(f"Invalid `threshold` argument value. It should verify 0 < threshold <= 1. Received: threshold={threshold}")
        self.average, self.beta, self.threshold = average, beta, threshold
        self._counts = None

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = (tf.cast(tf.convert_to_tensor(y), self.dtype) for y in (y_true, y_pred))
        if self._counts is None:
            _check_shapes("FBetaScore", y_true, y_pred)
            shape = () if self.average == "micro" else (y_pred.shape[-1],)
            object.__setattr__(self, "_counts", [self.add_weight(shape, "zeros", name=name) for name in (
                "true_positives", "false_positives", "false_negatives", "intermediate_weights")])
        if self.threshold is None:
            highest = tf.reduce_max(y_pred, -1, keepdims=True)
            predicted = tf.logical_and(y_pred >= highest, tf.abs(y_pred) > 1e-9)
        else:
            predicted = y_pred > self.threshold
        predicted = tf.cast(predicted, self.dtype)
        for count, values in zip(self._counts, (predicted * y_true, predicted * (1 - y_true), (1 - predicted) * y_true, y_true)):
            if sample_weight is not None:
                values = values * tf.expand_dims(tf.cast(sample_weight, self.dtype), 1)
            count.assign_add(tf.reduce_sum(values, None if self.average == "micro" else 0))

    def result(self):
        hits, wrong, missed, weights = map(tf.convert_to_tensor, self._counts)
        precision, recall = hits / (hits + wrong + epsilon()), hits / (hits + missed + epsilon())
        scores = precision * recall / (self.beta ** 2 * precision + recall + epsilon()) * (1 + self.beta ** 2)
        if self.average == "weighted":
            return tf.reduce_sum(scores * (weights / (tf.reduce_sum(weights) + epsilon())))
        return scores if self.average is None else tf.reduce_mean(scores)

    def get_config(self):
        return {**super().get_config(), **{name: getattr(self, name) for name in self._of_config}}


class F1Score(FBetaScore):
    """`FBetaScore` in which both count the same."""

    _of_config = ("average", "threshold")

    def __init__(self, average=None, threshold=None, name="f1_score", dtype=None):
        super().__init__(average, 1.0, threshold, name, dtype)


class R2Score(Metric):
    """The share of the variance that the predictions explain, for each output, or one number by `class_aggregation`.

    Args:
        num_regressors: how many inputs the model has, by which the score is adjusted.

    Raises:
        ValueError: bad arguments, or inputs that are no matrices.
    """

    direction = "up"

    def __init__(self, class_aggregation="uniform_average", num_regressors=0, name="r2_score", dtype=None):
        super().__init__(name=name, dtype=dtype)
        ways = (None, "uniform_average", "variance_weighted_average")
        if class_aggregation not in ways:
            raise ValueError(f"Invalid value for argument `class_aggregation`. Expected one of {ways}. "
                             f"Received: class_aggregation={class_aggregation}")
        if num_regressors < 0:
            raise ValueError(f"Invalid value for argument `num_regressors`. Expected a value >= 0. Received: num_regressors={num_regressors}")
        self.class_aggregation, self.num_regressors = class_aggregation, num_regressors
        self.num_samples = self.add_weight((), "zeros", name="num_samples")
        self._sums = None

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = squeeze_or_expand_to_same_rank(*(tf.cast(tf.convert_to_tensor(y), self.dtype) for y in (y_true, y_pred)))
        if self._sums is None:
            _check_shapes("R2Score", y_true, y_pred)
            object.__setattr__(self, "_sums", [self.add_weight((y_pred.shape[-1],), "zeros", name=name) for name in (
                "squared_sum", "sum", "residual", "count")])
        weight = tf.cast(1 if sample_weight is None else sample_weight, self.dtype)
        weight = tf.broadcast_to(tf.expand_dims(weight, 1) if weight.shape.rank == 1 else weight, tf.shape(y_true))
        for total, values in zip(self._sums, (y_true * (y_true * weight), y_true * weight, (y_true - y_pred) ** 2 * weight, weight)):
            total.assign_add(tf.reduce_sum(values, 0))
        self.num_samples.assign_add(tf.cast(tf.size(y_true), self.dtype))

    def result(self):
        squared, total, residual, count = map(tf.convert_to_tensor, self._sums)
        spread = squared - total * (total / count)
        scores = 1 - residual / spread
        scores = tf.where(tf.math.is_inf(scores), tf.zeros_like(scores), scores)
        if self.class_aggregation == "uniform_average":
            scores = tf.reduce_mean(scores)
        elif self.class_aggregation == "variance_weighted_average":
            scores = tf.reduce_sum(spread * scores) / tf.reduce_sum(spread)
        return self._adjusted(scores) if self.num_regressors else scores

    def _adjusted(self, scores):
        left = self.num_samples - 1
        if self.num_regressors > left:
            warnings.warn("More independent predictors than datapoints in adjusted R2 score. Falling back to standard R2 score.", stacklevel=3)
            return scores
        if tf.equal(tf.cast(self.num_regressors, self.dtype), left):
            warnings.warn("Division by zero in Adjusted R2 score. Falling back to standard R2 score.", stacklevel=3)
            return scores
        n, p = tf.cast(self.num_samples, tf.float32), tf.cast(self.num_regressors, tf.float32)
        return 1.0 - (1.0 - scores) * (n - 1.0) / (n - p - 1.0)

    def get_config(self):
        return {**super().get_config(), "class_aggregation": self.class_aggregation, "num_regressors": self.num_regressors}


def _both(y_true, y_pred):
    y_pred = tf.convert_to_tensor(y_pred)
    return squeeze_or_expand_to_same_rank(as_dtype_of(y_true, y_pred), y_pred)


def pearson_correlation(y_true, y_pred, axis=-1):
    """How near both lie to a straight line: from -1 to 1."""
    normal = []
    for y in _both(y_true, y_pred):
        y = y - tf.reduce_mean(y, axis, keepdims=True)
        normal.append(y / tf.math.reduce_std(y, axis, keepdims=True))
    return tf.reduce_mean(normal[0] * normal[1], axis)


def concordance_correlation(y_true, y_pred, axis=-1):
    """How near both lie to the line on which they are equal."""
    y_true, y_pred = _both(y_true, y_pred)
    true_mean, mean = (tf.reduce_mean(y, axis, keepdims=True) for y in (y_true, y_pred))
    true_variance = tf.math.reduce_variance(y_true - true_mean, axis, keepdims=True)
    variance = tf.math.reduce_variance(y_pred - mean, axis, keepdims=True)
    shared = (y_true - mean) * (y_pred - mean)
    return tf.reduce_mean(2 * shared / (true_variance + variance + tf.square(true_mean - mean) + epsilon()), axis)
