"""Reductions over segments of chosen rows: `tf.sparse.segment_sum` and its kin."""

from __future__ import annotations

import numpy as np

from runtime.core.convert import constant_value
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.indexed_slices import IndexedSlices
from runtime.core.op_def import op
from runtime.ops import array, infer, types
from runtime.ops.cast import cast
from runtime.ops.creation import ones_like
from runtime.ops.gather_scatter import gather
from runtime.ops.math import divide_no_nan, sqrt
from runtime.ops.segment import unsorted_segment_sum


def _kernel(scale):
    """The kernel that multiplies the sum of each segment by ``scale(number of its rows)``."""
    def run(data, indices, segment_ids, num_segments=None, sparse_gradient=False):
        if not data.ndim:
            raise invalid("Shape must be at least rank 1")
        if indices.ndim != 1:
            raise invalid("indices should be a vector.")
        if segment_ids.ndim != 1:
            raise invalid("segment_ids should be a vector.")
        if indices.size != segment_ids.size:
            raise invalid("segment_ids and indices should have same size.")
        count = int(segment_ids[-1]) + 1 if segment_ids.size else 0
        if num_segments is not None:
            if int(num_segments) < 0:
                raise invalid("num_segments must be >= 0")
            if count > int(num_segments):
                raise invalid("segment ids must be < num_segments")
            count = int(num_segments)
        if segment_ids.size and segment_ids[0] < 0:
            raise invalid(f"Segment id {segment_ids[0]} out of range [0, {count}), possibly because 'segment_ids' input is not sorted.")
        if np.any(segment_ids[1:] < segment_ids[:-1]):
            raise invalid("segment ids are not increasing")
        outside = np.flatnonzero((indices < 0) | (indices >= data.shape[0]))
        if outside.size:
            raise invalid(f"Bad: indices[{outside[0]}] == {indices[outside[0]]} out of range [0, {data.shape[0]})")
        result = np.zeros((count,) + data.shape[1:], data.dtype)
        np.add.at(result, segment_ids, data[indices])
        if scale is not None:
            rows = np.maximum(np.bincount(segment_ids, minlength=count), 1).reshape((-1,) + (1,) * (data.ndim - 1))
            result = result * scale(rows).astype(data.dtype)
        return result
    return run


def _infer(inputs, attrs):
    dims = infer.with_rank_at_least(inputs[0]._dims, 1)
    infer.with_rank(inputs[1]._dims, 1)
    infer.with_rank(inputs[2]._dims, 1)
    count = constant_value(inputs[3]) if len(inputs) == 4 else None
    return None if dims is None else (None if count is None else int(count),) + dims[1:]


def _sparse_gradient(scale):
    """The kernel of the gradient as rows with their indices, each once and in order."""
    def run(grad, indices, segment_ids, dense_output_dim0):
        rows = grad
        if scale is not None:
            count = np.maximum(np.bincount(segment_ids, minlength=len(grad)), 1).reshape((-1,) + (1,) * (grad.ndim - 1))
            rows = grad * scale(count).astype(grad.dtype)
        places, inverse = np.unique(indices, return_inverse=True)
        result = np.zeros((len(places),) + grad.shape[1:], grad.dtype)
        np.add.at(result, inverse, rows[segment_ids])
        return result, places
    return run


def _grad(weight, sparse):
    """The gradient of a row: that of its segment, by ``weight(number of rows)``; `sparse` is the op that gives its rows alone."""
    def gradient(op, dy):
        data, indices, ids = op.inputs[:3]
        if op.attrs["sparse_gradient"]:
            sizes = array.shape(data)
            rows, places = dispatch(sparse, (dy, indices, ids, sizes[0]))
            return [IndexedSlices(rows, places, sizes)] + [None] * (len(op.inputs) - 1)
        if weight is not None:
            ones = ones_like(cast(ids, dy.dtype))
            rows = unsorted_segment_sum(ones, ids, array.shape(dy)[0])
            dy = dy * array.reshape(weight(rows), [-1] + [1] * (len(data._dims) - 1))
        return [unsorted_segment_sum(gather(dy, ids), indices, array.shape(data)[0])] + [None] * (len(op.inputs) - 1)
    return gradient


def _declare(name, allowed, scale, weight):
    inputs = "data: T, indices: Tidx, segment_ids: Tsegmentids"
    kinds = {"T": allowed, "Tidx": types.INDEX, "Tsegmentids": types.INDEX}
    sparse = op(f"{name}GradV2", "grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32 -> output: T, "
                "sorted_unique_indices: Tidx", types={**kinds, "T": types.FLOAT}, kernel=_sparse_gradient(scale), infer=lambda inputs, attrs: [
                    None if inputs[0]._dims is None else (None, *inputs[0]._dims[1:]), (None,)])
    common = {"kernel": _kernel(scale), "infer": _infer, "grad": _grad(weight, sparse), "attrs": {"sparse_gradient": False}}
    return (op(name, f"{inputs} -> output: T", types=kinds, **common),
            op(f"{name}WithNumSegments", f"{inputs}, num_segments: Tnumsegments -> output: T", types={**kinds, "Tnumsegments": types.INDEX},
               **common))


def _public(name, ops, doc):
    def function(data, indices, segment_ids, num_segments=None, name=None, sparse_gradient=False):
        plain, counted = ops
        if num_segments is None:
            return dispatch(plain, (data, indices, segment_ids), {"sparse_gradient": sparse_gradient}, name)
        return dispatch(counted, (data, indices, segment_ids, num_segments), {"sparse_gradient": sparse_gradient}, name)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{doc} of the rows ``data[indices]`` with the same id; the ids must rise.

    Args:
        num_segments: the size of the result; segments without rows are zero.
        sparse_gradient: whether the gradient of `data` is IndexedSlices.

    Raises:
        InvalidArgumentError: the ids fall, or an index or id is out of range.
    """
    return function


segment_sum = _public("segment_sum", _declare("SparseSegmentSum", types.REAL, None, None), "The sums")
segment_mean = _public("segment_mean", _declare("SparseSegmentMean", types.FLOAT, lambda rows: 1 / rows,
                                                lambda rows: divide_no_nan(ones_like(rows), rows)), "The means")
segment_sqrt_n = _public("segment_sqrt_n", _declare("SparseSegmentSqrtN", types.FLOAT, lambda rows: 1 / np.sqrt(rows),
                                                    lambda rows: divide_no_nan(ones_like(rows), sqrt(rows))),
                         "The sums, divided by the square root of the number of rows,")
