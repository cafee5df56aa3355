"""Losses of `tf.nn`: cross entropies and their like."""

from __future__ import annotations

import math

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import strategy_level
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import gradient, op
from runtime.core.tensor import EagerTensor
from runtime.core.tensor_shape import is_compatible
from runtime.ops import infer, types
from runtime.ops.nn.activations import log_softmax, log_softmax_kernel, move_axis_last, relu, softmax
from runtime.ops.array import expand_dims, reshape, shape
from runtime.ops.cast import cast
from runtime.ops.creation import ZEROS_LIKE, zeros_like
from runtime.ops.select import where
from runtime.ops.comparison import logical_and
from runtime.ops.math import abs_, add, divide_no_nan, exp, log, log1p, multiply, negative, subtract
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope


def _text(value):
    return f"[{','.join(map(str, np.shape(value)))}]"


def _dense_kernel(features, labels):
    try:
        dims = np.broadcast_shapes(features.shape, labels.shape)
    except ValueError:
        raise errors.InvalidArgumentError(None, None, "logits and labels must be broadcastable: logits_size="
                                          f"{_text(features)} labels_size={_text(labels)}") from None
    if len(dims) != 2:
        raise errors.InvalidArgumentError(None, None, f"logits and labels must be either 2-dimensional, or broadcasted to be "
                                          f"2-dimensional: logits_size={_text(features)} labels_size={_text(labels)}")
    features, labels = np.broadcast_to(features, dims), np.broadcast_to(labels, dims)
    logs = log_softmax_kernel(features)
    return np.sum(labels * -logs, axis=1, dtype=features.dtype), np.exp(logs) - labels


def _infer_dense(inputs, attrs):
    rows = infer.broadcast(inputs, attrs)
    rows = infer.with_rank(rows, 2)
    return [rows[:1], rows]


def _sparse_kernel(features, labels):
    if np.ndim(features) != 2:
        raise errors.InvalidArgumentError(None, None, f"logits must be 2-D, but got shape {_text(features)}")
    if np.ndim(labels) != 1:
        raise errors.InvalidArgumentError(None, None, f"labels must be 1-D, but got shape {_text(labels)}")
    if len(features) != len(labels):
        raise errors.InvalidArgumentError(None, None, "logits and labels must have the same first dimension, got logits shape "
                                          f"{_text(features)} and labels shape {_text(labels)}")
    if not features.shape[1] and len(features):
        raise errors.InvalidArgumentError(None, None, "Must have at least one class, but got logits shape "
                                          f"{_text(features)}")
    outside = (labels < 0) | (labels >= features.shape[1])
    if outside.any():
        raise errors.InvalidArgumentError(
            None, None, f"Received a label value of {labels[outside][0]} which is outside the valid range of [0, "
            f"{features.shape[1]}).  Label values: {' '.join(map(str, labels.tolist()))}")
    logs = log_softmax_kernel(features)
    rows = np.arange(len(labels))
    backprop = np.exp(logs)
    backprop[rows, labels] -= 1
    return -logs[rows, labels], backprop


def _infer_sparse(inputs, attrs):
    features = infer.with_rank(inputs[0]._dims, 2)
    labels = infer.with_rank(inputs[1]._dims, 1)
    rows = infer.merged_size(features[0], labels[0])
    return [(rows,), (rows, features[1])]


DENSE = op("SoftmaxCrossEntropyWithLogits", "features: T, labels: T -> loss: T, backprop: T", kernel=_dense_kernel,
           infer=_infer_dense, types={"T": types.HALF_FIRST})
SPARSE = op("SparseSoftmaxCrossEntropyWithLogits", "features: T, labels: Tlabels -> loss: T, backprop: T",
            kernel=_sparse_kernel, infer=_infer_sparse, types={"T": types.HALF_FIRST, "Tlabels": types.INDEX})


