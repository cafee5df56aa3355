"""`tf.sparse`, as far as it is needed to make, read and multiply sparse tensors."""

from runtime.ops.sparse import from_dense, map_values, reorder, sparse_dense_matmul, to_dense
from runtime.sparse_tensor import SparseTensor

__all__ = ["SparseTensor", "from_dense", "map_values", "reorder", "sparse_dense_matmul", "to_dense"]
