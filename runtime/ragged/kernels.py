"""The ops of ragged tensors that are not made of others: ranges, and the ways to dense and to sparse tensors."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.gradient.indexed_slices import IndexedSlices
from runtime.ops import array, creation, reduction, types
from runtime.ops.cast import cast
from runtime.ops.gather_scatter import gather
from runtime.ops.joining import concat
from runtime.ops.segment import unsorted_segment_sum
from runtime.ops.select import where


# -- ranges --------------------------------------------------------------------------------------------------------------

def _row_lengths(starts, limits, deltas):
    if starts.dtype.kind == "f":
        lengths = np.ceil(np.abs((limits - starts) / deltas)).astype(np.int64)
    else:
        lengths = (np.abs(limits - starts) + np.abs(deltas) - 1) // np.abs(deltas)
    return np.where((deltas > 0) & (limits <= starts) | (deltas < 0) & (limits >= starts), 0, lengths)


def _ragged_range(starts, limits, deltas, Tsplits):
    for name, value in (("starts", starts), ("limits", limits), ("deltas", deltas)):
        if np.ndim(value) > 1:
            raise invalid(f"{name} must be a scalar or vector")
    sizes = {np.shape(value)[0] for value in (starts, limits, deltas) if np.ndim(value)}
    if len(sizes) > 1:
        raise invalid("starts, limits, and deltas must have the same shape")
    if np.any(deltas == 0):
        raise invalid("Requires delta != 0")
    starts, limits, deltas = (np.atleast_1d(one) for one in np.broadcast_arrays(starts, limits, deltas))
    lengths = _row_lengths(starts, limits, deltas)
    splits = np.concatenate([[0], np.cumsum(lengths)]).astype(Tsplits.numpy_dtype)
    offsets = np.arange(splits[-1]) - np.repeat(splits[:-1], lengths)
    if starts.dtype.kind == "f":  # TensorFlow adds up
        rows = [start + np.concatenate([[0], np.cumsum(np.full(max(length - 1, 0), delta, starts.dtype), dtype=starts.dtype)])[:length]
                for start, length, delta in zip(starts, lengths, deltas)]
        values = np.concatenate(rows) if rows else np.zeros(0)
    else:
        values = np.repeat(starts, lengths) + offsets * np.repeat(deltas, lengths)
    return splits, values.astype(starts.dtype)


def _range_infer(inputs, attrs):
    rows = None
    for tensor in inputs:
        if tensor._dims and tensor._dims[0] is not None:
            rows = tensor._dims[0]
    if rows is None and all(tensor._dims == () for tensor in inputs):
        rows = 1
    return [(None if rows is None else rows + 1,), (None,)]


RANGE = op("RaggedRange", "starts: T, limits: T, deltas: T -> rt_nested_splits: Tsplits, rt_dense_values: T", kernel=_ragged_range,
           infer=_range_infer, attrs={"Tsplits": dtypes.int64},
           types={"T": "bfloat16 float32 float64 int32 int64", "Tsplits": types.INDEX}, unserved={"T": "bfloat16"})
not_differentiable("RaggedRange")


# -- rows by index -------------------------------------------------------------------------------------------------------

def _gather(*inputs, OUTPUT_RAGGED_RANK):  # noqa: N803 - TensorFlow's own name
    *nested, values, indices = inputs
    count = len(nested[0]) - 1
    flat = np.asarray(indices).reshape(-1)
    bad = np.flatnonzero((flat < 0) | (flat >= count))
    if len(bad):
        place = np.unravel_index(bad[0], np.shape(indices))
        raise invalid(f"indices[{','.join(map(str, place))}] = {flat[bad[0]]} is not in [0, {count})")
    rows = []
    for axis in range(1, np.ndim(indices)):
        outer = int(np.prod(np.shape(indices)[:axis], dtype=np.int64))
        rows.append((np.arange(outer + 1) * np.shape(indices)[axis]).astype(nested[0].dtype))
    starts, limits = nested[0][flat], nested[0][flat + 1]
    for axis, splits in enumerate(nested):
        lengths = limits - starts
        rows.append(np.concatenate([[0], np.cumsum(lengths)]).astype(splits.dtype))
        places = np.arange(rows[-1][-1]) - np.repeat(rows[-1][:-1] - starts, lengths)
        if axis + 1 < len(nested):
            starts, limits = nested[axis + 1][places], nested[axis + 1][places + 1]
    return [*rows, values[places]]


def _gather_infer(inputs, attrs):
    values, indices = inputs[-2]._dims, inputs[-1]._dims
    nested = [(None,)] * attrs["OUTPUT_RAGGED_RANK"]
    for axis in range(0 if not indices else len(indices)):
        sizes = indices[:axis + 1]
        nested[axis] = (None if None in sizes else int(np.prod(sizes, dtype=np.int64)) + 1,)
    return [*nested, None if values is None else (None, *values[1:])]


def _gather_grad(operation, *gradients):
    *nested, values, indices = operation.inputs
    whole = nested[0]
    for splits in nested[1:]:
        whole = gather(splits, whole)
    flat = array.reshape(indices, [-1])
    starts = gather(whole, flat)
    places = dispatch(RANGE, (starts, gather(whole[1:], flat), cast(1, starts.dtype)), {"Tsplits": starts.dtype})[1]
    return [None] * len(nested) + [IndexedSlices(gradients[-1], places, array.shape(values)), None]


GATHER = op("RaggedGather", "params_nested_splits: PARAMS_RAGGED_RANK*Tsplits, params_dense_values: Tvalues, indices: Tindices -> "
            "output_nested_splits: OUTPUT_RAGGED_RANK*Tsplits, output_dense_values: Tvalues", kernel=_gather, infer=_gather_infer,
            grad=_gather_grad, attrs={"OUTPUT_RAGGED_RANK": REQUIRED}, types={"Tsplits": types.INDEX, "Tindices": types.INDEX})


# -- to dense ------------------------------------------------------------------------------------------------------------

def _all_splits(kinds, partitions):
    """The row splits that partitions of TensorFlow's three kinds mean."""
    kinds, partitions = [getattr(kind, "decode", lambda kind=kind: kind)() for kind in kinds], list(partitions)
    count = None
    if kinds[0] == "FIRST_DIM_SIZE":
        count, kinds, partitions = int(partitions[0]), kinds[1:], partitions[1:]
    found = []
    for kind, partition in zip(kinds, partitions):
        if kind == "VALUE_ROWIDS":
            partition = np.concatenate([[0], np.cumsum(np.bincount(partition, minlength=count or 0))])
        found.append(partition)
        count = int(partition[-1])
    return found


