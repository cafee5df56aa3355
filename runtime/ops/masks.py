"""Masks of rows that have a length each."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.ops import array, cast as casting, comparison, math as math_ops, reduction
from runtime.ops.creation import all_axes
from runtime.ops.ranges import RANGE
from runtime.ops.scope import scope


def sequence_mask(lengths, maxlen=None, dtype=dtypes.bool_, name=None):
    """Boolean (or `dtype`) rows of length `maxlen` (the longest), True in their first ``lengths[i]`` places.

    Raises:
        ValueError: `maxlen` is no scalar.
    """
    with scope(name, "SequenceMask") as name:
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            maxlen = reduction.reduce_max(lengths, all_axes(lengths))
            maxlen = math_ops.maximum(constant(0, maxlen.dtype), maxlen)
        else:
            maxlen = convert_to_tensor(maxlen)
        if maxlen._dims not in ((), None):
            raise ValueError(f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {maxlen} with shape "
                             f"'{maxlen.shape}' instead")
        row = dispatch(RANGE, (constant(0, maxlen.dtype), maxlen, constant(1, maxlen.dtype)))
        column = dispatch(casting.CAST, (array.expand_dims(lengths, -1),), {"DstT": maxlen.dtype})
        result = comparison.less(row, column)
        dtype = dtypes.as_dtype(dtype)
        return result if result.dtype is dtype else casting.cast(result, dtype)
