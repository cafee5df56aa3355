"""Taking values out of ragged ones by index, mask or condition."""

from __future__ import annotations

import runtime
from runtime.core import dtypes
from runtime.core.composite import override
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.ops import array, creation, gather_scatter, joining, repeats, select
from runtime.ops.control_flow import check
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_
from runtime.ops.comparison import equal
from runtime.ops.composite_reductions import count_nonzero
from runtime.ops.reduction import cumprod, reduce_all
from runtime.ops.scope import scope
from runtime.ops.sort import argsort
from runtime.ragged.dynamic_shape import DynamicRaggedShape, broadcast
from runtime.ragged.kernels import GATHER
from runtime.ragged.row_partition import lengths_to_splits, row_splits_to_segment_ids, with_checks
from runtime.ragged.tensor import RaggedTensor, as_tensor, of_one_splits_dtype, positive_axis


def _is_ragged(value):
    return isinstance(value, RaggedTensor)


@override(runtime.gather, RaggedTensor, ["params", "indices"])
def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    """`tf.gather` where the values or the indices are ragged."""
    with scope(name, "RaggedGather"):
        params, indices = as_tensor(params, name="params"), as_tensor(indices, name="indices")
        of_one_splits_dtype(params, indices)
        rank = indices.shape.rank
        if batch_dims != rank:
            batch_dims = positive_axis(batch_dims, rank, "batch_dims", "rank(indices)")
        if params.shape.rank is not None and batch_dims >= params.shape.rank:
            raise ValueError("batch_dims must be less than rank(params)")
        axis = positive_axis(batch_dims if axis is None else axis, params.shape.rank, rank_name="rank(params)")
        if axis < batch_dims:
            raise ValueError("axis must be greater than or equal to batch_dims")
        if rank is not None and not 0 <= batch_dims <= rank:
            raise ValueError(f"batch_dims={batch_dims} must be between 0 and rank(indices)={rank}")
        return _gather(params, indices, axis, batch_dims)


def _gather(params, indices, axis, batch_dims):
    if not _is_ragged(params) and not _is_ragged(indices):
        return gather_scatter.gather(params, indices, axis=axis, batch_dims=batch_dims)
    if batch_dims > 0:
        return _in_batches(params, indices, axis, batch_dims)
    if axis > 1:
        params = _with_rows(params, indices)
        return params.with_values(_gather(params.values, indices, axis - 1, 0))
    if axis == 1:
        return _gather(_without_rows(params), indices + _of_rank(_row_starts(params, indices.dtype), indices.shape.rank + 1), 0, 0)
    if _is_ragged(indices):
        return indices.with_values(_gather(params, indices.values, 0, 0))
    return _rows_of_any_rank(params, indices)


def _rows_of_any_rank(params, indices):
    """Rows of ragged `params` at dense `indices` of any rank."""
    rank = indices.shape.rank
    if rank is None:
        raise ValueError("rank(indices) must be known statically")
    if rank == 0:
        return params[indices]
    *splits, values = dispatch(GATHER, (*params.nested_row_splits, params.flat_values, indices),
                               {"OUTPUT_RAGGED_RANK": rank + params.ragged_rank - 1})
    return RaggedTensor.from_nested_row_splits(values, splits, validate=False)


def _with_rows(value, like):
    return value if _is_ragged(value) else RaggedTensor.from_tensor(value, ragged_rank=1, row_splits_dtype=like.row_splits.dtype)


def _in_batches(params, indices, axis, batch_dims):
    if not params.shape[:batch_dims].is_compatible_with(indices.shape[:batch_dims]):
        raise ValueError(f"batch shape from indices {indices.shape[:batch_dims]} does not match params shape {params.shape}")
    if batch_dims > 1:
        message = "batch shape from indices does not match params shape: ragged {} dimension corresponds to uniform {} dimension"
        if not _is_ragged(params) and indices.uniform_row_length is None:
            raise ValueError(message.format("indices", "params"))
        if not _is_ragged(indices) and params.uniform_row_length is None:
            raise ValueError(message.format("params", "indices"))
        params, indices = _with_rows(params, indices), _with_rows(indices, params)
        return params.with_values(_gather(params.values, indices.values, axis - 1, batch_dims - 1))
    if axis > 1:
        if _is_ragged(indices):
            params = _with_rows(params, indices)
            rows = params.with_values(repeats.repeat(creation.range_(params.nrows()), params.row_lengths()))
            indices = _gather(indices, rows, 0, 0)
        else:
            indices = params.with_values(repeats.repeat(indices, params.row_lengths(), 0))
        return _in_batches(params, indices, axis, batch_dims + 1)
    if indices.shape.rank is None:
        raise ValueError("rank(indices) must be known statically")
    return _gather(_without_rows(params), indices + _of_rank(_row_starts(params, indices.dtype), indices.shape.rank), axis - 1, 0)


def _without_rows(value):
    return value.values if _is_ragged(value) else array.reshape(value, joining.concat([[-1], array.shape(value)[2:]], 0))


