"""Making tensors from little: zeros, ones, fill, range, one-hot and masks."""

from __future__ import annotations

import numbers

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, not_differentiable, op, static
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import TensorShape, text
from runtime.ops import array, infer
from runtime.ops.ranges import range_
from runtime.ops.scope import scope
from runtime.ops.shapes import narrowed, reading
from runtime.ops.types import INDEX

_SMALL = 1000  # elements; smaller ones become constants of the graph, as in TensorFlow


def _fill(dims, value):
    if np.ndim(dims) != 1 and np.shape(dims) != ():
        raise invalid(f"dims must represent a vector, got shape {text(np.shape(dims))}")
    if np.shape(value) not in ((), (1,)):
        raise invalid(f"value must represent a scalar, got shape {text(np.shape(value))}")
    if np.ndim(value):
        value = value[0]
    sizes = np.reshape(dims, -1).tolist()
    for size in sizes:
        if size < 0:
            raise invalid(f"Dimension {size} must be >= 0")
    if infer.product(sizes) > dtypes.int64.max:
        raise invalid(f"Shape {text(sizes)} would have more than 2**63 - 1 elements")
    if isinstance(value, bytes) or getattr(value, "dtype", None) == object:
        result = np.empty(sizes, object)
        result[...] = value if isinstance(value, bytes) else value.item()
        return result
    return np.full(sizes, value, value.dtype)


@reading
def _fill_infer(read, attrs):
    infer.with_rank(read.dims(0), 1)
    infer.with_rank(read.dims(1), 0)
    dims = read.shape(0)
    if dims is not None and None in dims:
        sizes = read.peek(0)
        if sizes is not None and (sizes < 0).any():
            raise ValueError("Fill dimensions must be >= 0")
    return dims


FILL = op("Fill", "dims: index_type, value: T -> output: T", kernel=_fill, infer=_fill_infer,
          types={"index_type": INDEX})


def _zeros_like_kernel(x):
    if hasattr(x, "zeros_like"):  # a list of tensors
        return x.zeros_like()
    if isinstance(x, bytes) or x.dtype == object:
        return _fill(np.array(np.shape(x), np.int32), b"")
    return np.zeros_like(x, subok=False, order="C")


ZEROS_LIKE = op("ZerosLike", "x: T -> y: T", infer=infer.same, kernel=_zeros_like_kernel)
ONES_LIKE = op("OnesLike", "x: T -> y: T", infer=infer.same, kernel=lambda x: np.ones_like(x, subok=False, order="C"),
               types={"T": TypeList("bfloat16 float16 float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64 "
                                    "complex64 complex128 bool")})


def fill(dims, value, name=None):
    """A tensor of shape `dims` with every element the scalar `value`."""
    return narrowed(dispatch(FILL, (dims, value), None, name), dims)


def _plain_sizes(shape):
    """`shape` as a list of ints if it is a sequence of sizes known in full, else None."""
    if isinstance(shape, TensorShape):
        shape = shape.as_list() if shape.is_fully_defined() else None
    elif isinstance(shape, np.ndarray):
        shape = shape.tolist() if shape.ndim == 1 and shape.dtype.kind in "iu" else None
    if not isinstance(shape, (list, tuple)):
        return None
    for size in shape:
        if not (type(size) is int or isinstance(size, numbers.Integral) and not isinstance(size, bool)) or size < 0:
            return None
    return shape


def _filled(shape, value, dtype, name, default):
    """`zeros` and `ones`: a constant where it is small and its shape known, else a Fill."""
    dtype = dtypes.as_dtype(dtype)
    if context.graph is None:
        sizes = _plain_sizes(shape)
        plain = dtype.numpy_dtype is not None and dtype is not dtypes.string
        if plain and sizes is not None and infer.product(sizes) <= dtypes.int64.max:
            try:
                return EagerTensor(np.full(sizes, value, dtype.numpy_dtype) if value else np.zeros(sizes, dtype.numpy_dtype))
            except MemoryError:
                pass  # the op tells it in TensorFlow's words
    with scope(name, default) as name:
        if not isinstance(shape, Tensor):
            sizes = _plain_sizes(shape)
            if sizes is not None and context.graph is not None and infer.product(sizes) < _SMALL:
                return constant(value, dtype, sizes, name)
            try:
                shape = convert_to_tensor(TensorShape(shape), name="shape_as_tensor")
            except (TypeError, ValueError):  # tensors among the sizes
                shape = convert_to_tensor(shape, dtypes.int32)
        if shape._dims in ((), None):
            shape = array.reshape(shape, [-1])
        return fill(shape, constant(value, dtype), name)


def zeros(shape, dtype=dtypes.float32, name=None, layout=None):
    """A tensor of zeros (False, or empty strings)."""
    dtype = dtypes.as_dtype(dtype)
    return _filled(shape, "" if dtype is dtypes.string else False if dtype is dtypes.bool_ else 0, dtype, name, "zeros")


def ones(shape, dtype=dtypes.float32, name=None, layout=None):
    """A tensor of ones (True). Raises TypeError for strings."""
    dtype = dtypes.as_dtype(dtype)
    return _filled(shape, True if dtype is dtypes.bool_ else 1, dtype, name, "ones")


