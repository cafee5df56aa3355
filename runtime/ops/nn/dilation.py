"""`tf.nn.dilation2d` and `erosion2d`: the greatest sum of image and filter in each window, and the least difference."""

from __future__ import annotations

import numpy as np

from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import infer, types
from runtime.ops.kernels.windows import Geometry
from runtime.ops.math import negative
from runtime.ops.nn.windows import infer_windows, padding_attrs
from runtime.ops.rearrange import reverse
from runtime.ops.scope import scope


def _geometry(x, filters, strides, rates, padding):
    if x.ndim != 4:
        raise invalid(f"input must be 4-dimensional{text(x.shape)}")
    if filters.ndim != 3:
        raise invalid(f"filters must be 3-dimensional{text(filters.shape)}")
    if x.shape[3] != filters.shape[2]:
        raise invalid(f"input and filter must have the same depth: {x.shape[3]} vs {filters.shape[2]}")
    return Geometry(x.shape[1:3], filters.shape[:2], strides, rates, padding)


def _lowest(dtype):
    return dtype.type(np.finfo(dtype).min if dtype.kind == "f" else np.iinfo(dtype).min)


def _sums(geometry, x, filters):
    """For each place of a window: (its number, where it lies, the sums there, and whether it is in the image)."""
    padded, inside = geometry.padded(x), geometry.padded(np.ones((1, *x.shape[1:3], 1), bool))
    taps = filters.reshape(-1, filters.shape[2])
    for number, place in enumerate(geometry.places()):
        yield number, place, padded[place] + taps[number], inside[place]


def _dilate(x, filters, strides, rates, padding):
    geometry = _geometry(x, filters, strides, rates, padding)
    result = np.full((len(x), *geometry.out, x.shape[3]), _lowest(x.dtype), x.dtype)
    for _, _, sums, inside in _sums(geometry, x, filters):
        np.copyto(result, sums, where=inside & (sums > result))
    return result


def _winners(geometry, x, filters):
    """The number of the place with the greatest sum in each window, the first of equals."""
    best = np.full((len(x), *geometry.out, x.shape[3]), _lowest(x.dtype), x.dtype)
    chosen = np.zeros(best.shape, np.int64)
    for number, _, sums, inside in _sums(geometry, x, filters):
        better = inside & (sums > best)
        np.copyto(best, sums, where=better)
        chosen[better] = number
    return chosen


def _to_input(x, filters, dy, strides, rates, padding):
    geometry = _geometry(x, filters, strides, rates, padding)
    chosen = _winners(geometry, x, filters)
    total, inside = geometry.empty(len(x), x.shape[3], x.dtype)
    for number, place in enumerate(geometry.places()):
        total[place] += np.where(chosen == number, dy, 0).astype(x.dtype)
    return np.ascontiguousarray(inside)


def _to_filter(x, filters, dy, strides, rates, padding):
    geometry = _geometry(x, filters, strides, rates, padding)
    chosen = _winners(geometry, x, filters)
    sums = [np.where(chosen == number, dy, 0).sum(axis=(0, 1, 2), dtype=x.dtype) for number in range(filters.shape[0] * filters.shape[1])]
    return np.array(sums, x.dtype).reshape(filters.shape)


def _infer(inputs, attrs):
    dims, filters = infer.with_rank(inputs[0]._dims, 4), infer.with_rank(inputs[1]._dims, 3)
    depth = infer.merged_size(dims[3], filters[2])
    if None in dims[1:3] or None in filters[:2]:
        return (None,) * 4
    return infer_windows(dims, filters[:2], {**attrs, "dilations": attrs["rates"], "data_format": "NHWC"}, depth)


_OPTIONS = {"attrs": {"strides": REQUIRED, "rates": REQUIRED, "padding": REQUIRED}, "types": {"T": types.REAL}}
DILATION = op("Dilation2D", "input: T, filter: T -> output: T", kernel=_dilate, infer=_infer, **_OPTIONS)
TO_INPUT = op("Dilation2DBackpropInput", "input: T, filter: T, out_backprop: T -> in_backprop: T", kernel=_to_input, infer=infer.same,
              **_OPTIONS)
TO_FILTER = op("Dilation2DBackpropFilter", "input: T, filter: T, out_backprop: T -> filter_backprop: T", kernel=_to_filter,
               infer=lambda inputs, attrs: inputs[1]._dims, **_OPTIONS)


@gradient("Dilation2D")
def _grad(operation, dy):
    x, filters = operation.inputs
    attrs = {name: operation.attrs[name] for name in DILATION.attrs}
    return [dispatch(TO_INPUT, (x, filters, dy), attrs), dispatch(TO_FILTER, (x, filters, dy), attrs)]


def _dilation(x, filters, strides, padding, data_format, dilations, name):
    if data_format != "NHWC":
        raise ValueError(f"`data_format` values other  than 'NHWC' are not supported. Received: data_format={data_format}")
    padding = padding_attrs(padding, DILATION.name, ("SAME", "VALID"))["padding"]
    return dispatch(DILATION, (x, filters), {"strides": list(strides), "rates": list(dilations), "padding": padding}, name)


def dilation2d(input, filters, strides, padding, data_format, dilations, name=None):  # noqa: A002
    """The greatest of ``input + filters`` in each window, with filters [height, width, channels]. Raises ValueError for another format."""
    return _dilation(input, filters, strides, padding, data_format, dilations, name)


def erosion2d(value, filters, strides, padding, data_format, dilations, name=None):
    """The least of ``value - filters`` in each window. Raises ValueError for other formats than NHWC."""
    with scope(name, "erosion2d") as name:
        return negative(_dilation(negative(value), reverse(filters, [0, 1]), strides, padding, data_format, dilations, None), name=name)
