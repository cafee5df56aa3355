"""NumPy-style indexing of tensors and variables with ``[]``."""

from __future__ import annotations

import numbers

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import constant
from runtime.core.dispatch import dispatch
from runtime.core.tensor import EagerTensor, Tensor
from runtime.ops.cast import cast
from runtime.ops.gather_scatter import boolean_mask
from runtime.ops.joining import stack
from runtime.ops.scope import scope
from runtime.ops.slicing import STRIDED_SLICE
from runtime.ops.state import SLICE_ASSIGN


_INDEX_ERROR = ("Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are "
                "valid indices, got {!r}")
_INDEX_DTYPES = (dtypes.int16, dtypes.int32, dtypes.int64)


def _check_index(index):
    if type(index) is int or isinstance(index, numbers.Integral):
        return
    dtype = getattr(index, "dtype", None)
    try:
        valid = dtype is not None and dtypes.as_dtype(dtype) in _INDEX_DTYPES
    except TypeError:
        valid = False
    if not valid or index.shape and len(index.shape) == 1:
        raise TypeError(_INDEX_ERROR.format(index))


def _plain(part):
    """Whether this part of an index is made of Python numbers only."""
    kind = type(part)
    if kind is int or part is None or part is Ellipsis:
        return True
    return kind is slice and (part.start is None or type(part.start) is int) and (
        part.stop is None or type(part.stop) is int) and (part.step is None or type(part.step) is int)


def getitem(tensor, index):
    """``tensor[index]``: integers, slices, ``...``, None and scalar integer tensors; or one boolean mask.

    Raises:
        TypeError: anything else as an index.
        InvalidArgumentError, or ValueError while tracing: out of bounds.
    """
    if isinstance(index, bool) or isinstance(index, Tensor) and index.dtype is dtypes.bool_ or \
            isinstance(index, np.ndarray) and index.dtype == bool:
        return boolean_mask(tensor, index)
    if context.graph is None and not context.tapes and type(tensor) is EagerTensor:
        found = _numpy_slice(tensor, index if type(index) is tuple else (index,))
        if found is not None:
            return found
    begin, end, strides, masks, plain = _parse(index)
    if context.graph is None and plain:
        vectors = [np.array(part, np.int32) for part in (begin, end, strides)]
        return dispatch(STRIDED_SLICE, (tensor, *map(EagerTensor, vectors)), masks, "strided_slice/")
    with scope(None, "strided_slice") as name:
        return dispatch(STRIDED_SLICE, (tensor, *_packed(begin, end, strides)), masks, name or "strided_slice/")


def _numpy_slice(tensor, parts):
    """The slice straight from NumPy, whose rules for plain numbers are the same; None if it is not plain or refused."""
    for part in parts:
        if not _plain(part):
            return None
    try:
        return EagerTensor(tensor._value[parts if Ellipsis in parts else parts + (...,)], tensor.dtype)
    except (IndexError, ValueError, TypeError):  # TensorFlow's words are in the kernel
        return None


def assign_to_slice(handle, index, value):
    """``variable[index].assign(value)`` on the storage behind `handle`; eagerly None, in graphs the operation."""
    begin, end, strides, masks, _ = _parse(index)
    with scope(None, "strided_slice") as name:
        vectors = _packed(begin, end, strides)
        return dispatch(SLICE_ASSIGN, (handle, *vectors, value), masks, (name or "strided_slice/") + "_assign")


def _parse(index):
    """(begin, end, strides, masks, whether all parts are plain numbers) of what stands between brackets."""
    parts = index if isinstance(index, (list, tuple)) else [index]
    begin, end, strides = [], [], []
    begin_mask = end_mask = ellipsis_mask = new_axis_mask = shrink_axis_mask = 0
    bit = 1
    for part in parts:
        if isinstance(part, slice):
            one, zero = _slice_defaults(part)
            for value, target, default in ((part.start, begin, zero), (part.stop, end, zero), (part.step, strides, one)):
                if value is None:
                    target.append(default())
                else:
                    _check_index(value)
                    target.append(value)
            if part.start is None:
                begin_mask |= bit
            if part.stop is None:
                end_mask |= bit
        elif part is Ellipsis or part is None:
            begin.append(0)
            end.append(0)
            strides.append(1)
            if part is None:
                new_axis_mask |= bit
            else:
                ellipsis_mask |= bit
        else:
            _check_index(part)
            begin.append(part)
            end.append(part + 1)
            wide = isinstance(part, Tensor) and part.dtype in (dtypes.int16, dtypes.int64)
            strides.append(constant(1, part.dtype) if wide else 1)
            shrink_axis_mask |= bit
        bit <<= 1
    masks = {"begin_mask": begin_mask, "end_mask": end_mask, "ellipsis_mask": ellipsis_mask,
             "new_axis_mask": new_axis_mask, "shrink_axis_mask": shrink_axis_mask}
    return begin, end, strides, masks, all(map(_plain, parts))


def _slice_defaults(part):
    """Functions that make the 1 and 0 that stand for what a slice leaves open: in the dtype of its tensors, if any."""
    found = [t.dtype for t in (part.start, part.stop, part.step) if isinstance(t, Tensor)]
    if not found:
        return lambda: 1, lambda: 0
    dtype = dtypes.int64 if dtypes.int64 in found else dtypes.int32 if dtypes.int32 in found else dtypes.int16
    return lambda: constant(1, dtype), lambda: constant(0, dtype)


def _packed(begin, end, strides):
    if not begin:
        return (constant([], dtypes.int32),) * 3
    vectors = [stack(part) for part in (begin, end, strides)]
    found = {vector.dtype for vector in vectors}
    if dtypes.int64 in found:
        vectors = [cast(vector, dtypes.int64) for vector in vectors]
    return vectors