def _to_dense(shape, values, default_value, *partitions, row_partition_types):
    splits = _all_splits(row_partition_types, partitions)
    if int(splits[-1][-1]) > values.shape[0] or any(int(one[-1]) != len(other) - 1 for one, other in zip(splits, splits[1:])):
        raise invalid("Invalid row partition tensors")
    inner, rank = values.shape[1:], len(splits) + values.ndim
    wanted = [-1] * rank if np.ndim(shape) == 0 else shape.tolist()
    if len(wanted) != rank:
        raise invalid(f"rt_input.shape and shape={text(wanted)} are incompatible: rt_input.rank = {rank} but shape.rank = {len(wanted)}")
    _check_default(np.shape(default_value), values.shape)
    sizes = [len(splits[0]) - 1] + [int(np.max(np.diff(one), initial=0)) for one in splits] + list(inner)
    sizes = [size if given < 0 else given for size, given in zip(sizes, wanted)]
    rows = np.arange(sizes[0] if wanted[0] < 0 else len(splits[0]) - 1)
    inside = rows < sizes[0]
    for one, size in zip(splits, sizes[1:]):
        lengths = np.diff(one)
        places = np.arange(one[-1]) - np.repeat(one[:-1], lengths)
        inside = np.repeat(inside, lengths) & (places < size)
        rows = np.repeat(rows, lengths) * size + places
    outer = sizes[:len(splits) + 1]
    result = np.empty([int(np.prod(outer, dtype=np.int64)), *inner], values.dtype)
    result[...] = default_value
    result[rows[inside]] = values[:len(rows)][inside]
    return result.reshape(outer + list(inner))


