"""Indexing of tensors as NumPy does it: with arrays of integers and booleans among slices."""

from __future__ import annotations

import numbers

import numpy as np

import runtime as tf
from runtime.core.tensor import Tensor
from runtime.numpy_ops.creation import asarray, promoted
from runtime.numpy_ops.math import broadcast
from runtime.numpy_ops.shaping import moveaxis
from runtime.ops.indexing import getitem as plain_getitem

_ERROR = ("only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices")


def _is_mask(index):
    return isinstance(index, bool) or isinstance(index, (Tensor, np.ndarray)) and index.dtype in (tf.bool, np.dtype(bool))


def _as_tuple(index):
    """What counts as an index of several axes: also a list that holds slices or lists."""
    if isinstance(index, (list, tuple)):
        for part in index:
            if part is None or part is Ellipsis or isinstance(part, (list, tuple, slice)) or \
                    isinstance(part, (Tensor, np.ndarray)) and part.ndim != 0:
                return tuple(index)
    return (index,)


def _as_index(part):
    """An array of indices, and whether it is a number. Raises IndexError for what is none."""
    data = asarray(part)
    if data.dtype == tf.bool:
        if data.shape.rank != 1:
            raise NotImplementedError(f"Need rank 1 for bool index {part}")
        data = tf.reshape(tf.where(data), [-1])
    kind = data.dtype.as_numpy_dtype
    if not np.issubdtype(kind, np.integer) or np.promote_types(np.int32, kind) not in (np.int32, np.int64):
        raise IndexError(f"{_ERROR}, got {part!r}")
    if data.dtype not in (tf.int32, tf.int64):
        data = tf.cast(data, tf.as_dtype(np.promote_types(np.int32, kind)))
    return data, data.shape.rank == 0


def getitem(tensor, index):
    """``tensor[index]`` by NumPy's rules."""
    if _is_mask(index):
        return tf.boolean_mask(tensor, index)
    parts = index if isinstance(index, tuple) else _as_tuple(index)
    basic, arrays = _sorted(parts)
    sliced = plain_getitem(tensor, tuple(basic))
    return _gathered(sliced, arrays, parts, basic) if arrays else sliced


def _sorted(parts):
    """(the index without arrays, which stand for whole axes in it; [(place, array, whether `...` came before)])."""
    basic, arrays, seen = [], [], False
    for place, part in enumerate(parts):
        if isinstance(part, slice) or part is None or part is Ellipsis or isinstance(part, numbers.Integral):
            seen = seen or part is Ellipsis
            basic.append(part)
            continue
        data, is_number = _as_index(part)
        basic.append(data if is_number else slice(None))
        if not is_number:
            arrays.append((place, data, seen))
    return basic, arrays


def _is_number(part):
    return isinstance(part, numbers.Integral) or isinstance(part, Tensor)


def _gathered(tensor, arrays, parts, basic):
    numbers_at = [place for place, part in enumerate(basic) if _is_number(part)]
    by_axis = {}
    for place, data, behind in arrays:
        if behind:
            by_axis[place - len(parts) + sum(at > place for at in numbers_at)] = data
        else:
            by_axis[place - sum(at < place for at in numbers_at)] = data
    axes = sorted(by_axis)
    indices = broadcast(*promoted(*(by_axis[axis] for axis in axes)))
    together = not (axes[0] < 0 <= axes[-1]) and all(one + 1 == two for one, two in zip(axes, axes[1:]))
    rank = tensor.shape.rank
    axes = [axis + rank if axis < 0 else axis for axis in axes]
    if not together:
        tensor, first = moveaxis(tensor, tuple(axes), tuple(range(len(axes)))), 0
    else:
        first = axes[0]
    sizes = tf.shape(tensor)[first:first + len(axes)]
    stacked = tf.cast(tf.stack(indices, axis=-1), tf.int32)
    stacked = tf.where(stacked < 0, stacked + sizes, stacked)
    if len(axes) == 1:
        return tf.gather(tensor, stacked[..., 0], axis=first)
    if first == 0:
        return tf.gather_nd(tensor, stacked)
    strides = tf.math.cumprod(sizes, reverse=True, exclusive=True)
    shape = tf.shape(tensor)
    flat = tf.reshape(tensor, tf.concat([shape[:first], [-1], shape[first + len(axes):]], axis=0))
    return tf.gather(flat, tf.reduce_sum(stacked * strides, axis=-1), axis=first)
