"""Ops that public functions do not use, but programs do by `tf.raw_ops`: unique rows along an axis, and memory without values."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_shape
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, op
from runtime.ops import types


def _axis_of(x, axis):
    """The axis that the one-element or empty vector `axis` names."""
    if axis.ndim != 1:
        raise invalid("axis expects a 1D vector.")
    if axis.size == 0:
        if x.ndim != 1:
            raise invalid("unique expects a 1D vector.")
        return 0
    if axis.size > 1:
        raise invalid("axis does not support input tensors larger than 1 elements")
    found = int(axis[0]) + (x.ndim if axis[0] < 0 else 0)
    if not 0 <= found < x.ndim:
        raise invalid(f"axis has to be between [0, {x.ndim})")
    return found


def _first_seen(x, axis):
    """(the axis, [places of rows that were not there before], which of them each row is)."""
    axis = _axis_of(x, axis)
    seen, first, which = {}, [], []
    for place, row in enumerate(np.moveaxis(x, axis, 0)):
        key = tuple(np.ravel(row).tolist())
        if key not in seen:
            seen[key] = len(first)
            first.append(place)
        which.append(seen[key])
    return axis, first, which


def _unique(x, axis, out_idx):
    axis, first, which = _first_seen(x, axis)
    return np.take(x, np.array(first, int), axis), np.array(which, out_idx.numpy_dtype)


def _unique_with_counts(x, axis, out_idx):
    axis, first, which = _first_seen(x, axis)
    indices = np.array(which, out_idx.numpy_dtype)
    return np.take(x, np.array(first, int), axis), indices, np.bincount(indices, minlength=len(first)).astype(out_idx.numpy_dtype)


def _infer(count):
    def inferred(inputs, attrs):
        dims = inputs[0]._dims
        return [None if dims is None else (None,) * len(dims), *[(None,)] * count]
    return inferred


_KINDS = {"Taxis": types.INDEX, "out_idx": types.INDEX}
_UNSERVED = {"T": "complex64 complex128"}
UNIQUE_V2 = op("UniqueV2", "x: T, axis: Taxis -> y: T, idx: out_idx", kernel=_unique, infer=_infer(1), attrs={"out_idx": dtypes.int32}, types=_KINDS,
               unserved=_UNSERVED)
UNIQUE_WITH_COUNTS_V2 = op("UniqueWithCountsV2", "x: T, axis: Taxis -> y: T, idx: out_idx, count: out_idx", kernel=_unique_with_counts,
                           infer=_infer(2), attrs={"out_idx": dtypes.int32}, types=_KINDS, unserved=_UNSERVED)


def _empty(shape, dtype, init):
    if shape.ndim != 1:
        raise invalid(f"shape must be a vector of int32, got shape [{','.join(map(str, shape.shape))}]")
    value = b"" if dtype is dtypes.string else 0
    return np.full(tuple(shape.tolist()), value, object if dtype is dtypes.string else dtype.numpy_dtype)


EMPTY = op("Empty", "shape: int32 -> output: dtype", kernel=_empty, attrs={"dtype": REQUIRED, "init": False}, stateful=True, prunable=True,
           infer=lambda inputs, attrs: constant_shape(inputs[0]))
