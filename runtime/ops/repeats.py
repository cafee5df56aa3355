"""`tf.repeat`."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.ops import array, cast as casting, creation, joining, math as math_ops, reduction
from runtime.ops.gather_scatter import boolean_mask, gather
from runtime.ops.masks import sequence_mask
from runtime.ops.rearrange import broadcast_to, tile
from runtime.ops.scope import scope


def repeat(input, repeats, axis=None, name=None):
    """Each element of `input`, or slice along `axis`, `repeats` times; flat without `axis`.

    Raises:
        TypeError: `axis` is no int.
        ValueError: `axis` is out of range, or `repeats` has another length than that axis.
    """
    if axis is None:
        input, axis = array.reshape(input, [-1]), 0
    if not isinstance(axis, int):
        raise TypeError(f"Argument `axis` must be an int. Received `axis` = {axis} of type {type(axis).__name__}")
    with scope(name, "Repeat"):
        return _repeat(convert_to_tensor(input, name="data"), repeats, axis)


def _repeat(data, repeats, axis):
    repeats = convert_to_tensor(repeats, name="repeats")
    if not repeats.dtype.is_integer:
        raise TypeError(f"Argument `tensor` (name: repeats) must be of type integer. Received `tensor` = {repeats} of dtype: "
                        f"{repeats.dtype!s}")
    repeats = dispatch(casting.CAST, (repeats,), {"DstT": dtypes.int32})
    if repeats._dims is not None and len(repeats._dims) > 1:
        raise ValueError(f"Shape {repeats.shape} must have rank at most 1")
    data = _with_axis(data)
    size = array.shape(data, out_type=repeats.dtype)
    axis = _positive_axis(axis, data._dims)
    if repeats.shape.num_elements() == 1:
        repeats = array.reshape(repeats, [])
        tiled = _tile_axis(array.expand_dims(data, axis + 1), axis + 1, repeats)
        return array.reshape(tiled, joining.concat([size[:axis], [repeats * size[axis]], size[axis + 1:]], 0))
    if repeats._dims is not None and len(repeats._dims) == 1:
        if data._dims is None:
            raise TypeError("'NoneType' object is not subscriptable")
        if None not in (data._dims[axis], repeats._dims[0]) and data._dims[axis] != repeats._dims[0]:
            raise ValueError(f"Dimensions {data._dims[axis]} and {repeats._dims[0]} are not compatible")
    if context.graph is None and not context.tapes:
        chosen = np.repeat(np.arange(data._dims[axis], dtype=np.int32), np.maximum(repeats._value, 0))
        return gather(data, convert_to_tensor(chosen), axis=axis)
    return _repeat_each(data, broadcast_to(repeats, [size[axis]]), axis, size)


def _repeat_each(data, repeats, axis, size):
    """TensorFlow's way to a number of repetitions for each slice: all as often as the longest, then masked."""
    total = repeats
    if repeats._dims is None or len(repeats._dims) != axis + 1:
        lead = size[:axis + 1 - array.rank(repeats)]
        repeats = broadcast_to(repeats, joining.concat([lead, array.shape(repeats)], 0))
        repeats.set_shape([None] * (axis + 1))
    longest = reduction.reduce_max(repeats, creation.all_axes(repeats))
    longest = math_ops.maximum(convert_to_tensor(0, longest.dtype, name="zero"), longest)
    mask = sequence_mask(repeats, longest)
    masked = boolean_mask(_tile_axis(array.expand_dims(data, axis + 1), axis + 1, longest), mask)
    if axis:
        total = reduction.reduce_sum(total, creation.range_(0, array.rank(total), 1, name="Range"))
        masked = array.reshape(masked, joining.concat([size[:axis], [total], size[axis + 1:]], 0))
    if data._dims is not None:
        masked.set_shape(data._dims[:axis] + (None,) + data._dims[axis + 1:])
    return masked


def _with_axis(data):
    """`data`, a scalar as a vector."""
    if data._dims is not None:
        return data if data._dims else joining.stack([data])
    padded = joining.concat([[1], array.shape(data)], 0)
    return array.reshape(data, padded[-array.rank(data):])


def _positive_axis(axis, dims):
    if dims is not None and not -len(dims) <= axis < len(dims):
        raise ValueError(f"axis={axis} out of bounds: expected {-len(dims)}<=axis<{len(dims)}")
    if dims is None and axis < 0:
        raise ValueError(f"axis={axis} may only be negative if rank(data) is statically known.")
    return axis + len(dims) if axis < 0 else axis


def _tile_axis(data, axis, times):
    if data._dims is not None:
        multiples = [1] * len(data._dims)
        multiples[axis] = times
    else:
        single = creation.ones(array.rank(data), dtypes.int32)
        multiples = joining.concat([single[:axis], [times], single[axis + 1:]], 0)
    return tile(data, multiples)
