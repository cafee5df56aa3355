"""Shape functions that several kinds of ops share.

A static shape is a tuple with None for an unknown size, or None for an unknown rank. A contradiction raises ValueError
with TensorFlow's text; the graph adds the node and its input shapes.
"""

from __future__ import annotations

import numpy as np

from runtime.core.convert import constant_value


def same(inputs, attrs):
    """The shape of the first input."""
    return inputs[0]._dims


def scalar(inputs, attrs):
    return ()


def merged_size(left, right):
    """The size that both denote. Raises ValueError if they differ."""
    if left is None:
        return right
    if right is not None and left != right:
        raise ValueError(f"Dimensions must be equal, but are {left} and {right}")
    return left


def merged(left, right):
    """The shape that both describe. Raises ValueError if ranks or sizes differ."""
    if left is None or right is None:
        return left if right is None else right
    if len(left) != len(right):
        raise ValueError(f"Shapes must be equal rank, but are {len(left)} and {len(right)}")
    return tuple(map(merged_size, left, right))


def with_rank(dims, rank):
    """`dims`, or unknown sizes if the rank is not known. Raises ValueError on another rank."""
    if dims is None:
        return (None,) * rank
    if len(dims) != rank:
        raise ValueError(f"Shape must be rank {rank} but is rank {len(dims)}")
    return dims


def with_rank_at_least(dims, rank):
    """`dims` (None stays None). Raises ValueError if the rank is lower."""
    if dims is not None and len(dims) < rank:
        raise ValueError(f"Shape must be at least rank {rank} but is rank {len(dims)}")
    return dims


def _broadcast_size(left, right):
    if left == right or right == 1:
        return left
    if left == 1:
        return right
    if left is None:
        return right
    if right is None:
        return left
    raise ValueError(f"Dimensions must be equal, but are {left} and {right}")


def broadcast_dims(left, right):
    """The shape of an elementwise operation on both. Raises ValueError if they do not fit."""
    if left is None or right is None:
        return None
    if left == right:
        return left
    missing = len(left) - len(right)
    if missing > 0:
        right = (1,) * missing + right
    elif missing < 0:
        left = (1,) * -missing + left
    return tuple(map(_broadcast_size, left, right))


def broadcast(inputs, attrs):
    """Elementwise ops of two inputs."""
    return broadcast_dims(inputs[0]._dims, inputs[1]._dims)


def reduction(inputs, attrs):
    """Reductions over the axes in the second input."""
    dims = inputs[0]._dims
    axes = constant_value(inputs[1])
    if inputs[1]._dims is not None and len(inputs[1]._dims) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {len(inputs[1]._dims)}")
    if axes is None or dims is None:
        return (None,) * len(dims) if attrs["keep_dims"] and dims is not None else None
    reduced = set()
    for axis in np.ravel(axes).tolist():
        if not -len(dims) <= axis < len(dims):
            error = ValueError(f"Invalid reduction dimension {axis} for input with {len(dims)} dimensions.")
            error.value_inputs = (1,)
            raise error
        reduced.add(axis % len(dims))
    if attrs["keep_dims"]:
        return tuple(1 if axis in reduced else size for axis, size in enumerate(dims))
    return tuple(size for axis, size in enumerate(dims) if axis not in reduced)


def product(dims):
    """The number of elements, None if not known."""
    total = 1
    for size in dims:
        if size is None:
            return None
        total *= size
    return total


def batch_and_matrix(dims):
    """(batch sizes or None, rows, columns) of stacked matrices. Raises ValueError below rank 2."""
    with_rank_at_least(dims, 2)
    return (None, None, None) if dims is None else (dims[:-2], dims[-2], dims[-1])


def square(inputs, attrs):
    """Stacked square matrices to the same."""
    batch, rows, columns = batch_and_matrix(inputs[0]._dims)
    size = merged_size(rows, columns)
    return None if batch is None else batch + (size, size)
