"""Ragged tensors from nested Python lists, and ranges."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant as dense_constant
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.ops.cast import cast
from runtime.ops.scope import scope
from runtime.ragged.kernels import RANGE
from runtime.ragged.tensor import RaggedTensor


def _is_list(value):
    return isinstance(value, (list, tuple)) or np.ndim(value) != 0


def constant(pylist, dtype=None, ragged_rank=None, inner_shape=None, name=None, row_splits_dtype=dtypes.int64):
    """A ragged tensor of what nested lists hold (`tf.ragged.constant`).

    Args:
        ragged_rank: how many axes have rows of their own; all but the first by default, less those of `inner_shape`.
        inner_shape: the shape of the innermost values, if they are no scalars.

    Raises:
        ValueError: scalars at different depths, or lists that do not fit `ragged_rank` and `inner_shape`.
    """
    if isinstance(pylist, RaggedTensor):
        raise TypeError("pylist may not be a RaggedTensor or RaggedTensorValue.")
    with scope(name, "RaggedConstant"):
        if not _is_list(pylist):
            if ragged_rank:
                raise ValueError(f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank}")
            if inner_shape:
                raise ValueError(f"Invalid pylist={pylist!r}: incompatible with dim(inner_shape)={len(inner_shape)}")
            return dense_constant(pylist, dtype, ())
        if ragged_rank is not None and ragged_rank < 0:
            raise ValueError(f"Invalid ragged_rank={ragged_rank!r}: must be nonnegative")
        scalars, deepest = _depths(pylist)
        _check_depths(pylist, scalars, deepest, ragged_rank, inner_shape)
        if ragged_rank == 0 or ragged_rank is None and (
                deepest < 2 or inner_shape is not None and deepest - len(inner_shape) < 2):
            return dense_constant(pylist, dtype, inner_shape)
        if inner_shape is None:
            inner_shape = () if ragged_rank is None else _inner_shape(pylist, ragged_rank)
        if ragged_rank is None:
            ragged_rank = max(1, deepest - 1 if scalars is None else scalars - 1 - len(inner_shape))
        return _built(pylist, dtype, ragged_rank, tuple(inner_shape), row_splits_dtype)


def _built(values, dtype, ragged_rank, inner_shape, row_splits_dtype):
    nested = []
    for _ in range(ragged_rank):
        splits, flat = [0], []
        for row in values:
            splits.append(splits[-1] + len(row))
            flat.extend(row)
        nested.append(splits)
        values = flat
    values = dense_constant(values, dtype, (len(values), *inner_shape), name="values")
    return RaggedTensor.from_nested_row_splits(values, [dense_constant(splits, row_splits_dtype) for splits in nested], validate=False)


def _depths(value):
    """(at which depth the scalars stand, None if there are none; the depth of the deepest list)."""
    if not _is_list(value):
        return 0, 0
    scalars, deepest = None, 1
    for item in value:
        depth, most = _depths(item)
        if depth is not None:
            if scalars is not None and scalars != depth + 1:
                raise ValueError("all scalar values must have the same nesting depth")
            scalars = depth + 1
        deepest = max(deepest, most + 1)
    return scalars, deepest


def _check_depths(pylist, scalars, deepest, ragged_rank, inner_shape):
    if scalars is not None:
        if deepest > scalars:
            raise ValueError(f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar value nesting")
        if ragged_rank is not None and deepest < ragged_rank:
            raise ValueError(f"Invalid pylist={pylist}, max depth smaller than ragged_rank={ragged_rank}")
    if inner_shape is not None and ragged_rank is not None:
        expected = ragged_rank + len(inner_shape) + 1
        if scalars is not None and expected != scalars or scalars is None and expected < deepest:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank} and "
                             f"dim(inner_shape)={len(inner_shape)}")


def _inner_shape(pylist, ragged_rank):
    """The shape that all innermost values have."""
    values = pylist
    for depth in range(ragged_rank):
        if not all(map(_is_list, values)):
            raise ValueError(f"pylist has scalar values depth {depth + 1}, but ragged_rank={ragged_rank} requires scalar value depth "
                             f"greater than {ragged_rank}")
        values = [item for row in values for item in row]
    shape, first = [], values
    while _is_list(first):
        shape.append(len(first))
        if not len(first):
            break
        first = first[0]
    _check_inner(values, tuple(shape))
    return tuple(shape[1:])


def _check_inner(value, shape):
    if _is_list(value) != bool(shape) or shape and shape[0] != len(value):
        raise ValueError("inner values have inconsistent shape")
    for item in value if shape else ():
        _check_inner(item, shape[1:])


_WIDER = [dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]


def range_(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=dtypes.int64):
    """A row from each start to the limit beside it (`tf.ragged.range`)."""
    if limits is None:
        starts, limits = 0, starts
    with scope(name, "RaggedRange") as name:
        tensors = [convert_to_tensor(value, dtype, name=label)
                   for value, label in ((starts, "starts"), (limits, "limits"), (deltas, "deltas"))]
        if dtype is None:
            assert all(tensor.dtype in _WIDER for tensor in tensors)
            wide = max((tensor.dtype for tensor in tensors), key=_WIDER.index)
            tensors = [cast(tensor, wide) for tensor in tensors]
        splits, values = dispatch(RANGE, tensors, {"Tsplits": dtypes.as_dtype(row_splits_dtype)}, name)
        return RaggedTensor.from_row_splits(values, splits, validate=False)


range_.__name__ = "range"
