"""Repeating whole rows."""

from __future__ import annotations

from runtime.core.dispatch import dispatch
from runtime.ops import creation, joining, rearrange
from runtime.ops.repeats import repeat
from runtime.ops.cast import cast
from runtime.ragged.kernels import RANGE
from runtime.ragged.slicing import take
from runtime.ragged.tensor import RaggedTensor


def repeat_ranges(values, splits, repeats):
    """Each row of `values` repeated, one number of times for all or one for each row."""
    if not repeats._dims:
        repeats = repeats * creation.ones_like(splits[1:])
    starts, limits = (repeat(bounds, repeats, axis=0) for bounds in (splits[:-1], splits[1:]))
    return take(values, dispatch(RANGE, (starts, limits, cast(1, starts.dtype)), {"Tsplits": starts.dtype})[1])


def tiled(ragged, multiples):
    """`tf.tile` of a ragged tensor: first inside the rows, so that each step repeats whole rows."""
    inside = _tiled_inside(ragged, multiples[1:])
    lengths = rearrange.tile(inside.row_lengths(), multiples[:1])
    whole = joining.stack([cast(0, inside.row_splits.dtype), inside.row_splits[-1]])
    return RaggedTensor.from_row_lengths(repeat_ranges(inside.values, whole, cast(multiples[0], whole.dtype)), lengths, validate=False)


def _tiled_inside(ragged, multiples):
    """What is in the rows, repeated along each axis below the rows."""
    values, lengths = ragged.values, ragged.row_lengths()
    if isinstance(values, RaggedTensor):
        values = _tiled_inside(values, multiples[1:])
    elif len(values._dims) > 1:
        values = rearrange.tile(values, joining.concat([[1], multiples[1:]], 0))
    return RaggedTensor.from_row_lengths(repeat_ranges(values, ragged.row_splits, multiples[0]), lengths * multiples[0], validate=False)
