"""How many elements a dataset has, as its user knows it."""

from __future__ import annotations

from runtime.core.convert import convert_to_tensor
from runtime.core.dtypes import int64
from runtime.data import ops


def assert_cardinality(expected_cardinality):
    """For `Dataset.apply`: the dataset has this many elements; iterating over it fails where that is not so."""
    return lambda dataset: dataset._with("AssertCardinality", ops.ASSERT_CARDINALITY,
                                         convert_to_tensor(expected_cardinality, int64, name="cardinality"))
