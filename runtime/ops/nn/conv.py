"""Convolutions of `tf.nn`, as products of matrices of windows. Filters are [height, width, in, out]."""

from __future__ import annotations

import functools

import numpy as np

from runtime.core import errors
from runtime.core.convert import constant_shape, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import infer, types
from runtime.ops.array import expand_dims, shape, squeeze
from runtime.ops.joining import concat
from runtime.ops.scope import scope
from runtime.ops.kernels import convolution as kernels
from runtime.ops.kernels.windows import Geometry
from runtime.ops.nn.windows import infer_windows, only_channels_last, padding_attrs, per_dimension, spatial_axes


def _geometry(input_shape, filter_shape, attrs):
    return Geometry(input_shape[1:3], filter_shape[:2], attrs["strides"], attrs["dilations"], attrs["padding"],
                    attrs["explicit_paddings"])


def _check(x, filters):
    if np.ndim(x) != 4:
        raise invalid(f"convolution input must be 4-dimensional: {text(np.shape(x))}")
    if np.ndim(filters) != 4:
        raise invalid(f"convolution filter must be 4-dimensional: {text(np.shape(filters))}")


def _groups(channels, filter_shape):
    """How many groups of input channels are convolved apart."""
    if not filter_shape[2] or channels % filter_shape[2]:
        raise invalid(f"input depth must be evenly divisible by filter depth: {channels} vs {filter_shape[2]}")
    groups = channels // filter_shape[2]
    if filter_shape[3] % groups:
        raise invalid("output depth must be evenly divisible by number of groups: "
                       f"{filter_shape[3]} vs {groups}")
    return groups


def _guarded(kernel, text, kind):
    """`kernel`, which refuses channels-first data."""
    def run(*inputs, use_cudnn_on_gpu=True, data_format="NHWC", **attrs):
        only_channels_last(data_format, text, kind)
        return kernel(*inputs, **attrs)
    return run


def _by_group(groups, kernel, first, second, *axes):
    """`kernel` of each group of channels, joined along the last axis; `axes` are the channels of the two arrays."""
    if groups == 1:
        return kernel(first, second)
    parts = (np.split(array, groups, axis=axis) for array, axis in zip((first, second), axes))
    return np.concatenate([kernel(*map(np.ascontiguousarray, pair)) for pair in zip(*parts)], axis=-1)


def _conv(x, filters, **attrs):
    _check(x, filters)
    geometry = _geometry(x.shape, filters.shape, attrs)
    return _by_group(_groups(x.shape[3], filters.shape), functools.partial(kernels.forward, geometry), x, filters, 3, 3)


def _check_dilations(dtype, attrs):
    if dtype == np.float64 and any(rate > 1 for rate in attrs["dilations"]):  # which TensorFlow leaves to a library of single precision
        raise invalid("Current CPU implementations do not yet support dilation rates larger than 1.")


def _conv_input(input_sizes, filters, dy, **attrs):
    _check_dilations(dy.dtype, attrs)
    sizes = [int(size) for size in input_sizes]
    if len(sizes) == 2:  # height and width alone
        sizes = [dy.shape[0], *sizes, filters.shape[2]]
    _check(dy, filters)
    geometry = _geometry(sizes, filters.shape, attrs)
    if geometry.out != dy.shape[1:3] or dy.shape[0] != sizes[0]:
        raise invalid("Conv2DSlowBackpropInput: Size of out_backprop doesn't match computed: actual = "
                       f"{dy.shape[1:3]}, computed = {geometry.out}")
    return _by_group(_groups(sizes[3], filters.shape), functools.partial(kernels.input_gradient, geometry), filters, dy, 3, 3)


def _conv_filter(x, filter_sizes, dy, **attrs):
    _check_dilations(dy.dtype, attrs)
    sizes = tuple(int(size) for size in filter_sizes)
    geometry = _geometry(x.shape, sizes, attrs)
    return _by_group(_groups(x.shape[3], sizes), functools.partial(kernels.filter_gradient, geometry), x, dy, 3, 3)


def _depthwise(x, filters, **attrs):
    _check(x, filters)
    if x.shape[3] != filters.shape[2]:
        raise invalid(f"input and filter must have the same depth: {x.shape[3]} vs {filters.shape[2]}")
    return kernels.depthwise_forward(_geometry(x.shape, filters.shape, attrs), x, filters)


