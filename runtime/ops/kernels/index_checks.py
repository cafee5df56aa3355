"""What kernels check of indices, in the words of TensorFlow's."""

from __future__ import annotations

import math

import numpy as np

from runtime.core import errors
from runtime.core.errors import invalid
from runtime.core.tensor_shape import text


def check_indices(indices, limit, what="indices"):
    """Raise InvalidArgumentError, in the kernels' words, at the first index outside ``[0, limit)``."""
    flat = np.asarray(indices)
    bad = (flat < 0) | (flat >= limit)
    if bad.any():
        at = np.unravel_index(int(np.argmax(bad)), flat.shape) if flat.ndim else ()
        place = f"[{','.join(map(str, at))}]" if flat.ndim else ""
        raise errors.InvalidArgumentError(None, None, f"{what}{place} = {flat[at]} is not in [0, {limit})")


def outside(indices, dims):
    """For each row of `indices`, whether it is outside `dims`."""
    limits = np.array(dims[:indices.shape[-1]], indices.dtype)
    return ((indices < 0) | (indices >= limits)).any(-1)


def first_bad(indices, dims):
    """(place, index) of the first row of `indices` that is outside `dims`, or None."""
    wrong = outside(indices, dims)
    if not wrong.any():
        return None
    place = np.unravel_index(int(np.argmax(wrong)), wrong.shape)
    return tuple(map(int, place)), indices[place].tolist()


def check_scatter(indices, updates, dims):
    """Raise InvalidArgumentError unless `updates` fit at `indices` in a new array of shape `dims`."""
    _check_ranks(indices, updates)
    if not _all_or_nothing(len(dims), indices, updates):  # TensorFlow's kernel counts the sizes, not the elements
        raise invalid("Indices and updates specified for empty output shape")
    _check_dims(indices, updates, dims)
    _check_places(indices, updates, dims)


def check_tensor_scatter(indices, updates, dims):
    """The same for a tensor of shape `dims` that is given."""
    _check_ranks(indices, updates)
    if not _all_or_nothing(math.prod(dims), indices, updates):
        raise invalid("Indices and updates specified for empty output shape")
    outer, depth, shape = indices.ndim - 1, indices.shape[-1], np.shape(updates)
    if shape[:outer] != indices.shape[:-1]:
        raise invalid("Outer dimensions of indices and update must match. Indices shape: "
                       f"{text(indices.shape)}, updates shape:{text(shape)}")
    if len(dims) - depth != len(shape) - outer:
        raise invalid("Inner dimensions of output shape must match inner dimensions of updates shape. Output: "
                       f"{text(dims)} updates: {text(shape)}")
    if shape[outer:] != tuple(dims[depth:]):
        raise invalid(f"The inner {len(dims) - depth} dimensions of output.shape={text(dims)} must match the inner "
                       f"{len(shape) - outer} dimensions of updates.shape={text(shape)}")
    _check_places(indices, updates, dims)


def check_variable_scatter(indices, updates, dims):
    """The same for a Variable of shape `dims`."""
    if indices.ndim and np.ndim(updates):
        _check_dims(indices, updates, dims, sizes=True)
    else:  # TensorFlow looks for the first size of a scalar
        raise invalid(f"Dimensions [0,1) of indices[shape={text(indices.shape)}] must match dimensions [0,1) of "
                       f"updates[shape={text(np.shape(updates))}]")
    _check_places(indices, updates, dims)


def _check_ranks(indices, updates):
    for what, part in (("Indices", indices), ("Updates", updates)):
        if not np.ndim(part):
            raise invalid(f"{what} shape must have rank at least one. Found:[]")


def _check_dims(indices, updates, dims, sizes=False):
    outer, depth, shape = indices.ndim - 1, indices.shape[-1], np.shape(updates)
    if shape[:outer] != indices.shape[:-1]:
        axis = next((axis for axis in range(min(outer, len(shape))) if shape[axis] != indices.shape[axis]), None)
        ours, theirs = (f" = {indices.shape[axis]}", f" = {shape[axis]}") if sizes and axis is not None else ("", "")
        raise invalid(f"Dimensions [0,{outer}) of indices[shape={text(indices.shape)}]{ours} must match dimensions [0,{outer}) "
                       f"of updates[shape={text(shape)}]{theirs}")
    if depth > len(dims) or shape[outer:] != tuple(dims[depth:]):
        raise invalid(f"Dimensions [{depth},{len(dims)}) of input[shape={text(dims)}] must match dimensions "
                       f"[{depth if sizes else outer},{len(shape)}) of updates[shape={text(shape)}]")


def _check_places(indices, updates, dims):
    """Raise InvalidArgumentError unless `indices` are places of an array of shape `dims`."""
    depth = indices.shape[-1]
    if not _all_or_nothing(math.prod(dims), indices, updates):
        raise invalid(f"Indices and updates specified for empty output.  indices shape: {text(indices.shape)}")
    if not indices.size and (not math.prod(dims) or depth):
        return
    if not depth:
        raise invalid("Only indices.shape[-1] values between 1 and 5 are currently supported.  Requested rank: 0")
    bad = first_bad(indices.reshape(-1, depth), dims)
    if bad is not None:
        raise invalid(f"indices[{bad[0][0]}] = [{', '.join(map(str, bad[1]))}] does not index into shape {text(dims)}")


def _all_or_nothing(output, indices, updates):
    """Whether indices and updates are both empty, or neither they nor the output, of `output` elements, are."""
    return not indices.size and not np.size(updates) or bool(output and indices.size and np.size(updates))
