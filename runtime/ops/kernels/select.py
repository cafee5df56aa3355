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
    dtype = x.dtype
    mask = np.negative(condition.view(np.int8)).astype(integer, copy=False)  # all bits, or none
    x, y = (value.view(integer) for value in (x, y))
    target = out.view(integer) if out is not None else None
    if not y.ndim and not y:
        result = np.bitwise_and(x, mask, out=target)
    elif not x.ndim and not x:
        result = np.bitwise_and(y, np.invert(mask, out=mask), out=target)
    else:
        bits = np.bitwise_xor(x, y)
        bits = np.bitwise_and(bits, mask, out=bits if bits.ndim and bits.shape == np.broadcast_shapes(bits.shape, mask.shape) else None)
        result = np.bitwise_xor(bits, y, out=target)
    return out if out is not None else result.view(dtype)
