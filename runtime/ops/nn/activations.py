"""Activation functions and softmax (`tf.nn.relu` and so on)."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, gradient, op
from runtime.core.tensor import Tensor
from runtime.ops import infer, types
from runtime.ops.array import transpose
from runtime.ops.cast import cast
from runtime.ops.creation import zeros_like
from runtime.ops.joining import concat
from runtime.ops.kernels.expressions import expression
from runtime.ops.kernels.softmax import softmax_rows
from runtime.ops.math import exp, multiply, negative, pow_, subtract, tanh
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope
from runtime.ops.special import erfc
from runtime.ops.select import where

_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_ALPHA = 1.6732632423543772848170429916717
_RELU_TYPES = TypeList("float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64 qint8")


def _activation(name, function, slope, allowed=types.HALF_FIRST, of_output=False, attrs=None, grad_name=None, inputs=None,
                grad_allowed=types.HALF_FIRST):
    """Declare an activation and the op of its gradient, `slope(dy, seen, **attrs)`, where `seen` is what it looks at: expressions.

    Returns:
        The OpDef of the activation.
    """
    grad_name = grad_name or name + "Grad"
    first, second = inputs or ("gradients", "outputs" if of_output else "features")
    activation = op(name, "features: T -> activations: T", lower=expression(function), infer=infer.same,
                    types={"T": allowed}, attrs=attrs)
    grad_op = op(grad_name, f"{first}: T, {second}: T -> backprops: T", lower=expression(slope), types={"T": grad_allowed},
                 attrs=attrs, infer=lambda inputs, attrs: infer.merged(inputs[0]._dims, inputs[1]._dims))

    @gradient(name)
    def _grad(op, dy):
        seen = op.outputs[0] if of_output else op.inputs[0]
        return [dispatch(grad_op, (dy, seen), _own(op, attrs))]

    return activation


def _own(operation, attrs):
    return {name: operation.attrs[name] for name in attrs} if attrs else None


def _elu(x):
    return np.where(x < 0, np.exp(x) - 1, x)  # as TensorFlow's kernel, not expm1


def _selu(x):
    below = _SELU_SCALE * _SELU_ALPHA * (np.exp(x) - 1)
    return np.where(x < 0, below, _SELU_SCALE * x)


# np.maximum returns its second argument where both are zero: -0.0 stays, as in TensorFlow.
RELU = _activation("Relu", lambda x: np.maximum(0, x), lambda dy, x: np.where(x > 0, dy, 0),
                   _RELU_TYPES, grad_allowed=types.REAL)
RELU6 = _activation("Relu6", lambda x: np.minimum(6, np.maximum(0, x)),
                    lambda dy, x: np.where((x > 0) & (x < 6), dy, 0), types.REAL, grad_allowed=types.REAL)
ELU = _activation("Elu", _elu, lambda dy, y: np.where(y < 0, dy * (y + 1), dy), of_output=True)
SELU = _activation("Selu", _selu, lambda dy, y: np.where(
    y < 0, dy * (y + _SELU_SCALE * _SELU_ALPHA), dy * _SELU_SCALE), of_output=True)
LEAKY_RELU = _activation("LeakyRelu", lambda x, alpha: np.where(x > 0, x, x * alpha),
                         lambda dy, x, alpha: np.where(x > 0, dy, dy * alpha), attrs={"alpha": float(np.float32(0.2))})


@gradient("ReluGrad", "Relu6Grad", "LeakyReluGrad")
def _piecewise_linear_grad_grad(operation, ddy):
    """The slope does not depend on the input, but for the kinks."""
    _, x = operation.inputs
    return [dispatch(operation.op_def, (ddy, x), _own(operation, operation.op_def.attrs)), zeros_like(x)]


@gradient("EluGrad")
def _elu_grad_grad(operation, ddy):
    dy, y = operation.inputs
    return [dispatch(operation.op_def, (ddy, y)), _where_negative(y, multiply(ddy, dy))]


@gradient("SeluGrad")
def _selu_grad_grad(operation, ddy):
    dy, y = operation.inputs
    return [dispatch(operation.op_def, (ddy, y)), _where_negative(y, multiply(ddy, dy))]


def _where_negative(y, value):
    return where(y < 0, value, zeros_like(value))


def relu(features, name=None):
    """`tf.nn.relu`: max(features, 0)."""
    return dispatch(RELU, (features,), None, name)


def relu6(features, name=None):
    """`tf.nn.relu6`: min(max(features, 0), 6)."""
    return dispatch(RELU6, (features,), None, name)


def elu(features, name=None):
    """`tf.nn.elu`: exp(features) - 1 where negative."""
    return dispatch(ELU, (features,), None, name)


def selu(features, name=None):
    """`tf.nn.selu`: the scaled `elu` of self-normalising networks."""
    return dispatch(SELU, (features,), None, name)


def leaky_relu(features, alpha=0.2, name=None):
    """`tf.nn.leaky_relu`: `alpha` times the features where negative. Integers become float32."""
    with scope(name, "LeakyRelu") as name:
        features = convert_to_tensor(features, name="features")
        if features.dtype.is_integer:
            features = cast(features, dtypes.float32)
        return dispatch(LEAKY_RELU, (features,), {"alpha": float(np.float32(alpha))}, name)


def crelu(features, axis=-1, name=None):
    """`tf.nn.crelu`: relu of the features and of their negatives, joined along `axis`."""
    with scope(name, "CRelu") as name:
        features = convert_to_tensor(features, name="features")
        return relu(concat([features, negative(features)], axis, name=name))


def gelu(features, approximate=False, name=None):
    """`tf.nn.gelu`: features times the normal distribution's cumulative probability, or its tanh approximation.

    Raises:
        ValueError: the features are no floats.
    """
    with scope(name, "Gelu"):
        features = convert_to_tensor(features, name="features")
        if not features.dtype.is_floating:
            raise ValueError(f"`features.dtype` must be a floating point tensor.Received:features.dtype={features.dtype}")
        if approximate:
            coefficient = cast(0.044715, features.dtype)
            inner = 0.7978845608028654 * (features + coefficient * pow_(features, 3))
            return 0.5 * features * (1.0 + tanh(inner))
        return 0.5 * features * erfc(-features * cast(0.7071067811865476, features.dtype))


# -- softmax -----------------------------------------------------------------------------------------------------------

def _check_rank(logits):
    if not np.ndim(logits):
        raise errors.InvalidArgumentError(None, None, "logits must have >= 1 dimension, got []")


def softmax_kernel(logits):
    _check_rank(logits)
    return softmax_rows(logits, False)


def log_softmax_kernel(logits):
    _check_rank(logits)
    return softmax_rows(logits, True)


def _infer_softmax(inputs, attrs):
    return infer.with_rank_at_least(inputs[0]._dims, 1)


SOFTMAX = op("Softmax", "logits: T -> softmax: T", kernel=softmax_kernel, infer=_infer_softmax, types={"T": types.HALF_FIRST})
LOG_SOFTMAX = op("LogSoftmax", "logits: T -> logsoftmax: T", kernel=log_softmax_kernel, infer=_infer_softmax,
                 types={"T": types.HALF_FIRST})


@gradient("Softmax")
def _softmax_grad(operation, dy):
    y = operation.outputs[0]
    return [multiply(subtract(dy, reduce_sum(multiply(dy, y), -1, keepdims=True)), y)]


@gradient("LogSoftmax")
def _log_softmax_grad(operation, dy):
    return [subtract(dy, multiply(reduce_sum(dy, -1, keepdims=True), exp(operation.outputs[0])))]


def move_axis_last(tensor, axis):
    """`tensor` with `axis` and the last axis exchanged: its own inverse."""
    order = list(range(len(tensor._dims)))
    order[axis], order[-1] = order[-1], order[axis]
    return transpose(tensor, order)


def along_axis(op_def, logits, axis, name):
    """`op_def`, which works on the last axis, along `axis`.

    Raises:
        InvalidArgumentError: there is no such axis.
    """
    logits = convert_to_tensor(logits)
    axis = -1 if axis is None else axis
    dims = logits._dims
    if dims is None or axis == -1 or (isinstance(axis, int) and axis == len(dims) - 1):
        return dispatch(op_def, (logits,), None, name)
    if isinstance(axis, Tensor):
        axis = int(np.asarray(axis))
    if not -len(dims) <= axis < len(dims):
        raise errors.InvalidArgumentError(None, None, f"`dim` must be in the range [{-len(dims)}, {len(dims)}) where "
                                          f"{len(dims)} is the number of dimensions in the input. Received: dim={axis}")
    return move_axis_last(dispatch(op_def, (move_axis_last(logits, axis),), None, name), axis)


def softmax(logits, axis=None, name=None):
    """`tf.nn.softmax`: exponentials along `axis` (the last one), divided by their sum."""
    return along_axis(SOFTMAX, logits, axis, name)


def log_softmax(logits, axis=None, name=None):
    """`tf.nn.log_softmax`: the logarithm of `softmax`."""
    return along_axis(LOG_SOFTMAX, logits, axis, name)
