"""The Variables of metrics, and how predictions, labels and weights are brought into line."""

from __future__ import annotations

import functools

import runtime as tf
from runtime.compat.graphs.graph_variables import LOCAL_VARIABLES, GraphVariable
from runtime.core.context import context
from runtime.variables import VariableAggregation, VariableSynchronization


def in_graphs(named=None):
    """Decorator: eagerly the metric raises RuntimeError."""
    def decorate(function):
        name = named or f"{function.__name__} is"

        @functools.wraps(function)
        def metric(*args, **kwargs):
            if context.graph is None:
                raise RuntimeError(f"tf.metrics.{name} not supported when eager execution is enabled.")
            return function(*args, **kwargs)
        return metric
    return decorate


def variable(shape, dtype, name):
    """A local Variable that starts at zero."""
    return GraphVariable(lambda: tf.zeros(shape, dtype), trainable=False, collections=[LOCAL_VARIABLES, "metric_variables"], name=name,
                         synchronization=VariableSynchronization.ON_READ, aggregation=VariableAggregation.SUM)


def collected(value, update, metrics_collections, updates_collections):
    """The pair, which is also added to the collections."""
    graph = context.graph
    if metrics_collections:
        graph.add_to_collections(metrics_collections, value)
    if updates_collections:
        graph.add_to_collections(updates_collections, update)
    return value, update


def squeezed(labels, predictions):
    """Both without the last axis of size 1 that one of them has and the other has not."""
    predictions, labels = tf.convert_to_tensor(predictions), tf.convert_to_tensor(labels)
    more, fewer = predictions.shape, labels.shape
    if more.rank is not None and fewer.rank is not None:
        if more.rank - fewer.rank == 1 and more[-1] in (1, None):
            predictions = tf.squeeze(predictions, [-1])
        elif fewer.rank - more.rank == 1 and fewer[-1] in (1, None):
            labels = tf.squeeze(labels, [-1])
        return labels, predictions
    difference = tf.rank(predictions) - tf.rank(labels)
    if more.rank is None or more[-1] in (1, None):
        predictions = tf.cond(tf.equal(1, difference), lambda: tf.squeeze(predictions, [-1]), lambda: predictions)
    if fewer.rank is None or fewer[-1] in (1, None):
        labels = tf.cond(tf.equal(-1, difference), lambda: tf.squeeze(labels, [-1]), lambda: labels)
    return labels, predictions


def aligned(predictions, labels, weights):
    """(predictions, labels, weights), whose ranks differ no more by an axis of size 1. Raises ValueError if the shapes do not fit."""
    predictions = tf.convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = squeezed(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    if weights is None:
        return predictions, labels, None
    weights = tf.convert_to_tensor(weights)
    rank, wanted = weights.shape.rank, predictions.shape.rank
    if rank == 0:
        return predictions, labels, weights
    if None not in (rank, wanted):
        if rank - wanted == 1:
            weights = tf.squeeze(weights, [-1])
        elif wanted - rank == 1:
            weights = tf.expand_dims(weights, -1)
        return predictions, labels, weights
    own = tf.rank(weights)
    difference = own - tf.rank(predictions)

    def wider():
        return tf.cond(tf.equal(difference, -1), lambda: tf.expand_dims(weights, -1), lambda: weights)

    def narrower():
        return weights if rank is not None and weights.shape[-1] not in (1, None) else tf.squeeze(weights, [-1])
    weights = tf.cond(tf.equal(own, 0), lambda: weights, lambda: tf.cond(tf.equal(difference, 1), narrower, wider))
    return predictions, labels, weights


_CANNOT = "weights can not be broadcast to values."


def check_broadcast(weights, values):
    """Raise ValueError if `weights` are known not to fit `values`: each size is the same, or 1. Else an operation that checks it, or None."""
    weights, values = tf.convert_to_tensor(weights), tf.convert_to_tensor(values)
    rank, wanted = weights.shape.rank, values.shape.rank
    if rank == 0:
        return None
    if None in (rank, wanted):
        fits = tf.logical_or(tf.equal(tf.rank(weights), 0), tf.equal(tf.rank(weights), tf.rank(values)))
        return tf.debugging.Assert(fits, [_CANNOT, "weights.shape=", tf.shape(weights), "values.shape=", tf.shape(values)])
    if rank != wanted:
        raise ValueError(f"{_CANNOT} values.rank={wanted}. weights.rank={rank}. values.shape={values.shape}. weights.shape={weights.shape}. "
                         f"Received weights={weights}, values={values}")
    for axis, (one, other) in enumerate(zip(weights.shape.as_list(), values.shape.as_list())):
        if None not in (one, other) and one not in (1, other):
            raise ValueError(f"{_CANNOT} Mismatch at dim {axis}. values.shape={values.shape.as_list()}, weights.shape={weights.shape.as_list()}. "
                             f"Received weights={weights}, values={values}")
    return None


def spread(weights, values):
    """`weights` in the shape of `values`. Raises ValueError as `check_broadcast`."""
    with tf.name_scope("broadcast_weights"):
        weights = tf.convert_to_tensor(weights, values.dtype, name="weights")
        if weights.shape.is_fully_defined() and values.shape.is_fully_defined() and weights.shape.is_compatible_with(values.shape):
            return weights
        check = check_broadcast(weights, values)
        with tf.control_dependencies([] if check is None else [check]):
            return weights * tf.ones_like(values)
