"""`tf.sparse`: functions of sparse tensors."""

from runtime.core.absent import absent_from
from runtime.ops.sparse.sparse import from_dense, map_values, reorder, sparse_dense_matmul, to_dense
from runtime.ops.sparse.sparse_cross import cross, cross_hashed
from runtime.ops.sparse.sparse_math import add, bincount, maximum, minimum, reduce_max, reduce_sum, softmax
from runtime.ops.sparse.sparse_sampling import mask, sampled_addmm
from runtime.ops.sparse.sparse_segment import segment_mean, segment_sqrt_n, segment_sum
from runtime.ops.sparse.sparse_shape import (concat, expand_dims, eye, fill_empty_rows, reset_shape, reshape, retain, slice, split,  # noqa: A004
                                      to_indicator, transpose)
from runtime.sparse_tensor import SparseTensor

__all__ = ["SparseTensor", "add", "bincount", "concat", "cross", "cross_hashed", "expand_dims", "eye", "fill_empty_rows", "from_dense",
           "map_values", "mask", "maximum", "minimum", "reduce_max", "reduce_sum", "reorder", "reset_shape", "reshape", "retain",
           "sampled_addmm", "segment_mean", "segment_sqrt_n", "segment_sum", "slice", "softmax", "sparse_dense_matmul", "split", "to_dense",
           "to_indicator", "transpose"]

__getattr__ = absent_from("tf.sparse")
