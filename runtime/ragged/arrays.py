"""Functions on the arrangement of ragged values: concatenation, axes, shapes."""

from __future__ import annotations

import runtime
from runtime.core import dtypes
from runtime.core.composite import override
from runtime.core.convert import constant, constant_value, convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.ops import array, creation, joining, repeats
from runtime.ops.control_flow import check
from runtime.ops.linalg import linalg
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_
from runtime.ops.comparison import equal
from runtime.ops.control_flow.functional import map_fn
from runtime.ops.reduction import cumsum, reduce_all
from runtime.ops.scope import scope
from runtime.ragged.dynamic_shape import DynamicRaggedShape, broadcast, broadcast_to
from runtime.ragged.row_partition import lengths_to_splits, with_checks
from runtime.ragged.rows import tiled
from runtime.ragged.slicing import take
from runtime.ragged.tensor import RaggedTensor, as_tensor, of_one_splits_dtype, positive_axis


def _is_ragged(value):
    return isinstance(value, RaggedTensor)


# -- concatenation -------------------------------------------------------------------------------------------------------

@override(runtime.concat, RaggedTensor, ["*values"])
def concat(values, axis, name="concat"):
    with scope(None, "RaggedConcat"):
        return _joined(values if isinstance(values, (list, tuple)) else [values], axis, stacked=False)


def stack(values, axis=0, name=None):
    """The values as the rows of a ragged tensor: they may have different sizes (`tf.ragged.stack`)."""
    with scope(name, "RaggedConcat"):
        return _joined(values if isinstance(values, (list, tuple)) else [values], axis, stacked=True)


override(runtime.stack, RaggedTensor, ["*values"])(stack)


def _joined(values, axis, stacked):
    if not values:
        raise ValueError("rt_inputs may not be empty.")
    values = [as_tensor(value, name="rt_input") for value in values]
    dtype, _ = of_one_splits_dtype(*values)
    if len(values) == 1 and not stacked:
        return values[0]
    rank = values[0].shape.rank
    for value in values:
        value.shape.assert_has_rank(rank)
    out_rank = None if rank is None else rank + stacked
    axis = positive_axis(axis, out_rank)
    if stacked and rank == 1 and axis == 0:
        return RaggedTensor.from_row_lengths(joining.concat(values, 0), joining.concat([array.shape(value) for value in values], 0))
    if not any(map(_is_ragged, values)) and rank is not None and axis in (out_rank - 1, rank - 1):
        return joining.stack(values, axis) if stacked else joining.concat(values, axis)
    values = [value if _is_ragged(value) else RaggedTensor.from_tensor(value, ragged_rank=1, row_splits_dtype=dtype) for value in values]
    most = max(value.ragged_rank for value in values)
    values = [_of_ragged_rank(value, most, dtype) for value in values]
    if axis == 0:
        return _rows_after_rows(values, stacked)
    if axis == 1:
        return _beside(values, stacked)
    checks = [check.assert_equal(values[0].row_splits, value.row_splits, message="Inputs must have identical ragged splits")
              for value in values[1:]]
    inner = _joined([value.values for value in values], axis - 1, stacked)
    return RaggedTensor.from_row_splits(inner, with_checks(checks, values[0].row_splits), validate=False)


def _of_ragged_rank(value, ragged_rank, dtype):
    if ragged_rank <= 0:
        return value
    if not _is_ragged(value):
        value = RaggedTensor.from_tensor(value, row_splits_dtype=dtype)
    return value.with_values(_of_ragged_rank(value.values, ragged_rank - 1, dtype)) if value.ragged_rank < ragged_rank else value


def _rows_after_rows(values, stacked):
    nested = [_splits_after_splits(splits) for splits in zip(*(value.nested_row_splits for value in values))]
    if stacked:
        nested.insert(0, lengths_to_splits(joining.stack([value.nrows() for value in values])))
    return RaggedTensor.from_nested_row_splits(joining.concat([value.flat_values for value in values], 0), nested, validate=False)


def _splits_after_splits(splits):
    parts, offset = [splits[0]], splits[0][-1]
    for one in splits[1:]:
        parts.append(one[1:] + offset)
        offset = offset + one[-1]
    return joining.concat(parts, 0)


