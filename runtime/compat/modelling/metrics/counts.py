"""True and false positives and negatives, and what is made of them."""

from __future__ import annotations

import runtime as tf
from runtime.compat.graphs.variable_scope import variable_scope
from runtime.compat.modelling.metrics.common import aligned, collected, in_graphs, spread, variable
from runtime.core.deprecation import warn_deprecated
from runtime.core.logger import get_logger

_KINDS = {"tp": ("true_positives", True, True), "fn": ("false_negatives", True, False), "tn": ("true_negatives", False, False),
          "fp": ("false_positives", False, True)}  # key → (name, what the label is, what the prediction is)
_SMALL = 1e-7


def _as_bools(labels, predictions, weights):
    return aligned(tf.cast(predictions, tf.bool), tf.cast(labels, tf.bool), weights)


def _count(kind, labels, predictions, weights, metrics_collections=None, updates_collections=None, name=None):
    full, label, prediction = _KINDS[kind]
    with variable_scope(name, full):
        predictions, labels, weights = _as_bools(labels, predictions, weights)
        found = tf.logical_and(tf.equal(labels, label), tf.equal(predictions, prediction))
        count = variable([], tf.float32, "count")
        found = tf.cast(found, tf.float32)
        if weights is not None:
            found = found * tf.cast(weights, tf.float32)
        return collected(tf.identity(count), count.assign_add(tf.reduce_sum(found)), metrics_collections, updates_collections)


