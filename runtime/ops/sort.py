"""Order and membership: top_k, sort, argsort, unique, searchsorted."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, TypeList, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops.comparison import less, less_equal
from runtime.ops.reduction import reduce_all
from runtime.ops import array, creation, infer, types
from runtime.ops.gather_scatter import scatter_nd, tensor_scatter_nd_update
from runtime.ops.kernels import selection
from runtime.ops.scope import scope
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX, REAL
from runtime.ops.reduction import reduce_prod

_TopK = collections.namedtuple("TopKV2", "values indices")
_Unique = collections.namedtuple("Unique", "y idx")
_ListDiff = collections.namedtuple("ListDiff", "out idx")
_UniqueWithCounts = collections.namedtuple("UniqueWithCounts", "y idx count")


# -- top_k ---------------------------------------------------------------------------------------------------------

def _top_k(input, k, sorted, index_type):
    if not np.ndim(input):
        raise invalid(f"input must be >= 1-D, got shape {text(np.shape(input))}")
    if np.ndim(k):
        raise invalid(f"k must be scalar, got shape {text(np.shape(k))}")
    if k < 0:
        raise invalid(f"Need k >= 0, got {int(k)}")
    size = input.shape[-1]
    if size < k:
        raise invalid(f"input must have at least k columns. Had {size}, needed {int(k)}")
    values, indices = selection.top_k(input, int(k))
    return values, indices.astype(index_type.numpy_dtype)


@reading
def _top_k_infer(read, attrs):
    dims = infer.with_rank_at_least(read.dims(0), 1)
    infer.with_rank(read.dims(1), 0)
    k = read.value(1)
    if k is not None and k < 0:
        raise ValueError(f"Dimension size, given by scalar input 1, must be non-negative but is {k}")
    if dims is None:
        return [None, None]
    if k is not None and dims[-1] is not None and dims[-1] < k:
        raise ValueError(f"input must have last dimension >= k = {k} but is {dims[-1]}")
    return [dims[:-1] + (None if k is None else int(k),)] * 2


TOP_K = op("TopKV2", "input: T, k: Tk -> values: T, indices: index_type", kernel=_top_k, infer=_top_k_infer,
           attrs={"sorted": True, "index_type": dtypes.int32},
           types={"T": REAL, "Tk": TypeList("int16 int32 int64"), "index_type": "int16 int32 int64"})


def top_k(input, k=1, sorted=True, index_type=dtypes.int32, name=None):
    """The `k` largest elements of each row of the last axis and their indices: ``(values, indices)``.

    Raises:
        InvalidArgumentError, or ValueError while tracing: the rows are shorter than `k`.
    """
    attrs = {"sorted": sorted, "index_type": dtypes.as_dtype(index_type)}
    return _TopK(*dispatch(TOP_K, (input, k), attrs, name))


@gradient("TopKV2")
def _top_k_grad(op, dy, _):
    if dy is None:
        return [None, None]
    size = array.shape(op.inputs[0])
    indices = op.outputs[1]
    columns, k = size[-1], array.shape(indices)[-1]
    flat = array.reshape(indices, [-1, k])
    rows = creation.range_(array.shape(flat)[0])
    places = array.reshape(flat + array.expand_dims(rows * columns, 1), [-1, 1])
    spread = scatter_nd(places, array.reshape(dy, [-1]), array.reshape(reduce_prod(size), [1]))
    return [array.reshape(spread, size), None]


def _in_top_k(predictions, targets, k):
    if predictions.ndim != 2:
        raise invalid("predictions must be 2-dimensional")
    if targets.ndim != 1:
        raise invalid("targets must be 1-dimensional")
    if len(predictions) != len(targets):
        raise invalid(f"First dimension of predictions {len(predictions)} must match length of targets {len(targets)}")
    inside = (targets >= 0) & (targets < predictions.shape[1])
    rows = np.arange(len(targets))
    score = predictions[rows, np.where(inside, targets, 0)]
    more = (predictions > score[:, None]).sum(1)
    return inside & np.isfinite(predictions).all(1) & (more < k)


def _in_top_k_infer(inputs, attrs):
    predictions, targets = infer.with_rank(inputs[0]._dims, 2), infer.with_rank(inputs[1]._dims, 1)
    return (infer.merged_size(predictions[0], targets[0]),)


IN_TOP_K = op("InTopKV2", "predictions: float32, targets: T, k: T -> precision: bool", kernel=_in_top_k,
              infer=_in_top_k_infer, types={"T": INDEX})


def in_top_k(targets, predictions, k, name=None):
    """Whether each target is among the `k` largest of its row of `predictions`, a bool vector."""
    with scope(name, "in_top_k"):
        return dispatch(IN_TOP_K, (predictions, targets, k))


# -- sort ----------------------------------------------------------------------------------------------------------

def sort(values, axis=-1, direction="ASCENDING", name=None):
    """`values` sorted along `axis`.

    Raises:
        ValueError: `direction` is neither ASCENDING nor DESCENDING, or `axis` is no constant.
    """
    with scope(name, "sort"):
        return _sorted(values, axis, direction, False)


def argsort(values, axis=-1, direction="ASCENDING", stable=False, name=None):
    """The int32 indices that sort `values` along `axis`; equal elements keep their order."""
    with scope(name, "argsort"):
        return _sorted(values, axis, direction, True)


def _sorted(values, axis, direction, indices):
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"Argument `direction` should be one of ASCENDING, DESCENDING. Received: direction={direction}")
    axis = convert_to_tensor(axis, name="axis")
    at = constant_value(axis)
    if axis._dims not in ((), None) or at is None:
        raise ValueError(f"Argument `axis` must be a constant scalar. Received: axis={axis}.")
    at = int(at)
    values = convert_to_tensor(values, name="values")
    if direction == "DESCENDING":
        return _descending(values, at, indices)
    if values.dtype.is_unsigned:
        limit = values.dtype.max
        result = _descending(limit - values, at, indices)
        return result if indices else limit - result
    if values.dtype.is_integer:  # -x would overflow at the least integer
        result = _descending(-values - 1, at, indices)
        return result if indices else -result - 1
    result = _descending(-values, at, indices)
    return result if indices else -result


def _descending(values, axis, indices):
    k = array.shape(values)[axis]
    rank = array.rank(values)
    count = None if values._dims is None else len(values._dims)
    if axis == -1 or axis + 1 == count:
        return top_k(values, k)[indices]
    if axis < 0:
        axis += rank if count is None else count
    if count is not None:
        order = [*range(axis), count - 1, *range(axis + 1, count - 1), axis]
        order = constant(np.array(order, np.int64).astype(np.int32), name="transposition")
    else:
        order = tensor_scatter_nd_update(creation.range_(rank), [[axis], [rank - 1]], [rank - 1, axis])
    return array.transpose(top_k(array.transpose(values, order), k)[indices], order)


# -- unique --------------------------------------------------------------------------------------------------------

def _first_seen(x):
    """(unique elements in order of first sight, index of each element's among them, counts)."""
    if x.ndim != 1:
        raise invalid("unique expects a 1D vector.")
    places, idx = {}, np.empty(len(x), np.int64)
    for index, item in enumerate(x.tolist()):
        idx[index] = places.setdefault(item, len(places))
    first = np.unique(idx, return_index=True)[1]
    return x[first], idx, np.bincount(idx, minlength=len(places))


def _unique(x, out_idx):
    y, idx, _ = _first_seen(x)
    return y, idx.astype(out_idx.numpy_dtype)


def _unique_with_counts(x, out_idx):
    y, idx, count = _first_seen(x)
    return y, idx.astype(out_idx.numpy_dtype), count.astype(out_idx.numpy_dtype)


def _unique_infer(inputs, attrs):
    dims = inputs[0]._dims
    if dims is not None:
        infer.with_rank(dims, 1)
    return [(None,), dims]


UNIQUE = op("Unique", "x: T -> y: T, idx: out_idx", kernel=_unique, infer=_unique_infer, attrs={"out_idx": dtypes.int32}, types={"out_idx": types.INDEX}, unserved={"T": "complex64 complex128"})
UNIQUE_WITH_COUNTS = op("UniqueWithCounts", "x: T -> y: T, idx: out_idx, count: out_idx", kernel=_unique_with_counts,
                        infer=lambda inputs, attrs: _unique_infer(inputs, attrs) + [(None,)],
                        attrs={"out_idx": dtypes.int32}, types={"out_idx": types.INDEX}, unserved={"T": "complex64 complex128"})


def unique(x, out_idx=dtypes.int32, name=None):
    """``(y, idx)``: the different elements of a vector in order of first sight, and where each element is among them."""
    return _Unique(*dispatch(UNIQUE, (x,), {"out_idx": dtypes.as_dtype(out_idx)}, name))


def unique_with_counts(x, out_idx=dtypes.int32, name=None):
    """``(y, idx, count)``: as `unique`, and how often each of `y` occurs."""
    return _UniqueWithCounts(*dispatch(UNIQUE_WITH_COUNTS, (x,), {"out_idx": dtypes.as_dtype(out_idx)}, name))


# -- difference ----------------------------------------------------------------------------------------------------

def _list_diff(x, y, out_idx):
    for name, array_ in (("x", x), ("y", y)):
        if np.ndim(array_) != 1:
            raise invalid(f"{name} should be a 1D vector.")
    removed = set(y.tolist())
    places = np.array([place for place, item in enumerate(x.tolist()) if item not in removed], out_idx.numpy_dtype)
    return x[places], places


def _list_diff_infer(inputs, attrs):
    for one in inputs:
        if one._dims is not None:
            infer.with_rank(one._dims, 1)
    return [(None,), (None,)]


LIST_DIFF = op("ListDiff", "x: T, y: T -> out: T, idx: out_idx", kernel=_list_diff, infer=_list_diff_infer, attrs={"out_idx": dtypes.int32},
               types={"out_idx": types.INDEX}, unserved={"T": "bool complex64 complex128"})


def setdiff1d(x, y, index_dtype=dtypes.int32, name=None):
    """``(out, idx)``: the elements of a vector that are not in another one, in their order, and where they stand."""
    return _ListDiff(*dispatch(LIST_DIFF, (x, y), {"out_idx": dtypes.as_dtype(index_dtype)}, name))


# -- searchsorted --------------------------------------------------------------------------------------------------

def _bound(side):
    def kernel(sorted_inputs, values, out_type):
        if sorted_inputs.ndim != 2 or values.ndim != 2:
            raise invalid("sorted input argument must be a matrix")
        if len(sorted_inputs) != len(values):
            raise invalid("Leading dim_size of both tensors must match.")
        rows = [np.searchsorted(row, wanted, side) for row, wanted in zip(sorted_inputs, values)]
        if side == "left" and values.dtype.kind == "f":  # no number is less than NaN
            rows = [np.where(np.isnan(wanted), 0, found) for found, wanted in zip(rows, values)]
        return np.array(rows, out_type.numpy_dtype).reshape(values.shape)
    return kernel


LOWER_BOUND = op("LowerBound", "sorted_inputs: T, values: T -> output: out_type", kernel=_bound("left"),
                 attrs={"out_type": dtypes.int32}, infer=lambda inputs, attrs: infer.with_rank(inputs[1]._dims, 2), types={"out_type": types.INDEX}, unserved={"T": "bool string complex64 complex128"})
UPPER_BOUND = op("UpperBound", "sorted_inputs: T, values: T -> output: out_type", kernel=_bound("right"),
                 attrs={"out_type": dtypes.int32}, infer=lambda inputs, attrs: infer.with_rank(inputs[1]._dims, 2), types={"out_type": types.INDEX}, unserved={"T": "bool string complex64 complex128"})


def searchsorted(sorted_sequence, values, side="left", out_type=dtypes.int32, name=None):
    """Where each of `values` belongs in the sorted rows of `sorted_sequence`: before (left) or after (right) its equals.

    Raises:
        ValueError: `side` is neither left nor right.
        InvalidArgumentError: the numbers of rows differ.
    """
    length = array.shape_as_tensor(sorted_sequence)[-1]
    count = array.shape_as_tensor(values)[-1]
    rows = array.reshape(sorted_sequence, [-1, length])
    wanted = array.reshape(values, [-1, count])
    if side not in ("left", "right"):
        raise ValueError(f"Argument `side` must be either 'right' or 'left'. Received: `side` = '{side}'.")
    attrs = {"out_type": dtypes.as_dtype(out_type)}
    result = dispatch(UPPER_BOUND if side == "right" else LOWER_BOUND, (rows, wanted), attrs, name)
    return array.reshape(result, array.shape_as_tensor(values))


# -- order of a whole tensor --------------------------------------------------------------------------------

def _neighbours(x):
    flat = array.reshape(convert_to_tensor(x), [-1])
    return flat[:-1], flat[1:]


def is_non_decreasing(x, name=None):
    """Whether no element is smaller than the one before it."""
    with scope(name, "is_non_decreasing"):
        before, after = _neighbours(x)
        return reduce_all(less_equal(before, after))


def is_strictly_increasing(x, name=None):
    """Whether each element is larger than the one before it."""
    with scope(name, "is_strictly_increasing"):
        before, after = _neighbours(x)
        return reduce_all(less(before, after))


def _bucketize(input, boundaries):
    boundaries = np.asarray(boundaries, np.float32)
    if np.any(boundaries[1:] < boundaries[:-1]):
        raise invalid("Expected sorted boundaries")
    values = input if input.dtype.kind == "f" else input.astype(np.float32)
    return np.searchsorted(boundaries.astype(values.dtype), values, "right").astype(np.int32)


BUCKETIZE = op("Bucketize", "input: T -> output: int32", attrs={"boundaries": REQUIRED}, kernel=_bucketize, infer=infer.same,
               types={"T": "int32 int64 float32 float64"})


def bucketize(input, boundaries):
    """The number of the boundaries, a list in ascending order, that are not above each element, int32."""
    return dispatch(BUCKETIZE, (convert_to_tensor(input),), {"boundaries": list(map(float, boundaries))})
