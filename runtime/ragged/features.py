"""`tf.io.RaggedFeature`: a feature of examples that becomes a ragged tensor."""

from __future__ import annotations

import collections

from runtime import math
from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.ops import array
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_equal
from runtime.ops.io.examples import RowsFeature
from runtime.ops.joining import concat
from runtime.ops.math import maximum
from runtime.ops.reduction import cumsum
from runtime.ops.repeats import repeat
from runtime.ragged.row_partition import with_checks
from runtime.ragged.tensor import RaggedTensor

RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds = (
    collections.namedtuple(name, ["key"]) for name in ("RowSplits", "RowLengths", "RowStarts", "RowLimits", "ValueRowIds"))
UniformRowLength = collections.namedtuple("UniformRowLength", ["length"])
_PARTITIONS = (RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds, UniformRowLength)
_MADE_FROM = {RowSplits: RaggedTensor.from_row_splits, RowLengths: RaggedTensor.from_row_lengths, RowStarts: RaggedTensor.from_row_starts,
              RowLimits: RaggedTensor.from_row_limits, ValueRowIds: RaggedTensor.from_value_rowids}


class RaggedFeature(RowsFeature, collections.namedtuple("RaggedFeature", ["dtype", "value_key", "partitions", "row_splits_dtype", "validate"])):
    """A ragged tensor of which the example holds the values, and how they are cut into rows.

    Args:
        value_key: where the values are, if not under the key of the feature.
        partitions: how they are cut, outermost first: `RowSplits(key)`, `RowLengths(key)`, `UniformRowLength(length)`…

    Raises:
        ValueError, TypeError: an argument is of another kind.
    """

    RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds, UniformRowLength = _PARTITIONS

    def __new__(cls, dtype, value_key=None, partitions=(), row_splits_dtype=dtypes.int32, validate=False):
        if value_key is not None:
            if not isinstance(value_key, str):
                raise ValueError(f"Argument `value_key` must be a string; got {value_key}")
            if not value_key:
                raise ValueError("Argument `value_key` must not be empty")
        dtype = dtypes.as_dtype(dtype)
        if dtype not in (dtypes.int64, dtypes.float32, dtypes.string):
            raise ValueError(f"Argument `dtype` must be int64, float32, or bytes; got {dtype!r}")
        row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        if row_splits_dtype not in (dtypes.int32, dtypes.int64):
            raise ValueError(f"Argument `row_splits_dtype` must be int32 or int64; got{row_splits_dtype!r}")
        if not isinstance(partitions, (list, tuple)):
            raise TypeError("Argument `partitions` must be a list or tuple. Received"
                            f"partitions={partitions} of type {type(partitions).__name__}.")
        for partition in partitions:
            if not isinstance(partition, _PARTITIONS):
                raise TypeError(f"Argument `partitions` cannot be cast to any of the partition types in {_PARTITIONS}; got: {partition!r} "
                                f"with type {type(partition)}")
        if not isinstance(validate, bool):
            raise TypeError(f"Argument `validate` must be a bool; got {validate!r}")
        return super().__new__(cls, dtype, value_key, tuple(partitions), row_splits_dtype, validate)

    def add_to(self, plan, key):
        plan.add_ragged(self.value_key or key, self.dtype, self.row_splits_dtype)
        for partition in self.partitions:
            if not isinstance(partition, UniformRowLength):
                plan.add_ragged(partition.key, dtypes.int64, self.row_splits_dtype)

    def composed(self, key, found):
        value = _ragged(*found[self.value_key or key])
        if not isinstance(value, RaggedTensor):
            for partition in reversed(self.partitions):
                value = self._cut(value, partition, found)
            return value
        outer = value.row_splits if value.ragged_rank > 1 else None  # of a batch of sequences: each step is cut by itself
        value = value if outer is None else value.values
        for partition in reversed(self.partitions):
            value = self._cut_each(value, partition, found, key, outer)
        return value if outer is None else RaggedTensor.from_row_splits(value, outer, validate=self.validate)

    def _cut(self, values, partition, found):
        """The values of one example in rows."""
        if isinstance(partition, UniformRowLength):
            if isinstance(values, RaggedTensor):
                return RaggedTensor.from_uniform_row_length(values, convert_to_tensor(partition.length, self.row_splits_dtype),
                                                            validate=self.validate)
            return array.reshape(values, concat([[-1, partition.length], array.shape(values)[1:]], 0))
        how = cast(_ragged(*found[partition.key]), self.row_splits_dtype)
        return _MADE_FROM[type(partition)](values, how, validate=self.validate)

    def _cut_each(self, value, partition, found, key, outer):
        """The rows of a batch, each cut by itself."""
        validate = self.validate
        if isinstance(partition, UniformRowLength):
            if value.ragged_rank > 1:
                length = convert_to_tensor(partition.length, value.row_splits.dtype)
                inner = RaggedTensor.from_uniform_row_length(value.values, length, validate=validate)
                return RaggedTensor.from_row_splits(inner, value.row_splits // length, validate=validate)
            inner = array.reshape(value.values, concat([[-1, partition.length], array.shape(value.values)[1:]], 0))
            return RaggedTensor.from_row_splits(inner, value.row_splits // partition.length, validate=validate)
        how = _ragged(*found[partition.key])
        kind = value.row_splits.dtype
        how = how.with_flat_values(cast(how.flat_values, kind))
        if outer is not None:
            if validate:
                check = assert_equal(outer, how.row_splits, message=f"Feature {key}: values and partitions are not aligned")
                how = with_checks([check], how.values) if check is not None else how.values
            else:
                how = how.values
        if isinstance(partition, RowLengths):
            return how.with_values(RaggedTensor.from_row_lengths(value.values, how.values, validate=validate))
        if isinstance(partition, ValueRowIds):
            rows = maximum(math.reduce_max(how + 1, axis=1), 0)
            ids = how.values + repeat(cumsum(rows, exclusive=True), how.row_lengths())
            return RaggedTensor.from_row_lengths(RaggedTensor.from_value_rowids(value.values, ids, validate=validate), rows, validate=validate)
        if isinstance(partition, RowSplits):
            how = how[:, 1:]
        make = RaggedTensor.from_row_starts if isinstance(partition, RowStarts) else RaggedTensor.from_row_limits
        return how.with_values(make(value.values, how.values + repeat(value.row_starts(), how.row_lengths()), validate=validate))


def _ragged(values, *splits):
    """The values in rows; `splits` are those of the innermost rows first, None for none."""
    for one in splits:
        if one is not None:
            values = RaggedTensor.from_row_splits(values, one, validate=False)
    return values
