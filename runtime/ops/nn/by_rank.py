"""Convolutions and pooling in as many dimensions as the arguments have, with windows spread out where the ops cannot spread them."""

from __future__ import annotations

import numpy as np

from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.ops import array
from runtime.ops.blocks import batch_to_space, space_to_batch
from runtime.ops.joining import stack
from runtime.ops.nn import conv, conv3d, pooling, pooling3d
from runtime.ops.nn.windows import per_dimension, spatial_axes
from runtime.ops.scope import scope

_FORMATS = ("NWC", "NHWC", "NDHWC")
_TRANSPOSED = (conv.conv1d_transpose, conv.conv2d_transpose, conv3d.conv3d_transpose)
_MAX = (pooling.max_pool1d, pooling.max_pool2d, pooling3d.max_pool3d)
_AVG = (pooling.avg_pool1d, pooling.avg_pool2d, pooling3d.avg_pool3d)


def _spread(tensor, window, dilations, padding, run):
    """``run(tensor, padding)`` with windows whose elements lie `dilations` apart: each remainder of the places is an image of a batch."""
    rates, count = np.array(dilations, np.int32), len(dilations)
    reach = (np.asarray(window, np.int32) - 1) * rates if padding == "SAME" else np.zeros(count, np.int32)
    before = reach // 2
    sizes = tensor._dims[1:-1]
    if None not in sizes:
        more = -(np.array(sizes, np.int32) + reach) % rates
        paddings, crops = np.stack([before, reach - before + more], 1), np.stack([np.zeros_like(more), more], 1)
    else:
        more = -(array.shape(tensor)[1:-1] + reach) % rates
        paddings, crops = stack([convert_to_tensor(before), (reach - before) + more], 1), stack([convert_to_tensor(np.zeros_like(rates)),
                                                                                                 more], 1)
    return batch_to_space(run(space_to_batch(tensor, rates, paddings), "VALID"), rates, crops)


def convolution(input, filters, strides=None, padding="VALID", data_format=None, dilations=None, name=None):  # noqa: A002
    """`tf.nn.convolution`: `conv1d`, `conv2d` or `conv3d`, by the rank of the filters.

    Raises:
        ValueError: filters of another rank.
    """
    filters = convert_to_tensor(filters, name="filters")
    count = len(filters._dims) - 2
    if count not in (1, 2, 3):
        raise ValueError(f"`num_spatial_dims` must be 1, 2, or 3. Received: num_spatial_dims={count}.")
    data_format = data_format or _FORMATS[count - 1]
    name = name or "convolution"
    inner = [np.array(per_dimension(sizes, which, count, data_format))[list(spatial_axes(data_format)[0])]
             for sizes, which in ((strides, "strides"), (dilations, "dilations"))]
    if all(max(sizes) > 1 for sizes in inner):
        raise ValueError(f"`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides={inner[0]} and "
                         f"dilation_rate={inner[1]}")
    if count == 1:
        return conv.conv1d(input, filters, 1 if strides is None else strides, padding, data_format, dilations, name)
    if count == 2:
        return conv.conv2d(input, filters, 1 if strides is None else strides, padding, data_format, dilations, name)
    strides = per_dimension(strides, "strides", 3, data_format)
    dilations = per_dimension(dilations, "dilations", 3, data_format)
    if set(dilations) == {1} or data_format.startswith("NC"):
        return conv3d.conv3d(input, filters, strides, padding, data_format, dilations, name)
    with scope(name, "convolution") as name:
        return _spread(convert_to_tensor(input), filters._dims[:3], dilations[1:-1], padding,
                       lambda parts, padding: conv3d.conv3d(parts, filters, strides, padding, name=name))


