"""What becomes a tensor, or stays what it is made of."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.sparse_tensor import SparseTensor, SparseTensorValue


def convert_to_tensor_or_sparse_tensor(value, dtype=None, name=None):
    """`value` as a tensor, or as the SparseTensor that it is. Raises RuntimeError if that has another dtype."""
    if isinstance(value, SparseTensorValue):
        value = SparseTensor.from_value(value)
    if isinstance(value, SparseTensor):
        if dtype is not None and dtypes.as_dtype(dtype) is not value.dtype:
            raise RuntimeError(f"Sparse dtype mismatch. Requested: {dtypes.as_dtype(dtype).name},  Actual: {value.dtype.name}")
        return value
    return convert_to_tensor(value, dtype, name=name)


def convert_to_tensor_or_indexed_slices(value, dtype=None, name=None):
    """`value` as a tensor, or as the IndexedSlices that it is. Raises ValueError if they have another dtype."""
    if isinstance(value, IndexedSlices):
        if dtype is not None and dtypes.as_dtype(dtype) is not value.dtype:
            raise ValueError(f"Incompatible tensor conversion requested to `dtype` {dtypes.as_dtype(dtype).name} for `value` ({value}) with "
                             f"dtype {value.dtype.name}")
        return value
    return convert_to_tensor(value, dtype, name=name)
