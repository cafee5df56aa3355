"""`tf.nn.embedding_lookup_sparse` and its kin: rows of a table, combined for each row of ids."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.composite import open_to_overrides
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.ops import array
from runtime.ops.array import reshape, shape as shape_of
from runtime.ops.cast import cast
from runtime.ops.comparison import greater, greater_equal
from runtime.ops.creation import ones, zeros_like
from runtime.ops.gather_scatter import gather
from runtime.ops.joining import concat, stack
from runtime.ops.math import divide_no_nan, pow_, sqrt
from runtime.ops.nn.normalisation import partitioned_lookup
from runtime.ops.rearrange import tile
from runtime.ops.reduction import reduce_prod
from runtime.ops.scope import scope
from runtime.ops.segment import segment_sum
from runtime.ops.select import where
from runtime.ops.sort import unique
from runtime.ops.sparse.sparse_segment import segment_mean, segment_sqrt_n, segment_sum as sparse_segment_sum
from runtime.ops.sparse.sparse_shape import fill_empty_rows, reshape as sparse_reshape, retain
from runtime.sparse_tensor import SparseTensor

_OF_ROWS = {"sum": sparse_segment_sum, "mean": segment_mean, "sqrtn": segment_sqrt_n}


def combiner_of(combiner):
    """The name of what combines rows, "mean" by default. Raises ValueError for another one."""
    combiner = "mean" if combiner is None else combiner
    if combiner not in _OF_ROWS:
        raise ValueError(f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    return combiner


def combined(params, segment_ids, weights, ids, combiner, max_norm, allow_fast_lookup, partition_strategy, name):
    """The rows `ids` of `params`, combined for each segment; `weights` is a composite tensor with `values`, or None."""
    segment_ids = convert_to_tensor(segment_ids, name="segment_ids")
    if len(params) == 1 and not hasattr(params[0], "handle"):
        params = [convert_to_tensor(params[0], name="params")]
    sparse_gradient = False
    if len(params) == 1 and isinstance(params[0], Tensor) and max_norm is None and (allow_fast_lookup or weights is None):
        rows, places, sparse_gradient = params[0], ids, not allow_fast_lookup
    else:
        ids, places = unique(ids)
        rows = partitioned_lookup(params, ids, partition_strategy, max_norm=max_norm)
    if weights is None:
        return _OF_ROWS[combiner](rows, places, segment_ids, name=name, sparse_gradient=sparse_gradient)
    return _weighted(gather(rows, places), cast(segment_ids, dtypes.int32), weights.values, combiner, name)


def _weighted(rows, segment_ids, weights, combiner, name):
    dtype = rows.dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        rows = cast(rows, dtypes.float32)
    weights = cast(weights, rows.dtype)
    rank = array.expand_dims(array.rank(rows) - 1, 0)
    weights = reshape(weights, concat([shape_of(weights), ones(rank, dtypes.int32)], 0))
    rows = rows * weights
    if combiner == "sum":
        rows = segment_sum(rows, segment_ids, name=name)
    else:
        sums = segment_sum(rows, segment_ids)
        total = segment_sum(weights, segment_ids) if combiner == "mean" else sqrt(segment_sum(pow_(weights, 2), segment_ids))
        rows = divide_no_nan(sums, total, name=name)
    return cast(rows, dtype)


def _agree(first, second):
    first.shape.assert_is_compatible_with(second.shape)


@open_to_overrides
def embedding_lookup_sparse(params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None, allow_fast_lookup=False):
    """For each row of ids the sum, mean or "sqrtn" of the rows of `params`, times their weights.

    Args:
        params: a table, or a list of its parts.
        sp_ids: a SparseTensor, each row with at least one id.
        sp_weights: a SparseTensor as `sp_ids`, or None.
        combiner: "sum", "mean" (the default) or "sqrtn".

    Raises:
        ValueError, TypeError: an argument is of another kind.
    """
    return partitioned_lookup_sparse(params, sp_ids, sp_weights, "div", name, combiner, max_norm, allow_fast_lookup)


def partitioned_lookup_sparse(params, sp_ids, sp_weights, partition_strategy="mod", name=None, combiner=None, max_norm=None,
                              allow_fast_lookup=False):
    """`tf.compat.v1.nn.embedding_lookup_sparse`."""
    combiner = combiner_of(combiner)
    params = params if isinstance(params, list) else [params]
    if not isinstance(sp_ids, SparseTensor):
        raise TypeError(f"sp_ids must be SparseTensor, got {type(sp_ids)}")
    if sp_weights is not None:
        if not isinstance(sp_weights, SparseTensor):
            raise TypeError(f"sp_weights must be either None or SparseTensor,got {type(sp_weights)}")
        for first, second in zip((sp_ids.values, sp_ids.indices, sp_ids.dense_shape),
                                 (sp_weights.values, sp_weights.indices, sp_weights.dense_shape)):
            _agree(first, second)
    with scope(name, "embedding_lookup_sparse") as name:
        return combined(params, sp_ids.indices[:, 0], sp_weights, sp_ids.values, combiner, max_norm, allow_fast_lookup, partition_strategy,
                        name)


def tables(embedding_weights, sparse_weights):
    """The parts of the table as tensors or Variables of the dtype of the weights. Raises ValueError if there are none."""
    if embedding_weights is None:
        raise ValueError(f"Missing embedding_weights {embedding_weights}.")
    parts = embedding_weights if isinstance(embedding_weights, list) else [embedding_weights]
    if not parts:
        raise ValueError(f"Missing embedding_weights {parts}.")
    dtype = None if sparse_weights is None else sparse_weights.dtype
    return [part if hasattr(part, "handle") and dtype in (None, part.dtype) else convert_to_tensor(part, dtype) for part in parts]


def blank_rows(result, empty, name):
    """`result` with zeros in the rows that are `empty`."""
    empty = tile(reshape(empty, [-1, 1]), stack([1, shape_of(result)[1]]))
    return where(empty, zeros_like(result), result, name=name)


@open_to_overrides
def safe_embedding_lookup_sparse(embedding_weights, sparse_ids, sparse_weights=None, combiner="mean", default_id=None, max_norm=None, name=None,
                                 allow_fast_lookup=False):
    """As `embedding_lookup_sparse`, but negative ids are left out, and weights that are not positive unless they are summed.

    Args:
        default_id: the row for rows without ids; zeros if None.
    """
    return partitioned_safe_lookup(embedding_weights, sparse_ids, sparse_weights, combiner, default_id, name, "div", max_norm, allow_fast_lookup)


def partitioned_safe_lookup(embedding_weights, sparse_ids, sparse_weights=None, combiner="mean", default_id=None, name=None,
                            partition_strategy="div", max_norm=None, allow_fast_lookup=False):
    """`tf.compat.v1.nn.safe_embedding_lookup_sparse`."""
    parts = tables(embedding_weights, sparse_weights)
    with scope(name, "embedding_lookup") as here:
        sizes, rank = sparse_ids.dense_shape, sparse_ids.dense_shape.shape[0]
        last = (array.size(sizes) if rank is None else rank) - 1
        ids = sparse_reshape(sparse_ids, stack([reduce_prod(sizes[:last]), sizes[last]]))
        weights = sparse_weights
        if weights is not None:
            weights = SparseTensor(ids.indices, weights.values, ids.dense_shape)
        ids, weights = _retained(ids, weights, greater_equal(ids.values, 0))
        if combiner != "sum" and weights is not None:
            ids, weights = _retained(ids, weights, greater(weights.values, 0))
        ids, empty = fill_empty_rows(ids, default_id or 0)
        if weights is not None:
            weights, _ = fill_empty_rows(weights, 1.0)
        result = partitioned_lookup_sparse(parts, ids, weights, partition_strategy, None if default_id is None else here, combiner, max_norm,
                                           allow_fast_lookup)
        if default_id is None:
            result = blank_rows(result, empty, here)
        final = reshape(result, concat([cast(sizes, dtypes.int32)[:last], shape_of(result)[1:]], 0))
        if rank is not None:
            final.set_shape(TensorShape([None] * (rank - 1)).concatenate(result.shape[1:]))
        return final


def _retained(ids, weights, valid):
    return retain(ids, valid), None if weights is None else retain(weights, valid)
