"""Pooling of `tf.nn`: the greatest or the mean of each window."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.convert import constant_shape, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.ops import infer, types
from runtime.ops.array import expand_dims, shape, squeeze
from runtime.ops.creation import zeros_like
from runtime.ops.scope import scope
from runtime.ops.kernels import pooling as kernels
from runtime.ops.kernels.windows import Geometry
from runtime.ops.nn.windows import infer_windows, only_channels_last, order, padding_attrs, per_dimension


def _geometry(name, dims, ksize, strides, padding, explicit_paddings=(), data_format="NHWC"):
    only_channels_last(name, data_format)
    if len(dims) != 4:
        raise errors.InvalidArgumentError(None, None, f"tensor_in_shape must have 2 spatial dimensions. {len(dims)} 0")
    return Geometry(dims[1:3], ksize[1:3], strides, [1] * 4, padding, explicit_paddings)


def _max(x, **attrs):
    return kernels.maximum(_geometry("MaxPool", x.shape, **attrs), x)


def _max_grad(x, y, dy, **attrs):
    return kernels.maximum_gradient(_geometry("MaxPoolGrad", x.shape, **attrs), x, y, dy)


def _max_grad_grad(x, y, ddx, **attrs):
    return kernels.maximum_second_gradient(_geometry("MaxPoolGradGrad", x.shape, **attrs), x, y, ddx)


def _mean(value, **attrs):
    return kernels.mean(_geometry("AvgPool", value.shape, **attrs), value)


def _mean_grad(sizes, dy, **attrs):
    return kernels.mean_gradient(_geometry("AvgPoolGrad", sizes.tolist(), **attrs), dy)


def _pool_infer(inputs, attrs):
    dims = infer.with_rank(inputs[0]._dims, 4)
    height, width, channel = order(attrs["data_format"])
    return infer_windows(dims, (attrs["ksize"][height], attrs["ksize"][width]), attrs, dims[channel])


_ATTRS = {"ksize": REQUIRED, "strides": REQUIRED, "padding": REQUIRED}
_MAX = {"attrs": {**_ATTRS, "explicit_paddings": [], "data_format": "NHWC"}, "types": {"T": types.REAL}}
_AVG = {"attrs": {**_ATTRS, "data_format": "NHWC"}, "types": {"T": types.HALF_FIRST}}
MAX_POOL = op("MaxPool", "input: T -> output: T", kernel=_max, infer=_pool_infer, attrs=_MAX["attrs"],
              types={"T": "float16 bfloat16 float32 float64 int32 int64 uint8 int16 int8 uint16 qint8"})
MAX_POOL_GRAD = op("MaxPoolGrad", "orig_input: T, orig_output: T, grad: T -> output: T", kernel=_max_grad, infer=infer.same, **_MAX)
MAX_POOL_GRAD_GRAD = op("MaxPoolGradGrad", "orig_input: T, orig_output: T, grad: T -> output: T", kernel=_max_grad_grad,
                        infer=lambda inputs, attrs: inputs[1]._dims, **_MAX)
AVG_POOL = op("AvgPool", "value: T -> output: T", kernel=_mean, infer=_pool_infer, **_AVG)
AVG_POOL_GRAD = op("AvgPoolGrad", "orig_input_shape: int32, grad: T -> output: T", kernel=_mean_grad,
                   infer=lambda inputs, attrs: constant_shape(inputs[0]), **_AVG)


def _own(operation):
    return {name: operation.attrs[name] for name in operation.op_def.attrs}


@gradient("MaxPool")
def _max_pool_grad(operation, dy):
    return [dispatch(MAX_POOL_GRAD, (operation.inputs[0], operation.outputs[0], dy), _own(operation))]


@gradient("MaxPoolGrad")
def _max_pool_grad_grad(operation, ddx):
    x, y, _ = operation.inputs
    return [zeros_like(x), zeros_like(y), dispatch(MAX_POOL_GRAD_GRAD, (x, y, ddx), _own(operation))]


@gradient("MaxPoolGradGrad")
def _max_pool_grad_grad_grad(operation, dz):
    x, y, _ = operation.inputs
    return [zeros_like(x), zeros_like(y), dispatch(MAX_POOL_GRAD, (x, y, dz), _own(operation))]


@gradient("AvgPool")
def _avg_pool_grad(operation, dy):
    return [dispatch(AVG_POOL_GRAD, (shape(operation.inputs[0]), dy), _own(operation))]


@gradient("AvgPoolGrad")
def _avg_pool_grad_grad(operation, ddx):
    return [None, dispatch(AVG_POOL, (ddx,), _own(operation))]


def _sizes(ksize, strides):
    return {"ksize": per_dimension(ksize, "ksize"), "strides": per_dimension(strides, "strides")}


def max_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):  # noqa: A002
    """`tf.nn.max_pool2d`: the greatest of each window of [batch, height, width, channels]."""
    with scope(name, "MaxPool2d") as name:
        attrs = {**_sizes(ksize, strides), **padding_attrs(padding, "MaxPool"), "data_format": data_format or "NHWC"}
        return dispatch(MAX_POOL, (input,), attrs, name)


def avg_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):  # noqa: A002
    """`tf.nn.avg_pool2d`: the mean of each window; padding does not count."""
    with scope(name, "AvgPool2D") as name:
        return dispatch(AVG_POOL, (input,), {**_sizes(ksize, strides), **padding_attrs(padding, "AvgPool", ("SAME", "VALID")),
                                             "data_format": data_format or "NHWC"}, name)


def _one_row(sizes, name):
    batch, width, channels = per_dimension(sizes, name, spatial=1)
    return [batch, 1, width, channels]


def _pool1d(op_def, input, ksize, strides, padding, data_format, name):  # noqa: A002
    if data_format not in ("NWC", "NCW"):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}")
    if data_format == "NCW":
        only_channels_last(op_def.name, "NCHW")
    rows = expand_dims(convert_to_tensor(input, name="input"), 1)
    attrs = {"ksize": _one_row(ksize, "ksize"), "strides": _one_row(strides, "strides"), "data_format": "NHWC",
             **padding_attrs(padding, op_def.name, ("SAME", "VALID"))}
    return squeeze(dispatch(op_def, (rows,), attrs, name), 1)


def max_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):  # noqa: A002
    """`tf.nn.max_pool1d`: the greatest of each window of [batch, width, channels]."""
    with scope(name, "MaxPool1d") as name:
        return _pool1d(MAX_POOL, input, ksize, strides, padding, data_format, name)


def avg_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):  # noqa: A002
    """`tf.nn.avg_pool1d`: the mean of each window of [batch, width, channels]."""
    with scope(name, "AvgPool1D") as name:
        return _pool1d(AVG_POOL, input, ksize, strides, padding, data_format, name)


def _spatial(tensor, data_format):
    """How many dimensions a window has."""
    dims = tensor._dims
    count = len(dims) - 2 if dims is not None else len(data_format or "NHWC") - 2
    if count not in (1, 2):
        if count == 3:
            raise errors.MissingOpError("the runtime has no pooling of three dimensions (MaxPool3D, AvgPool3D)")
        raise ValueError(f"`input.shape.rank` must be 3, 4 or 5. Received: input.shape={tensor.shape} of rank {count + 2}.")
    return count


def max_pool(input, ksize, strides, padding, data_format=None, name=None):  # noqa: A002
    """`tf.nn.max_pool`: `max_pool1d` or `max_pool2d`, by the rank of the input."""
    input = convert_to_tensor(input)  # noqa: A001
    if _spatial(input, data_format) == 1:
        return max_pool1d(input, ksize, strides, padding, data_format or "NWC", name)
    return max_pool2d(input, ksize, strides, padding, data_format or "NHWC", name)


def avg_pool(input, ksize, strides, padding, data_format=None, name=None):  # noqa: A002
    """`tf.nn.avg_pool`: `avg_pool1d` or `avg_pool2d`, by the rank of the input."""
    input = convert_to_tensor(input)  # noqa: A001
    if _spatial(input, data_format) == 1:
        return avg_pool1d(input, ksize, strides, padding, data_format or "NWC", name)
    return avg_pool2d(input, ksize, strides, padding, data_format or "NHWC", name or "AvgPool")


def pool(input, window_shape, pooling_type, strides=None, padding="VALID", data_format=None, dilations=None,  # noqa: A002
         name=None):
    """`tf.nn.pool`: `max_pool` or `avg_pool`, as `pooling_type` (``"MAX"`` or ``"AVG"``) says. Dilations must be 1.

    Raises:
        ValueError: another `pooling_type`.
    """
    if dilations is not None and any(np.ravel(dilations) != 1):
        raise errors.MissingOpError("the runtime has no pooling with dilations")
    if pooling_type not in ("MAX", "AVG"):
        raise ValueError(f"{len(convert_to_tensor(input)._dims) - 2}-D {pooling_type} pooling is not supported.")
    chosen = max_pool if pooling_type == "MAX" else avg_pool
    return chosen(input, window_shape, strides or 1, padding, data_format, name or f"{pooling_type.lower()}_pool")
