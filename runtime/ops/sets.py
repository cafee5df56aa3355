"""`tf.sets`: the last dimension of a tensor as sets of elements."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, TypeList, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.sparse_tensor import SparseTensor

_TYPES = TypeList("int8 int16 int32 int64 uint8 uint16 string")
_OPERATIONS = {"intersection": set.__and__, "union": set.__or__, "a-b": set.__sub__, "b-a": lambda a, b: b - a}


def _groups_of_dense(array):
    array = np.asarray(array)
    if array.ndim < 2:
        raise errors.invalid(f"Shape {text(array.shape)} has rank {array.ndim} < 2")
    return array.shape[:-1], {index: set(array[index].tolist()) for index in np.ndindex(array.shape[:-1])}


def _groups_of_sparse(indices, values, shape):
    groups = {}
    for index, value in zip(indices[:, :-1].tolist(), values.tolist()):
        groups.setdefault(tuple(index), set()).add(value)
    return tuple(map(int, shape[:-1])), groups


def _combined(first, second, operation, dtype):
    (shape, left), (other, right) = first, second
    if shape != other:
        raise errors.invalid(f"Mismatched shapes {text(shape)} vs {text(other)}")
    combine, empty, indices, values, widest = _OPERATIONS[operation], set(), [], [], 0
    for index in np.ndindex(shape):
        found = sorted(combine(left.get(index, empty), right.get(index, empty)))
        indices += [(*index, place) for place in range(len(found))]
        values += found
        widest = max(widest, len(found))
    return [np.array(indices, np.int64).reshape(-1, len(shape) + 1), np.array(values, dtype), np.array([*shape, widest], np.int64)]


def _dense_to_dense(first, second, set_operation, validate_indices):
    return _combined(_groups_of_dense(first), _groups_of_dense(second), set_operation, np.asarray(first).dtype)


def _dense_to_sparse(first, indices, values, shape, set_operation, validate_indices):
    return _combined(_groups_of_dense(first), _groups_of_sparse(indices, values, shape), set_operation, values.dtype)


def _sparse_to_sparse(i1, v1, s1, i2, v2, s2, set_operation, validate_indices):
    return _combined(_groups_of_sparse(i1, v1, s1), _groups_of_sparse(i2, v2, s2), set_operation, v1.dtype)


def _size(indices, values, shape, validate_indices):
    shape, groups = _groups_of_sparse(indices, values, shape)
    result = np.zeros(shape, np.int32)
    for index, group in groups.items():
        result[index] = len(group)
    return result


def _infer(inputs, attrs):
    """A dense first set has the rank itself, a sparse one in the columns of its indices."""
    dims = inputs[0]._dims
    rank = None if dims is None else dims[1] if len(inputs) == 6 else len(dims)
    return [(None, rank), (None,), (rank,)]


_ATTRS = {"set_operation": REQUIRED, "validate_indices": True}
_RESULT = "-> result_indices: int64, result_values: T, result_shape: int64"
DENSE_TO_DENSE = op("DenseToDenseSetOperation", f"set1: T, set2: T {_RESULT}", kernel=_dense_to_dense, infer=_infer,
                    attrs=_ATTRS, types={"T": _TYPES})
DENSE_TO_SPARSE = op("DenseToSparseSetOperation", f"set1: T, set2_indices: int64, set2_values: T, set2_shape: int64 {_RESULT}",
                     kernel=_dense_to_sparse, infer=_infer, attrs=_ATTRS, types={"T": _TYPES})
SPARSE_TO_SPARSE = op("SparseToSparseSetOperation", "set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, "
                      f"set2_values: T, set2_shape: int64 {_RESULT}", kernel=_sparse_to_sparse, infer=_infer, attrs=_ATTRS,
                      types={"T": _TYPES})
SIZE = op("SetSize", "set_indices: int64, set_values: T, set_shape: int64 -> size: int32", kernel=_size,
          infer=lambda inputs, attrs: None, attrs={"validate_indices": True}, types={"T": _TYPES})
not_differentiable("DenseToDenseSetOperation", "DenseToSparseSetOperation", "SetSize", "SparseToSparseSetOperation")


def _set_operation(a, b, operation, validate_indices):
    a, b = (one if isinstance(one, SparseTensor) else convert_to_tensor(one, name=name) for one, name in ((a, "a"), (b, "b")))
    if a.dtype not in _TYPES:
        listed = "tf.int32, tf.uint8, tf.int16, tf.int8, tf.string, tf.int64, tf.uint16"
        raise TypeError(f"'a' has invalid dtype `{a.dtype!s}` not in supported dtypes: `frozenset({{{listed}}})`.")
    if b.dtype is not a.dtype:
        raise TypeError(f"Types don't match, {a.dtype} vs {b.dtype}.")
    if isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        a, b = b, a
        operation = {"a-b": "b-a", "b-a": "a-b"}.get(operation, operation)
    inputs = [part for one in (a, b) for part in (one._components() if isinstance(one, SparseTensor) else [one])]
    op_def = {2: DENSE_TO_DENSE, 4: DENSE_TO_SPARSE, 6: SPARSE_TO_SPARSE}[len(inputs)]
    return SparseTensor(*dispatch(op_def, inputs, {"set_operation": operation, "validate_indices": validate_indices}))


def intersection(a, b, validate_indices=True):
    """The elements that are in the rows of both: a SparseTensor with a row for each."""
    return _set_operation(a, b, "intersection", validate_indices)


def union(a, b, validate_indices=True):
    """The elements that are in the rows of either."""
    return _set_operation(a, b, "union", validate_indices)


def difference(a, b, aminusb=True, validate_indices=True):
    """The elements that are in the rows of `a` and not in those of `b`; the other way round unless `aminusb`."""
    return _set_operation(a, b, "a-b" if aminusb else "b-a", validate_indices)


def size(a, validate_indices=True):
    """How many different elements each row of a SparseTensor has: int32."""
    if not isinstance(a, SparseTensor):
        raise TypeError("Expected `SparseTensor`, got %s." % a)
    return dispatch(SIZE, a._components(), {"validate_indices": validate_indices})