def _check_default(default, values):
    both = f"default_value.shape={text(default)} and rt_input.flat_values.shape={text(values)} are incompatible: "
    if len(default) and len(default) >= len(values):
        raise invalid(f"{both}default_value.rank = {len(default)}  must be less than rt_input.flat_values.rank = {len(values)}")
    for axis in range(1, min(len(default), len(values)) + 1):
        if default[-axis] not in (1, values[-axis]):
            raise invalid(f"{both}default_value.shape[{-axis}] = {default[-axis]} but rt_input.flat_values.shape[{-axis}] = "
                          f"{values[-axis]}")


def _to_dense_infer(inputs, attrs):
    dims = inputs[1]._dims
    levels = len(inputs) - 3 - (_text(attrs["row_partition_types"][0]) == "FIRST_DIM_SIZE")
    return None if dims is None else (None,) * (levels + 1) + dims[1:]


def _text(value):
    return value.decode() if isinstance(value, bytes) else value


def _to_dense_grad(operation, dy):
    """The values' gradients are where the values went; what is left is the default's."""
    _, values, default, *partitions = operation.inputs
    kinds = operation.get_attr("row_partition_types")
    count = array.shape(values, out_type=dtypes.int64)[0]
    places = dispatch(TO_DENSE, [array.shape(dy, out_type=dtypes.int64)[:len(dy._dims) - len(values._dims) + 1], creation.range_(count),
                                 cast(-1, dtypes.int64), *partitions], {"row_partition_types": kinds})
    flat = array.reshape(places, [-1])
    dy = array.reshape(dy, concat([[-1], array.shape(values)[1:]], 0))
    for_values = unsorted_segment_sum(dy, flat, count)
    rest = where(array.reshape(flat < 0, [-1] + [1] * (len(values._dims) - 1)), dy, creation.zeros_like(dy))
    for_default = reduction.reduce_sum(rest, axis=list(range(len(values._dims) - len(default._dims))))
    return [None, for_values, for_default] + [None] * len(partitions)


TO_DENSE = op("RaggedTensorToTensor", "shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors*Tindex "
              "-> result: T", kernel=_to_dense, infer=_to_dense_infer, attrs={"row_partition_types": REQUIRED}, grad=_to_dense_grad,
              types={"Tshape": "int64 int32", "Tindex": "int64 int32"})


# -- to sparse -----------------------------------------------------------------------------------------------------------

def _to_sparse(*inputs):
    *splits, values = inputs
    places = [np.arange(len(splits[0]) - 1)]
    for one in splits:
        lengths = np.diff(one)
        places = [np.repeat(column, lengths) for column in places] + [np.arange(one[-1]) - np.repeat(one[:-1], lengths)]
    inner = values.shape[1:]
    count = int(np.prod(inner, dtype=np.int64))
    places = [np.repeat(column, count) for column in places]
    places += [np.tile(column.reshape(-1), len(values)) for column in np.indices(inner)]
    sizes = [len(splits[0]) - 1] + [int(np.max(np.diff(one), initial=0)) for one in splits] + list(inner)
    return np.stack(places, 1).astype(np.int64), values.reshape(-1), np.array(sizes, np.int64)


def _to_sparse_infer(inputs, attrs):
    dims = inputs[-1]._dims
    rank = None if dims is None else len(inputs) - 1 + len(dims)
    count = None if dims is None or None in dims else int(np.prod(dims, dtype=np.int64))
    return [(count, rank), (count,), (rank,)]


def _to_sparse_grad(operation, _, dy, __):
    return [None] * (len(operation.inputs) - 1) + [array.reshape(dy, array.shape(operation.inputs[-1]))]


TO_SPARSE = op("RaggedTensorToSparse", "rt_nested_splits: RAGGED_RANK*Tsplits, rt_dense_values: T -> sparse_indices: int64, "
               "sparse_values: T, sparse_dense_shape: int64", kernel=_to_sparse, infer=_to_sparse_infer, grad=_to_sparse_grad,
               types={"Tsplits": types.INDEX})
