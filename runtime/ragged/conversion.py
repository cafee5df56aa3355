"""Between ragged tensors and dense or sparse ones. `cls` is `RaggedTensor`, which knows this module."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape, as_dims
from runtime.ops import array, creation, joining, masks
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_
from runtime.ops.comparison import equal, logical_and, logical_not, not_equal
from runtime.ops.gather_scatter import boolean_mask
from runtime.ops.math import maximum, minimum
from runtime.ops.reduction import cumprod, reduce_all, reduce_any, reduce_max, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.ragged.kernels import TO_DENSE, TO_SPARSE
from runtime.ragged.row_partition import lengths_to_splits, with_checks
from runtime.sparse_tensor import SparseTensor


def from_tensor(cls, tensor, lengths, padding, ragged_rank, name, row_splits_dtype):
    """`RaggedTensor.from_tensor`."""
    dtype = dtypes.as_dtype(row_splits_dtype)
    if lengths is not None and padding is not None:
        raise ValueError("Specify argument `lengths` or `padding`, but not both.")
    if not isinstance(ragged_rank, int):
        raise TypeError(f"Argument `ragged_rank` must be an int. Received {ragged_rank}.")
    if ragged_rank <= 0:
        raise ValueError(f"Argument `ragged_rank` must be greater than 0. Received {ragged_rank}.")
    with scope(name, "RaggedFromTensor"):
        tensor = convert_to_tensor(tensor, name="tensor")
        if tensor._dims is not None and len(tensor._dims) < 2:
            raise ValueError("The rank of a RaggedTensor must be greater than 1, i.e., a list of scalars won't have ragged dimensions. "
                             f"Received argument `tensor` with rank {len(tensor._dims)}.")
        tensor.shape.with_rank_at_least(ragged_rank + 1)
        if isinstance(lengths, (list, tuple)) and lengths and not isinstance(lengths[0], (int, float)):
            return _by_nested_lengths(cls, tensor, lengths, ragged_rank)
        shape = array.shape(tensor, out_type=dtype)
        if ragged_rank > 1:
            return _of_higher_rank(cls, tensor, shape, lengths, padding, ragged_rank, dtype)
        if padding is not None:
            lengths = _lengths_before(tensor, padding, shape[1], dtype)
        if lengths is not None:
            lengths = cast(convert_to_tensor(lengths, dtype_hint=dtype, name="lengths"), dtype)
            lengths.shape.assert_has_rank(1)
            lengths = maximum(minimum(lengths, shape[1]), constant(0, dtype))
            mask = masks.sequence_mask(lengths, maxlen=shape[1])
            return cls.from_row_splits(boolean_mask(tensor, mask), lengths_to_splits(lengths), validate=False)
        values = array.reshape(tensor, joining.concat([[shape[0] * shape[1]], shape[2:]], 0))
        nrows, ncols = (shape[axis] if tensor._dims is None or tensor._dims[axis] is None else constant(tensor._dims[axis], dtype)
                        for axis in (0, 1))
        return cls.from_uniform_row_length(values, ncols, nrows=nrows, validate=False)


def _by_nested_lengths(cls, tensor, lengths, ragged_rank):
    if ragged_rank not in (1, len(lengths)):
        raise ValueError(f"If Argument `lengths` is a tuple of row_lengths, argument `ragged_rank` must be len(lengths): {len(lengths)}. "
                         f"Received ragged_rank: {ragged_rank}.")
    tensor.shape.with_rank_at_least(len(lengths) + 1)
    marks = creation.ones([reduce_sum(convert_to_tensor(lengths[-1]))], dtypes.bool_)
    mask = cls.from_nested_row_lengths(marks, lengths, validate=False).to_tensor(default_value=False)
    return cls.from_nested_row_lengths(boolean_mask(tensor, mask), lengths, validate=False)


def _of_higher_rank(cls, tensor, shape, lengths, padding, ragged_rank, dtype):
    counts = cumprod(shape)
    flat = array.reshape(tensor, joining.concat([[counts[ragged_rank - 1]], shape[ragged_rank:]], 0))
    result = cls.from_tensor(flat, lengths, padding, row_splits_dtype=dtype)
    for axis in range(ragged_rank - 1, 0, -1):
        size = None if tensor._dims is None else tensor._dims[axis]
        result = cls.from_uniform_row_length(result, shape[axis] if size is None else constant(size, dtype), nrows=counts[axis - 1],
                                             validate=False)
    return result


def _lengths_before(tensor, padding, ncols, dtype):
    """How many columns of each row are left without the padding at its end."""
    padding = convert_to_tensor(padding, tensor.dtype, name="padding")
    padding.shape.assert_is_compatible_with(tensor.shape[2:])
    padded = equal(padding, tensor)
    if tensor._dims is None or len(tensor._dims) > 2:
        padded = reduce_all(padded, axis=creation.range_(2, array.rank(tensor)))
    used = cast(logical_not(padded), dtype) * array.expand_dims(creation.range_(1, ncols + 1), 0)
    return maximum(reduce_max(used, axis=1), constant(0, dtype))


def to_tensor(ragged, default_value, name, shape):
    """`RaggedTensor.to_tensor`."""
    with scope(name, "RaggedToTensor") as name:
        if default_value is not None:
            default_value = convert_to_tensor(default_value, ragged.dtype, name="default_value")
        else:
            default_value = creation.zeros((), ragged.dtype)
        splits = ragged.nested_row_splits
        if isinstance(shape, (list, tuple)) and any(isinstance(size, Tensor) for size in shape):
            shape = joining.stack([cast(-1 if size is None else size, splits[0].dtype) for size in shape])
        result = dispatch(TO_DENSE, (_wanted(shape, splits[0].dtype), ragged.flat_values, default_value, *splits),
                          {"row_partition_types": ["ROW_SPLITS"] * len(splits)})
        if ragged.shape.rank is not None and not isinstance(shape, Tensor):
            dims = ragged.shape._dims
            given = as_dims(shape)
            result.set_shape(dims if given is None else [b if a is None else a for a, b in zip(given, dims)])
        return result


def _wanted(shape, dtype):
    """The wanted shape as the op takes it: -1 for sizes that are left open, and for all of them."""
    if isinstance(shape, Tensor):
        return shape if shape.dtype in (dtypes.int32, dtypes.int64) else cast(shape, dtype)
    dims = TensorShape(shape)._dims
    return constant(-1 if dims is None else [-1 if size is None else size for size in dims], dtype)


def from_sparse(cls, sparse, name, row_splits_dtype):
    """`RaggedTensor.from_sparse`."""
    dtype = dtypes.as_dtype(row_splits_dtype)
    if not isinstance(sparse, SparseTensor):
        raise TypeError(f"Argument `st_input` must be of type SparseTensor, but is of type {type(sparse).__name__}.")
    with scope(name, "RaggedFromSparse"):
        if sparse.dense_shape._dims[0] != 2 and sparse.indices._dims[1] != 2:
            raise ValueError("rank(st_input) must be 2.")
        check = _assert_ragged_right(sparse.indices)
        rows = with_checks([check], cast(sparse.indices[:, 0], dtype))
        return cls.from_value_rowids(sparse.values, rows, cast(sparse.dense_shape[0], dtype), validate=False)


def _assert_ragged_right(indices):
    """That the places of each row are its first ones."""
    before, last = indices[:, :-1], indices[:, -1]
    changed = reduce_any(not_equal(before[1:], before[:-1]), axis=1)
    fits = where(changed, equal(last[1:], 0), equal(last[1:], last[:-1] + 1))
    holds = logical_and(reduce_all(equal(last[:1], 0)), reduce_all(fits))
    return assert_(holds, ["SparseTensor is not right-ragged", "SparseTensor.indices =", indices])


def to_sparse(ragged, name):
    """`RaggedTensor.to_sparse`."""
    with scope(name, "RaggedToSparse"):
        return SparseTensor(*dispatch(TO_SPARSE, (*ragged.nested_row_splits, ragged.flat_values)))