def _is_zero(tensor):
    """Whether it is known that `tensor` holds zeros alone, such as the gradient of an output that nobody used."""
    if tensor is None:
        return True
    if isinstance(tensor, EagerTensor):
        return not tensor._value.any()
    if tensor.op.op_def is ZEROS_LIKE:
        return True
    value = constant_value(tensor)
    return value is not None and not value.any()


def _logits_grad(operation, dloss, dbackprop):
    """The gradient to the logits; the second term is there for gradients of gradients only."""
    result = multiply(expand_dims(dloss, -1), operation.outputs[1])
    if not _is_zero(dbackprop):
        probabilities = softmax(operation.inputs[0])
        inner = reduce_sum(multiply(dbackprop, probabilities), 1, keepdims=True)
        result = add(result, multiply(subtract(dbackprop, inner), probabilities))
    return result


@gradient("SoftmaxCrossEntropyWithLogits")
def _dense_grad(operation, dloss, dbackprop):
    labels = multiply(expand_dims(dloss, -1), negative(log_softmax(operation.inputs[0])))
    return [_logits_grad(operation, dloss, dbackprop), labels]


@gradient("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_grad(operation, dloss, dbackprop):
    return [_logits_grad(operation, dloss, dbackprop), None]


def _check_given(name, labels, logits):
    if labels is None or logits is None:
        raise ValueError(f"Both `labels` and `logits` must be provided for {name}Received: labels={labels} and "
                         f"logits={logits}")


def _rows(tensor):
    """`tensor` with all but its last dimension made one."""
    last = tensor._dims[-1] if tensor._dims else None
    return reshape(tensor, [-1, shape(tensor)[-1] if last is None else last])


def _wide(dtype):
    """The type in which losses of 16-bit floats are computed."""
    return dtypes.float32 if dtype.is_floating and dtype.size < 4 else dtype


def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    """`tf.nn.softmax_cross_entropy_with_logits`: one loss for each distribution along `axis`.

    Args:
        labels: probabilities, of the shape and type of `logits`. They receive a gradient, too.
    """
    with scope(name, "softmax_cross_entropy_with_logits") as name:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        dtype = logits.dtype
        wide = _wide(dtype)
        labels = cast(labels, wide)
        logits = cast(logits, wide)
        if axis != -1:
            logits, labels = move_axis_last(logits, axis), move_axis_last(labels, axis)
        dims = logits._dims
        if dims is not None and len(dims) == 2 and isinstance(logits, EagerTensor):
            loss = dispatch(DENSE, (logits, labels))[0]
        else:
            outer = shape(logits)[:-1] if dims is None or None in dims[:-1] else list(dims[:-1])
            rows, label_rows = _rows(logits), _rows(labels)
            loss = dispatch(DENSE, (rows, label_rows), None, name)[0]
            loss = reshape(loss, outer if not isinstance(outer, list) else np.array(outer, np.int32))
        return cast(loss, dtype)


def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    """`tf.nn.sparse_softmax_cross_entropy_with_logits`: one loss for each label.

    Args:
        labels: class numbers, int32 or int64, of rank one less than `logits`.

    Raises:
        ValueError: ranks or static shapes do not fit.
        InvalidArgumentError: a label is out of range.
    """
    _check_given("sparse_softmax_cross_entropy_with_logits", labels, logits)
    with scope(name, "SparseSoftmaxCrossEntropyWithLogits"):
        labels = convert_to_tensor(labels)
        logits = convert_to_tensor(logits)
        dtype = logits.dtype
        logits = cast(logits, _wide(dtype))
        dims, label_dims = logits._dims, labels._dims
        if dims == ():
            raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}`")
        if dims is not None and label_dims is not None and len(label_dims) != len(dims) - 1:
            raise ValueError("`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape="
                             f"{labels.shape} of rank {len(label_dims)} and logits.shape={logits.shape} of rank {len(dims)}")
        if dims is not None and label_dims is not None and None not in dims[:-1] and None not in label_dims and \
                label_dims != dims[:-1]:
            raise ValueError("`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
                             f"labels.shape={labels.shape} and logits.shape={logits.shape}")
        if dims is not None and len(dims) == 2:
            loss = dispatch(SPARSE, (logits, labels))[0]
        else:
            outer = shape(labels) if label_dims is None or None in label_dims else np.array(label_dims, np.int32)
            loss = reshape(dispatch(SPARSE, (_rows(logits), reshape(labels, [-1])))[0], outer)
        return cast(loss, dtype)