def _depthwise_input(input_sizes, filters, dy, **attrs):
    sizes = [int(size) for size in input_sizes]
    return kernels.depthwise_input_gradient(_geometry(sizes, filters.shape, attrs), filters, dy)


def _depthwise_filter(x, filter_sizes, dy, **attrs):
    sizes = tuple(int(size) for size in filter_sizes)
    return kernels.depthwise_filter_gradient(_geometry(x.shape, sizes, attrs), x, dy, sizes[3])


def _conv_infer(inputs, attrs):
    dims, filters = infer.with_rank(inputs[0]._dims, 4), infer.with_rank(inputs[1]._dims, 4)
    channels = dims[spatial_axes(attrs["data_format"])[1]]
    if channels is not None and filters[2] and channels % filters[2]:
        raise ValueError(f"Depth of input ({channels}) is not a multiple of input depth of filter ({filters[2]})")
    return infer_windows(dims, filters[:2], attrs, filters[3])


def _depthwise_infer(inputs, attrs):
    dims, filters = infer.with_rank(inputs[0]._dims, 4), infer.with_rank(inputs[1]._dims, 4)
    channels = infer.merged_size(dims[spatial_axes(attrs["data_format"])[1]], filters[2])
    depth = None if channels is None or filters[3] is None else channels * filters[3]
    return infer_windows(dims, filters[:2], attrs, depth)


def _sizes_infer(position):
    """The shape that one of the inputs holds. Conv2DBackpropInput may leave out batch and channels."""
    def infer_sizes(inputs, attrs):
        dims = constant_shape(inputs[position])
        if dims is not None and len(dims) == 2:
            return inputs[2]._dims[0], *dims, inputs[1]._dims[2]
        if dims is None or position:
            return (None,) * 4 if dims is None else dims
        return (inputs[2]._dims or (None,))[0], *dims[1:]
    return infer_sizes


_ATTRS = {"strides": REQUIRED, "padding": REQUIRED, "explicit_paddings": [], "data_format": "NHWC", "dilations": [1, 1, 1, 1]}
_CUDNN = {"strides": REQUIRED, "use_cudnn_on_gpu": True, **_ATTRS}


def _family(name, kernels, infer_output, attrs, input_name, filter_name, refusals, allowed=types.HALF_FIRST):
    """Declare a convolution and the ops of its gradients; `refusals` are what the three say of channels-first data."""
    kernels = [_guarded(kernel, *refusal) for kernel, refusal in zip(kernels, refusals)]
    properties = {"attrs": attrs, "types": {"T": allowed}}
    forward = op(name, "input: T, filter: T -> output: T", kernel=kernels[0], infer=infer_output, **properties)
    to_input = op(input_name, "input_sizes: int32, filter: T, out_backprop: T -> output: T",
                  kernel=kernels[1], infer=_sizes_infer(0), **properties)
    to_filter = op(filter_name, "input: T, filter_sizes: int32, out_backprop: T -> output: T",
                   kernel=kernels[2], infer=_sizes_infer(1), attrs=attrs, types={"T": types.HALF_FIRST})

    register_gradients(forward, to_input, to_filter)
    return forward, to_input, to_filter


def register_gradients(forward, to_input, to_filter):
    """The gradients of a convolution and of the two ops that are made of its gradients: each is made of the other two."""
    def own(operation):
        return {key: operation.attrs[key] for key in forward.attrs}

    @gradient(forward.name)
    def _forward_grad(operation, dy):
        x, filters = operation.inputs
        return [dispatch(to_input, (shape(x), filters, dy), own(operation)),
                dispatch(to_filter, (x, shape(filters), dy), own(operation))]

    @gradient(to_input.name)
    def _input_grad(operation, ddx):
        _, filters, dy = operation.inputs
        return [None, dispatch(to_filter, (ddx, shape(filters), dy), own(operation)),
                dispatch(forward, (ddx, filters), own(operation))]

    @gradient(to_filter.name)
    def _filter_grad(operation, dfilters):
        x, _, dy = operation.inputs
        return [dispatch(to_input, (shape(x), dfilters, dy), own(operation)), None,
                dispatch(forward, (x, dfilters), own(operation))]


