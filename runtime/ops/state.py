"""Ops on the storage behind Variables. A resource is a `ResourceHandle`; its array is replaced, never changed in place."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.op_def import REQUIRED, gradient, not_differentiable, op
from runtime.core.tensor_shape import text as shape_text
from runtime.ops import types
from runtime.ops.kernels.index_checks import check_indices, check_variable_scatter
from runtime.core.convert import constant
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops.array import reshape
from runtime.ops.kernels.slice_index import numpy_index


class ResourceHandle:
    """The storage of one Variable.

    Attributes:
        name: unique text such as ``w/1``.
        data: (static shape, dtype) of the value.
        value: the NumPy array, or None before initialisation.
    """

    __slots__ = ("name", "data", "value", "__weakref__")
    shape = ()
    ndim = 0
    dtype = dtypes.resource

    def __init__(self, name, dims, dtype):
        self.name = name
        self.data = (dims, dtype)
        self.value = None

    def read(self):
        if self.value is None:
            raise errors.FailedPreconditionError(
                None, None, f"Could not find variable {self.name.rpartition('/')[0]}. This could mean that the variable has "
                "been deleted. In TF1, it can also mean the variable is uninitialized. Debug info: container=Anonymous, "
                f"status error message=Resource {self.name} does not exist.")
        return self.value

    def __repr__(self):
        dims, dtype = self.data
        return (f'<ResourceHandle(name="{self.name}", device="/job:localhost/replica:0/task:0/device:CPU:0", '
                f'container="Anonymous", type="tensorflow::Var", dtype and shapes : "[ DType enum: '
                f'{dtype.as_datatype_enum}, Shape: {shape_text(dims)} ]")>')


def _read_infer(inputs, attrs):
    data = inputs[0].handle_data
    return None if data is None else data[0]


READ = op("ReadVariableOp", "resource: resource -> value: dtype", attrs={"dtype": REQUIRED},
          kernel=lambda handle, dtype: handle.read(), infer=_read_infer, stateful=True, reads_only=True, role="read")
IS_INITIALIZED = op("VarIsInitializedOp", "resource: resource -> is_initialized: bool", stateful=True, reads_only=True,
                    kernel=lambda handle: np.bool_(handle.value is not None), infer=lambda inputs, attrs: ())


VARIABLE_SHAPE = op("VariableShape", "input: resource -> output: out_type", attrs={"out_type": dtypes.int32}, stateful=True,
                    kernel=lambda handle, out_type: np.array(np.shape(handle.read()), out_type.numpy_dtype), reads_only=True,
                    infer=lambda inputs, attrs: (len(inputs[0].handle_data[0]) if inputs[0].handle_data else None,), types={"out_type": types.INDEX})
not_differentiable("VarIsInitializedOp", "VariableShape")


@gradient("ReadVariableOp")
def _read_grad(op, dy):
    return [dy]


ASSIGN = op("AssignVariableOp", "resource: resource, value: dtype ->", attrs={"validate_shape": False},
            kernel=lambda handle, value, validate_shape: setattr(handle, "value", value), stateful=True, role="write")


def _accumulate(name, ufunc):
    def kernel(handle, value):
        old = handle.read()
        if np.shape(old) != np.shape(value):
            raise errors.InvalidArgumentError(
                None, None, f"Cannot update variable with shape {_text(old)} using a Tensor with shape {_text(value)}, "
                "shapes must be equal.")
        handle.value = ufunc(old, value)

    return op(name, "resource: resource, value: dtype ->", kernel=kernel, stateful=True, infer=_same_shape, role="update", updates=ufunc,
              unserved={"dtype": "bool string"})


def _same_shape(inputs, attrs):
    """Nothing comes out; raises ValueError where the value cannot have the variable's shape."""
    handle, value = inputs
    left, right = handle.handle_data[0] if handle.handle_data else None, value._dims
    if left is None or right is None:
        return
    if len(left) != len(right):
        raise ValueError(f"Shapes must be equal rank, but are {len(left)} and {len(right)}")
    for axis, (one, other) in enumerate(zip(left, right)):
        if one is not None and other is not None and one != other:
            raise ValueError(f"Dimension {axis} in both shapes must be equal, but are {one} and {other}. Shapes are "
                             f"{shape_text(left)} and {shape_text(right)}.")


def _text(value):
    return shape_text(np.shape(value))


