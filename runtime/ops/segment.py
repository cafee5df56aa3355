"""Reductions over segments of rows, and counting: bincount, histograms, confusion matrices."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, op, snake_case
from runtime.core.tensor_shape import text
from runtime.ops import array, creation, infer, types
from runtime.ops import math as math_ops
from runtime.ops.cast import cast
from runtime.ops.comparison import equal, greater, greater_equal, logical_and
from runtime.ops.gather_scatter import gather, scatter_nd
from runtime.ops.identity import identity
from runtime.ops.select import where
from runtime.ops.math import divide_no_nan, maximum, minimum, sqrt
from runtime.ops.joining import stack
from runtime.ops.reduction import reduce_max
from runtime.ops.scope import scope
from runtime.ops.sums import clip_by_value
from runtime.ops.control_flow.check import assert_less, assert_non_negative
from runtime.ops.control_flow.control_flow import control_dependencies


# -- sorted segments ----------------------------------------------------------------------------------------------

def _check_sorted(data, ids):
    """The number of segments. Raises InvalidArgumentError if the ids do not rise or do not fit the rows."""
    if ids.ndim != 1:
        raise invalid("segment_ids should be a vector.")
    if data.ndim == 0 or len(ids) != data.shape[0]:
        raise invalid("segment_ids should be the same size as dimension 0 of input.")
    if not len(ids):
        return 0
    count = int(ids[-1]) + 1
    if ids[0] < 0:
        raise invalid(f"Segment id {ids[0]} out of range [0, {count}), possibly because 'segment_ids' input is not sorted.")
    if np.any(ids[1:] < ids[:-1]):
        raise invalid("segment ids are not increasing")
    return count


def _combine(ufunc, data, ids, count, initial, empty=None):
    """`data` rows combined by segment; `empty` (else `initial`) fills segments without rows."""
    shape = (count,) + data.shape[ids.ndim:]
    result = np.full(shape, initial, data.dtype) if initial else np.zeros(shape, data.dtype)
    flat = data.reshape((ids.size,) + data.shape[ids.ndim:])
    ufunc.at(result, ids.reshape(-1), flat)
    if empty is not None:
        unseen = np.ones(count, bool)
        unseen[ids.reshape(-1)] = False
        result[unseen] = empty
    return result


def _limit(dtype, side):
    return getattr(dtypes.FROM_NUMPY[dtype], side)


def _segment_infer(inputs, attrs):
    dims = infer.with_rank_at_least(inputs[0]._dims, 1)
    infer.with_rank(inputs[1]._dims, 1)
    return None if dims is None else (None,) + dims[1:]


def _segment(op_name, ufunc, initial, allowed, grad, empty=None):
    def kernel(data, segment_ids):
        count = _check_sorted(data, segment_ids)
        start = initial(data.dtype) if callable(initial) else initial
        return _combine(ufunc, data, segment_ids, count, start, empty)

    op_def = op(op_name, "data: T, segment_ids: Tindices -> output: T", kernel=kernel, infer=_segment_infer, grad=grad,
                types={"T": allowed, "Tindices": types.INDEX})

    def function(data, segment_ids, name=None):
        return dispatch(op_def, (data, segment_ids), None, name)
    return math_ops.named(function, snake_case(op_name), f"`{op_name}` of the rows of `data` with the same id; the ids "
                          "must rise.")


def _gather_rows(op, dy):
    return [gather(dy, op.inputs[1]), None]


def _mean_grad(op, dy):
    counts = _row_counts(op.inputs[1], dy)
    return [gather(dy / counts, op.inputs[1]), None]


def _row_counts(ids, like):
    """How many rows each segment has, with the rank of `like`."""
    ones = creation.ones_like(cast(ids, like.dtype))
    counts = segment_sum(ones, ids)
    return array.reshape(counts, [-1] + [1] * (len(like._dims) - 1))


def _extreme_grad(op, dy):
    data, ids = op.inputs[:2]
    chosen = equal(data, gather(op.outputs[0], ids))
    counts = unsorted_segment_sum(cast(chosen, dy.dtype), ids, array.shape(op.outputs[0])[0])
    shared = gather(divide_no_nan(dy, counts), ids)
    return [where(chosen, shared, creation.zeros_like(shared))] + [None] * (len(op.inputs) - 1)


def _prod_grad(op, dy):
    """dy * product / x, and where x is zero the product of the others."""
    data, ids = op.inputs
    is_zero = equal(data, 0)
    zeros = segment_sum(cast(is_zero, dtypes.int32), ids)
    dy = where(greater(zeros, 1), creation.zeros_like(dy), dy)
    nonzero = where(is_zero, creation.ones_like(data), data)
    others = gather(segment_prod(nonzero, ids), ids)
    return [gather(dy, ids) * where(is_zero, others, gather(op.outputs[0], ids) / nonzero), None]


segment_sum = _segment("SegmentSum", np.add, 0, types.NUMBER, _gather_rows)
segment_prod = _segment("SegmentProd", np.multiply, 1, types.NUMBER, _prod_grad)
segment_max = _segment("SegmentMax", np.maximum, lambda dtype: _limit(dtype, "min"), types.REAL, _extreme_grad, empty=0)
segment_min = _segment("SegmentMin", np.minimum, lambda dtype: _limit(dtype, "max"), types.REAL, _extreme_grad, empty=0)


def _segment_mean(data, segment_ids):
    count = _check_sorted(data, segment_ids)
    total = _combine(np.add, data, segment_ids, count, 0)
    rows = np.maximum(np.bincount(segment_ids, minlength=count), 1).reshape((-1,) + (1,) * (data.ndim - 1))
    if data.dtype.kind in "fc":
        return (total / rows.astype(data.dtype)).astype(data.dtype)
    return (np.sign(total) * (np.abs(total) // rows)).astype(data.dtype)  # towards zero


SEGMENT_MEAN = op("SegmentMean", "data: T, segment_ids: Tindices -> output: T", kernel=_segment_mean, infer=_segment_infer,
                  grad=_mean_grad, types={"T": types.NUMBER, "Tindices": types.INDEX})


def segment_mean(data, segment_ids, name=None):
    """The mean of the rows of `data` with the same id; the ids must rise."""
    return dispatch(SEGMENT_MEAN, (data, segment_ids), None, name)


# -- unsorted segments --------------------------------------------------------------------------------------------

def _unsorted_infer(inputs, attrs):
    dims, ids = inputs[0]._dims, inputs[1]._dims
    count = constant_value(inputs[2])
    if count is not None and count < 0:
        error = ValueError(f"Dimension size, given by scalar input 2, must be non-negative but is {int(count)}")
        error.value_inputs = (2,)
        raise error
    if dims is None or ids is None:
        return None
    for left, right in zip(dims, ids):
        infer.merged_size(left, right)
    return (None if count is None else int(count),) + dims[len(ids):]


def _unsorted(op_name, ufunc, initial, allowed, ids_types, grad):
    def kernel(data, segment_ids, num_segments):
        count = int(num_segments)
        if count < 0:
            raise invalid(f"Input num_segments == {count} must not be negative.")
        if data.shape[:segment_ids.ndim] != segment_ids.shape:
            raise invalid(f"data.shape = {text(data.shape)} does not start with segment_ids.shape = "
                           f"{text(segment_ids.shape)}")
        flat = segment_ids.reshape(-1)
        outside = np.flatnonzero(flat >= count)
        if outside.size:
            where_ = text(np.unravel_index(outside[0], segment_ids.shape)).replace("[]", "")
            raise invalid(f"segment_ids{where_} = {flat[outside[0]]} is out of range [0, {count})")
        start = initial(data.dtype) if callable(initial) else initial
        if np.any(flat < 0):  # these rows are dropped
            kept = flat >= 0
            data, flat = data.reshape((flat.size,) + data.shape[segment_ids.ndim:])[kept], flat[kept]
            return _combine(ufunc, data, flat, count, start)
        return _combine(ufunc, data, segment_ids, count, start)

    op_def = op(op_name, "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T", kernel=kernel,
                infer=_unsorted_infer, grad=grad, reads_bits=callable(initial),  # a wider type has other limits
                types={"T": allowed, "Tindices": ids_types, "Tnumsegments": types.INDEX})

    def function(data, segment_ids, num_segments, name=None):
        return dispatch(op_def, (data, segment_ids, num_segments), None, name)
    return math_ops.named(function, snake_case(op_name), f"`{op_name}` of the rows of `data` with the same id, in any "
                          "order; rows with a negative id are dropped.")


def _gather_drop_negatives(values, ids, rank):
    """Rows of `values` by id; zeros for negative ids."""
    rows = gather(values, maximum(ids, 0))
    positive = greater_equal(ids, 0)
    for _ in range(rank - len(ids._dims)):
        positive = array.expand_dims(positive, -1)
    return where(positive, rows, creation.zeros_like(rows)), positive


def _unsorted_sum_grad(op, dy):
    return [_gather_drop_negatives(dy, op.inputs[1], len(op.inputs[0]._dims))[0], None, None]


def _unsorted_extreme_grad(op, dy):
    data, ids = op.inputs[:2]
    rank = len(data._dims)
    extremes, positive = _gather_drop_negatives(op.outputs[0], ids, rank)
    chosen = logical_and(equal(data, extremes), positive)
    counts = unsorted_segment_sum(cast(chosen, dy.dtype), ids, op.inputs[2])
    shared, _ = _gather_drop_negatives(divide_no_nan(dy, counts), ids, rank)
    return [where(chosen, shared, creation.zeros_like(shared)), None, None]


def _unsorted_prod_grad(op, dy):
    """dy * product / x, and where x is zero the product of the others."""
    data, ids, count = op.inputs
    is_zero = equal(data, 0)
    zeros = unsorted_segment_sum(cast(is_zero, dtypes.int32), ids, count)
    dy = where(greater(zeros, 1), creation.zeros_like(dy), dy)
    others = unsorted_segment_prod(where(is_zero, creation.ones_like(data), data), ids, count)
    rank = len(data._dims)
    gathered, _ = _gather_drop_negatives(op.outputs[0], ids, rank)
    gathered_others, _ = _gather_drop_negatives(others, ids, rank)
    partial = where(is_zero, gathered_others, divide_no_nan(gathered, data))
    return [_gather_drop_negatives(dy, ids, rank)[0] * partial, None, None]


unsorted_segment_sum = _unsorted("UnsortedSegmentSum", np.add, 0, types.NUMBER, TypeList("int16 int32 int64"),
                                 _unsorted_sum_grad)
hooks.summed_rows.provide(unsorted_segment_sum)
unsorted_segment_prod = _unsorted("UnsortedSegmentProd", np.multiply, 1, types.NUMBER, types.INDEX, _unsorted_prod_grad)
unsorted_segment_max = _unsorted("UnsortedSegmentMax", np.maximum, lambda dtype: _limit(dtype, "min"), types.REAL,
                                 types.INDEX, _unsorted_extreme_grad)
unsorted_segment_min = _unsorted("UnsortedSegmentMin", np.minimum, lambda dtype: _limit(dtype, "max"), types.REAL,
                                 types.INDEX, _unsorted_extreme_grad)


def _counts(data, ids, num_segments):
    """How many rows each segment has (at least 1), broadcastable to the sums."""
    ones = creation.ones(array.shape(ids), data.dtype)
    counts = unsorted_segment_sum(ones, ids, num_segments)
    extra = len(data._dims) - len(ids._dims)
    return maximum(array.reshape(counts, [-1] + [1] * extra), 1)


def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    """The mean of the rows of `data` with the same id, 0 for ids without rows."""
    with scope(name, "UnsortedSegmentMean"):
        data, ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        return unsorted_segment_sum(data, ids, num_segments) / _counts(data, ids, num_segments)


def unsorted_segment_sqrt_n(data, segment_ids, num_segments, name=None):
    """The sum of the rows of `data` with the same id, divided by the root of their number."""
    with scope(name, "UnsortedSegmentSqrtN"):
        data, ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        return unsorted_segment_sum(data, ids, num_segments) / sqrt(_counts(data, ids, num_segments))


# -- counting -----------------------------------------------------------------------------------------------------

def _dense_bincount(input, size, weights, binary_output):
    if np.any(input < 0):
        raise invalid("Input arr must be non-negative!" if input.ndim < 2 else
                      f"Input 'in' must be non-negative! Negative input value found: {input[input < 0][0]}")
    count = int(size)
    if count < 0:
        raise invalid(f"size ({count}) must be non-negative")
    rows = input if input.ndim == 2 else input.reshape(1, -1)
    result = np.zeros((len(rows), count), weights.dtype)
    amounts = weights.reshape(rows.shape) if weights.size else np.ones(rows.shape, weights.dtype)
    inside = rows < count
    place = (np.nonzero(inside)[0], rows[inside])
    if binary_output:
        result[place] = 1
    else:
        np.add.at(result, place, amounts[inside])
    return result if input.ndim == 2 else result[0]


def _dense_bincount_infer(inputs, attrs):
    dims, size = inputs[0]._dims, constant_value(inputs[1])
    size = None if size is None else int(size)
    return None if dims is None else (size,) if len(dims) < 2 else (dims[0], size)


DENSE_BINCOUNT = op("DenseBincount", "input: Tidx, size: Tidx, weights: T -> output: T", attrs={"binary_output": False},
                    kernel=_dense_bincount, infer=_dense_bincount_infer, types={"Tidx": types.INDEX, "T": types.COUNTED})


def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=dtypes.int32, name=None, axis=None,
             binary_output=False):
    """How often each number from 0 occurs in `arr`, or the sum of its `weights`.

    Args:
        minlength, maxlength: limits of the length of the result, which is else the largest number plus 1.
        axis: None or 0 for one count of all, -1 for one a row of a matrix.
        binary_output: whether a number occurs at all.

    Raises:
        InvalidArgumentError: a negative number.
    """
    with scope(name, "bincount"):
        arr = convert_to_tensor(arr, name="arr")
        if weights is not None and binary_output:
            raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
        if axis not in (0, -1, None):
            raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
        if not arr.dtype.is_integer:
            arr = cast(arr, dtypes.int32)
        not_empty = cast(greater(array.size(arr), 0), arr.dtype)
        size = not_empty * (reduce_max(arr) + 1)
        if minlength is not None:
            size = maximum(convert_to_tensor(minlength, arr.dtype, name="minlength"), size)
        if maxlength is not None:
            size = minimum(convert_to_tensor(maxlength, arr.dtype, name="maxlength"), size)
        if axis != -1 or arr._dims is None or len(arr._dims) < 2:
            if weights is not None:
                weights = array.reshape(weights, [-1])
            arr = array.reshape(arr, [-1])
        if weights is None:
            weights = convert_to_tensor([], dtypes.as_dtype(dtype))
        return dispatch(DENSE_BINCOUNT, (arr, size, weights), {"binary_output": bool(binary_output)})


def _bins(values, value_range, nbins):
    low, high = value_range.astype(np.float64).tolist()
    scaled = (values.astype(np.float64) - low) / (high - low)
    with np.errstate(invalid="ignore"):
        return np.clip(np.floor(scaled * int(nbins)), 0, int(nbins) - 1)


def _histogram(values, value_range, nbins, dtype):
    low, high = value_range.tolist()
    if not low < high:
        raise invalid(f"value_range should satisfy value_range[0] < value_range[1], but got '[{low:g}, {high:g}]'")
    if nbins <= 0:
        raise invalid(f"nbins should be a positive number, but got '{int(nbins)}'")
    return np.bincount(_bins(values.reshape(-1), value_range, nbins).astype(np.int64),
                       minlength=int(nbins)).astype(dtype.numpy_dtype)


def _histogram_infer(inputs, attrs):
    count = constant_value(inputs[2])
    return (None if count is None else int(count),)


HISTOGRAM = op("HistogramFixedWidth", "values: T, value_range: T, nbins: int32 -> out: dtype",
               attrs={"dtype": dtypes.int32}, kernel=_histogram, infer=_histogram_infer, types={"T": types.COUNTED, "dtype": types.INDEX})


def histogram_fixed_width(values, value_range, nbins=100, dtype=dtypes.int32, name=None):
    """How many `values` lie in each of `nbins` equal parts of the range; what is outside counts at its ends."""
    with scope(name, "histogram_fixed_width") as name:
        return dispatch(HISTOGRAM, (values, value_range, nbins), {"dtype": dtypes.as_dtype(dtype)}, name)


def histogram_fixed_width_bins(values, value_range, nbins=100, dtype=dtypes.int32, name=None):
    """The index of the part of `histogram_fixed_width` that each value falls into."""
    with scope(name, "histogram_fixed_width_bins"):
        values = convert_to_tensor(values, name="values")
        value_range = convert_to_tensor(value_range, values.dtype, name="value_range")
        scaled = math_ops.truediv(values - value_range[0], value_range[1] - value_range[0])
        count = cast(convert_to_tensor(nbins, dtypes.int32, name="nbins"), scaled.dtype)
        index = math_ops.floor(count * scaled)
        return cast(clip_by_value(index, 0, count - 1), dtype)


def confusion_matrix(labels, predictions, num_classes=None, weights=None, dtype=dtypes.int32, name=None):
    """The matrix that counts (or sums the `weights` of) each pair of label (row) and prediction (column).

    Raises:
        InvalidArgumentError: negative values, or values that are not below `num_classes`.
    """
    with scope(name, "confusion_matrix"):
        predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels, name="labels")
        labels, predictions = cast(labels, dtypes.int64), cast(predictions, dtypes.int64)

        def checked(values, check):
            with control_dependencies([check]):
                return identity(values)

        labels = checked(labels, assert_non_negative(labels, message="`labels` contains negative values"))
        predictions = checked(predictions, assert_non_negative(predictions,
                                                               message="`predictions` contains negative values"))
        if num_classes is None:
            num_classes = maximum(reduce_max(predictions), reduce_max(labels)) + 1
        else:
            num_classes = cast(num_classes, dtypes.int64)
            labels = checked(labels, assert_less(labels, num_classes, message="`labels` out of bound"))
            predictions = checked(predictions, assert_less(predictions, num_classes, message="`predictions` out of bound"))
        dtype = dtypes.as_dtype(dtype)
        weights = creation.ones_like(predictions, dtype) if weights is None else cast(weights, dtype)
        return scatter_nd(stack([labels, predictions], axis=1), weights, stack([num_classes, num_classes]))
