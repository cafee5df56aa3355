"""Matrix products."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.dtypes import as_dtype
from runtime.core.op_def import REQUIRED, TypeList, gradient, op
from runtime.core.tensor import EagerTensor
from runtime.core.tensor_shape import text
from runtime.ops import array, infer
from runtime.ops.broadcast import unbroadcast
from runtime.ops.cast import conj
from runtime.ops.kernels.threads import matmul as matrix_product
from runtime.ops.kernels.threads import stacked_matmul as matrix_products
from runtime.ops.rearrange import matrix_transpose
from runtime.ops.scope import scope
from runtime.ops.types import REAL


# -- the ops ------------------------------------------------------------------------------------------------------

def _matmul(a, b, transpose_a, transpose_b, grad_a, grad_b):
    if a.ndim != b.ndim:
        raise errors.InvalidArgumentError(None, None, "In[0] and In[1] has different ndims: "
                                          f"{text(a.shape)} vs. {text(b.shape)}")
    if a.ndim != 2:
        raise errors.InvalidArgumentError(None, None, f"In[0] and In[1] ndims must be == 2: {a.ndim}")
    left, right = a.T if transpose_a else a, b.T if transpose_b else b
    if left.shape[1] != right.shape[0]:
        raise errors.InvalidArgumentError(None, None, f"Matrix size-incompatible: In[0]: {text(a.shape)}, In[1]: {text(b.shape)}")
    return matrix_product(left, right)


def _matmul_infer(inputs, attrs):
    a, b = (infer.with_rank(tensor._dims, 2) for tensor in inputs)
    rows, inner = a[::-1] if attrs["transpose_a"] else a
    other, columns = b[::-1] if attrs["transpose_b"] else b
    infer.merged_size(inner, other)
    return rows, columns


def _batch_matmul(x, y, adj_x, adj_y, grad_x, grad_y):
    for index, value in enumerate((x, y)):
        if value.ndim < 2:
            raise errors.InvalidArgumentError(None, None, f"In[{index}] ndims must be >= 2: {value.ndim}")
    left = np.conj(np.swapaxes(x, -1, -2)) if adj_x else x
    right = np.conj(np.swapaxes(y, -1, -2)) if adj_y else y
    if left.shape[-1] != right.shape[-2]:
        raise errors.InvalidArgumentError(None, None, f"Matrix size-incompatible: In[0]: {text(x.shape)}, In[1]: {text(y.shape)}")
    try:
        return matrix_products(left, right)
    except ValueError:
        raise errors.InvalidArgumentError(None, None, "In[0] and In[1] must have compatible batch dimensions: "
                                          f"{text(x.shape)} vs. {text(y.shape)}") from None


def _batch_matmul_infer(inputs, attrs):
    left, rows, inner = infer.batch_and_matrix(inputs[0]._dims)
    right, other, columns = infer.batch_and_matrix(inputs[1]._dims)
    if attrs["adj_x"]:
        rows, inner = inner, rows
    if attrs["adj_y"]:
        other, columns = columns, other
    if left is None or right is None:
        return None
    infer.merged_size(inner, other)
    return infer.broadcast_dims(left, right) + (rows, columns)


MATMUL = op("MatMul", "a: T, b: T -> product: T", kernel=_matmul, infer=_matmul_infer,
            attrs={"transpose_a": False, "transpose_b": False, "grad_a": False, "grad_b": False},
            types={"T": TypeList("bfloat16 float16 float32 float64 int32 int64 uint8 uint16 uint32 uint64 complex64 "
                                 "complex128")}, unserved={"T": "uint8 uint16 uint32 uint64"})
BATCH_MATMUL = op("BatchMatMulV2", "x: T, y: T -> output: T", infer=_batch_matmul_infer,
                  kernel=_batch_matmul,
                  attrs={"adj_x": False, "adj_y": False, "grad_x": False, "grad_y": False},
                  types={"T": TypeList("bfloat16 float16 float32 float64 int16 int32 int64 uint8 uint16 uint32 uint64 "
                                       "complex64 complex128")}, unserved={"T": "uint8 uint16 uint32 uint64"})
_V3 = TypeList("bfloat16 float16 float32 float64 uint8 int8 int16 int32 int64 complex64 complex128")
BATCH_MATMUL_V3 = op("BatchMatMulV3", "x: Ta, y: Tb -> output: Tout", infer=_batch_matmul_infer, types={"Ta": _V3, "Tb": _V3, "Tout": "bfloat16 float16 float32 float64 int16 int32 int64 complex64 complex128"},
                     attrs={"Tout": REQUIRED, "adj_x": False, "adj_y": False, "grad_x": False, "grad_y": False},
                     kernel=lambda x, y, Tout, **flags: _batch_matmul(x.astype(Tout.numpy_dtype), y.astype(Tout.numpy_dtype),
                                                                      **flags), unserved={"Ta": "float16", "Tb": "float16", "Tout": "float16"})


@gradient("MatMul")
def _matmul_grad(op, dz):
    t_a, t_b = op.attrs["transpose_a"], op.attrs["transpose_b"]
    a, b = conj(op.inputs[0]), conj(op.inputs[1])

    def product(left, right, transpose_a, transpose_b, **side):
        return dispatch(MATMUL, (left, right), {"transpose_a": transpose_a, "transpose_b": transpose_b, **side})

    if not t_a:
        return [product(dz, b, False, not t_b, grad_b=True),
                product(dz, a, True, False, grad_b=True) if t_b else product(a, dz, True, False, grad_a=True)]
    return [product(b, dz, t_b, True, grad_a=True),
            product(dz, a, True, True, grad_b=True) if t_b else product(a, dz, False, False, grad_a=True)]


@gradient("BatchMatMulV2", "BatchMatMulV3")
def _batch_matmul_grad(op, dz):
    x, y = op.inputs
    adj_x, adj_y = op.attrs["adj_x"], op.attrs["adj_y"]

    def product(left, right, adj_left, adj_right):
        return dispatch(BATCH_MATMUL, (left, right), {"adj_x": adj_left, "adj_y": adj_right})

    if not adj_x:
        dx = product(dz, y, False, not adj_y)
        dy = product(dz, x, True, False) if adj_y else product(x, dz, True, False)
    else:
        dx = product(y, dz, adj_y, True)
        dy = product(dz, x, True, True) if adj_y else product(x, dz, False, False)
    return [unbroadcast(dx, x), unbroadcast(dy, y)]


# -- public functions ---------------------------------------------------------------------------------------------

def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    """The product of matrices, or of stacks of them with broadcast batch dimensions. Hints on sparsity change nothing.

    Raises:
        ValueError: a matrix is to be both transposed and adjoint; in graphs also sizes that do not fit.
        InvalidArgumentError: eagerly, sizes or ranks that do not fit.
    """
    with scope(name, "MatMul") as name:
        if transpose_a and adjoint_a:
            raise ValueError("Only one of `transpose_a` and `adjoint_a` can be True. Received `transpose_a`="
                             f"{transpose_a}, `adjoint_a`={adjoint_a}.")
        if transpose_b and adjoint_b:
            raise ValueError("Only one of `transpose_b` and `adjoint_b` can be True. Received `transpose_b`="
                             f"{transpose_b}, `adjoint_b`={adjoint_b}.")
        if type(a) is not EagerTensor or type(b) is not EagerTensor or context.graph is not None:
            a = convert_to_tensor(a, name="a")
            b = convert_to_tensor(b, dtype_hint=a.dtype, name="b")
        mixed = output_type is not None and not output_type == a.dtype == b.dtype
        if mixed or a._dims is None or b._dims is None or len(a._dims) > 2 or len(b._dims) > 2:
            if transpose_a:
                a, adjoint_a = conj(a), True
            if transpose_b:
                b, adjoint_b = conj(b), True
            attrs = {"adj_x": bool(adjoint_a), "adj_y": bool(adjoint_b), "grad_x": grad_a, "grad_y": grad_b}
            if mixed:
                return dispatch(BATCH_MATMUL_V3, (a, b), {"Tout": as_dtype(output_type), **attrs}, name)
            return dispatch(BATCH_MATMUL, (a, b), attrs, name)
        if adjoint_a:
            a, transpose_a = conj(a), True
        if adjoint_b:
            b, transpose_b = conj(b), True
        return dispatch(MATMUL, (a, b), {"transpose_a": bool(transpose_a), "transpose_b": bool(transpose_b),
                                         "grad_a": grad_a, "grad_b": grad_b}, name)


def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
    """The product of matrices and vectors."""
    with scope(name, "MatVec"):
        column = array.expand_dims(b, -1)
        return array.squeeze(matmul(a, column, transpose_a=transpose_a, adjoint_a=adjoint_a), [-1])


def adjoint(matrix, name=None):
    """The conjugate of the transpose of each matrix."""
    with scope(name, "adjoint"):
        return matrix_transpose(convert_to_tensor(matrix, name="matrix"), conjugate=True)


# -- products of vectors ------------------------------------------------------------------------------------------

def _cross(a, b):
    if a.shape != b.shape:
        raise errors.InvalidArgumentError(None, None, f"inputs must have same shape: {text(a.shape)} vs. {text(b.shape)}")
    if not a.ndim or a.shape[-1] != 3:
        raise errors.FailedPreconditionError(None, None, "Cross-products are only defined for 3-element vectors.")
    return np.cross(a, b).astype(a.dtype)


def _cross_infer(inputs, attrs):
    dims = infer.merged(infer.with_rank_at_least(inputs[0]._dims, 1), infer.with_rank_at_least(inputs[1]._dims, 1))
    if dims is not None and dims[-1] not in (None, 3):
        raise ValueError(f"Dimension must be 3 but is {dims[-1]}")
    return dims


CROSS = op("Cross", "a: T, b: T -> product: T", kernel=_cross, infer=_cross_infer, types={"T": REAL},
           grad=lambda op, dy: [cross(op.inputs[1], dy), cross(dy, op.inputs[0])])


def cross(a, b, name=None):
    """The cross product of vectors of three elements."""
    return dispatch(CROSS, (a, b), None, name)
