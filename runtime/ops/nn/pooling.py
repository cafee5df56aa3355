"""Pooling of `tf.nn`: the greatest or the mean of each window."""

from __future__ import annotations

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
from runtime.ops.nn.windows import infer_windows, only_channels_last, padding_attrs, per_dimension, spatial_axes


def _geometry(name, dims, ksize, strides, padding, explicit_paddings=(), data_format="NHWC"):
    only_channels_last(data_format, f"Default {name}ingOp only supports NHWC on device type CPU")
    if len(dims) != 4:
        raise errors.InvalidArgumentError(None, None, f"tensor_in_shape must have 2 spatial dimensions. {len(dims)} 0")
    return Geometry(dims[1:3], ksize[1:3], strides, [1] * 4, padding, explicit_paddings)


def _max(x, **attrs):
    return kernels.maximum(_geometry("MaxPool", x.shape, **attrs), x)


def _max_grad(x, y, dy, **attrs):
    return kernels.maximum_gradient(_geometry("MaxPool", x.shape, **attrs), x, y, dy)


def _max_grad_grad(x, y, ddx, **attrs):
    return kernels.maximum_second_gradient(_geometry("MaxPool", x.shape, **attrs), x, y, ddx)


def _mean(value, **attrs):
    return kernels.mean(_geometry("AvgPool", value.shape, **attrs), value)


def _mean_grad(sizes, dy, **attrs):
    return kernels.mean_gradient(_geometry("AvgPool", sizes.tolist(), **attrs), dy)


def _pool_infer(inputs, attrs):
    dims = infer.with_rank(inputs[0]._dims, 4)
    axes, channel = spatial_axes(attrs["data_format"])
    return infer_windows(dims, [attrs["ksize"][axis] for axis in axes], attrs, dims[channel])


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


def _sizes(ksize, strides, data_format):
    return {"ksize": per_dimension(ksize, "ksize", 2, data_format), "strides": per_dimension(strides, "strides", 2, data_format),
            "data_format": data_format}


def max_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):  # noqa: A002
    """`tf.nn.max_pool2d`: the greatest of each window of [batch, height, width, channels]."""
    with scope(name, "MaxPool2d") as name:
        attrs = {**_sizes(ksize, strides, data_format or "NHWC"), **padding_attrs(padding, "MaxPool")}
        return dispatch(MAX_POOL, (input,), attrs, name)


def avg_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):  # noqa: A002
    """`tf.nn.avg_pool2d`: the mean of each window; padding does not count."""
    with scope(name, "AvgPool2D") as name:
        return dispatch(AVG_POOL, (input,), {**_sizes(ksize, strides, data_format or "NHWC"),
                                             **padding_attrs(padding, "AvgPool", ("SAME", "VALID"))}, name)


def _one_row(sizes, name, data_format):
    batch, first, second = per_dimension(sizes, name, 1, data_format)
    return [batch, first, 1, second] if data_format == "NCW" else [batch, 1, first, second]


def _pool1d(op_def, input, ksize, strides, padding, data_format, name):  # noqa: A002
    if data_format not in ("NWC", "NCW"):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}")
    row = 2 if data_format == "NCW" else 1
    rows = expand_dims(convert_to_tensor(input, name="input"), row)
    attrs = {"ksize": _one_row(ksize, "ksize", data_format), "strides": _one_row(strides, "strides", data_format),
             "data_format": "NCHW" if data_format == "NCW" else "NHWC", **padding_attrs(padding, op_def.name, ("SAME", "VALID"))}
    return squeeze(dispatch(op_def, (rows,), attrs, name), row)


def max_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):  # noqa: A002
    """`tf.nn.max_pool1d`: the greatest of each window of [batch, width, channels]."""
    with scope(name, "MaxPool1d") as name:
        return _pool1d(MAX_POOL, input, ksize, strides, padding, data_format, name)


def avg_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):  # noqa: A002
    """`tf.nn.avg_pool1d`: the mean of each window of [batch, width, channels]."""
    with scope(name, "AvgPool1D") as name:
        return _pool1d(AVG_POOL, input, ksize, strides, padding, data_format, name)
