"""Convolutions of [batch, depth, height, width, channels], with filters [depth, height, width, in, out]."""

from __future__ import annotations

from runtime.core.convert import constant_shape
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, op
from runtime.ops import infer, types
from runtime.ops.attributes import length_at_least
from runtime.ops.kernels import convolution as kernels
from runtime.ops.kernels.windows import Geometry
from runtime.ops.nn.conv import register_gradients
from runtime.ops.nn.windows import infer_windows, only_channels_last, padding_attrs, per_dimension, spatial_axes
from runtime.ops.scope import scope


def _geometry(input_shape, filter_shape, attrs):
    return Geometry(input_shape[1:4], filter_shape[:3], attrs["strides"], attrs["dilations"], attrs["padding"])


def _check_attrs(data_format, strides, dilations, **_):
    """What TensorFlow asks of the attributes before it looks at the arrays."""
    axes, channel = spatial_axes(data_format)
    for name, sizes in (("strides", strides), ("dilation rates", dilations)):
        if sizes[0] != 1 or sizes[channel] != 1:
            raise invalid(f"Current implementation does not yet support {name} in the batch and depth dimensions.")
        if any(sizes[axis] <= 0 for axis in axes):
            raise invalid(f"{'Spatial strides' if name == 'strides' else 'Dilated rates'} should be larger than 0.")


def _check_sizes(name, sizes, filters, dy):
    """What the two gradients ask of the shapes: those of the input, the filters, and what comes from above."""
    for what, dims in (("input", sizes), ("filter", filters), ("out_backprop", dy)):
        if len(dims) != 5:
            raise invalid(f"{what} tensor must have 5 dimensions")
    if dy[0] != sizes[0]:
        raise invalid(f"{name}: input and out_backprop must have the same batch size. Input batch: {sizes[0]}, outbackprop batch: "
                      f"{dy[0]}, batch_dim: 0")
    if sizes[4] != filters[3]:
        raise invalid(f"input and filter_sizes must have the same number of channels. Got {sizes[4]} for input and {filters[3]} for "
                      "filter_sizes")
    if dy[4] != filters[4]:
        raise invalid(f"out_backprop and filter_sizes must have the same number of channels. Got {dy[4]} for out_backprop and "
                      f"{filters[4]} for filter_sizes")


def _backward_geometry(name, sizes, filters, dy, attrs):
    _check_attrs(**attrs)
    if set(attrs["dilations"]) != {1}:
        raise invalid("Current CPU implementation does not yet support dilation rates larger than 1.")
    _check_sizes(name, sizes, filters, dy)
    geometry = _geometry(sizes, filters, attrs)
    for axis, (actual, computed) in enumerate(zip(dy[1:4], geometry.out), 1):
        if actual != computed:
            raise invalid(f"{name}: Size of out_backprop doesn't match computed: actual = {actual}, computed = {computed} spatial_dim: "
                          f"{axis} input: {sizes[axis]} filter: {filters[axis - 1]} output: {actual} stride: {attrs['strides'][axis]} "
                          f"dilation: 1")
    return geometry


def _conv(x, filters, **attrs):
    _check_attrs(**attrs)
    for name, array in (("input", x), ("filter", filters)):
        if array.ndim != 5:
            raise invalid(f"{name} must be 5-dimensional")
    channels = x.shape[spatial_axes(attrs["data_format"])[1]]
    if not filters.shape[3] or channels % filters.shape[3]:
        raise invalid(f"Input depth must be evenly divisible by filter depth: {channels} vs {filters.shape[3]}")
    only_channels_last(attrs["data_format"], "CPU implementation of Conv3D currently only supports the NHWC tensor format.")
    if set(attrs["dilations"]) != {1}:
        raise invalid("CPU implementation of Conv3D currently only supports dilated rates of 1.")
    if channels != filters.shape[3]:
        raise invalid(f"Number of channels in filter ({filters.shape[3]}) must match last dimension of input ({channels})")
    return kernels.forward(_geometry(x.shape, filters.shape, attrs), x, filters)