def _like(function, op_def, tensor, dtype, name, default):
    with scope(name, default) as name:
        if not isinstance(tensor, Tensor):
            tensor = convert_to_tensor(tensor, name="tensor")
        dtype = tensor.dtype if dtype is None else dtypes.as_dtype(dtype)
        if context.graph is None:
            if dtype is tensor.dtype:
                return dispatch(op_def, (tensor,), None, name)
            return function(array.shape(tensor), dtype, name)
        dims = tensor._dims
        if dims is not None and None not in dims and tensor.dtype is not dtypes.variant:
            return function(tensor.shape, dtype, name)
        if dtype is not tensor.dtype and dtype is not dtypes.variant:
            return function(array.shape(tensor), dtype, name)
        return dispatch(op_def, (tensor,), None, name)


def zeros_like(input, dtype=None, name=None, layout=None):
    """Zeros in the shape, and without `dtype` in the dtype, of `input`."""
    return _like(zeros, ZEROS_LIKE, input, dtype, name, "zeros_like")


def ones_like(input, dtype=None, name=None, layout=None):
    """Ones in the shape, and without `dtype` in the dtype, of `input`."""
    return _like(ones, ONES_LIKE, input, dtype, name, "ones_like")


def or_zeros(gradient, output):
    """`gradient`, or zeros in the shape of `output` where there is none."""
    return zeros_like(output) if gradient is None else gradient


static("Fill", told=True)


# -- one-hot and masks ---------------------------------------------------------------------------------------------

def _one_hot(indices, depth, on_value, off_value, axis):
    count = np.ndim(indices)
    if np.ndim(depth):
        raise invalid(f"depth must be a scalar, but got: {text(np.shape(depth))}")
    if not -1 <= axis <= count:
        raise invalid(f"Expected axis to be -1 or between [0, {count + 1}).  But received: {axis}")
    if depth < 0:
        raise invalid(f"depth must be non-negative, got: {int(depth)}")
    at = count if axis == -1 else axis
    places = np.arange(int(depth)).reshape((-1,) + (1,) * (count - at))
    return np.where(np.expand_dims(indices, at) == places, on_value, off_value)


@reading
def _one_hot_infer(read, attrs):
    axis = attrs["axis"]
    if axis < -1:
        raise ValueError("axis must be >= -1")
    depth = read.value(1)
    if depth is not None and depth.ndim:
        raise ValueError(f"Input must be scalar but has rank {depth.ndim}")
    if depth is not None and depth < 0:
        raise ValueError(f"Dimension size, given by scalar input 1, must be non-negative but is {depth}")
    for index in (2, 3):
        infer.with_rank(read.dims(index), 0)
    dims = read.dims(0)
    if dims is None:
        return None
    at = len(dims) if axis == -1 else axis if axis <= len(dims) else 0  # the kernel will complain
    return dims[:at] + (None if depth is None else int(depth),) + dims[at:]


ONE_HOT = op("OneHot", "indices: TI, depth: int32, on_value: T, off_value: T -> output: T", kernel=_one_hot,
             infer=_one_hot_infer, attrs={"axis": -1},
             types={"TI": TypeList("uint8 int8 int32 int64")})


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    """Vectors of length `depth` that are `on_value` (1) at an index and `off_value` (0) elsewhere.

    Raises:
        TypeError: the dtypes of the two values, or one of them and `dtype`, differ.
    """
    with scope(name, "one_hot") as name:
        dtype = None if dtype is None else dtypes.as_dtype(dtype)
        if on_value is not None:
            on_value = convert_to_tensor(on_value, dtype_hint=dtype)
        if off_value is not None:
            off_value = convert_to_tensor(off_value, dtype_hint=dtype)
        on_dtype, off_dtype = getattr(on_value, "dtype", None), getattr(off_value, "dtype", None)
        if on_dtype is not None or off_dtype is not None:
            if dtype is not None:
                for given, what in ((on_dtype, "on_value"), (off_dtype, "off_value")):
                    if given is not None and given is not dtype:
                        raise TypeError(f"dtype {given!s} of {what} does not match dtype parameter {dtype!s}")
            else:
                dtype = on_dtype if on_dtype is not None else off_dtype
        elif dtype is None:
            dtype = dtypes.float32
        if on_value is None:
            on_value, on_dtype = convert_to_tensor(1, dtype, name="on_value"), dtype
        if off_value is None:
            off_value, off_dtype = convert_to_tensor(0, dtype, name="off_value"), dtype
        if on_dtype is not off_dtype:
            raise TypeError(f"dtype {on_dtype!s} of on_value does not match dtype {off_dtype!s} of off_value")
        return dispatch(ONE_HOT, (indices, depth, on_value, off_value), {"axis": -1 if axis is None else axis}, name)


def all_axes(tensor):
    """The axes of `tensor`: a constant where the rank is known."""
    if tensor._dims is not None:
        return constant(np.arange(len(tensor._dims), dtype=np.int32))
    return range_(0, array.rank(tensor), 1, name="Range")
not_differentiable("OneHot", "OnesLike", "ZerosLike")