_REFUSALS_2D = (("The Conv2D op currently only supports the NHWC tensor format on the CPU. The op was given the format: NCHW",
                 errors.UnimplementedError),
                ("Conv2DCustomBackpropInputOp only supports NHWC.", errors.InvalidArgumentError),
                ("Conv2DCustomBackpropFilterOp only supports NHWC.", errors.InvalidArgumentError))
CONV_2D, CONV_2D_INPUT, CONV_2D_FILTER = _family("Conv2D", (_conv, _conv_input, _conv_filter), _conv_infer, _CUDNN,
                                 "Conv2DBackpropInput", "Conv2DBackpropFilter", _REFUSALS_2D, [*types.HALF_FIRST.names, "int32"])
DEPTHWISE, DEPTHWISE_INPUT, DEPTHWISE_FILTER = _family("DepthwiseConv2dNative", (_depthwise, _depthwise_input, _depthwise_filter),
                                                       _depthwise_infer, _ATTRS,
                       "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter",
                       [("Depthwise convolution on CPU is only supported for NHWC format", errors.UnimplementedError)] * 3)


def _attrs(op_def, strides, padding, data_format, dilations):
    data_format = data_format or "NHWC"
    return {"strides": per_dimension(strides, "strides", 2, data_format), "dilations": per_dimension(dilations, "dilations", 2,
                                                                                                     data_format),
            "data_format": data_format, **padding_attrs(padding, op_def.name)}


def conv2d(input, filters, strides, padding, data_format="NHWC", dilations=None, name=None):  # noqa: A002
    """`tf.nn.conv2d`: [batch, height, width, in] with filters [height, width, in, out].

    Args:
        strides, dilations: one number, two, or four.
        padding: ``"SAME"``, ``"VALID"`` or four pairs of numbers.
    """
    return dispatch(CONV_2D, (input, filters), _attrs(CONV_2D, strides, padding, data_format, dilations), name)


def conv2d_transpose(input, filters, output_shape, strides, padding="SAME", data_format="NHWC",  # noqa: A002
                     dilations=None, name=None):
    """`tf.nn.conv2d_transpose`: the gradient of `conv2d` to its input; filters are [height, width, out, in]."""
    with scope(name, "conv2d_transpose") as name:
        attrs = _attrs(CONV_2D_INPUT, strides, padding, data_format, dilations)
        return dispatch(CONV_2D_INPUT, (output_shape, filters, input), attrs, name)


def _one_row(sizes, data_format):
    """[n] or [1, n, 1] as the four numbers for a height of 1."""
    values = np.ravel(np.asarray(1 if sizes is None else sizes)).tolist()
    if data_format == "NCW":
        return [1, 1, 1, values[0]] if len(values) == 1 else [*values[:2], 1, values[2]]
    return [1, 1, values[0], 1] if len(values) == 1 else [values[0], 1, *values[1:]]


def conv1d(input, filters, stride, padding, data_format="NWC", dilations=None, name=None):  # noqa: A002
    """`tf.nn.conv1d`: [batch, width, in] with filters [width, in, out], as a convolution of height 1."""
    with scope(name, "conv1d") as name:
        row = -2 if data_format == "NCW" else -3
        attrs = {"strides": _one_row(stride, data_format), "dilations": _one_row(dilations, data_format),
                 "data_format": "NCHW" if data_format == "NCW" else "NHWC", **padding_attrs(padding, "Conv2D")}
        result = dispatch(CONV_2D, (expand_dims(input, row), expand_dims(filters, 0)), attrs, name)
        return squeeze(result, [row])


def conv1d_transpose(input, filters, output_shape, strides, padding="SAME", data_format="NWC",  # noqa: A002
                     dilations=None, name=None):
    """`tf.nn.conv1d_transpose`: the gradient of `conv1d` to its input; filters are [width, out, in]."""
    with scope(name, "conv1d_transpose") as name:
        row = 2 if data_format == "NCW" else 1
        attrs = {"strides": _one_row(strides, data_format), "dilations": _one_row(dilations, data_format),
                 "data_format": "NCHW" if data_format == "NCW" else "NHWC", **padding_attrs(padding, "Conv2DBackpropInput")}
        rows, weights = expand_dims(input, row), expand_dims(filters, 0)
        if isinstance(output_shape, (list, tuple)):
            sizes = np.array([*output_shape[:row], 1, *output_shape[row:]], np.int32)
        else:
            output_shape = convert_to_tensor(output_shape)
            sizes = concat([output_shape[:row], [1], output_shape[row:]], 0)
        return squeeze(dispatch(CONV_2D_INPUT, (sizes, weights, rows), attrs, name), [row])