def _conv_input(input_sizes, filters, dy, Tshape=None, **attrs):
    only_channels_last(attrs["data_format"], "Conv3DBackpropInputOpV2 only supports NDHWC on the CPU.")
    geometry = _backward_geometry("Conv3DBackpropInputOp", input_sizes.tolist(), filters.shape, dy.shape, attrs)
    return kernels.input_gradient(geometry, filters, dy)


def _conv_filter(x, filter_sizes, dy, **attrs):
    only_channels_last(attrs["data_format"], "Conv3DBackpropFilterOpV2 only supports NDHWC on the CPU.")
    return kernels.filter_gradient(_backward_geometry("Conv3DBackpropFilterOp", x.shape, filter_sizes.tolist(), dy.shape, attrs), x, dy)


def _conv_infer(inputs, attrs):
    dims, filters = infer.with_rank(inputs[0]._dims, 5), infer.with_rank(inputs[1]._dims, 5)
    channels = dims[spatial_axes(attrs["data_format"])[1]]
    if channels is not None and filters[3] and channels % filters[3]:
        raise ValueError(f"Depth of input ({channels}) is not a multiple of input depth of filter ({filters[3]})")
    return infer_windows(dims, filters[:3], attrs, filters[4])


def _sizes_infer(position):
    def infer_sizes(inputs, attrs):
        dims = constant_shape(inputs[position])
        return (None,) * 5 if dims is None else dims
    return infer_sizes


_ATTRS = {"strides": REQUIRED, "padding": REQUIRED, "data_format": "NDHWC", "dilations": [1] * 5}
CONV_3D = op("Conv3D", "input: T, filter: T -> output: T", kernel=_conv, infer=_conv_infer, attrs=_ATTRS, types={"T": types.HALF_FIRST})
CONV_3D_INPUT = op("Conv3DBackpropInputV2", "input_sizes: Tshape, filter: T, out_backprop: T -> output: T", kernel=_conv_input,
                   infer=_sizes_infer(0), attrs=_ATTRS, types={"T": types.HALF_FIRST, "Tshape": types.INDEX})
CONV_3D_FILTER = op("Conv3DBackpropFilterV2", "input: T, filter_sizes: int32, out_backprop: T -> output: T", kernel=_conv_filter,
                    infer=_sizes_infer(1), attrs=_ATTRS, types={"T": types.HALF_FIRST})
register_gradients(CONV_3D, CONV_3D_INPUT, CONV_3D_FILTER)


def attributes(op_def, strides, padding, data_format, dilations):
    """The attributes of a call, as the op takes them: `strides` and `dilations` for all five dimensions."""
    length_at_least(op_def.name, "strides", strides, 5)
    length_at_least(op_def.name, "dilations", dilations, 5)
    return {"strides": list(strides), "dilations": list(dilations), "data_format": data_format,
            **padding_attrs(padding, op_def.name, ("SAME", "VALID"))}


def conv3d(input, filters, strides, padding, data_format="NDHWC", dilations=None, name=None):  # noqa: A002
    """`tf.nn.conv3d`: [batch, depth, height, width, in] with filters [depth, height, width, in, out].

    Args:
        strides, dilations: five numbers; those of batch and channels must be 1, and so must all dilations.
    """
    if not isinstance(strides, (list, tuple)):
        raise TypeError(f"Expected list for 'strides' argument to 'conv3d' Op, not {strides}.")
    return dispatch(CONV_3D, (input, filters), attributes(CONV_3D, strides, padding, data_format, dilations or [1] * 5), name)


def conv3d_transpose(input, filters, output_shape, strides, padding="SAME", data_format="NDHWC",  # noqa: A002
                     dilations=None, name=None):
    """`tf.nn.conv3d_transpose`: the gradient of `conv3d` to its input; filters are [depth, height, width, out, in]."""
    with scope(name, "conv3d_transpose") as name:
        data_format = data_format or "NDHWC"
        strides = per_dimension(strides, "strides", 3, data_format)
        dilations = per_dimension(dilations, "dilations", 3, data_format)
        return dispatch(CONV_3D_INPUT, (output_shape, filters, input), attributes(CONV_3D_INPUT, strides, padding, data_format, dilations),
                        name)
