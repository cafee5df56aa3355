"""Sums of gradients, some of which may be `IndexedSlices`."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops.cast import cast
from runtime.ops.joining import concat
from runtime.ops.sums import add_n


def dense(gradient):
    """`gradient` as one tensor; None stays None."""
    return gradient.__tf_tensor__() if isinstance(gradient, IndexedSlices) else gradient


def total(gradients):
    """The sum of gradients of one tensor: an `IndexedSlices` if all of them are, else a tensor."""
    if len(gradients) == 1:
        return gradients[0]
    if all(isinstance(gradient, IndexedSlices) for gradient in gradients):
        return _concatenated(gradients)
    return add_n([dense(gradient) for gradient in gradients])


def _concatenated(slices):
    indices = [part.indices for part in slices]
    if len({index.dtype for index in indices}) > 1:
        indices = [cast(index, dtypes.int64) for index in indices]
    shapes = [part.dense_shape for part in slices if part.dense_shape is not None]
    return IndexedSlices(concat([part.values for part in slices], 0), concat(indices, 0), shapes[0] if shapes else None)
