"""Pooling of [batch, depth, height, width, channels], and pooling of images that tells where the greatest stood."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant_shape
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.ops import infer, types
from runtime.ops.array import shape
from runtime.ops.creation import zeros_like
from runtime.ops.kernels import pooling as kernels
from runtime.ops.kernels.windows import Geometry
from runtime.ops.nn.windows import infer_windows, only_channels_last, padding_attrs, per_dimension, spatial_axes
from runtime.ops.scope import scope


def _check_windows(ksize, strides, channel):
    for sizes in (ksize, strides):
        for axis, what in ((0, "batch"), (channel, "depth")):
            if sizes[axis] != 1:
                raise errors.UnimplementedError(None, None, f"Pooling is not yet supported on the {what} dimension.")


def _geometry(dims, ksize, strides, padding, data_format):
    only_channels_last(data_format, "Default Pooling3DOp only supports NDHWC on device type CPU")
    _check_windows(ksize, strides, 4)
    if len(dims) != 5:
        raise invalid("tensor_in must be 5-dimensional")
    return Geometry(dims[1:4], ksize[1:4], strides, [1] * 5, padding)


def _max(x, **attrs):
    return kernels.maximum(_geometry(x.shape, **attrs), x)


def _max_grad(x, y, dy, TInput=None, **attrs):
    return kernels.maximum_gradient(_geometry(x.shape, **attrs), x, y, dy, shared=True)


def _max_grad_grad(x, y, ddx, **attrs):
    return kernels.maximum_second_gradient(_geometry(x.shape, **attrs), x, y, ddx)


def _mean(x, **attrs):
    return kernels.mean(_geometry(x.shape, **attrs), x)


def _mean_grad(sizes, dy, **attrs):
    return kernels.mean_gradient(_geometry(sizes.tolist(), **attrs), dy)


def _pool_infer(inputs, attrs):
    dims = infer.with_rank(inputs[0]._dims, 5)
    axes, channel = spatial_axes(attrs["data_format"])
    return infer_windows(dims, [attrs["ksize"][axis] for axis in axes], attrs, dims[channel])


_ATTRS = {"ksize": REQUIRED, "strides": REQUIRED, "padding": REQUIRED, "data_format": "NDHWC"}
_MAX = {"T": "float16 bfloat16 float32"}
_FLOATS = {"types": {"T": types.HALF_FIRST}, "unserved": {"T": "float16 float64"}}
MAX_POOL_3D = op("MaxPool3D", "input: T -> output: T", kernel=_max, infer=_pool_infer, attrs=_ATTRS, types=_MAX, unserved={"T": "float16"})
MAX_POOL_3D_GRAD = op("MaxPool3DGrad", "orig_input: TInput, orig_output: TInput, grad: T -> output: T", kernel=_max_grad, infer=infer.same,
                      attrs=_ATTRS, types={**_MAX, "TInput": _MAX["T"]}, unserved={"T": "float16", "TInput": "float16"})
MAX_POOL_3D_GRAD_GRAD = op(
    "MaxPool3DGradGrad", "orig_input: T, orig_output: T, grad: T -> output: T", kernel=_max_grad_grad,
    infer=lambda inputs, attrs: inputs[1]._dims, attrs=_ATTRS, types={"T": types.REAL},
    unserved={"T": "float64 int32 uint8 int16 int8 int64 uint16 float16 uint32 uint64"})
AVG_POOL_3D = op("AvgPool3D", "input: T -> output: T", kernel=_mean, infer=_pool_infer, attrs=_ATTRS, **_FLOATS)
AVG_POOL_3D_GRAD = op("AvgPool3DGrad", "orig_input_shape: int32, grad: T -> output: T", kernel=_mean_grad, attrs=_ATTRS,
                      infer=lambda inputs, attrs: constant_shape(inputs[0]) or (None,) * 5, **_FLOATS)


def _own(operation):
    return {name: operation.attrs[name] for name in operation.op_def.attrs}


@gradient("MaxPool3D")
def _max_pool_grad(operation, dy):
    return [dispatch(MAX_POOL_3D_GRAD, (operation.inputs[0], operation.outputs[0], dy), _own(operation))]


@gradient("MaxPool3DGrad")
def _max_pool_grad_grad(operation, ddx):
    x, y, _ = operation.inputs
    return [zeros_like(x), zeros_like(y), dispatch(MAX_POOL_3D_GRAD_GRAD, (x, y, ddx), _own(operation))]


@gradient("MaxPool3DGradGrad")
def _max_pool_grad_grad_grad(operation, dz):
    x, y, _ = operation.inputs
    return [zeros_like(x), zeros_like(y), dispatch(MAX_POOL_3D_GRAD, (x, y, dz), _own(operation))]


@gradient("AvgPool3D")
def _avg_pool_grad(operation, dy):
    return [dispatch(AVG_POOL_3D_GRAD, (shape(operation.inputs[0]), dy), _own(operation))]


@gradient("AvgPool3DGrad")
def _avg_pool_grad_grad(operation, ddx):
    return [None, dispatch(AVG_POOL_3D, (ddx,), _own(operation))]


def _pool(op_def, default_name, x, ksize, strides, padding, data_format, name):
    with scope(name, default_name) as name:
        data_format = data_format or "NDHWC"
        attrs = {"ksize": per_dimension(ksize, "ksize", 3, data_format), "strides": per_dimension(strides, "strides", 3, data_format),
                 "data_format": data_format, **padding_attrs(padding, op_def.name, ("SAME", "VALID"))}
        return dispatch(op_def, (x,), attrs, name)


def max_pool3d(input, ksize, strides, padding, data_format="NDHWC", name=None):  # noqa: A002
    """`tf.nn.max_pool3d`: the greatest of each window of [batch, depth, height, width, channels]."""
    return _pool(MAX_POOL_3D, "MaxPool3D", input, ksize, strides, padding, data_format, name)


def avg_pool3d(input, ksize, strides, padding, data_format="NDHWC", name=None):  # noqa: A002
    """`tf.nn.avg_pool3d`: the mean of each window; padding does not count."""
    return _pool(AVG_POOL_3D, "AvgPool3D", input, ksize, strides, padding, data_format, name)


# -- where the greatest stood --------------------------------------------------------------------------------------

def _image_geometry(x, ksize, strides, padding):
    _check_windows(ksize, strides, 3)
    if x.ndim != 4:
        raise invalid("tensor_in must be 4-dimensional (2)")
    return Geometry(x.shape[1:3], ksize[1:3], strides, [1] * 4, padding)


def _max_and_place(x, ksize, strides, padding, include_batch_in_index, Targmax):
    value, place = kernels.maximum_and_place(_image_geometry(x, ksize, strides, padding), x, include_batch_in_index)
    return value, place.astype(Targmax.as_numpy_dtype)


def _at_places(x, dy, places, ksize, strides, padding, include_batch_in_index):
    if dy.shape != places.shape:
        raise invalid(f"Expected grad shape to be {list(places.shape)}, but got {list(dy.shape)}")
    result = np.zeros(x.shape, dy.dtype)
    flat = places.reshape(len(x), -1)
    if not include_batch_in_index:
        flat = flat + np.arange(len(x), dtype=np.int64)[:, None] * (x.size // max(len(x), 1))
    np.add.at(result.reshape(-1), flat.reshape(-1), dy.reshape(-1))
    return result


def _place_infer(inputs, attrs):
    dims = infer.with_rank(inputs[0]._dims, 4)
    out = infer_windows(dims, attrs["ksize"][1:3], {**attrs, "data_format": "NHWC"}, dims[3])
    return [out, out]


_MaxAndPlace = collections.namedtuple("MaxPoolWithArgmax", "output argmax")

_PLACE_ATTRS = {"ksize": REQUIRED, "strides": REQUIRED, "padding": REQUIRED, "include_batch_in_index": False}
MAX_POOL_WITH_ARGMAX = op("MaxPoolWithArgmax", "input: T -> output: T, argmax: Targmax", kernel=_max_and_place, infer=_place_infer,
                          attrs={**_PLACE_ATTRS, "Targmax": dtypes.int64}, types={"T": types.REAL, "Targmax": types.INDEX})
MAX_POOL_GRAD_WITH_ARGMAX = op("MaxPoolGradWithArgmax", "input: T, grad: T, argmax: Targmax -> output: T", kernel=_at_places,
                               infer=infer.same,
                               attrs=_PLACE_ATTRS, types={"T": types.REAL, "Targmax": types.INDEX}, unserved={"Targmax": "int32"})


@gradient("MaxPoolWithArgmax")
def _with_argmax_grad(operation, dy, _):
    attrs = {name: operation.attrs[name] for name in _PLACE_ATTRS}
    return [dispatch(MAX_POOL_GRAD_WITH_ARGMAX, (operation.inputs[0], dy, operation.outputs[1]), attrs)]


def max_pool_with_argmax(input, ksize, strides, padding, data_format="NHWC", output_dtype=dtypes.int64,  # noqa: A002
                         include_batch_in_index=False, name=None):
    """`tf.nn.max_pool_with_argmax`: (the greatest of each window, its place in the image, or batch, as one number).

    Raises:
        ValueError: another data format.
    """
    if data_format != "NHWC":
        raise ValueError(f"`data_format` values other  than 'NHWC' are not supported. Received: data_format={data_format}")
    attrs = {"ksize": per_dimension(ksize, "ksize"), "strides": per_dimension(strides, "strides"),
             "include_batch_in_index": include_batch_in_index, "Targmax": dtypes.as_dtype(output_dtype),
             **padding_attrs(padding, MAX_POOL_WITH_ARGMAX.name, ("SAME", "VALID"))}
    return _MaxAndPlace(*dispatch(MAX_POOL_WITH_ARGMAX, (input,), attrs, name))
