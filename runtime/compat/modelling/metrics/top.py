"""What stands among the k best predictions."""

from __future__ import annotations

import runtime as tf
from runtime.compat.graphs.conversion import convert_to_tensor_or_sparse_tensor
from runtime.compat.modelling.metrics.common import check_broadcast, collected, in_graphs, spread, variable
from runtime.core.deprecation import warn_deprecated

_MODULE = "tensorflow.python.ops.metrics_impl"


def _named(name, k=None, class_id=None):
    name = f"{name}_at_k" if k is None else f"{name}_at_{k}"
    return name if class_id is None else f"{name}_class{class_id}"


def _with_axis(labels, predictions):
    """`labels` with a last axis, if `predictions` have one more."""
    labels = convert_to_tensor_or_sparse_tensor(labels)
    with tf.name_scope("expand_labels"):
        if isinstance(labels, tf.SparseTensor):
            wider = tf.equal(tf.rank(predictions), tf.size(labels.dense_shape) + 1)
            return tf.cond(wider, lambda: tf.sparse.reshape(labels, tf.concat([labels.dense_shape, [1]], 0)), lambda: labels)
        rank, wanted = labels.shape.rank, predictions.shape.rank
        if None in (rank, wanted):
            return tf.cond(tf.equal(tf.rank(predictions), tf.rank(labels) + 1), lambda: tf.expand_dims(labels, -1), lambda: labels)
        if wanted == rank:
            return labels
        if wanted == rank + 1:
            return tf.expand_dims(labels, -1)
        raise ValueError(f"Unexpected labels shape {labels.shape} for predictions shape {predictions.shape}. Predictions rank should be the same "
                         "rank as labels rank or labels rank plus one .")


def _of_class(ids, class_id):
    """The ids that are `class_id`, as a SparseTensor."""
    ids = convert_to_tensor_or_sparse_tensor(ids)
    if isinstance(ids, tf.SparseTensor):
        return tf.sparse.retain(ids, tf.equal(ids.values, class_id))
    shape = tf.shape(ids, out_type=tf.int64)
    wanted = tf.fill(tf.concat([shape[:-1], [1]], 0), tf.cast(class_id, tf.int64))
    found = tf.sets.intersection(wanted, ids)
    return tf.SparseTensor(found.indices, found.values, shape)


def _counted(kind, labels, ids, class_id, weights):
    """How many of the ids are right, wrong, or missing, for each example."""
    with tf.name_scope(f"{kind}s"):
        if class_id is not None:
            labels, ids = _of_class(labels, class_id), _of_class(ids, class_id)
        found = (tf.sets.intersection(ids, labels) if kind == "true_positive" else
                 tf.sets.difference(ids, labels, aminusb=kind == "false_positive"))
        count = tf.cast(tf.sets.size(found), tf.float64)
        if weights is None:
            return count
        check = check_broadcast(weights, count)
        with tf.control_dependencies([] if check is None else [check]):
            return count * tf.cast(weights, tf.float64)


def _total(kind, labels, ids, k, class_id, weights):
    with tf.name_scope(_named(kind, k, class_id)) as scope:
        batch = tf.cast(tf.reduce_sum(_counted(kind, labels, ids, class_id, weights)), tf.float64)
        total = variable([], tf.float64, scope)
        return total, total.assign_add(batch, name="update")


def _share(name, other, labels, ids, k, class_id, weights, metrics_collections, updates_collections, given):
    with tf.name_scope(given or _named(name, k, class_id)) as scope:
        labels, ids = _with_axis(labels, ids), tf.cast(ids, tf.int64)
        (true, more_true), (false, more_false) = (_total(kind, labels, ids, k, class_id, weights) for kind in ("true_positive", other))
        value = tf.divide(true, tf.add(true, false), name=scope)
        return collected(value, tf.divide(more_true, tf.add(more_true, more_false), name="update"), metrics_collections, updates_collections)


