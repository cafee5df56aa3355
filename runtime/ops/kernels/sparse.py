"""Kernels of sparse tensors: each is its indices, values and dense shape, as three arrays."""

from __future__ import annotations

import numpy as np

from runtime.core.errors import invalid
from runtime.core.tensor_shape import text


def positions(indices, shape):
    """The places in the flattened tensor; they grow where the indices are in order."""
    return np.ravel_multi_index(tuple(indices.T), tuple(shape)) if len(indices) and len(shape) else np.zeros(len(indices), np.int64)


def reduced(indices, values, shape, axes, keep_dims, function, sparse):
    """`function` (a ufunc) of the values of each group whose indices are the same but along `axes`."""
    shape = np.asarray(shape)
    rank = len(shape)
    axes = [int(axis) for axis in np.asarray(axes).reshape(-1)]
    for axis in axes:
        if not -rank <= axis < rank:
            raise invalid(f"Invalid reduction dimension {axis}, for input with {rank} dimensions.")
    gone = sorted({axis % rank for axis in axes})
    kept = [axis for axis in range(rank) if axis not in gone]
    sizes = tuple(int(shape[axis]) for axis in kept)
    flat = positions(indices[:, kept], sizes)
    order = np.argsort(flat, kind="stable")
    groups, starts = np.unique(flat[order], return_index=True)
    sums = function.reduceat(values[order], starts).astype(values.dtype) if len(starts) else values[:0]
    full = tuple(1 if axis in gone else int(shape[axis]) for axis in range(rank))
    if sparse:
        places = np.stack(np.unravel_index(groups, sizes), 1).astype(np.int64) if kept else np.zeros((len(groups), 0), np.int64)
        if keep_dims:
            wide = np.zeros((len(groups), rank), np.int64)
            wide[:, kept] = places
            places = wide
        return places, sums, np.array(full if keep_dims else sizes, np.int64)
    dense = np.zeros(sizes, values.dtype)
    dense.reshape(-1)[groups] = sums
    return dense.reshape(full) if keep_dims else dense


def reshape(indices, shape, new_shape):
    old, new = [int(size) for size in shape], [int(size) for size in new_shape]
    unknown = [axis for axis, size in enumerate(new) if size == -1]
    if len(unknown) > 1:
        raise invalid(f"only one output dimension may be -1, not both {unknown[0]} and {unknown[1]}")
    for axis, size in enumerate(new):
        if size < -1:
            raise invalid(f"size {axis} must be non-negative, not {size}")
    total, rest = int(np.prod(old, dtype=np.int64)), int(np.prod([size for size in new if size != -1], dtype=np.int64))
    if unknown:
        if not rest:
            raise invalid("reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero")
        new[unknown[0]] = total // rest
        if total % rest:
            raise invalid(f"Input to reshape is a SparseTensor with {total} dense values, but the requested shape requires a multiple of "
                          f"{rest}. input_shape={text(old)} output_shape={text(new)}")
    elif total != rest:
        raise invalid(f"Input to reshape is a tensor with {total} dense values, but the requested shape has {rest}. "
                      f"input_shape={text(old)} output_shape={text(new)}")
    places = positions(indices, old)
    result = np.stack(np.unravel_index(places, new), 1) if len(places) and new else np.zeros((len(indices), len(new)))
    return result.astype(np.int64), np.array(new, np.int64)


def add_dense(indices, values, shape, dense):
    if len(shape) != dense.ndim:
        raise invalid(f"Two operands have different ranks; received: {len(shape)} and {dense.ndim}")
    for axis, (one, other) in enumerate(zip(shape, dense.shape)):
        if one != other:
            raise invalid(f"Dimension {axis} does not equal (no broadcasting is supported): sparse side {one} vs dense side {other}")
    result = np.array(dense)
    np.add.at(result, tuple(indices.T), values)
    return result


def _inside(indices, start, size):
    return np.all((indices >= start) & (indices < start + size), axis=1)


def cut(indices, values, shape, start, size):
    if len(start) != len(shape) or len(size) != len(shape):
        which, length = ("start", len(start)) if len(start) != len(shape) else ("size", len(size))
        raise invalid(f"Expected {which} to be a vector of length {len(shape)} but got length {length}")
    if (size < 0).any():
        raise invalid(f"Expected a non-negative size, got {size[size < 0][0]}")
    here = _inside(indices, start, size)
    return indices[here] - start, values[here], np.clip(shape - start, 0, size)


def split(axis, indices, values, shape, num_split):
    axis, rank = int(axis), len(shape)
    if not -rank <= axis < rank:
        raise invalid(f"Input axis should be in range [{-rank}, {rank}), got {axis}")
    axis %= rank
    if not 1 <= num_split <= shape[axis]:
        raise invalid(f"Input num_split should be between 1 and the splitting dimension size ({shape[axis]}), got {num_split}")
    least, more = divmod(int(shape[axis]), num_split)
    start, parts = 0, []
    for number in range(num_split):
        size = least + (number < more)
        here = (indices[:, axis] >= start) & (indices[:, axis] < start + size)
        places, sizes = indices[here].copy(), shape.copy()
        places[:, axis] -= start
        sizes[axis] = size
        parts.append((places, values[here], sizes))
        start += size
    return [array for kind in zip(*parts) for array in kind]