def conv_transpose(input, filters, output_shape, strides, padding="SAME", data_format=None, dilations=None, name=None):  # noqa: A002
    """`tf.nn.conv_transpose`: `conv1d_transpose`, `conv2d_transpose` or `conv3d_transpose`, by the length of `output_shape`.

    Raises:
        ValueError: another length.
    """
    with scope(name, "conv_transpose") as name:
        if isinstance(output_shape, Tensor):
            count = output_shape._dims[0] - 2
        elif hasattr(output_shape, "__len__"):
            count = len(output_shape) - 2
        else:
            raise ValueError(f"`output_shape` must be a tensor or sized collection. Received: output_shape={output_shape}")
        if not 1 <= count <= 3:
            raise ValueError(f"`output_shape` must be of length 3, 4 or 5. Received: output_shape={output_shape} of length {count + 2}.")
        return _TRANSPOSED[count - 1](input, filters, output_shape, strides, padding, data_format or _FORMATS[count - 1], dilations, name)


def _pool(kinds, default_name, input, ksize, strides, padding, data_format, name):  # noqa: A002
    input = convert_to_tensor(input)  # noqa: A001
    dims = input._dims
    count = len(dims) - 2 if dims is not None else len(data_format or "NHWC") - 2
    if count not in (1, 2, 3):
        raise ValueError(f"`input.shape.rank` must be 3, 4 or 5. Received: input.shape={input.shape} of rank {count + 2}.")
    return kinds[count - 1](input, ksize, strides, padding, data_format or _FORMATS[count - 1],
                            name or (default_name if count == 2 else None))


def max_pool(input, ksize, strides, padding, data_format=None, name=None):  # noqa: A002
    """`tf.nn.max_pool`: `max_pool1d`, `max_pool2d` or `max_pool3d`, by the rank of the input."""
    return _pool(_MAX, None, input, ksize, strides, padding, data_format, name)


def avg_pool(input, ksize, strides, padding, data_format=None, name=None):  # noqa: A002
    """`tf.nn.avg_pool`: `avg_pool1d`, `avg_pool2d` or `avg_pool3d`, by the rank of the input."""
    return _pool(_AVG, "AvgPool", input, ksize, strides, padding, data_format, name)


def pool(input, window_shape, pooling_type, strides=None, padding="VALID", data_format=None, dilations=None,  # noqa: A002
         name=None):
    """`tf.nn.pool`: the greatest (``"MAX"``) or the mean (``"AVG"``) of each window, whose elements may lie apart.

    Raises:
        ValueError: another `pooling_type`, or dilations with strides or padding.
    """
    with scope(name, f"{pooling_type.lower()}_pool") as name:
        input = convert_to_tensor(input, name="input")  # noqa: A001
        count = len(window_shape)
        if not 1 <= count <= 3:
            raise ValueError(f"`len(window_shape)` must be 1, 2, or 3. Received: window_shape={window_shape} of length {count}")
        strides = np.ravel([1] * count if strides is None else [*strides] if hasattr(strides, "__len__") else [strides] * count)
        rates = np.ravel([1] * count if dilations is None else [*dilations] if hasattr(dilations, "__len__") else [dilations] * count)
        if (strides > 1).any() and (rates > 1).any():
            raise ValueError(f"`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides={strides} and "
                             f"dilation_rate={rates}")
        if padding == "SAME" and (rates > 1).any():
            raise ValueError(f"pooling with 'SAME' padding is not implemented for `dilation_rate` > 1. Received: padding={padding} and "
                             f"dilation_rate={rates}")
        if (strides > np.array(window_shape)).any():
            raise ValueError("`strides` > `window_shape` not supported due to inconsistency between CPU and GPU implementations. Received: "
                             f"strides={strides} and window_shape={window_shape}")
        if pooling_type not in ("MAX", "AVG"):
            raise ValueError(f"{count}-D {pooling_type} pooling is not supported.")

        def run(tensor, padding):
            kind = (_MAX if pooling_type == "MAX" else _AVG)[count - 1]
            return kind(tensor, list(window_shape), strides.tolist(), padding, data_format or _FORMATS[count - 1], name)
        if (rates == 1).all() or (data_format or "").startswith("NC"):
            return run(input, padding)
        return _spread(input, window_shape, rates.tolist(), padding, run)