def depthwise_conv2d(input, filter, strides, padding, data_format=None, dilations=None, name=None):  # noqa: A002
    """`tf.nn.depthwise_conv2d`: each channel by itself; filters are [height, width, in, multiplier]."""
    with scope(name, "depthwise") as name:
        input = convert_to_tensor(input, name="tensor_in")  # noqa: A001
        filter = convert_to_tensor(filter, name="filter_in")  # noqa: A001
        return dispatch(DEPTHWISE, (input, filter), _attrs(DEPTHWISE, strides, padding, data_format, dilations), name)


def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, data_format=None,  # noqa: A002
                     dilations=None, name=None):
    """`tf.nn.separable_conv2d`: a depthwise convolution, then one of size 1 across channels."""
    with scope(name, "separable_conv2d") as name:
        between = depthwise_conv2d(input, depthwise_filter, strides, padding, data_format, dilations, "depthwise")
        return dispatch(CONV_2D, (between, pointwise_filter), _attrs(CONV_2D, 1, "VALID", data_format, 1), name)


def atrous_conv2d(value, filters, rate, padding, name=None):
    """`tf.nn.atrous_conv2d`: `conv2d` with windows spread by `rate`."""
    return conv2d(value, filters, 1, padding, dilations=rate, name=name or "convolution")


def depthwise_conv2d_backprop_input(input_sizes, filter, out_backprop, strides, padding, data_format="NHWC",  # noqa: A002
                                    dilations=(1, 1, 1, 1), name=None):
    """The gradient of `depthwise_conv2d` to its input, of shape `input_sizes`."""
    return dispatch(DEPTHWISE_INPUT, (input_sizes, filter, out_backprop), _attrs(DEPTHWISE_INPUT, strides, padding, data_format, dilations),
                    name)


def depthwise_conv2d_backprop_filter(input, filter_sizes, out_backprop, strides, padding, data_format="NHWC",  # noqa: A002
                                     dilations=(1, 1, 1, 1), name=None):
    """The gradient of `depthwise_conv2d` to its filters, of shape `filter_sizes`."""
    return dispatch(DEPTHWISE_FILTER, (input, filter_sizes, out_backprop), _attrs(DEPTHWISE_FILTER, strides, padding, data_format,
                                                                                  dilations), name)


def conv2d_backprop_input(input_sizes, filter=None, out_backprop=None, strides=None, padding=None, use_cudnn_on_gpu=True,  # noqa: A002
                          data_format="NHWC", dilations=(1, 1, 1, 1), name=None, filters=None):
    """`tf.compat.v1.nn.conv2d_backprop_input`: the gradient of `conv2d` to its input, of shape `input_sizes`."""
    attrs = _attrs(CONV_2D_INPUT, strides, padding, data_format, dilations)
    return dispatch(CONV_2D_INPUT, (input_sizes, filters if filter is None else filter, out_backprop), attrs, name)


def conv2d_backprop_filter(input, filter_sizes, out_backprop, strides, padding, use_cudnn_on_gpu=True, data_format="NHWC",  # noqa: A002
                           dilations=(1, 1, 1, 1), name=None):
    """`tf.compat.v1.nn.conv2d_backprop_filter`: the gradient of `conv2d` to its filters, of shape `filter_sizes`."""
    return dispatch(CONV_2D_FILTER, (input, filter_sizes, out_backprop), _attrs(CONV_2D_FILTER, strides, padding, data_format, dilations),
                    name)


def atrous_conv2d_transpose(value, filters, output_shape, rate, padding, name=None):
    """`tf.nn.atrous_conv2d_transpose`: the gradient of `atrous_conv2d` to its input."""
    with scope(name, "atrous_conv2d_transpose") as name:
        attrs = _attrs(CONV_2D_INPUT, 1, padding, "NHWC", rate)
        return dispatch(CONV_2D_INPUT, (output_shape, filters, value), attrs, name)