def recall_at_top_k(labels, predictions_idx, k=None, class_id=None, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of the labels are among the ids that are predicted."""
    return _share("recall", "false_negative", labels, tf.convert_to_tensor(predictions_idx), k, class_id, weights, metrics_collections,
                  updates_collections, name)


@in_graphs()
def recall_at_k(labels, predictions, k, class_id=None, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of the labels are among the k best predictions."""
    with tf.name_scope(name or _named("recall", k, class_id)) as scope:
        _, ids = tf.nn.top_k(predictions, k)
        return recall_at_top_k(labels, ids, k, class_id, weights, metrics_collections, updates_collections, scope)


def _precision_at_top_k(labels, ids, k, class_id, weights, metrics_collections, updates_collections, name):
    return _share("precision", "false_positive", labels, tf.convert_to_tensor(ids), k, class_id, weights, metrics_collections,
                  updates_collections, name)


@in_graphs()
def precision_at_top_k(labels, predictions_idx, k=None, class_id=None, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of the ids that are predicted are among the labels."""
    return _precision_at_top_k(labels, predictions_idx, k, class_id, weights, metrics_collections, updates_collections, name)


@in_graphs("sparse_precision_at_k is")
def precision_at_k(labels, predictions, k, class_id=None, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """How many of the k best predictions are among the labels."""
    with tf.name_scope(name or _named("precision", k, class_id)) as scope:
        _, ids = tf.nn.top_k(predictions, k)
        return _precision_at_top_k(labels, ids, k, class_id, weights, metrics_collections, updates_collections, scope)


def sparse_precision_at_k(labels, predictions, k, class_id=None, weights=None, metrics_collections=None, updates_collections=None, name=None):
    warn_deprecated("sparse_precision_at_k", _MODULE, "Use precision_at_k instead")
    return precision_at_k(labels, predictions, k, class_id, weights, metrics_collections, updates_collections, name)


def _per_rank(labels, k):
    """`labels` once more for each of the k ranks, along a new axis before the last one."""
    if isinstance(labels, tf.SparseTensor):
        shape = labels.dense_shape
        wide = tf.sparse.reshape(labels, tf.concat([shape[:-1], [1], shape[-1:]], 0))
        return wide if k == 1 else tf.sparse.concat(-2, [wide] * k)
    wide = tf.expand_dims(labels, -2)
    return wide if k == 1 else tf.repeat(wide, k, axis=-2)


def _relevant(labels, k):
    if isinstance(labels, tf.SparseTensor):
        return tf.minimum(tf.sets.size(labels), k)
    there = tf.where(tf.greater_equal(labels, 0), tf.ones_like(labels), tf.zeros_like(labels))
    return tf.minimum(tf.reduce_sum(there, axis=-1), k)


def _average_precision(labels, ids):
    ids = tf.cast(ids, tf.int64, name="predictions_idx")
    k = ids.shape[-1]
    if k is None:
        raise ValueError("The last dimension of predictions_idx must be set. Currently, it is None.")
    labels = _with_axis(labels, ids)
    right = _counted("true_positive", _per_rank(labels, k), tf.expand_dims(ids, -1), None, None)
    precision = tf.cumsum(right, axis=-1) / tf.cumsum(tf.ones_like(right), axis=-1)
    return tf.divide(tf.reduce_sum(precision * right, axis=[-1]), tf.cast(_relevant(labels, k), tf.float64))


def _in_range(labels, count):
    """`labels`, of which those that are no class are -1."""
    def cleaned(values):
        return tf.where(tf.greater_equal(values, count), -1 * tf.ones_like(values), values)
    values = labels.values if isinstance(labels, tf.SparseTensor) else labels
    cleaned_values = tf.cond(tf.greater_equal(tf.reduce_max(values), count), lambda: cleaned(values), lambda: values)
    return labels.with_values(cleaned_values) if isinstance(labels, tf.SparseTensor) else cleaned_values


@in_graphs("sparse_average_precision_at_k is")
def average_precision_at_k(labels, predictions, k, weights=None, metrics_collections=None, updates_collections=None, name=None):
    """The mean over the examples of the precisions at each of the first k ranks that is right. Raises ValueError for a `k` below 1."""
    if k < 1:
        raise ValueError(f"Invalid k={k}. `k` should be >= 1.")
    with tf.name_scope(name or _named("average_precision", k)) as scope:
        _, ids = tf.nn.top_k(predictions, k)
        labels = _in_range(convert_to_tensor_or_sparse_tensor(labels), tf.cast(tf.shape(predictions)[-1], tf.int64))
        precision = _average_precision(labels, ids)
        if weights is not None:
            weights = spread(tf.cast(weights, tf.float64), precision)
            precision = precision * weights
        with tf.name_scope("max") as own:
            largest = variable([], tf.float64, own)
            batch = tf.cast(tf.size(precision, name="batch_max"), tf.float64) if weights is None else tf.reduce_sum(weights, name="batch_max")
            more_largest = largest.assign_add(batch, name="update")
        with tf.name_scope("total") as own:
            total = variable([], tf.float64, own)
            more_total = total.assign_add(tf.reduce_sum(precision, name="batch_total"), name="update")
        return collected(tf.math.divide_no_nan(total, largest, name="mean"), tf.math.divide_no_nan(more_total, more_largest, name=scope),
                         metrics_collections, updates_collections)


def sparse_average_precision_at_k(labels, predictions, k, weights=None, metrics_collections=None, updates_collections=None, name=None):
    warn_deprecated("sparse_average_precision_at_k", _MODULE, "Use average_precision_at_k instead")
    return average_precision_at_k(labels, predictions, k, weights, metrics_collections, updates_collections, name)
