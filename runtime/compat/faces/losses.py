"""`tf.compat.v1.losses`: weighted losses that a graph collects."""

from __future__ import annotations

import runtime as tf
from runtime.compat.graphs.current import get_default_graph
from runtime.core.absent import absent_from
from runtime.core.context import context

_LOSSES, _REGULARIZATION = "losses", "regularization_losses"


class Reduction:
    """How weighted losses become one number."""

    NONE, SUM = "none", "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"

    @classmethod
    def all(cls):
        return cls.NONE, cls.SUM, cls.MEAN, cls.SUM_OVER_BATCH_SIZE, cls.SUM_OVER_NONZERO_WEIGHTS, cls.SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def validate(cls, key):
        """Raises ValueError for what is no reduction."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}. Key should be one of {cls.all()}.")


def _number_present(losses, weights):
    present = tf.where(weights == 0.0, tf.zeros_like(weights), tf.ones_like(weights))
    return tf.reduce_sum(tf.broadcast_to(present, tf.shape(losses)))


def compute_weighted_loss(losses, weights=1.0, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    """``losses * weights``, reduced, and added to a collection of the graph.

    Raises:
        ValueError: another `reduction`, or weights that cannot be broadcast to the losses.
    """
    Reduction.validate(reduction)
    with tf.name_scope(scope or "weighted_loss"):
        losses = tf.convert_to_tensor(losses)
        dtype = losses.dtype
        losses, weights = tf.cast(losses, tf.float32), tf.cast(tf.convert_to_tensor(weights), tf.float32)
        if weights.shape.rank and losses.shape.rank != weights.shape.rank:
            if losses.shape.rank is not None and weights.shape.rank == losses.shape.rank + 1 and weights.shape[-1] == 1:
                weights = tf.squeeze(weights, -1)
            elif losses.shape.rank is not None and weights.shape.rank == losses.shape.rank - 1:
                weights = tf.expand_dims(weights, -1)
        weighted = losses * weights
        if reduction == Reduction.NONE:
            loss = weighted
        else:
            loss = tf.reduce_sum(weighted)
            if reduction == Reduction.MEAN:
                loss = tf.math.divide_no_nan(loss, tf.reduce_sum(tf.ones_like(losses) * weights))
            elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
                loss = tf.math.divide_no_nan(loss, _number_present(losses, weights))
            elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                loss = tf.math.divide_no_nan(loss, tf.cast(tf.size(losses), loss.dtype))
        loss = tf.cast(loss, dtype)
    add_loss(loss, loss_collection)
    return loss


def add_loss(loss, loss_collection=_LOSSES):
    """Put a loss into a collection of the graph; eagerly nothing happens."""
    if loss_collection and context.graph is not None:
        get_default_graph().add_to_collection(loss_collection, loss)


def get_losses(scope=None, loss_collection=_LOSSES):
    """The losses that the graph has collected."""
    return get_default_graph().get_collection(loss_collection, scope)


def get_regularization_losses(scope=None):
    return get_default_graph().get_collection(_REGULARIZATION, scope)


def get_regularization_loss(scope=None, name="total_regularization_loss"):
    """The sum of the regularization losses, zero if there are none."""
    losses = get_regularization_losses(scope)
    return tf.add_n(losses, name=name) if losses else tf.constant(0.0)


def get_total_loss(add_regularization_losses=True, name="total_loss", scope=None):
    """The sum of all losses that the graph has collected."""
    losses = get_losses(scope) + (get_regularization_losses(scope) if add_regularization_losses else [])
    return tf.add_n(losses, name=name)


def _pair(predictions, labels):
    if labels is None:
        raise ValueError("Argument `labels` must not be None.")
    if predictions is None:
        raise ValueError("Argument `predictions` must not be None.")
    predictions = tf.cast(tf.convert_to_tensor(predictions), tf.float32)
    labels = tf.cast(tf.convert_to_tensor(labels), tf.float32)
    if not predictions.shape.is_compatible_with(labels.shape):
        raise ValueError(f"Shapes {predictions.shape} and {labels.shape} are incompatible")
    return predictions, labels


def absolute_difference(labels, predictions, weights=1.0, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    predictions, labels = _pair(predictions, labels)
    return compute_weighted_loss(tf.abs(predictions - labels), weights, scope or "absolute_difference", loss_collection, reduction)


def mean_squared_error(labels, predictions, weights=1.0, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    predictions, labels = _pair(predictions, labels)
    return compute_weighted_loss(tf.math.squared_difference(predictions, labels), weights, scope or "mean_squared_error", loss_collection, reduction)


def hinge_loss(labels, logits, weights=1.0, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    logits, labels = _pair(logits, labels)
    return compute_weighted_loss(tf.nn.relu(1.0 - (2.0 * labels - 1.0) * logits), weights, scope or "hinge_loss", loss_collection, reduction)


def huber_loss(labels, predictions, weights=1.0, delta=1.0, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    predictions, labels = _pair(predictions, labels)
    error = tf.abs(predictions - labels)
    quadratic = tf.minimum(error, delta)
    losses = 0.5 * quadratic * quadratic + delta * (error - quadratic)
    return compute_weighted_loss(losses, weights, scope or "huber_loss", loss_collection, reduction)


def log_loss(labels, predictions, weights=1.0, epsilon=1e-7, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    predictions, labels = _pair(predictions, labels)
    losses = -labels * tf.math.log(predictions + epsilon) - (1 - labels) * tf.math.log(1 - predictions + epsilon)
    return compute_weighted_loss(losses, weights, scope or "log_loss", loss_collection, reduction)


def cosine_distance(labels, predictions, axis=None, weights=1.0, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS,
                    dim=None):
    """One minus the scalar product along `axis`; both are taken to be of length one."""
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify argument `axis`.")
    predictions, labels = _pair(predictions, labels)
    losses = 1 - tf.reduce_sum(predictions * labels, axis=(axis,), keepdims=True)
    return compute_weighted_loss(losses, weights, scope or "cosine_distance_loss", loss_collection, reduction)


def sigmoid_cross_entropy(multi_class_labels, logits, weights=1.0, label_smoothing=0, scope=None, loss_collection=_LOSSES,
                          reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    logits = tf.convert_to_tensor(logits)
    labels = tf.cast(multi_class_labels, logits.dtype)
    if label_smoothing > 0:
        labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
    losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
    return compute_weighted_loss(losses, weights, scope or "sigmoid_cross_entropy_loss", loss_collection, reduction)


def softmax_cross_entropy(onehot_labels, logits, weights=1.0, label_smoothing=0, scope=None, loss_collection=_LOSSES,
                          reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    logits = tf.convert_to_tensor(logits)
    labels = tf.cast(onehot_labels, logits.dtype)
    if label_smoothing > 0:
        labels = labels * (1 - label_smoothing) + label_smoothing / tf.cast(tf.shape(labels)[-1], labels.dtype)
    losses = tf.nn.softmax_cross_entropy_with_logits(labels=tf.stop_gradient(labels), logits=logits)
    return compute_weighted_loss(losses, weights, scope or "softmax_cross_entropy_loss", loss_collection, reduction)


def sparse_softmax_cross_entropy(labels, logits, weights=1.0, scope=None, loss_collection=_LOSSES, reduction=Reduction.SUM_BY_NONZERO_WEIGHTS):
    labels, logits = tf.convert_to_tensor(labels), tf.convert_to_tensor(logits)
    if labels.shape.rank is not None and labels.shape.rank == logits.shape.rank and labels.shape[-1] == 1:
        labels = tf.squeeze(labels, -1)
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    return compute_weighted_loss(losses, weights, scope or "sparse_softmax_cross_entropy_loss", loss_collection, reduction)


__getattr__ = absent_from("tf.compat.v1.losses")
