"""`RaggedTensorSpec`: the trace type of ragged tensors."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import TensorSpec
from runtime.ops import array
from runtime.ragged.layout import RaggedLayout
from runtime.ragged.row_partition import RowPartition
from runtime.ragged.tensor import RaggedTensor, as_tensor


class RaggedTensorSpec(CompositeSpec):
    """The type of a `RaggedTensor` (`tf.RaggedTensorSpec`): its shape, dtype, and how many axes have rows of their own.

    Args:
        ragged_rank: 0 for a plain tensor; one less than the rank if left out.

    Raises:
        ValueError: `ragged_rank` does not fit the shape.
    """

    def __init__(self, shape=None, dtype=dtypes.float32, ragged_rank=None, row_splits_dtype=dtypes.int64, flat_values_spec=None):
        self._shape = TensorShape(shape)
        self._row_splits_dtype = dtypes.as_dtype(row_splits_dtype)
        if flat_values_spec is not None:
            if dtype is None:
                dtype = flat_values_spec.dtype
            elif dtypes.as_dtype(dtype) is not flat_values_spec.dtype:
                raise ValueError("dtype must be the same as flat_values_spec.dtype")
        elif dtype is None:
            raise ValueError("At least one of dtype or flat_values_spec must be provided")
        self._dtype = dtypes.as_dtype(dtype)
        self._flat_values_spec = flat_values_spec
        rank = self._shape.rank
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if not isinstance(ragged_rank, int):
            raise TypeError(f"Argument `ragged_rank` must be an int. Received {ragged_rank}.")
        if rank is not None and ragged_rank >= rank:
            raise ValueError(f"Argument `ragged_rank` ({ragged_rank}) must be less than rank ({rank}).")
        self._ragged_rank = ragged_rank

    shape = property(lambda self: self._shape)
    dtype = property(lambda self: self._dtype)
    ragged_rank = property(lambda self: self._ragged_rank)
    row_splits_dtype = property(lambda self: self._row_splits_dtype)
    flat_values_spec = property(lambda self: self._flat_values_spec)
    _dims = property(lambda self: self._shape._dims)

    @property
    def value_type(self):
        return RaggedTensor if self._ragged_rank > 0 else Tensor

    @classmethod
    def from_value(cls, value):
        return cls(value.shape, value.dtype, value.ragged_rank, value.row_splits.dtype)

    def _serialize(self):
        pieces = self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype
        return pieces if self._flat_values_spec is None else (*pieces, self._flat_values_spec)

    def is_compatible_with(self, spec_or_value):
        if self._ragged_rank == 0 and isinstance(spec_or_value, (Tensor, TensorSpec)):
            return TensorSpec(self._shape, self._dtype).is_compatible_with(spec_or_value)
        return super().is_compatible_with(spec_or_value)

    @property
    def parts(self):
        if self._ragged_rank <= 0:
            return [self._flat_values_spec or TensorSpec(self._shape, self._dtype)]
        inner = TensorShape([None]).concatenate(self._shape[self._ragged_rank + 1:])
        rows = self._shape[0]
        splits = [TensorSpec((None if rows is None else rows + 1,), self._row_splits_dtype)]
        splits += [TensorSpec((None,), self._row_splits_dtype)] * (self._ragged_rank - 1)
        return [self._flat_values_spec or TensorSpec(inner, self._dtype), *splits]

    def to_components(self, value):
        return value._components() if isinstance(value, RaggedTensor) else [value]

    def from_components(self, tensors):
        result, *splits = tensors
        for one in reversed(splits):
            result = RaggedTensor(result, RowPartition.from_row_splits(one, validate=False), internal=True)
        if self._shape.rank is not None:
            if isinstance(result, RaggedTensor):
                result._set_shape(self._shape)
            else:
                result.set_shape(self._shape)
        return result

    # -- as rows of others ---------------------------------------------------------------------------------------------
    def batched(self, size):
        """The type of `size` values as one, with a first axis more."""
        return RaggedTensorSpec(TensorShape([size]).concatenate(self._shape), self._dtype, self._ragged_rank + 1, self._row_splits_dtype)

    def unbatched(self):
        """The type of one row of the values."""
        return RaggedTensorSpec(self._shape[1:], self._dtype, self._ragged_rank - 1, self._row_splits_dtype)

    def count(self, value):
        return value.nrows(dtypes.int32)

    def row(self, value, index):
        return value[index]

    @property
    def layout(self):
        """How the arrays of a value are cut into rows, for datasets."""
        return RaggedLayout(self._ragged_rank)

    def from_dense(self, value):
        """A dense tensor as a value of this type."""
        if self._ragged_rank <= 0:
            return value
        return RaggedTensor.from_tensor(value, ragged_rank=self._ragged_rank, row_splits_dtype=self._row_splits_dtype)

    @property
    def pieces(self):
        """Specs of what `to_pieces` gives: the flat values, the lengths of rows at each axis, and how many rows there are."""
        values, *splits = self.parts
        return [TensorSpec(None if values._dims is None else (None, *values._dims[1:]), values.dtype),
                *[TensorSpec((None,), self._row_splits_dtype)] * (len(splits) + 1)]

    def to_pieces(self, value):
        value = as_tensor(value)
        if isinstance(value, Tensor):
            return [value, array.shape(value, out_type=self._row_splits_dtype)[:1]]
        return [value.flat_values, *value.nested_row_lengths(), array.reshape(value.nrows(), [1])]

    def from_pieces(self, tensors, rows):
        values, *inner, outer = tensors
        outer.set_shape([rows])
        return RaggedTensor.from_nested_row_lengths(values, [outer, *inner], validate=False)


RaggedTensor._type_spec = property(RaggedTensorSpec.from_value)
