"""`tf.sparse`, as far as SparseTensors are made, ordered, mapped and made dense."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors, nest
from runtime.core.convert import constant_shape, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import gradient, op
from runtime.ops import types
from runtime.ops.array import shape as shape_of
from runtime.ops.control_flow.check import assert_equal
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.creation import zeros, zeros_like
from runtime.ops.rearrange import matrix_transpose
from runtime.ops.gather_scatter import gather, gather_nd, scatter_nd, where
from runtime.ops.comparison import not_equal
from runtime.ops.identity import identity
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope
from runtime.sparse_tensor import SparseTensor, SparseTensorValue
from runtime.ops.cast import conj


def _flat(indices, sizes, named=True):
    """Positions in the flattened tensor. Raises InvalidArgumentError for an index that is out of bounds, which it names if `named`."""
    bad = np.flatnonzero(((indices < 0) | (indices >= sizes)).any(axis=1)) if len(indices) else ()
    if len(bad) and not named:
        raise errors.invalid(f"Indices are not valid (out of bounds).  Shape: {_listed(sizes)}")
    if len(bad):
        raise errors.invalid(f"indices[{bad[0]}] = {_listed(indices[bad[0]])} is out of bounds: need 0 <= index < {_listed(sizes)}")
    return np.ravel_multi_index(indices.T, sizes) if len(indices) else np.zeros(0, np.int64)


def _listed(numbers):
    return f"[{','.join(map(str, numbers))}]"


def _to_dense(indices, shape, values, default, validate_indices):
    indices, shape = np.asarray(indices, np.int64).reshape(-1, len(shape)), np.asarray(shape, np.int64)
    flat = _flat(indices, tuple(shape), validate_indices)
    if validate_indices:
        steps = np.diff(flat)
        bad = np.flatnonzero(steps <= 0)
        if len(bad):
            where_ = f"indices[{bad[0] + 1}] = {_listed(indices[bad[0] + 1])}"
            raise errors.invalid(f"{where_} is repeated" if steps[bad[0]] == 0 else
                                 f"{where_} is out of order. Many sparse ops require sorted indices.\n"
                                 "    Use `tf.sparse.reorder` to create a correctly ordered copy.\n\n")
    values = np.asarray(values)
    dense = np.empty(tuple(shape), values.dtype)
    dense[...] = np.asarray(default).item() if values.dtype == object else default
    dense.reshape(-1)[flat] = values
    return dense


def _reorder(indices, values, shape):
    order = np.lexsort(indices.T[::-1])
    return [indices[order], values[order]]


def _matmul(indices, values, shape, dense, adjoint_a, adjoint_b):
    if adjoint_b:
        dense = np.conj(dense.T)
    rows, columns = indices[:, 0], indices[:, 1]
    height, width = int(shape[0]), int(shape[1])
    if adjoint_a:
        rows, columns, height, width, values = columns, rows, width, height, np.conj(values)
    if width != dense.shape[0]:
        raise errors.invalid(f"Cannot multiply A and B because inner dimension does not match: {width} vs. {dense.shape[0]}.  "
                             "Did you forget a transpose?  Dimensions of A: "
                             f"[{int(shape[0])}, {int(shape[1])}).  Dimensions of B: [{dense.shape[0]},{dense.shape[1]}]")
    result = np.zeros((height, dense.shape[1]), dense.dtype)
    np.add.at(result, rows, values[:, None] * dense[columns])
    return result


TO_DENSE = op("SparseToDense", "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T -> dense: T",
              kernel=_to_dense, attrs={"validate_indices": True}, types={"Tindices": types.INDEX},
              infer=lambda inputs, attrs: constant_shape(inputs[1]))
REORDER = op("SparseReorder", "input_indices: int64, input_values: T, input_shape: int64 -> output_indices: int64, output_values: T",
             kernel=_reorder, infer=lambda inputs, attrs: [inputs[0]._dims, inputs[1]._dims])
MATMUL = op("SparseTensorDenseMatMul", "a_indices: Tindices, a_values: T, a_shape: int64, b: T -> product: T", kernel=_matmul,
            attrs={"adjoint_a": False, "adjoint_b": False}, types={"Tindices": types.INDEX},
            infer=lambda inputs, attrs: _product_shape(inputs, attrs), unserved={"T": "int8 int16 int64 uint8 uint16 uint32 uint64 bool string"})


def _product_shape(inputs, attrs):
    left, right = constant_shape(inputs[2]), inputs[3]._dims
    return (None if left is None else left[1 if attrs["adjoint_a"] else 0],
            None if right is None else right[0 if attrs["adjoint_b"] else 1])


@gradient("SparseToDense")
def _to_dense_grad(op, dy):
    indices = op.inputs[0]
    taken = gather_nd(dy, indices)
    left = reduce_sum(dy) - reduce_sum(taken)
    return None, None, taken, left


@gradient("SparseReorder")
def _reorder_grad(op, _, dy):
    dense = scatter_nd(op.outputs[0], dy, op.inputs[2])
    return None, gather_nd(dense, op.inputs[0]), None


@gradient("SparseTensorDenseMatMul")
def _matmul_grad(op, dy):
    """A value at (r, c) has the product of row r of `dy` and row c of `b`; `b` that of the adjoint of `a` and `dy`."""
    indices, values, shape, b = op.inputs
    adjoint_a, adjoint_b = op.attrs["adjoint_a"], op.attrs["adjoint_b"]
    of_b = dispatch(MATMUL, (indices, values, shape, dy), {"adjoint_a": not adjoint_a, "adjoint_b": False})
    rows, columns = indices[:, 0], indices[:, 1]
    left = gather(dy, columns if adjoint_a else rows)
    right = gather(matrix_transpose(b) if adjoint_b else b, rows if adjoint_a else columns)
    of_values = reduce_sum((conj(left) if adjoint_a else left) * (conj(right) if adjoint_a == adjoint_b else right), -1)
    return [None, of_values, None, matrix_transpose(of_b, conjugate=True) if adjoint_b else of_b]


def as_sparse(value):
    """`value`, or the arrays of one, as a SparseTensor. Raises TypeError for others."""
    if isinstance(value, SparseTensorValue):
        return SparseTensor.from_value(value)
    if not isinstance(value, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return value


def to_dense(sp_input, default_value=None, validate_indices=True, name=None):
    """The dense tensor. Raises InvalidArgumentError for indices that are out of order, repeated or out of bounds."""
    sp_input = as_sparse(sp_input)
    if default_value is None:
        default_value = zeros([], sp_input.dtype)
    return dispatch(TO_DENSE, (sp_input.indices, sp_input.dense_shape, sp_input.values,
                               convert_to_tensor(default_value, sp_input.dtype)), {"validate_indices": validate_indices}, name)


def from_dense(tensor, name=None):
    """The SparseTensor of the elements that are not zero (or not empty)."""
    with scope(name, "dense_to_sparse"):
        tensor = convert_to_tensor(tensor)
        indices = where(not_equal(tensor, zeros_like(tensor)))
        return SparseTensor(indices, gather_nd(tensor, indices), shape_of(tensor, out_type=dtypes.int64))


def reorder(sp_input, name=None):
    """The same with the indices in order."""
    sp_input = as_sparse(sp_input)
    indices, values = dispatch(REORDER, sp_input._parts(), None, name)
    shape = sp_input.shape
    if shape.is_fully_defined():
        return SparseTensor(indices, values, np.array(shape.as_list(), np.int64))
    result = SparseTensor(indices, values, identity(sp_input.dense_shape))
    result.set_shape(shape)
    return result


def map_values(op, *args, **kwargs):
    """``op`` of the values of the SparseTensors among the arguments, which have the same indices."""
    found = [value for value in nest.flatten((args, kwargs)) if isinstance(value, SparseTensor)]
    if not found:
        raise ValueError("No SparseTensor in argument list of map_values")

    def inner(value):
        return value.values if isinstance(value, SparseTensor) else value
    args, kwargs = nest.map_structure(inner, (args, kwargs))
    checks = []
    for other in found[1:]:
        checks += [assert_equal(found[0].dense_shape, other.dense_shape, message="Mismatched shapes!"),
                   assert_equal(found[0].indices, other.indices, message="Mismatched indices!")]
    with control_dependencies([check for check in checks if check is not None]):
        return found[0].with_values(op(*args, **kwargs))


def sparse_dense_matmul(sp_a, b, adjoint_a=False, adjoint_b=False, name=None):
    """The matrix product of a sparse and a dense matrix; either may be the sparse one."""
    if isinstance(b, SparseTensor):
        turn = adjoint_a == adjoint_b
        return matrix_transpose(sparse_dense_matmul(b, sp_a, adjoint_a != turn, adjoint_b != turn))
    sp_a = as_sparse(sp_a)
    with scope(name, "SparseTensorDenseMatMul") as name:
        b = convert_to_tensor(b, name="b")
        return dispatch(MATMUL, (sp_a.indices, sp_a.values, sp_a.dense_shape, b),
                        {"adjoint_a": adjoint_a, "adjoint_b": adjoint_b}, name)
