"""Choosing between arrays, element by element."""

from __future__ import annotations

import numpy as np

#: Integers as wide as an element: a choice is a matter of bits, and no branch has to be predicted.
_INTEGERS = {1: np.dtype(np.int8), 2: np.dtype(np.int16), 4: np.dtype(np.int32), 8: np.dtype(np.int64)}
_FEW = 256  # elements up to which one call costs more than what it does


def select(condition, x, y, out=None):
    """`x` where `condition` holds, else `y`; in the array `out`, which may be one of them, if it is given.

    The same bits come out that went in, also those of NaN and of the zeros.
    """
    integer = _INTEGERS.get(x.dtype.itemsize) if x.dtype == y.dtype and x.dtype.kind in "fiub" and condition.size > _FEW else None
    if integer is None:
        result = np.where(condition, x, y)
        if out is None:
            return result
        out[...] = result
        return out
    if out is None:
        out = np.empty(np.broadcast_shapes(condition.shape, x.shape, y.shape), x.dtype)
    first, second, target = (value.view(integer) for value in (x, y, out))
    holds = condition.view(np.int8)
    if np.may_share_memory(out, y):  # which is overwritten before the end
        first, second, holds = second, first, np.logical_not(condition).view(np.int8)
        if np.may_share_memory(out, x):
            second = second.copy()
    if not out.flags.c_contiguous:  # where NumPy would cast row by row
        holds = holds.astype(integer)
    if not second.ndim and not second:
        np.multiply(first, holds, out=target)
    else:  # where it holds, the bits in which they differ turn the one into the other
        np.bitwise_xor(first, second, out=target)
        np.multiply(target, holds, out=target)
        np.bitwise_xor(target, second, out=target)
    return out
