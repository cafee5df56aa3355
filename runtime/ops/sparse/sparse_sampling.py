"""Some rows of slices, and matrix products at some places only."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops import array
from runtime.ops.control_flow.check import ASSERT
from runtime.ops.comparison import equal
from runtime.ops.gather_scatter import gather, gather_nd
from runtime.ops.joining import concat, stack
from runtime.ops.rearrange import matrix_transpose
from runtime.ops.reduction import reduce_all, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.sort import setdiff1d


def mask(a, mask_indices, name=None):
    """The slices of an `IndexedSlices` but those at `mask_indices`."""
    with scope(name, "sparse_mask") as name:
        indices, places = setdiff1d(a.indices, mask_indices)
        return IndexedSlices(gather(a.values, places, name=name), indices, a.dense_shape)


def sampled_addmm(indices, values, dense_shape, mat1, mat2, beta=1.0, alpha=1.0, output_type=dtypes.float32):
    """``alpha * (mat1 @ mat2) + beta * values`` at `indices`: ``(indices, values, dense_shape)``.

    Raises ValueError if `dense_shape` is not that of the product.
    """
    indices, values = convert_to_tensor(indices), convert_to_tensor(values, output_type)
    dense_shape = convert_to_tensor(dense_shape, dtypes.int32)
    mat1, mat2 = convert_to_tensor(mat1, output_type), convert_to_tensor(mat2, output_type)
    rows, columns = constant_value(array.shape(mat1))[-2], constant_value(array.shape(mat2))[-1]
    product_shape = stack([rows, columns])
    wrong = f"Dense shape: {dense_shape} does not match output shape: {product_shape}"
    fits = reduce_all(equal(dense_shape, product_shape))
    known = constant_value(dense_shape)
    if known is not None and not np.all(known == [rows, columns]):
        raise ValueError(wrong)
    if context.graph is not None:
        dispatch(ASSERT, (fits, "Dense shape: ", dense_shape, " does not match output shape: ", product_shape), {"summarize": 3}, "Assert")
    batch, at_rows = indices[..., :-2], indices[..., :-1]
    at_columns = concat([batch, indices[..., -1:]], -1)
    batches = int(constant_value(array.rank(mat1))) - 2
    of_rows = gather_nd(mat1, at_rows, batch_dims=batches)
    of_columns = gather_nd(matrix_transpose(mat2), at_columns, batch_dims=batches)
    return indices, reduce_sum(of_rows * of_columns, -1) * alpha + values * beta, dense_shape
