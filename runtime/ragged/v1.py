"""`tf.compat.v1.ragged`: what sessions need besides `tf.ragged`."""

from __future__ import annotations

import numpy as np

import runtime.ragged as _ragged
from runtime.core import dtypes
from runtime.core.absent import absent_from
from runtime.core.context import graph_mode
from runtime.core.scopes import name_scope
from runtime.core.tensor_shape import TensorShape
from runtime.ops.placeholders import placeholder as dense_placeholder
from runtime.ragged.factory import constant
from runtime.ragged.tensor import RaggedTensor
from runtime.ragged.value import RaggedTensorValue, of_parts


def placeholder(dtype, ragged_rank, value_shape=None, name=None):
    """A ragged tensor that is fed in sessions.

    Args:
        value_shape: the shape of its innermost values.
    """
    if ragged_rank == 0:
        return dense_placeholder(dtype, value_shape, name)
    with name_scope(name or "RaggedPlaceholder"):
        result = dense_placeholder(dtype, TensorShape([None]).concatenate(value_shape), "flat_values")
        for axis in reversed(range(ragged_rank)):
            splits = dense_placeholder(dtypes.int64, [None], f"row_splits_{axis}")
            result = RaggedTensor.from_row_splits(result, splits, validate=False)
        return result


def _flat(values):
    return [item for value in values for item in _flat(value)] if isinstance(values, (list, tuple, np.ndarray)) else [values]


def constant_value(pylist, dtype=None, ragged_rank=None, inner_shape=None, row_splits_dtype="int64"):
    """A `RaggedTensorValue` of what nested lists hold, or an array, of NumPy's dtype unless `dtype` is given."""
    wanted = dtype.numpy_dtype if isinstance(dtype, dtypes.DType) else dtype
    with graph_mode(None):
        made = constant(pylist, None, ragged_rank, inner_shape, row_splits_dtype=dtypes.as_dtype(row_splits_dtype))
    ragged = isinstance(made, RaggedTensor)
    shape = (made.flat_values if ragged else made).shape.as_list()
    flat = np.array(_flat(pylist)) if wanted is None or wanted is object else np.array(_flat(pylist)).astype(wanted)
    flat = flat.reshape(shape)
    return of_parts([*(splits.numpy() for splits in made.nested_row_splits), flat]) if ragged else flat


__all__ = [*_ragged.__all__, "RaggedTensorValue", "constant_value", "placeholder"]
_absent = absent_from("tf.compat.v1.ragged")


def __getattr__(name):
    return getattr(_ragged, name) if name in _ragged.__all__ else _absent(name)