ASSIGN_ADD = _accumulate("AssignAddVariableOp", np.add)
ASSIGN_SUB = _accumulate("AssignSubVariableOp", np.subtract)


def _count_up_to(handle, limit, T):
    before = handle.read()
    if before >= limit:
        raise errors.OutOfRangeError(None, None, f"Reached limit of {limit}")
    handle.value = before + before.dtype.type(1)
    return before


COUNTED = (dtypes.int32, dtypes.int64)
COUNT_UP_TO = op("ResourceCountUpTo", "resource: resource -> output: T", attrs={"limit": REQUIRED, "T": REQUIRED},
                 kernel=_count_up_to, infer=lambda inputs, attrs: (), stateful=True, types={"T": types.INDEX})


def _scatter(name, update):
    """``ResourceScatter…``: rows of the variable at `indices` are combined with `updates`; duplicates count in turn."""
    def kernel(handle, indices, updates):
        new = handle.read().copy()
        check_indices(indices, new.shape[0])
        update(new, indices, updates)
        handle.value = new

    return op(name, "resource: resource, indices: Tindices, updates: dtype ->", kernel=kernel, stateful=True,
              types={"Tindices": types.INDEX, **({} if update is _set else {"dtype": types.NUMBER})},
              unserved={"dtype": _UNORDERED} if update in _EXTREMES else None)


def _scatter_nd(name, update):
    def kernel(handle, indices, updates):
        new = handle.read().copy()
        check_variable_scatter(indices, updates, new.shape)
        if indices.size:
            update(new, tuple(np.moveaxis(indices, -1, 0)), updates)
        handle.value = new

    return op(name, "ref: resource, indices: Tindices, updates: T ->", kernel=kernel, stateful=True, types={"Tindices": types.INDEX},
              unserved={} if update is _set else {"T": f"bool string {_UNORDERED}" if update in _EXTREMES else "string"})


def _set(target, index, value):
    target[index] = value


_UPDATES = {"Update": _set, "Add": np.add.at, "Sub": np.subtract.at, "Mul": np.multiply.at, "Div": np.divide.at,
            "Min": np.minimum.at, "Max": np.maximum.at}
_EXTREMES = (_UPDATES["Min"], _UPDATES["Max"])
_UNORDERED = "complex64 complex128"
SCATTER = {kind.lower(): _scatter(f"ResourceScatter{kind}", update) for kind, update in _UPDATES.items()}
SCATTER_ND = {kind.lower(): _scatter_nd(f"ResourceScatterNd{kind}", _UPDATES[kind])
              for kind in ("Update", "Add", "Sub", "Min", "Max")}


def _gather(handle, indices, **_):
    value = handle.read()
    check_indices(indices, value.shape[0])
    return value[indices]


def _gather_infer(inputs, attrs):
    dims = (inputs[0].handle_data or (None,))[0]
    return None if dims is None or inputs[1]._dims is None else inputs[1]._dims + dims[1:]


GATHER = op("ResourceGather", "resource: resource, indices: Tindices -> output: dtype", kernel=_gather,
            infer=_gather_infer, stateful=True, reads_only=True,
            attrs={"batch_dims": 0, "dtype": REQUIRED, "validate_indices": True}, types={"Tindices": types.INDEX})


@gradient("ResourceGather")
def _gather_grad(op, dy):
    handle, indices = op.inputs
    dims = handle.handle_data[0]
    values = reshape(dy, (-1,) + dims[1:])
    return [IndexedSlices(values, reshape(indices, (-1,)), constant(list(dims), dtypes.int32)), None]


def _slice_assign(handle, begin, end, strides, value, **masks):
    new = handle.read().copy()
    index = numpy_index(new.shape, begin, end, strides, **masks)
    if new.dtype == object and np.ndim(value) == 0:
        value = np.asarray(value)[()]  # else NumPy would store the array itself
    try:
        new[index] = value
    except ValueError:
        raise errors.InvalidArgumentError(None, None, f"Cannot broadcast input shape {_text(value)} into final shape "
                                          f"{_text(new[index])}") from None
    handle.value = new


SLICE_ASSIGN = op("ResourceStridedSliceAssign",
                  "ref: resource, begin: Index, end: Index, strides: Index, value: T ->", kernel=_slice_assign,
                  stateful=True, attrs={"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0,
                                        "shrink_axis_mask": 0}, types={"Index": types.INDEX})
