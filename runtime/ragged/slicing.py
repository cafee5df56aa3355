"""``ragged[…]``: rows, ranges of rows, and ranges of what is in each row."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.tensor import Tensor
from runtime.ops import array, creation, joining
from runtime.ops.control_flow import check
from runtime.ops.cast import cast
from runtime.ops.control_flow.control_flow import cond
from runtime.ops.gather_scatter import gather
from runtime.ops.math import maximum, minimum
from runtime.ops.scope import scope
from runtime.ragged.kernels import RANGE
from runtime.ragged.row_partition import with_checks

_ALL = slice(None)


def getitem(ragged, key):
    """``ragged[key]``."""
    with scope(None, "RaggedGetItem"):
        return _rows(ragged, list(key) if isinstance(key, (list, tuple)) else [key])


def _rows(ragged, keys):
    """The keys, the first of which is for the rows."""
    if not keys:
        return ragged
    key, *inner = keys
    if key is Ellipsis:
        return _rows(ragged, _without_ellipsis(keys, ragged.shape.rank))
    if key is None:
        found = _rows(ragged, inner)
        return type(ragged).from_uniform_row_length(found, _count(found), nrows=1, validate=False)
    if isinstance(key, slice):
        found = _slice_rows(ragged, key)
        if ragged.uniform_row_length is not None:
            found = type(ragged).from_uniform_row_length(found.values, ragged.uniform_row_length, nrows=found.nrows())
        return _inside(found, inner)
    starts, limits = ragged.row_splits[:-1], ragged.row_splits[1:]
    if context.graph is None:
        try:
            outside = int(key) >= len(starts)
        except (TypeError, ValueError):
            outside = False
        if outside:
            raise IndexError(f"Row key {key} out of bounds")
    row = ragged.values[starts[key]:limits[key]]
    return row[tuple(inner)] if isinstance(row, Tensor) else _rows(row, inner)


def _count(ragged):
    return ragged.row_splits._dims[0] - 1 if ragged.row_splits._dims[0] is not None else ragged.nrows()


def _slice_rows(ragged, key):
    if key.start is None and key.stop is None and key.step is None:
        return ragged
    starts, limits = ragged.row_splits[:-1][key], ragged.row_splits[1:][key]
    if key.step is not None and key.step != 1:
        return _from_ranges(ragged, starts, limits, 1)
    none = creation.zeros([1], ragged.row_splits.dtype)
    splits = joining.concat([none[array.size(starts):], starts[:1], limits], 0)
    return type(ragged).from_row_splits(ragged.values[splits[0]:splits[-1]], splits - splits[0], validate=False)


def _inside(ragged, keys):
    """The keys for what is in each row."""
    if not keys:
        return ragged
    if isinstance(ragged, Tensor):
        return ragged[(_ALL, *keys)]
    key, *inner = keys
    if key is Ellipsis:
        return _inside(ragged, _without_ellipsis(keys, ragged.values.shape.rank))
    if key is None:
        found = _inside(ragged, inner)
        if isinstance(found, Tensor):
            return array.expand_dims(found, 1)
        return type(ragged).from_uniform_row_length(found, 1, nrows=_count(found), validate=False)
    if isinstance(key, slice):
        if key.start is None and key.stop is None and key.step is None:
            return ragged.with_values(_inside(ragged.values, inner))
        found = _slice_columns(ragged, key)
        return found.with_values(_inside(found.values, inner))
    length = ragged.uniform_row_length
    if length is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    place = cast(key, length.dtype)
    message = "Index out of bounds when indexing into a ragged tensor"
    place = with_checks([check.assert_greater_equal(place, -length, message=message),
                         check.assert_less(place, length, message=message)], place)
    first = _by_sign(place, lambda: place, lambda: length + place)
    return _inside(ragged.values[first::length], inner)


def _slice_columns(ragged, key):
    if not all(isinstance(bound, (Tensor, int, type(None))) for bound in (key.start, key.stop)):
        raise TypeError("slice offsets must be integers or None")
    starts, limits = ragged.row_splits[:-1], ragged.row_splits[1:]
    step = 1 if key.step is None else key.step
    lower = _by_sign(step, lambda: starts, lambda: starts - 1)
    upper = _by_sign(step, lambda: limits, lambda: limits - 1)

    def bound(given, forwards, backwards):
        if given is None:
            return _by_sign(step, lambda: forwards, lambda: backwards)
        offset = cast(given, starts.dtype)
        return _by_sign(given, lambda: minimum(starts + offset, upper), lambda: maximum(limits + offset, lower))

    found = _from_ranges(ragged, bound(key.start, starts, limits - 1), bound(key.stop, limits, starts - 1), key.step)
    if ragged.uniform_row_length is not None:
        length = array.size(creation.zeros(array.reshape(ragged.uniform_row_length, [1]), dtypes.bool_)[key],
                            out_type=ragged.uniform_row_length.dtype)
        found = type(ragged).from_uniform_row_length(found.values, length, nrows=ragged.nrows())
    return found


def _from_ranges(ragged, starts, limits, step):
    """Rows made of the values from each start to each limit."""
    step = convert_to_tensor(1 if step is None else step, name="step")
    if not step.dtype.is_integer:
        raise TypeError("slice strides must be integers or None")
    splits, places = dispatch(RANGE, (starts, limits, cast(step, starts.dtype)), {"Tsplits": starts.dtype})
    return type(ragged).from_row_splits(take(ragged.values, places), splits, validate=False)


def take(values, places):
    """The values, or rows, at these places: a vector of indices."""
    if isinstance(values, Tensor):
        return gather(values, places)
    starts, limits = gather(values.row_splits[:-1], places), gather(values.row_splits[1:], places)
    splits, inner = dispatch(RANGE, (starts, limits, cast(1, starts.dtype)), {"Tsplits": starts.dtype})
    made = type(values).from_row_splits(take(values.values, inner), splits, validate=False)
    if values.uniform_row_length is not None:
        made._row_partition = made._row_partition._replaced(uniform_row_length=values.uniform_row_length)
    return made


def _by_sign(value, positive, negative):
    if isinstance(value, Tensor):
        found = constant_value(value)
        if found is None:
            return cond(value >= 0, positive, negative)
        value = found
    return positive() if value >= 0 else negative()


def _without_ellipsis(keys, rank):
    if rank is None:
        raise ValueError("Ellipsis not supported for unknown shape RaggedTensors")
    count = sum(key is not None for key in keys)
    if count > rank + 1:
        raise IndexError("Too many indices for RaggedTensor")
    return keys[1:] if count == rank + 1 else [_ALL, *keys]