def _row_starts(value, dtype):
    if _is_ragged(value):
        return cast(value.row_starts(), dtype)
    sizes = array.shape(value, out_type=dtype)
    return creation.range_(sizes[0]) * sizes[1]


def _of_rank(vector, rank):
    return array.reshape(vector, [-1] + [1] * (rank - 1))


@override(runtime.gather_nd, RaggedTensor, ["params", "indices"])
def gather_nd(params, indices, batch_dims=0, name=None, bad_indices_policy=""):
    """`tf.gather_nd` where the values or the indices are ragged."""
    if not isinstance(batch_dims, int) or batch_dims != 0:
        raise ValueError("batch_dims != 0 is not supported for ragged gather yet.")
    if bad_indices_policy not in ("", "DEFAULT"):
        raise ValueError("non-default bad_indices_policy not supported for ragged gather")
    with scope(name, "RaggedGatherNd"):
        params, indices = as_tensor(params, name="params"), as_tensor(indices, name="indices")
        of_one_splits_dtype(params, indices)
        rank = indices.shape.rank
        if rank is None:
            raise ValueError("indices.rank be statically known.")
        if rank == 0:
            raise ValueError("indices.rank must be at least 1.")
        if _is_ragged(indices) and rank == indices.ragged_rank + 1:
            raise ValueError("The innermost dimension of indices may not be ragged")
        size = indices.shape[-1]
        if size is None:
            raise ValueError("indices.shape[-1] must be statically known.")
        if not _is_ragged(params) and not _is_ragged(indices):
            return gather_scatter.gather_nd(params, indices)
        if rank > 2:
            return _many_rows_nd(params, indices, rank)
        return _rows_nd(params, indices, rank, size)


def _many_rows_nd(params, indices, rank):
    dense = not _is_ragged(indices)
    if dense:
        indices = RaggedTensor.from_tensor(indices, ragged_rank=rank - 2, row_splits_dtype=params.row_splits.dtype)
    found = indices.with_flat_values(gather_nd(params, indices.flat_values))
    return found.to_tensor() if dense and found.ragged_rank == rank - 2 else found


def _rows_nd(params, indices, rank, size):
    if size == 0:
        count = params.shape.rank
        for _ in range(rank - 1):
            params = runtime.expand_dims(params, axis=0)
        return runtime.tile(params, joining.concat([array.shape(indices)[:-1], creation.ones([count], dtypes.int32)], 0))
    if size == 1:
        return gather(params, array.reshape(indices, [-1]))
    indices = cast(indices, params.row_splits.dtype)
    places = gather_scatter.gather(params.row_splits, indices[..., 0]) + indices[..., 1]
    values = params.values
    for axis in range(2, size):
        if not _is_ragged(values):
            rest = joining.concat([array.expand_dims(places, -1), indices[..., axis:]], -1)
            return gather_scatter.gather_nd(values, rest)
        places = gather_scatter.gather(values.row_starts(), places) + indices[..., axis]
        values = values.values
    return runtime.gather(values, places)


@override(runtime.where, RaggedTensor, ["condition", "x", "y"])
def where(condition, x=None, y=None, name=None):
    """`tf.where` where one of the values is ragged."""
    if (x is None) != (y is None):
        raise ValueError("x and y must be either both None or both non-None")
    with scope(name, "RaggedWhere"):
        condition = as_tensor(condition, name="condition")
        if x is None:
            return _coordinates(condition)
        x, y = as_tensor(x, name="x"), as_tensor(y, name="y")
        dtype, _ = of_one_splits_dtype(condition, x, y)
        shapes = [DynamicRaggedShape.from_tensor(value, dtype) for value in (condition, x, y)]
        both, _, _ = broadcast(shapes[1], shapes[2], _same_splits)
        target, _, _ = broadcast(shapes[0], both, _same_splits)
        values = [broadcast(target, shape)[2].flat_values(value) for shape, value in zip(shapes, (condition, x, y))]
        return target.add_to(select.where(*values), validate=False)


def _same_splits(first, second):
    differ = None not in (first._dims[0], second._dims[0]) and first._dims[0] != second._dims[0]
    holds = constant(False) if differ else reduce_all(equal(first, second))
    return assert_(holds, ["Unable to broadcast: dimension size mismatch in dimension", "lengths=", first, "dim_size=", second],
                   summarize=10)


def _coordinates(condition):
    if not _is_ragged(condition):
        return select.where(condition)
    inner = _coordinates(condition.values)
    condition = condition.with_row_splits_dtype(inner.dtype)
    first = inner[:, 0]
    rows = gather_scatter.gather(condition.value_rowids(), first)
    columns = first - gather_scatter.gather(condition.row_splits, rows)
    return joining.concat([array.expand_dims(rows, 1), array.expand_dims(columns, 1), inner[:, 1:]], 1)


