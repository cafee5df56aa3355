"""Means, errors and accuracies."""

from __future__ import annotations

import runtime as tf
from runtime.compat.graphs.variable_scope import variable_scope
from runtime.compat.modelling.metrics.common import aligned, collected, in_graphs, spread, squeezed, variable
from runtime.ops.select import where_rows


def _divided(total, count, name):
    return tf.math.divide_no_nan(total, tf.maximum(count, 0), name=name)


def _mean(values, weights, metrics_collections, updates_collections, name):
    with variable_scope(name, "mean"):
        values = tf.cast(values, tf.float32)
        total, count = variable([], tf.float32, "total"), variable([], tf.float32, "count")
        if weights is None:
            number = tf.cast(tf.size(values), tf.float32)
        else:
            values, _, weights = aligned(values, None, weights)
            weights = spread(tf.cast(weights, tf.float32), values)
            values, number = values * weights, tf.reduce_sum(weights)
        more_total = total.assign_add(tf.reduce_sum(values))
        with tf.control_dependencies([values]):
            more_count = count.assign_add(number)
        return collected(_divided(total, count, "value"), _divided(more_total, more_count, "update_op"), metrics_collections, updates_collections)


@in_graphs()
def mean(values, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The weighted mean of all values so far."""
    return _mean(values, weights, metrics_collections, updates_collections, name)


@in_graphs()
def accuracy(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of the predictions are the labels."""
    predictions, labels, weights = aligned(predictions, labels, weights)
    if labels.dtype != predictions.dtype:
        predictions = tf.cast(predictions, labels.dtype)
    return _mean(tf.cast(tf.equal(predictions, labels), tf.float32), weights, metrics_collections, updates_collections, name or "accuracy")


@in_graphs()
def mean_absolute_error(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    predictions, labels, weights = aligned(predictions, labels, weights)
    return _mean(tf.abs(predictions - labels), weights, metrics_collections, updates_collections, name or "mean_absolute_error")


def _mean_squared_error(labels, predictions, weights, metrics_collections, updates_collections, name):
    predictions, labels, weights = aligned(predictions, labels, weights)
    return _mean(tf.math.squared_difference(labels, predictions), weights, metrics_collections, updates_collections, name)


@in_graphs()
def mean_squared_error(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    return _mean_squared_error(labels, predictions, weights, metrics_collections, updates_collections, name or "mean_squared_error")


@in_graphs()
def root_mean_squared_error(labels, predictions, weights=None, metrics_collections=None, updates_collections=None, name=None):
    value, update = _mean_squared_error(labels, predictions, weights, None, None, name or "root_mean_squared_error")
    return collected(tf.sqrt(value), tf.sqrt(update), metrics_collections, updates_collections)


@in_graphs()
def mean_cosine_distance(labels, predictions, dim, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """One less the mean of the products, summed along `dim`."""
    predictions, labels, weights = aligned(predictions, labels, weights)
    products = tf.reduce_sum(predictions * labels, axis=[dim], keepdims=True)
    value, update = _mean(products, weights, None, None, name or "mean_cosine_distance")
    return collected(tf.subtract(1.0, value), tf.subtract(1.0, update), metrics_collections, updates_collections)


@in_graphs()
def mean_relative_error(labels, predictions, normalizer, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The mean of the errors, each divided by its normalizer."""
    predictions, labels, weights = aligned(predictions, labels, weights)
    predictions, normalizer = squeezed(predictions, normalizer)
    predictions.shape.assert_is_compatible_with(normalizer.shape)
    errors = tf.where(tf.equal(normalizer, 0.0), tf.zeros_like(labels), tf.divide(tf.abs(labels - predictions), normalizer))
    return _mean(errors, weights, metrics_collections, updates_collections, name or "mean_relative_error")


@in_graphs()
def percentage_below(values, threshold, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of the values are below a threshold."""
    below = tf.cast(tf.less(values, threshold), tf.float32)
    return _mean(below, weights, metrics_collections, updates_collections, name or "percentage_below_threshold")


@in_graphs()
def mean_tensor(values, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The weighted mean of each element so far."""
    with variable_scope(name, "mean"):
        values = tf.cast(values, tf.float32)
        total, count = (variable(values.shape, tf.float32, which) for which in ("total_tensor", "count_tensor"))
        number = tf.ones_like(values)
        if weights is not None:
            values, _, weights = aligned(values, None, weights)
            weights = spread(tf.cast(weights, tf.float32), values)
            values, number = values * weights, number * weights
        more_total = total.assign_add(values)
        with tf.control_dependencies([values]):
            more_count = count.assign_add(number)
        return collected(_divided(total, count, "value"), _divided(more_total, more_count, "update_op"), metrics_collections, updates_collections)


def _flat(tensor):
    return tf.reshape(tensor, [-1]) if tensor.shape.rank > 1 else tensor


@in_graphs()
def mean_per_class_accuracy(labels, predictions, num_classes, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The mean of the accuracies of the classes."""
    with variable_scope(name, "mean_accuracy"):
        labels, predictions = _flat(tf.cast(labels, tf.int64)), _flat(tf.convert_to_tensor(predictions))
        predictions.shape.assert_is_compatible_with(labels.shape)
        total, count = variable([num_classes], tf.float32, "total"), variable([num_classes], tf.float32, "count")
        ones = tf.ones([tf.size(labels)], tf.float32)
        correct = tf.cast(tf.equal(tf.cast(predictions, labels.dtype), labels), tf.float32)
        if weights is not None:
            weights = tf.cast(_flat(tf.convert_to_tensor(weights)), tf.float32)
            correct, ones = correct * weights, ones * weights
        more_total = total.scatter_add(tf.IndexedSlices(ones, labels))
        more_count = count.scatter_add(tf.IndexedSlices(correct, labels))
        value = tf.reduce_mean(_divided(count, total, None), name="mean_accuracy")
        return collected(value, _divided(more_count, more_total, "update_op"), metrics_collections, updates_collections)


@in_graphs()
def mean_iou(labels, predictions, num_classes, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The mean over the classes of what predictions and labels have in common, to what either has."""
    with variable_scope(name, "mean_iou"):
        labels, predictions = tf.convert_to_tensor(labels), tf.convert_to_tensor(predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
        total = variable([num_classes, num_classes], tf.float64, "total_confusion_matrix")
        if weights is not None:
            weights = _flat(tf.convert_to_tensor(weights))
        current = tf.math.confusion_matrix(_flat(tf.cast(labels, tf.int64)), _flat(tf.cast(predictions, tf.int64)), tf.cast(num_classes, tf.int64),
                                           weights=weights, dtype=tf.float64)
        update = total.assign_add(current)
        rows, columns = (tf.cast(tf.reduce_sum(total, axis), tf.float32) for axis in (0, 1))
        common = tf.cast(tf.linalg.diag_part(total), tf.float32)
        either = rows + columns - common
        classes = tf.reduce_sum(tf.cast(tf.not_equal(either, 0), tf.float32))
        parts = tf.divide(common, where_rows(tf.greater(either, 0), either, tf.ones_like(either)))
        value = where_rows(tf.greater(classes, 0), tf.reduce_sum(parts, name="mean_iou") / classes, 0)
        return collected(value, update, metrics_collections, updates_collections)
