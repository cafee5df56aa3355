"""Sums and means over replicas."""

from __future__ import annotations

import enum

import numpy as np

from runtime.core import nest
from runtime.core.convert import convert_to_tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.distribute.values import DistributedValues, Mirrored
from runtime.ops.creation import zeros_like
from runtime.ops.identity import identity
from runtime.ops.joining import concat
from runtime.ops.sums import add_n
from runtime.variables import VariableAggregation


class ReduceOp(enum.Enum):
    """How values of replicas become one (`tf.distribute.ReduceOp`)."""

    SUM = "SUM"
    MEAN = "MEAN"

    @staticmethod
    def from_variable_aggregation(aggregation):
        """That of a Variable. Raises ValueError where it has none."""
        found = {VariableAggregation.SUM: ReduceOp.SUM, VariableAggregation.MEAN: ReduceOp.MEAN}.get(aggregation)
        if found is None:
            raise ValueError(f"Could not convert from `tf.VariableAggregation` {aggregation} to`tf.distribute.ReduceOp` type")
        return found


def as_reduce_op(reduce_op):
    """A ReduceOp, also by its name in any case. Raises ValueError for another name."""
    if isinstance(reduce_op, str):
        return ReduceOp(reduce_op.upper())
    assert isinstance(reduce_op, ReduceOp)
    return reduce_op


def _sum(values):
    if len(values) == 1:
        return values[0] if isinstance(values[0], IndexedSlices) else identity(values[0])
    if all(isinstance(value, IndexedSlices) for value in values):
        return IndexedSlices(concat([value.values for value in values], 0), concat([value.indices for value in values], 0), values[0].dense_shape)
    return add_n([convert_to_tensor(value) for value in values])


def reduced(reduce_op, value, replicas):
    """One value for those of the replicas.

    Raises:
        ValueError: a sum of something that is no distributed value.
    """
    if isinstance(value, Mirrored) and reduce_op is ReduceOp.MEAN:
        return value.values[0]
    if not isinstance(value, DistributedValues):
        if not hasattr(value, "__tf_tensor__") and not hasattr(value, "_dims") and _is_zero(value):
            return zeros_like(value)
        if reduce_op is ReduceOp.MEAN:
            return value
        if replicas == 1:
            return identity(value)
        raise ValueError(f"A non-DistributedValues value {value!s} cannot be reduced with the given reduce op {reduce_op}.")
    total = _sum(value.values)
    if reduce_op is ReduceOp.SUM:
        return total
    if isinstance(total, IndexedSlices):
        return IndexedSlices(total.values / len(value.values), total.indices, total.dense_shape)
    return total / len(value.values)


def _is_zero(value):
    try:
        return bool(np.all(np.asarray(value) == 0))
    except (TypeError, ValueError):
        return False


def each_reduced(reduce_op, structure, replicas):
    """A structure of reduced values."""
    return nest.map_structure(lambda value: reduced(reduce_op, value, replicas), structure)