def _beside(values, stacked):
    """Row by row: all first rows, all second rows…"""
    count, nrows = len(values), values[0].nrows()
    checks = [check.assert_equal(nrows, value.nrows(), message=f"Input tensors at index 0 (=x) and {at + 1} (=y) have incompatible shapes.")
              for at, value in enumerate(values[1:])]
    order = with_checks(checks, creation.range_(nrows * count))
    order = array.reshape(array.transpose(array.reshape(order, [count, -1])), [-1])
    found = take(_rows_after_rows(values, stacked=False), order)
    known = next((value.shape[0] for value in values if value.shape[0] is not None), None)
    if stacked:
        splits = creation.range_(0, nrows * count + 1, count)
        result = found
    else:
        splits, result = found.row_splits[::count], found.values
    if known is not None:
        splits.set_shape([known + 1])
    return RaggedTensor.from_row_splits(result, splits, validate=False)


# -- shapes --------------------------------------------------------------------------------------------------------------

@override(runtime.tile, RaggedTensor, ["input"])
def tile(input, multiples, name=None):
    with scope(name, "RaggedTile"):
        multiples = cast(convert_to_tensor(multiples, dtype_hint=input.row_splits.dtype, name="multiples"), input.row_splits.dtype)
        multiples.shape.assert_has_rank(1)
        known = multiples._dims[0]
        if known is not None and known <= input.ragged_rank:
            raise IndexError(f"index {known} is out of bounds for axis 0 with size {known}")
        return tiled(input, multiples)


@override(runtime.expand_dims, RaggedTensor, ["input"])
def expand_dims(input, axis, name=None):
    with scope(name, "RaggedExpandDims"):
        rank = None if input.shape.rank is None else input.shape.rank + 1
        axis = positive_axis(axis, rank, rank_name="rank(input)")
        if axis == 0:
            return RaggedTensor.from_uniform_row_length(input, input.nrows(), nrows=1, validate=False)
        if axis == 1:
            return RaggedTensor.from_uniform_row_length(input, 1, nrows=input.nrows(), validate=False)
        return input.with_values(runtime.expand_dims(input.values, axis - 1))


@override(runtime.squeeze, RaggedTensor, ["input"])
def squeeze(input, axis=None, name=None):
    with scope(name, "RaggedSqueeze"):
        if axis is None:
            raise ValueError("Ragged.squeeze must have an axis argument.")
        axes = [axis] if isinstance(axis, int) else axis
        if not isinstance(axes, (list, tuple)) or not all(isinstance(one, int) for one in axes):
            raise TypeError("Axis must be a list or tuple of integers.")
        axes = [positive_axis(one, input.shape.rank, f"axis[{at}]", "rank(input)") for at, one in enumerate(axes)]
        dense, ragged = ([one - input.ragged_rank for one in axes if one > input.ragged_rank],
                         [one for one in axes if one <= input.ragged_rank])
        one = constant(1, input.row_splits.dtype)
        checks = [assert_(reduce_all(equal(lengths, one)), [f"the given axis (axis = {at}) is not squeezable!"])
                  for at, lengths in enumerate(input.nested_row_lengths(), 1) if at in ragged]
        if 0 in ragged:
            checks.append(assert_(equal(array.size(input.row_splits), constant(2)), ["the given axis (axis = 0) is not squeezable!"]))
        flat = with_checks(checks, input.flat_values)
        if dense:
            flat = array.squeeze(flat, dense)
        splits = [one for at, one in enumerate(input.nested_row_splits, 1) if at not in ragged]
        if splits and 0 in ragged:
            splits.pop(0)
        result = RaggedTensor.from_nested_row_splits(flat, splits)
        return array.squeeze(result, [0]) if set(range(input.ragged_rank + 1)) <= set(ragged) else result


@override(runtime.size, RaggedTensor, ["input"])
def size(input, out_type=dtypes.int32, name=None):
    return array.size(input.flat_values, out_type=out_type, name=name)


@override(runtime.rank, RaggedTensor, ["input"])
def rank(input, name=None):
    with scope(name, "RaggedRank"):
        return input.ragged_rank + array.rank(input.flat_values)


