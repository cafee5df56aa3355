"""Choosing between arrays, element by element."""

from __future__ import annotations

import numpy as np


def select(condition, x, y, out=None):
    """`x` where `condition` holds, else `y`; in the array `out`, which may be one of them, if it is given."""
    if out is None:
        return np.where(condition, x, y)
    if out is condition:
        out[...] = np.where(condition, x, y)
        return out
    if out is x:
        np.copyto(out, y, where=~condition)
        return out
    if out is not y:
        np.copyto(out, y)
    np.copyto(out, x, where=condition)
    return out
