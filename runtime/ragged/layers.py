"""What neural networks do with ragged values: embeddings, dropout, counts."""

from __future__ import annotations

import runtime
from runtime import math, nn
from runtime.core import dtypes
from runtime.core.composite import override
from runtime.core.convert import constant, convert_to_tensor
from runtime.ops import array, creation
from runtime.ops.cast import cast
from runtime.ops.sparse import embedding_sparse as sparse
from runtime.ops.control_flow.check import assert_non_negative
from runtime.ops.gather_scatter import boolean_mask
from runtime.ops.reduction import reduce_max
from runtime.ops.scope import scope
from runtime.ops.sparse.sparse_shape import fill_empty_rows
from runtime.ops.segment import unsorted_segment_sum
from runtime.ragged.row_partition import with_checks
from runtime.ragged.tensor import RaggedTensor


@override(nn.embedding_lookup, RaggedTensor, ["ids"])
def _embedding_lookup(params, ids, max_norm=None, name=None):
    if params is None:
        raise ValueError("params must be specified.")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("params should not be empty.")
    if ids.dtype not in (dtypes.int32, dtypes.int64):
        raise ValueError(f"The values contained by the inputs have type {ids.dtype} and cannot be processed. All values should be indices, "
                         "either of type `int32` or `int64`.")
    with scope(name, "embedding_lookup_ragged"):
        return ids.with_flat_values(nn.embedding_lookup(params, ids.flat_values, max_norm))


@override(sparse.embedding_lookup_sparse, RaggedTensor, ["sp_ids"])
def _embedding_lookup_sparse(params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None, allow_fast_lookup=False):
    combiner = sparse.combiner_of(combiner)
    params = params if isinstance(params, list) else [params]
    if sp_weights is not None:
        if not isinstance(sp_weights, RaggedTensor):
            raise TypeError("sp_ids must be of the same type as sp_weights, received {type(sp_ids).__name__!r} for sp_ids and "
                            "{type(sp_weights).__name__!r} for sp_weights.")  # TensorFlow's text, braces and all
        sp_ids.values.shape.assert_is_compatible_with(sp_weights.values.shape)
        sp_ids.shape.assert_is_compatible_with(sp_weights.shape)
    with scope(name, "embedding_lookup_sparse") as name:
        return sparse.combined(params, sp_ids.value_rowids(), sp_weights, sp_ids.flat_values, combiner, max_norm, allow_fast_lookup, "div", name)


@override(sparse.safe_embedding_lookup_sparse, RaggedTensor, ["sparse_ids"])
def _safe_embedding_lookup_sparse(embedding_weights, sparse_ids, sparse_weights=None, combiner="mean", default_id=None, max_norm=None, name=None,
                                  allow_fast_lookup=False):
    ids, weights = sparse_ids, sparse_weights
    parts = sparse.tables(embedding_weights, weights)
    with scope(name, "embedding_lookup") as here:
        ids, weights = _retained(ids, weights, math.greater_equal(ids.values, 0))
        if combiner != "sum" and weights is not None:
            ids, weights = _retained(ids, weights, math.greater(weights.values, 0))
        ids, empty = _filled(ids, default_id or 0)
        if weights is not None:
            weights, _ = _filled(weights, 1.0)
        result = _embedding_lookup_sparse(parts, ids, weights, combiner, max_norm, None if default_id is None else here, allow_fast_lookup)
        return sparse.blank_rows(result, empty, here) if default_id is None else result


def _retained(ids, weights, valid):
    rows, nrows = boolean_mask(ids.value_rowids(), valid), ids.nrows()
    kept = [None if one is None else RaggedTensor.from_value_rowids(boolean_mask(one.values, valid), rows, nrows, validate=False)
            for one in (ids, weights)]
    return kept


def _filled(ragged, default):
    """With `default` in each row that is empty; and which rows are."""
    filled, empty = fill_empty_rows(ragged.to_sparse(), default)
    return RaggedTensor.from_sparse(filled), empty


def _without_shape(noise_shape):
    if noise_shape is not None:
        raise ValueError("noise_shape is not supported yet for RaggedTensor x")


@override(nn.dropout, RaggedTensor, ["x"])
def _dropout(x, rate, noise_shape=None, seed=None, name=None):
    _without_shape(noise_shape)
    with scope(name, "RaggedNNDropout"):
        return x.with_flat_values(nn.dropout(x.flat_values, rate=rate, seed=seed))


@override(nn.experimental.stateless_dropout, RaggedTensor, ["x"])
def _stateless_dropout(x, rate, seed, rng_alg=None, noise_shape=None, name=None):
    _without_shape(noise_shape)
    with scope(name, "RaggedNNStatelessDropout"):
        return x.with_flat_values(nn.experimental.stateless_dropout(x.flat_values, rate=rate, seed=seed, rng_alg=rng_alg or "auto_select"))


@override(math.bincount, RaggedTensor, ["arr", "weights"])
def _bincount(arr, weights=None, minlength=None, maxlength=None, dtype=dtypes.int32, name=None, axis=None, binary_output=False):
    """The counts of each row with `axis` -1, else those of all."""
    with scope(name, "bincount"):
        if weights is not None and binary_output:
            raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
        if axis not in (0, -1, None):
            raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
        flat = arr.flat_values
        if isinstance(weights, RaggedTensor):
            weights = weights.flat_values
        if axis != -1:
            return math.bincount(flat, weights, minlength, maxlength, dtype, binary_output=binary_output)
        numbers = with_checks([assert_non_negative(flat)], cast(flat, dtypes.int64))
        size = reduce_max(array.reshape(runtime.concat([numbers, [-1]], 0), [-1])) + 1
        if minlength is not None:
            size = math.maximum(cast(minlength, dtypes.int64), size)
        if maxlength is not None:
            size = math.minimum(cast(maxlength, dtypes.int64), size)
        rows, inside = cast(arr.value_rowids(), dtypes.int64), numbers < size
        weights = creation.ones_like(numbers, dtypes.as_dtype(dtype)) if weights is None else convert_to_tensor(weights)
        nrows = cast(arr.nrows(), dtypes.int64)
        sums = unsorted_segment_sum(boolean_mask(weights, inside), boolean_mask(rows * size + numbers, inside), nrows * size)
        if binary_output:
            sums = math.minimum(sums, constant(1, sums.dtype))
        return array.reshape(sums, [nrows, size])