@override(runtime.shape, RaggedTensor, ["input"])
def shape(input, out_type=dtypes.int32, name=None):
    with scope(name, "RaggedShape"):
        return DynamicRaggedShape.from_tensor(input, dtypes.int32 if out_type is None else out_type)


@override(runtime.reshape, (RaggedTensor, DynamicRaggedShape), ["tensor", "shape"])
def reshape(tensor, shape, name=None):
    tensor = as_tensor(tensor, name="tensor")
    values = tensor.flat_values if _is_ragged(tensor) else tensor
    if not isinstance(shape, DynamicRaggedShape):
        return array.reshape(values, convert_to_tensor(shape, name="shape"))
    return shape.add_to(array.reshape(values, shape.inner_shape), validate=False)


@override(runtime.broadcast_to, DynamicRaggedShape, ["shape"])
def _broadcast_to(input, shape, name=None):
    return broadcast_to(input, shape)


@override(runtime.broadcast_dynamic_shape, DynamicRaggedShape, ["shape_x", "shape_y"])
def broadcast_dynamic_shape(shape_x, shape_y):
    return broadcast(DynamicRaggedShape.from_any(shape_x), DynamicRaggedShape.from_any(shape_y))[0]


@override(runtime.ones, DynamicRaggedShape, ["shape"])
def ones(shape, dtype=dtypes.float32, name=None, layout=None):
    return shape.add_to(creation.ones(shape.inner_shape, dtype), validate=False)


@override(runtime.zeros, DynamicRaggedShape, ["shape"])
def zeros(shape, dtype=dtypes.float32, name=None, layout=None):
    return shape.add_to(creation.zeros(shape.inner_shape, dtype), validate=False)


@override(runtime.fill, DynamicRaggedShape, ["dims"])
def fill(dims, value, name=None):
    return dims.add_to(creation.fill(dims.inner_shape, value), validate=False)


# -- the rest ------------------------------------------------------------------------------------------------------------

@override(runtime.one_hot, RaggedTensor, ["indices"])
def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    if isinstance(axis, int) and axis >= 0:
        if axis <= indices.ragged_rank:
            raise ValueError(f"axis ({axis}) must be greater than indices.ragged_rank ({indices.ragged_rank}).")
        axis -= indices.ragged_rank
    with scope(name, "RaggedOneHot"):
        return indices.with_flat_values(creation.one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype))


@override(runtime.reverse, RaggedTensor, ["tensor"])
def reverse(tensor, axis, name=None):
    if isinstance(axis, Tensor):
        axis = constant_value(axis)
        axis = None if axis is None else list(axis)
    elif not isinstance(axis, (list, tuple)) or not all(isinstance(one, int) for one in axis):
        axis = None
    if axis is None:
        raise TypeError("`axis` must be a list of int or a constant tensorwhen reversing axes in a ragged tensor")
    with scope(name, "Reverse"):
        axes = [positive_axis(one, tensor.shape.rank, f"axis[{at}]", "rank(tensor)") for at, one in enumerate(axis)]
        keys = [slice(None, None, -1) if at in axes else slice(None) for at in range(max(axes, default=-1) + 1)]
        return tensor[tuple(keys)]


@override(runtime.split, RaggedTensor, ["value"])
def split(value, num_or_size_splits, axis=0, num=None, name="split"):
    with scope(None, "RaggedSplit"):
        if isinstance(num_or_size_splits, int) and num_or_size_splits == 1:
            return [value]
        check.assert_integer(num_or_size_splits, message="`num_or_size_splits` must be an `int` or 1-D list or `Tensor` of integers.")
        whole = DynamicRaggedShape.from_tensor(value)
        axis = positive_axis(axis, whole.rank)
        try:
            total = whole[axis]
        except ValueError:
            raise ValueError(f"Cannot split a ragged dimension. Got `value` with shape {whole} and `axis` {axis}.") from None
        sizes, count = _sizes(num_or_size_splits, num, total)
        splits = joining.concat([creation.zeros([1], sizes.dtype), cumsum(sizes)], 0)
        splits = with_checks([
            check.assert_non_negative(num_or_size_splits, message="`num_or_size_splits` must be non-negative."),
            check.assert_equal(count, array.shape(sizes)[0], message="`num` is inconsistent with `num_or_size_split.shape[0]`."),
            check.assert_equal(cast(total, splits.dtype), splits[-1], message="Cannot exactly split the `axis` dimension of `value` with "
                               "the given `num_or_size_split`.")], splits)
        before = (slice(None),) * axis
        return [value[(*before, slice(splits[at], splits[at + 1]))] for at in range(count)]