def _counter(kind):
    full = _KINDS[kind][0]

    @in_graphs(f"{full} is")
    def metric(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
        return _count(kind, labels, predictions, weights, metrics_collections, updates_collections, name)
    metric.__name__ = metric.__qualname__ = full
    metric.__doc__ = f"The weighted number of {full.replace('_', ' ')} so far."
    return metric


true_positives, false_negatives, true_negatives, false_positives = map(_counter, _KINDS)


def _check_unit(predictions):
    low, high = (tf.cast(bound, predictions.dtype) for bound in (0.0, 1.0))
    text = "predictions must be in [0, 1]"
    checks = [tf.debugging.assert_greater_equal(predictions, low, message=text), tf.debugging.assert_less_equal(predictions, high, message=text)]
    return [check for check in checks if check is not None]


def _at_thresholds(labels, predictions, thresholds, weights=None, kinds=("tp", "fn", "tn", "fp")):
    """(counts so far, counts after the batch) for each threshold, by kind."""
    predictions = tf.convert_to_tensor(predictions)
    with tf.control_dependencies(_check_unit(predictions)):
        predictions, labels, weights = aligned(tf.cast(predictions, tf.float32), tf.cast(labels, tf.bool), weights)
    above = tf.greater(tf.reshape(predictions, [1, -1]), tf.reshape(tf.constant(thresholds, tf.float32), [-1, 1]))
    positive = tf.reshape(labels, [1, -1])
    if weights is not None:
        weights = tf.reshape(spread(tf.cast(weights, tf.float32), predictions), [1, -1])
    values, updates = {}, {}
    for kind in kinds:
        name, label, prediction = _KINDS[kind]
        count = variable([len(thresholds)], tf.float32, name)
        found = tf.logical_and(positive if label else tf.logical_not(positive), above if prediction else tf.logical_not(above))
        found = tf.cast(found, tf.float32)
        updates[kind] = count.assign_add(tf.reduce_sum(found if weights is None else found * weights, 1))
        values[kind] = count
    return values, updates


def _counter_at_thresholds(kind):
    full = f"{_KINDS[kind][0]}_at_thresholds"

    @in_graphs(f"{full} is")
    def metric(labels, predictions, thresholds, weights=None, metrics_collections=None, updates_collections=None, name=None):
        with variable_scope(name, _KINDS[kind][0]):
            values, updates = _at_thresholds(labels, predictions, thresholds, weights, (kind,))
            return collected(tf.identity(values[kind]), updates[kind], metrics_collections, updates_collections)
    metric.__name__ = metric.__qualname__ = full
    metric.__doc__ = f"The weighted number of {_KINDS[kind][0].replace('_', ' ')} so far, for each threshold of the predictions."
    return metric


(true_positives_at_thresholds, false_negatives_at_thresholds, true_negatives_at_thresholds,
 false_positives_at_thresholds) = map(_counter_at_thresholds, _KINDS)


def _share(name, other, labels, predictions, weights, metrics_collections, updates_collections, scope):
    """The true positives to all that are `other` besides."""
    with variable_scope(scope, name):
        predictions, labels, weights = _as_bools(labels, predictions, weights)
        (true, more_true), (false, more_false) = (_count(kind, labels, predictions, weights) for kind in ("tp", other))

        def share(true, false, name):
            return tf.where(tf.greater(true + false, 0), tf.divide(true, true + false), 0, name)
        return collected(share(true, false, "value"), share(more_true, more_false, "update_op"), metrics_collections, updates_collections)


@in_graphs()
def precision(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of those that are predicted are true."""
    return _share("precision", "fp", labels, predictions, weights, metrics_collections, updates_collections, name)


@in_graphs("recall is not supported is")
def recall(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of those that are true are predicted."""
    return _share("recall", "fn", labels, predictions, weights, metrics_collections, updates_collections, name)


def _share_at_thresholds(name, other, labels, predictions, thresholds, weights, metrics_collections, updates_collections, scope):
    with variable_scope(scope, f"{name}_at_thresholds"):
        values, updates = _at_thresholds(labels, predictions, thresholds, weights, ("tp", other))
        value, update = (tf.divide(counts["tp"], _SMALL + counts["tp"] + counts[other], name=f"{name}_{which}")
                         for counts, which in ((values, "value"), (updates, "update_op")))
        return collected(value, update, metrics_collections, updates_collections)


@in_graphs()
def precision_at_thresholds(labels, predictions, thresholds, weights=None, metrics_collections=None, updates_collections=None, name=None):
    return _share_at_thresholds("precision", "fp", labels, predictions, thresholds, weights, metrics_collections, updates_collections, name)


@in_graphs()
def recall_at_thresholds(labels, predictions, thresholds, weights=None, metrics_collections=None, updates_collections=None, name=None):
    return _share_at_thresholds("recall", "fn", labels, predictions, thresholds, weights, metrics_collections, updates_collections, name)


def _evenly(count, last):
    return [0.0 - _SMALL, *((number + 1) * 1.0 / (count - 1) for number in range(count - 2)), last]


_MEASURED = ("tp", "tn", "fp", "fn")


def _of_counts(measure, values, updates, metrics_collections, updates_collections):
    value, update = (measure(*(counts[kind] for kind in _MEASURED), which) for counts, which in ((values, "value"), (updates, "update_op")))
    return collected(value, update, metrics_collections, updates_collections)


@in_graphs()
def sensitivity_at_specificity(labels, predictions, specificity, weights=None, num_thresholds=200, metrics_collections=None,
                               updates_collections=None, name=None):
    """The sensitivity at the threshold where the specificity is nearest to a given one."""
    if specificity < 0 or specificity > 1:
        raise ValueError(f"`specificity` must be in the range [0, 1]. Currently, `specificity` got {specificity}.")

    def measure(tp, tn, fp, fn, name):
        at = tf.cast(tf.argmin(tf.abs(tf.divide(tn, tn + fp + _SMALL) - specificity), 0), tf.int32)
        return tf.divide(tp[at], tp[at] + fn[at] + _SMALL, name)
    with variable_scope(name, "sensitivity_at_specificity"):
        values, updates = _at_thresholds(labels, predictions, _evenly(num_thresholds, 1.0 + _SMALL), weights)
        return _of_counts(measure, values, updates, metrics_collections, updates_collections)


@in_graphs()
def specificity_at_sensitivity(labels, predictions, sensitivity, weights=None, num_thresholds=200, metrics_collections=None,
                               updates_collections=None, name=None):
    """The specificity at the last threshold where the sensitivity is nearest to a given one."""
    if sensitivity < 0 or sensitivity > 1:
        raise ValueError(f"`sensitivity` must be in the range [0, 1]. Currently, `sensitivity` is {sensitivity}.")

    def measure(tp, tn, fp, fn, name):
        distance = tf.abs(tf.divide(tp, tp + fn + _SMALL) - sensitivity)
        nearest = tf.cast(tf.equal(distance, tf.reduce_min(distance)), tf.int64)
        at = tf.cast(tf.argmax(tf.cumsum(nearest), 0), tf.int32)
        return tf.divide(tn[at], tn[at] + fp[at] + _SMALL, name)
    with variable_scope(name, "specificity_at_sensitivity"):
        values, updates = _at_thresholds(labels, predictions, _evenly(num_thresholds, 1.0 - _SMALL), weights)
        return _of_counts(measure, values, updates, metrics_collections, updates_collections)


_EPSILON = 1e-6
_HEIGHTS = {"trapezoidal": lambda y: (y[:-1] + y[1:]) / 2.0, "careful_interpolation": lambda y: (y[:-1] + y[1:]) / 2.0,
            "minoring": lambda y: tf.minimum(y[:-1], y[1:]), "majoring": lambda y: tf.maximum(y[:-1], y[1:])}


def _interpolated(tp, fp, fn):
    """The area under the curve of precision and recall, with precision interpolated as it behaves between two thresholds."""
    more, positive = tp[:-1] - tp[1:], tp + fp
    slope = tf.math.divide_no_nan(more, tf.maximum(positive[:-1] - positive[1:], 0), name="prec_slope")
    intercept = tp[1:] - slope * positive[1:]
    both = tf.logical_and(positive[:-1] > 0, positive[1:] > 0)
    ratio = tf.where(both, tf.math.divide_no_nan(positive[:-1], tf.maximum(positive[1:], 0), name="recall_relative_ratio"),
                     tf.ones_like(positive[1:]))
    return tf.reduce_sum(tf.math.divide_no_nan(slope * (more + intercept * tf.math.log(ratio)), tf.maximum(tp[1:] + fn[1:], 0),
                                               name="pr_auc_increment"), name="interpolate_pr_auc")


@in_graphs()
def auc(labels, predictions, weights=None, num_thresholds=200, metrics_collections=None, updates_collections=None, curve="ROC", name=None,
        summation_method="trapezoidal", thresholds=None):
    """The area under a curve.

    Args:
        curve: "ROC", or "PR" for precision and recall.
        summation_method: "trapezoidal", "careful_interpolation" (for "PR"), "minoring" or "majoring".

    Raises:
        ValueError: another curve or method.
    """
    warn_deprecated("auc", "tensorflow.python.ops.metrics_impl", "The value of AUC returned by this may race with the update so this is "
                    "deprecated. Please use tf.keras.metrics.AUC instead.")
    with variable_scope(name, "auc"):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"Curve must be either ROC or PR. Curve {curve} is unknown.")
        if thresholds is not None:
            thresholds = [0.0 - _SMALL, *sorted(thresholds), 1.0 + _SMALL]
        else:
            thresholds = _evenly(num_thresholds, 1.0 + _SMALL)
        values, updates = _at_thresholds(labels, predictions, thresholds, weights)

        def area(tp, tn, fp, fn, name):
            if curve == "PR" and summation_method == "trapezoidal":
                get_logger().warning('Trapezoidal rule is known to produce incorrect PR-AUCs; please switch to "careful_interpolation" instead.')
            elif curve == "PR" and summation_method == "careful_interpolation":
                return _interpolated(tp, fp, fn)
            recalled = tf.divide(tp + _EPSILON, tp + fn + _EPSILON)
            if curve == "ROC":
                x, y = tf.divide(fp, fp + tn + _EPSILON), recalled
            else:
                x, y = recalled, tf.divide(tp + _EPSILON, tp + fp + _EPSILON)
            if summation_method not in _HEIGHTS:
                raise ValueError(f"Invalid summation_method: {summation_method} summation_method should be 'trapezoidal', "
                                 "'careful_interpolation', 'minoring', or 'majoring'.")
            return tf.reduce_sum((x[:-1] - x[1:]) * _HEIGHTS[summation_method](y), name=name)
        return _of_counts(area, values, updates, metrics_collections, updates_collections)