def concat(*arrays, concat_dim):
    count = len(arrays) // 3
    indices, values, shapes = arrays[:count], arrays[count:2 * count], arrays[2 * count:]
    rank = len(shapes[0])
    if not -rank <= concat_dim < rank:
        raise invalid(f"Concat dimension must be in range [{-rank}, {rank}), got {concat_dim}")
    axis = concat_dim % rank
    for number, shape in enumerate(shapes[1:], 1):
        if len(shape) != rank:
            raise invalid(f"Ranks of all input tensors must match: expected {rank} but got {len(shape)} at position {number}")
        for other in range(rank):
            if other != axis and shape[other] != shapes[0][other]:
                raise invalid(f"Input shapes must match: expected {shapes[0][other]} for dimension {other} but got {shape[other]} "
                              f"at position {number}")
    result = np.array(shapes[0])
    start, moved = 0, []
    for places, shape in zip(indices, shapes):
        places = np.array(places)
        places[:, axis] += start
        moved.append(places)
        start += shape[axis]
    result[axis] = start
    places, numbers = np.concatenate(moved), np.concatenate(values)
    order = np.argsort(positions(places, result), kind="stable")
    return places[order], numbers[order], result


def _spaced(shape):
    return " ".join(map(str, shape))


def _same_shape(first, second):
    if len(first) != len(second):
        raise invalid(f"Operands do not have the same ranks; got shapes: {_spaced(first)} and {_spaced(second)}")
    for axis, (one, other) in enumerate(zip(first, second)):
        if one != other:
            raise invalid(f"Operands' shapes do not match: got {one} and {other} for dimension {axis}")


def union(a_indices, a_values, b_indices, b_values, shape):
    """The places of both, in order, and the values of each there, zero where it has none."""
    left, right = positions(a_indices, shape), positions(b_indices, shape)
    both = np.union1d(left, right)
    places = np.stack(np.unravel_index(both, tuple(shape)), 1).astype(np.int64) if len(both) else np.zeros((0, len(shape)), np.int64)
    aligned = []
    for at, values in ((left, a_values), (right, b_values)):
        wide = np.zeros(len(both), values.dtype)
        wide[np.searchsorted(both, at)] = values
        aligned.append(wide)
    return places, *aligned


def add(a_indices, a_values, a_shape, b_indices, b_values, b_shape, threshold):
    if len(a_shape) != len(b_shape):
        raise invalid(f"Input indices must have the same dimension, got {len(a_shape)} and {len(b_shape)}")
    _same_shape(a_shape, b_shape)
    if not (_ordered(a_indices, a_shape) and _ordered(b_indices, b_shape)):
        return _walked(a_indices, a_values, b_indices, b_values, threshold) + (a_shape,)
    places, left, right = union(a_indices, a_values, b_indices, b_values, a_shape)
    sums = left + right
    here = positions(places, a_shape)
    both = np.isin(here, positions(a_indices, a_shape)) & np.isin(here, positions(b_indices, a_shape))
    kept = (np.abs(sums) >= threshold) | ~both  # what only one of them has is kept, however small
    return places[kept], sums[kept], a_shape


def _ordered(indices, shape):
    """Whether the places are within `shape`, in order, and none is there twice."""
    return bool(((indices >= 0) & (indices < shape)).all()) and bool((np.diff(positions(indices, shape)) > 0).all())


def _walked(a_indices, a_values, b_indices, b_values, threshold):
    """The sums as TensorFlow finds them: it walks through both lists of places at once, and meets equal ones only if they are in order."""
    left, right = a_indices.tolist(), b_indices.tolist()
    places, values = [], []
    i = j = 0
    while i < len(left) or j < len(right):
        if j == len(right) or i < len(left) and left[i] < right[j]:
            place, value, i = left[i], a_values[i], i + 1
        elif i == len(left) or left[i] > right[j]:
            place, value, j = right[j], b_values[j], j + 1
        else:
            place, value, i, j = left[i], a_values[i] + b_values[j], i + 1, j + 1
            if abs(value) < threshold:
                continue
        places.append(place)
        values.append(value)
    return np.array(places, np.int64).reshape(-1, a_indices.shape[1]), np.array(values, a_values.dtype)


def add_gradient(dy, a_indices, b_indices, sum_indices):
    rank = sum_indices.shape[1]
    shape = [1 + max((int(part[:, axis].max()) for part in (a_indices, b_indices) if len(part)), default=0) for axis in range(rank)]
    sums = positions(sum_indices, shape)
    return [_taken(dy, sums, positions(part, shape)) for part in (a_indices, b_indices)]