def _sizes(given, num, total):
    """(the sizes of the parts, how many there are)."""
    if isinstance(given, int):
        if given < 1:
            raise ValueError(f"`num_or_size_splits` must be >=1 if it is an `int`.Received {given}.")
        return repeats.repeat(total // given, given), given
    sizes = convert_to_tensor(given)
    if sizes._dims is not None and len(sizes._dims) != 1:
        raise TypeError(f"`num_or_size_splits` must be an `int` or 1-D list or `Tensor`. Received {given}.")
    count = sizes._dims[0] if sizes._dims else None
    if count is None and num is None:
        raise ValueError("`num` must be specified as an `int` when the size of `num_or_size_split` is statically unknown. Received `num`: "
                         f"{num} and `num_or_size_split`: {given}.")
    if None not in (count, num) and num != count:
        raise ValueError(f"`num` does not match the size of `num_or_size_split`. Received `num`: {num} and size of `num_or_size_split`: "
                         f"{count}.")
    return sizes, num if count is None else count


@override(runtime.linalg.matmul, RaggedTensor, ["a", "b"])
def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, **options):
    """Products of the matrices in two values, one of them ragged; in the innermost axis a matrix has no rows of different lengths."""
    if transpose_a and adjoint_a:
        raise ValueError("Only one of transpose_a and adjoint_a can be True.")
    if transpose_b and adjoint_b:
        raise ValueError("Only one of transpose_b and adjoint_b can be True.")
    options |= {"transpose_a": transpose_a, "transpose_b": transpose_b, "adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
    options.pop("name", None)
    a, b = as_tensor(a, name="a"), as_tensor(b, name="b")
    if a.dtype is not b.dtype:
        raise ValueError("`a` and `b` must have the same dtype.")
    rank = a.shape.rank
    if rank is None and b.shape.rank is None:
        raise ValueError("matmul requires at least one input to have known rank if either input is ragged.")
    if None not in (rank, b.shape.rank) and rank != b.shape.rank or rank is not None and rank < 2:
        raise ValueError("`a` and `b` must have the same rank.")
    if rank == 2:
        return linalg.matmul(_whole(a), _whole(b), **options)
    if rank == 3:
        if _is_ragged(a) and a.ragged_rank == 1 and not (_is_ragged(b) or transpose_a or adjoint_a):
            each = linalg.matmul(array.expand_dims(a.values, 1), repeats.repeat(b, a.row_lengths(), axis=0), **options)
            return a.with_values(array.squeeze(each, 1))
        return _each_product(a, b, options)
    a, b = (value if _is_ragged(value) else RaggedTensor.from_tensor(value, ragged_rank=1) for value in (a, b))
    same = check.assert_equal(a.row_splits, b.row_splits, message="Batch dimensions of `a` and `b` do not have the same size.")
    return a.with_values(matmul(a.values, with_checks([same], b.values) if isinstance(b.values, Tensor) else b.values, **options))


def _whole(value):
    if not _is_ragged(value):
        return value
    dense = value.to_tensor()
    message = "The matrices in `a` and `b` may not be ragged in their innermost dimension."
    return with_checks([check.assert_equal(array.size(value.flat_values), array.size(dense), message=message)], dense)


def _each_product(a, b, options):
    both = _is_ragged(b) and (b.ragged_rank == 2 or options["transpose_b"] or options["adjoint_b"])
    dtype = (a if _is_ragged(a) else b).row_splits.dtype
    spec = runtime.RaggedTensorSpec(None, a.dtype, 1 if both else 0, dtype)

    def product(pair):
        found = linalg.matmul(_whole(pair[0]), _whole(pair[1]), **options)
        return RaggedTensor.from_tensor(found, row_splits_dtype=dtype) if both else found

    return map_fn(product, (a, b), fn_output_signature=spec)