def boolean_mask(data, mask, name=None):
    """The values at which `mask` holds; the rows keep their places, so the result is ragged (`tf.ragged.boolean_mask`).

    Raises:
        ValueError: the rank of `mask` is not known, or 0.
    """
    with scope(name, "RaggedMask"):
        data, mask = as_tensor(data, name="data"), as_tensor(mask, dtypes.bool_, name="mask")
        dtype, _ = of_one_splits_dtype(data, mask)
        rank = mask.shape.rank
        if rank is None:
            raise ValueError("mask.shape.ndims must be known statically.")
        if rank == 0:
            raise ValueError("mask cannot be scalar.")
        if _is_ragged(mask):
            if not _is_ragged(data):
                data = RaggedTensor.from_tensor(data, ragged_rank=mask.ragged_rank, row_splits_dtype=mask.row_splits.dtype)
            return _by_ragged_mask(data, mask, dtype)
        if _is_ragged(data) and rank == 1:
            lengths = gather_scatter.boolean_mask(data.row_lengths(), mask)
            inner = gather_scatter.gather(mask, row_splits_to_segment_ids(data.row_splits))
            return RaggedTensor.from_row_splits(boolean_mask(data.values, inner), lengths_to_splits(lengths), validate=False)
        if _is_ragged(data):
            mask = RaggedTensor.from_tensor(mask, ragged_rank=min(data.ragged_rank, rank - 1), row_splits_dtype=data.row_splits.dtype)
            return boolean_mask(data, mask)
        return _by_dense_mask(data, mask, rank, dtype)


def _by_ragged_mask(data, mask, dtype):
    if len(mask.nested_row_splits) > len(data.nested_row_splits):
        raise ValueError("Inputs must have identical ragged splits")
    checks = [check.assert_equal(one, other, message="Inputs must have identical ragged splits")
              for one, other in zip(mask.nested_row_splits, data.nested_row_splits)]
    splits = []
    while _is_ragged(mask):
        if mask.shape.rank > 2:
            splits.append(with_checks(checks, mask.row_splits))
        else:
            kept = runtime.reduce_sum(runtime.cast(mask, dtype), axis=1)
            splits.append(lengths_to_splits(with_checks(checks, kept)))
        mask, data = mask.values, data.values
    return RaggedTensor.from_nested_row_splits(boolean_mask(data, mask), splits, validate=False)


def _by_dense_mask(data, mask, rank, dtype):
    found = gather_scatter.boolean_mask(data, mask)
    if rank < 2:
        return found
    lengths = array.reshape(count_nonzero(mask, axis=-1, dtype=dtype), [-1])
    found = RaggedTensor.from_row_lengths(found, lengths, validate=False)
    sizes = array.shape(mask, out_type=dtype)
    counts = cumprod(sizes) + 1
    for axis in range(rank - 3, -1, -1):
        found = RaggedTensor.from_row_splits(found, creation.range_(counts[axis]) * sizes[axis + 1], validate=False)
    return found


def stack_dynamic_partitions(data, partitions, num_partitions, name=None):
    """Row `i` holds the values whose partition is `i` (`tf.ragged.stack_dynamic_partitions`)."""
    with scope(name, "SegmentStack"):
        data = as_tensor(data, name="data")
        dtype = data.row_splits.dtype if _is_ragged(data) else None
        partitions = as_tensor(partitions, dtype_hint=dtype, name="partitions")
        if dtype is not None:
            partitions = runtime.cast(partitions, dtype)
        num_partitions = cast(convert_to_tensor(num_partitions, dtype_hint=partitions.dtype, name="num_partitions"), partitions.dtype)
        rank = partitions.shape.rank
        if rank is None:
            raise ValueError("partitions must have known rank.")
        num_partitions.shape.assert_has_rank(0)
        partitions.shape.assert_is_compatible_with(data.shape[:rank])
        if rank == 0:
            return RaggedTensor.from_value_rowids(runtime.stack([data]), joining.stack([partitions]), num_partitions, validate=False)
        if rank > 1:
            if not _is_ragged(data):
                data = RaggedTensor.from_tensor(data, row_splits_dtype=partitions.dtype, ragged_rank=1)
            if not _is_ragged(partitions):
                partitions = RaggedTensor.from_tensor(partitions, row_splits_dtype=partitions.dtype,
                                                      ragged_rank=max(data.ragged_rank, rank - 1))
            check.assert_equal(data.row_splits, partitions.row_splits, message="data and partitions have incompatible ragged shapes")
            return stack_dynamic_partitions(data.values, partitions.values, num_partitions)
        order = argsort(partitions, stable=True)
        rowids = gather_scatter.gather(partitions, order)
        rowids = with_checks([check.assert_less(rowids[-1:], num_partitions, message="partitions must be less than num_partitions"),
                              check.assert_non_negative(partitions, message="partitions must be non-negative.")], rowids)
        return RaggedTensor.from_value_rowids(runtime.gather(data, order), rowids, nrows=num_partitions, validate=False)


@override(runtime.dynamic_partition, RaggedTensor, ["data", "partitions"])
def dynamic_partition(data, partitions, num_partitions, name=None):
    if not isinstance(num_partitions, int) or num_partitions < 0:
        raise TypeError("num_partitions must be a non-negative integer")
    found = stack_dynamic_partitions(data, partitions, num_partitions, name)
    return [found[at] for at in range(num_partitions)]
