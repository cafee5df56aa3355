"""The index that masks and bounds of a slice denote."""

from __future__ import annotations

import numpy as np

from runtime.core.errors import invalid
from runtime.core.tensor_shape import text


def index_parts(dims, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
    """The index, one entry for each of its parts: ("new",), ("shrink", axis, at) or ("range", axis, start, stop, step).

    `dims` may have unknown sizes, `begin` and `end` unknown values (None): what follows from these is None too.

    Raises:
        ValueError: in TensorFlow's words, for shape functions and kernels alike.
    """
    count = len(strides)
    if ellipsis_mask & (ellipsis_mask - 1):
        raise ValueError("Multiple ellipses in slice spec not allowed")
    consuming = sum(1 for i in range(count) if not (ellipsis_mask | new_axis_mask) >> i & 1)
    filled = len(dims) - consuming
    result, axis, seen = [], 0, False
    for i in range(count):
        bit = 1 << i
        if ellipsis_mask & bit:
            seen = True
            for _ in range(max(filled, 0)):
                result.append(("range", axis, 0, dims[axis], 1))
                axis += 1
        elif new_axis_mask & bit:
            result.append(("new",))
        else:
            if not dims:
                raise ValueError("Attempting to slice scalar input.")
            if axis >= len(dims):
                raise ValueError(f"Index out of range using input dim {axis}; input has only {len(dims)} dims")
            result.append(_axis_spec(axis, dims[axis], begin and begin[i], end and end[i], strides[i], i,
                                     bool(begin_mask & bit), bool(end_mask & bit), bool(shrink_axis_mask & bit)))
            axis += 1
    if not seen:
        result.extend(("range", rest, 0, dims[rest], 1) for rest in range(axis, len(dims)))
    return result


def _axis_spec(axis, size, begin, end, step, index, open_begin, open_end, shrink):
    if step == 0:
        raise ValueError(f"strides[{index}] must be non-zero")
    if shrink:
        if step is not None and step <= 0:
            raise ValueError("only stride 1 allowed on non-range indexing.")
        if open_begin:
            begin = 0
        if begin is None or size is None:
            return "shrink", axis, begin
        at = begin + size if begin < 0 else begin
        if not 0 <= at < size:
            raise ValueError(f"slice index {at if begin < 0 else begin} of dimension {axis} out of bounds.")
        return "shrink", axis, at
    if step is None:
        return "range", axis, None, None, None
    low, high = (0, size) if step > 0 else (-1, None if size is None else size - 1)
    start = (low if step > 0 else high) if open_begin else _clamp(begin, size, low, high)
    stop = (high if step > 0 else low) if open_end else _clamp(end, size, low, high)
    return "range", axis, start, stop, step


def _clamp(value, size, low, high):
    if value is None or size is None:
        return None
    if value < 0:
        value += size
    return max(low, min(high, value))


def length_of(start, stop, step):
    if start is None or stop is None or step is None:
        return None
    return max(0, -((start - stop) // step) if step > 0 else -((stop - start) // -step))


def numpy_index(dims, begin, end, strides, **masks):
    """The tuple with which NumPy takes this slice of an array of shape `dims`.

    Raises:
        InvalidArgumentError: the slice is out of bounds or malformed.
    """
    if not np.shape(begin) == np.shape(end) == np.shape(strides) or np.ndim(begin) != 1:
        raise invalid("Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
                       f"{text(np.shape(begin))}, {text(np.shape(end))}, and {text(np.shape(strides))} instead.")
    begin, end, strides = begin.tolist(), end.tolist(), strides.tolist()
    try:
        specs = index_parts(dims, begin, end, strides, **masks)
    except ValueError as error:
        raise invalid(str(error)) from None
    index = []
    for spec in specs:
        if spec[0] == "new":
            index.append(None)
        elif spec[0] == "shrink":
            index.append(spec[2])
        else:
            _, _, start, stop, step = spec
            index.append(slice(start, stop if stop >= 0 else None, step) if length_of(start, stop, step) else slice(0, 0))
    return tuple(index)
