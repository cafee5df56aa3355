"""Reductions of ragged values over axes, ragged ones too, and sums by segments."""

from __future__ import annotations

import runtime
from runtime import math
from runtime.core import dtypes
from runtime.core.composite import override
from runtime.core.convert import constant_value
from runtime.core.dispatch import dispatch
from runtime.core.tensor import Tensor
from runtime.ops import array
from runtime.ops.control_flow import check
from runtime.ops.cast import cast
from runtime.ops.gather_scatter import gather
from runtime.ops.scope import scope
from runtime.ragged.kernels import RANGE
from runtime.ragged.row_partition import lengths_to_splits, row_splits_to_segment_ids, with_checks
from runtime.ragged.tensor import RaggedTensor, as_tensor, of_one_splits_dtype, positive_axis


def by_segment(function, data, segment_ids, num_segments, **options):
    """``function`` (`unsorted_segment_sum` and the like) of ragged rows: the results are as long as the longest row of each segment."""
    if not isinstance(data, RaggedTensor) and not isinstance(segment_ids, RaggedTensor):
        return function.__wrapped__(data, segment_ids, num_segments, **options)
    data, ids = as_tensor(data, name="data"), as_tensor(segment_ids, name="segment_ids")
    of_one_splits_dtype(data, ids)
    if ids.dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError("segment_ids must have dtype int32 or int64.")
    if isinstance(ids, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            raise ValueError("segment_ids.shape must be a prefix of data.shape, but segment_ids is ragged and data is not.")
        same = check.assert_equal(ids.row_splits, data.row_splits, message="segment_ids.shape must be a prefix of data.shape")
        inner = ids.values if isinstance(ids.values, RaggedTensor) else with_checks([same], ids.values)
        return by_segment(function, data.values, inner, num_segments, **options)
    lengths = data.row_splits[1:] - data.row_splits[:-1]
    most = math.maximum(math.unsorted_segment_max(lengths, ids, num_segments), cast(0, lengths.dtype))
    splits = lengths_to_splits(most)
    starts = gather(splits, ids)
    places = dispatch(RANGE, (starts, starts + lengths, cast(1, starts.dtype)), {"Tsplits": starts.dtype})[1]
    values = by_segment(function, data.values, places, splits[-1], **options)
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def reduced(whole, by_segments, ragged, axis, keepdims, **options):
    """A reduction: ``whole`` reduces dense values, ``by_segments`` values by their rows."""
    if not isinstance(ragged, RaggedTensor):
        return whole(ragged, axis, keepdims=keepdims, **options)
    if isinstance(axis, Tensor):
        axis = constant_value(axis)
        if axis is None:
            raise ValueError("axis must be known at graph construction time.")
        axis = axis.tolist() if axis.ndim else axis[()]
    if axis is None:
        result = whole(ragged.flat_values, None, keepdims=keepdims, **options)
        if keepdims:
            for _ in range(ragged.shape.rank - len(result._dims)):
                result = array.expand_dims(result, 0)
        return result
    if isinstance(axis, (tuple, list)):
        if not axis:
            return ragged
        if len(axis) > 1:
            axes = sorted(positive_axis(one, ragged.shape.rank, f"axis[{at}]", "rank(input_tensor)") for at, one in enumerate(axis))
            inner = reduced(whole, by_segments, ragged, axes[-1], keepdims, **options)
            return reduced(whole, by_segments, inner, axes[:-1], keepdims, **options)
        [axis] = axis
    axis = positive_axis(axis, ragged.shape.rank, rank_name="rank(input_tensor)")
    if axis > 1:
        return ragged.with_values(reduced(whole, by_segments, ragged.values, axis - 1, keepdims, **options))
    if axis == 0:
        lengths = ragged.row_splits[1:] - ragged.row_splits[:-1]
        count = math.maximum(math.reduce_max(lengths), cast(0, lengths.dtype))
        ids = ragged._row_partition.offsets_in_rows()
    else:
        count = array.shape(ragged.row_splits)[0] - 1
        ids = row_splits_to_segment_ids(ragged.row_splits)
    result = by_segment(by_segments, ragged.values, ids, count, **options)
    return runtime.expand_dims(result, axis=axis) if keepdims else result


def _over_flat(function, first, second):
    """``function`` of two values that have the same rows."""
    if isinstance(first, RaggedTensor):
        return first.with_flat_values(function(first.flat_values, second.flat_values))
    return function(first, second)


_SEGMENTS = {"sum": math.unsorted_segment_sum, "prod": math.unsorted_segment_prod, "min": math.unsorted_segment_min,
             "max": math.unsorted_segment_max}


def _register_plain(kind):
    whole, segments = getattr(math, f"reduce_{kind}"), _SEGMENTS[kind]

    @override(whole, RaggedTensor, ["input_tensor"])
    def reduce(input_tensor, axis=None, keepdims=False, name=None):
        with scope(name, f"RaggedReduce{kind.title()}"):
            return reduced(whole, segments, input_tensor, axis, keepdims)

    @override(segments, RaggedTensor, ["data", "segment_ids"])
    def segment(data, segment_ids, num_segments, name=None):
        with scope(name, f"RaggedSegment{kind.title()}"):
            return by_segment(segments, data, segment_ids, num_segments)


for _kind in _SEGMENTS:
    _register_plain(_kind)


@override(math.reduce_mean, RaggedTensor, ["input_tensor"])
def _reduce_mean(input_tensor, axis=None, keepdims=False, name=None):
    with scope(name, "RaggedReduceMean"):
        total = math.reduce_sum(input_tensor, axis, keepdims)
        return _over_flat(math.truediv, total, math.reduce_sum(runtime.ones_like(input_tensor), axis, keepdims))


@override(math.reduce_variance, RaggedTensor, ["input_tensor"])
def _reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    with scope(name, "RaggedReduceVariance"):
        if input_tensor.dtype.is_complex:
            raise ValueError("reduce_variance is not supported for RaggedTensors with complex dtypes.")
        of_squares = math.reduce_mean(math.square(input_tensor), axis=axis, keepdims=keepdims)
        squared = math.square(math.reduce_mean(input_tensor, axis=axis, keepdims=keepdims))
        return math.maximum(of_squares - squared, 0)


@override(math.reduce_std, RaggedTensor, ["input_tensor"])
def _reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    with scope(name, "RaggedReduceStd"):
        return math.sqrt(math.reduce_variance(input_tensor, axis=axis, keepdims=keepdims))


@override(math.reduce_all, RaggedTensor, ["input_tensor"])
def _reduce_all(input_tensor, axis=None, keepdims=False, name=None):
    with scope(name, "RaggedReduceAll"):
        return runtime.cast(math.reduce_prod(runtime.cast(input_tensor, dtypes.int32), axis, keepdims), dtypes.bool_)


@override(math.reduce_any, RaggedTensor, ["input_tensor"])
def _reduce_any(input_tensor, axis=None, keepdims=False, name=None):
    with scope(name, "RaggedReduceAny"):
        return runtime.cast(math.reduce_sum(runtime.cast(input_tensor, dtypes.int32), axis, keepdims), dtypes.bool_)


@override(math.unsorted_segment_mean, RaggedTensor, ["data", "segment_ids"])
def _segment_mean(data, segment_ids, num_segments, name=None):
    with scope(name, "RaggedSegmentMean"):
        total = math.unsorted_segment_sum(data, segment_ids, num_segments)
        return _over_flat(math.truediv, total, math.unsorted_segment_sum(runtime.ones_like(data), segment_ids, num_segments))


@override(math.unsorted_segment_sqrt_n, RaggedTensor, ["data", "segment_ids"])
def _segment_sqrt_n(data, segment_ids, num_segments, name=None):
    with scope(name, "RaggedSegmentSqrtN"):
        total = math.unsorted_segment_sum(data, segment_ids, num_segments)
        count = math.unsorted_segment_sum(runtime.ones_like(data), segment_ids, num_segments)
        return _over_flat(lambda one, other: one / math.sqrt(other), total, count)


@override(math.reduce_logsumexp, RaggedTensor, ["input_tensor"])
def _reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
    with scope(name, "ReduceLogSumExp"):
        largest = math.reduce_max(input_tensor, axis=axis, keepdims=True)
        largest = runtime.stop_gradient(runtime.where(math.is_finite(largest), largest, runtime.zeros_like(largest)))
        sums = math.log(math.reduce_sum(math.exp(input_tensor - largest), axis, keepdims))
        if not keepdims:
            largest = runtime.reshape(largest, runtime.shape(sums))
        return math.add(sums, largest)


@override(runtime.nn.softmax, RaggedTensor, ["logits"])
def _softmax(logits, axis=None, name=None):
    axis = -1 if axis is None else axis
    with scope(name, "RaggedSoftmax"):
        exponents = math.exp(math.subtract(logits, math.reduce_max(logits, axis=axis, keepdims=True)))
        return math.divide(exponents, math.reduce_sum(exponents, axis=axis, keepdims=True))


@override(math.add_n, RaggedTensor, ["*inputs"])
def _add_n(inputs, name=None):
    with scope(name, "RaggedAddN"):
        return runtime.ragged.map_flat_values(math.add_n, inputs)


@override(math.cumsum, RaggedTensor, ["x"])
def _cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
    with scope(name, "RaggedCumSum"):
        axis = positive_axis(axis, x.shape.rank, rank_name="rank")
        if axis > x.ragged_rank:
            return x.with_flat_values(math.cumsum(x.flat_values, axis - x.ragged_rank, exclusive, reverse))
        if axis < x.ragged_rank:
            dense = math.cumsum(x.to_tensor(), axis, exclusive=exclusive, reverse=reverse)
            return RaggedTensor.from_tensor(dense, lengths=x.nested_row_lengths())
        last, values = x._nested_row_partitions[-1], x.flat_values
        sums = math.cumsum(values, exclusive=True, reverse=reverse)
        first = gather(last.row_splits(), last.value_rowids() + 1) - 1 if reverse else gather(last.row_splits(), last.value_rowids())
        sums = sums - gather(sums, first)
        return x.with_flat_values(sums if exclusive else sums + values)
