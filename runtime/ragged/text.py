"""Functions of strings that take ragged tensors, or give them."""

from __future__ import annotations

import runtime
from runtime import strings
from runtime.core.composite import override
from runtime.ops.scope import scope
from runtime.ragged.elementwise import map_flat_values
from runtime.ragged.reductions import reduced
from runtime.ragged.tensor import RaggedTensor


def rows_of(values, splits):
    """The rows that an op gave as values and splits."""
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def rows_by_ids(values, rowids, nrows):
    """The rows that an op gave as values and the number of each one's row."""
    return RaggedTensor.from_value_rowids(values, rowids, nrows=nrows, validate=False)


@override(strings.join, RaggedTensor, ["*inputs"])
def join(inputs, separator="", name=None):
    with scope(name, "RaggedStringJoin"):
        return map_flat_values(strings.join, inputs, separator)


@override(strings.reduce_join, RaggedTensor, ["inputs"])
def reduce_join(inputs, axis=None, keepdims=False, separator="", name=None):
    with scope(name, "RaggedSegmentJoin"):
        return reduced(strings.reduce_join, strings.unsorted_segment_join, inputs, axis, keepdims, separator=separator)