def _check_same_shape(labels, logits):
    if not labels.shape.is_compatible_with(logits.shape):
        raise ValueError(f"`logits` and `labels` must have the same shape, received ({logits.shape} vs {labels.shape}).")


def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
    """`tf.nn.sigmoid_cross_entropy_with_logits`: the loss of each independent probability, in the shape of `logits`.

    Raises:
        ValueError: the shapes differ.
    """
    with scope(name, "logistic_loss") as name:
        _check_given("sigmoid_cross_entropy_with_logits", labels, logits)
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _check_same_shape(labels, logits)
        zeros = zeros_like(logits)
        positive = logits >= zeros
        clipped = where(positive, logits, zeros)
        negative_magnitude = where(positive, negative(logits), logits)
        return add(clipped - logits * labels, log1p(exp(negative_magnitude)), name=name)


def weighted_cross_entropy_with_logits(labels=None, logits=None, pos_weight=None, name=None):
    """`tf.nn.weighted_cross_entropy_with_logits`: as `sigmoid_cross_entropy_with_logits`, positives times `pos_weight`."""
    with scope(name, "logistic_loss") as name:
        _check_given("weighted_cross_entropy_with_logits", labels, logits)
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        _check_same_shape(labels, logits)
        weight = 1 + (pos_weight - 1) * labels
        return add((1 - labels) * logits, weight * (log1p(exp(negative(abs_(logits)))) + relu(negative(logits))), name=name)


def log_poisson_loss(targets, log_input, compute_full_loss=False, name=None):
    """``exp(log_input) - log_input * targets``: the loss of a Poisson distribution whose log-mean is predicted.

    Args:
        compute_full_loss: add Stirling's approximation of ``log(targets!)`` where the targets are above 1.

    Raises:
        ValueError: the shapes differ.
    """
    with scope(name, "log_poisson_loss"):
        log_input = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, name="targets")
        if not is_compatible(log_input._dims, targets._dims):
            raise ValueError(f"`log_input` and `targets` must have the same shape, received ({log_input.shape} vs "
                             f"{targets.shape}).")
        result = exp(log_input) - log_input * targets
        if compute_full_loss:
            stirling = targets * log(targets) - targets + 0.5 * log((2.0 * math.pi) * targets)
            small = logical_and(targets >= 0.0, targets <= 1.0)
            result += where(small, zeros_like(targets), stirling)
        return result


def compute_average_loss(per_example_loss, sample_weight=None, global_batch_size=None):
    """The sum of the weighted losses divided by the size of the batch, by default that of `per_example_loss`."""
    replicas = 1
    if global_batch_size is None:
        replicas = _replicas("compute_average_loss")
    losses = convert_to_tensor(per_example_loss)
    dtype = losses.dtype
    if sample_weight is not None:
        losses = losses * cast(convert_to_tensor(sample_weight), dtype)
    size = shape(losses)[0] * replicas if global_batch_size is None else convert_to_tensor(global_batch_size)
    return divide_no_nan(reduce_sum(losses), cast(size, dtype))


def scale_regularization_loss(regularization_loss):
    """The share of one replica in the sum of the losses."""
    return reduce_sum(convert_to_tensor(regularization_loss) / _replicas("scale_regularization_loss"))


def _replicas(name):
    """How many replicas share a loss. Raises RuntimeError where the code runs for all of them."""
    level = strategy_level()
    if level is None:
        return 1
    if level.replica is None:
        raise RuntimeError(f"You are calling `{name}` in cross replica context, while it was expected to be called in replica context.")
    return level.strategy.num_replicas_in_sync
