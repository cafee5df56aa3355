"""`tf.sparse`, as far as it is needed to make, read and multiply sparse tensors."""

from runtime.ops.sparse.sparse import concat, from_dense, map_values, reorder, sparse_dense_matmul, to_dense
from runtime.ops.sparse.sparse_segment import segment_mean, segment_sqrt_n, segment_sum
from runtime.sparse_tensor import SparseTensor

__all__ = ["SparseTensor", "concat", "from_dense", "map_values", "reorder", "segment_mean", "segment_sqrt_n",
           "segment_sum", "sparse_dense_matmul", "to_dense"]