def _taken(values, places, wanted):
    """The values at the places that are wanted, zero where there are none; `places` are in order."""
    result = np.zeros(len(wanted), values.dtype)
    if len(places):
        at = np.minimum(np.searchsorted(places, wanted), len(places) - 1)
        found = places[at] == wanted
        result[found] = values[at[found]]
    return result


def slice_gradient(dy, indices, start, output_indices):
    result = np.zeros(len(indices), dy.dtype)
    sizes = [int(size) for size in 1 + np.max(np.concatenate([indices, output_indices + start]), axis=0, initial=0)]
    result[np.isin(positions(indices, sizes), positions(output_indices + start, sizes))] = dy
    return result


def extreme(function):
    """The kernel of an elementwise minimum or maximum of two sparse tensors, where what is missing is zero."""
    def kernel(a_indices, a_values, a_shape, b_indices, b_values, b_shape):
        _same_shape(a_shape, b_shape)
        places, left, right = union(a_indices, a_values, b_indices, b_values, a_shape)
        return places, function(left, right)
    return kernel


def softmax(indices, values, shape):
    if len(shape) < 2:
        raise invalid(f"Input should have rank >= 2, but received shape: {_spaced(shape)}")
    rows = positions(indices[:, :-1], shape[:-1])
    groups, inverse = np.unique(rows, return_inverse=True)
    top = np.full(len(groups), -np.inf, values.dtype)
    np.maximum.at(top, inverse, values)
    powers = np.exp(values - top[inverse])
    sums = np.zeros(len(groups), values.dtype)
    np.add.at(sums, inverse, powers)
    return powers / sums[inverse]


def fill_empty_rows(indices, values, shape, default):
    if np.ndim(shape) != 1:
        raise invalid(f"dense_shape must be a vector, saw: {text(np.shape(shape))}")
    if np.ndim(default):
        raise invalid(f"default_value must be a scalar, saw: {text(np.shape(default))}")
    if not len(shape):
        raise invalid("Dense shape cannot be empty.")
    height = int(shape[0])
    rows = indices[:, 0]
    if not height:
        if len(rows):
            raise invalid(f"Received SparseTensor with dense_shape[0] = 0 but indices.shape[0] = {len(rows)}")
        return indices, values, np.zeros(0, bool), np.zeros(0, np.int64)
    for number in np.flatnonzero((rows < 0) | (rows >= height)):
        raise invalid(f"indices({number}, 0) is invalid: {rows[number]} >= {height}")
    counts = np.bincount(rows, minlength=height)
    empty = counts == 0
    starts = np.cumsum(np.maximum(counts, 1)) - np.maximum(counts, 1)
    order = np.argsort(rows, kind="stable")
    within = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows[order]]
    where = np.empty(len(rows), np.int64)
    where[order] = starts[rows[order]] + within
    total = len(rows) + int(empty.sum())
    places = np.zeros((total, indices.shape[1]), np.int64)
    places[starts[empty], 0] = np.flatnonzero(empty)
    filled = np.empty(total, values.dtype)
    filled[...] = np.asarray(default)[()]
    places[where], filled[where] = indices, values
    return places, filled, empty, where


def fill_empty_rows_gradient(reverse_index_map, dy):
    left = np.ones(len(dy), bool)
    left[reverse_index_map] = False
    return dy[reverse_index_map], np.asarray(dy[left].sum(dtype=dy.dtype))


def counted(rows, row_count, values, weights, minlength, maxlength, binary_output, dtype):
    """Counts of the numbers in each row: their places in order, and the counts."""
    if np.any(values < 0):
        raise invalid("Input values must all be non-negative")
    width = max(int(values.max(initial=-1)) + 1, minlength)
    inside = np.ones(len(values), bool)
    if maxlength >= 0:
        width, inside = min(width, maxlength), values < maxlength
    rows, values = rows[inside], values[inside]
    places, inverse = np.unique(np.stack([rows, values], 1).astype(np.int64), axis=0, return_inverse=True)
    counts = np.zeros(len(places), dtype)
    if binary_output:
        counts[:] = 1
    else:
        np.add.at(counts, inverse.reshape(-1), weights[inside] if weights.size else np.ones(len(rows), dtype))
    return places, counts, width


def of_dense(function):
    """The kernel of ``sparse OP dense``, where the dense one is broadcast; the values alone are the result."""
    def kernel(indices, values, shape, dense):
        try:
            wide = np.broadcast_to(dense, tuple(shape))
        except ValueError:
            raise invalid("SparseDenseBinaryOpShared broadcasts dense to sparse only; got incompatible shapes: "
                          f"{text(shape)} vs. {text(dense.shape)}") from None
        return function(values, wide[tuple(indices.T)]).astype(values.dtype)
    return kernel
