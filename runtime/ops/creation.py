"""Making tensors from little: zeros, ones, fill, range, one-hot and masks."""

from __future__ import annotations

import numbers

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, not_differentiable, op, static
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import TensorShape, text
from runtime.ops import array, cast as casting, infer
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


# -- ranges --------------------------------------------------------------------------------------------------------

def _range_length(start, limit, delta):
    """The number of steps, or the error text of TensorFlow's kernel."""
    if delta == 0:
        return "Requires delta != 0"
    if delta > 0 and start > limit:
        return f"Requires start <= limit when delta > 0: {_number(start)}/{_number(limit)}"
    if delta < 0 and start < limit:
        return f"Requires start >= limit when delta < 0: {_number(start)}/{_number(limit)}"
    if start.dtype.kind in "iu":
        start, limit, delta = int(start), int(limit), int(delta)
        return -((start - limit) // delta) if delta > 0 else -((limit - start) // -delta)
    return int(np.ceil(np.abs((limit - start) / delta)))


def _number(value):
    """A number as C++ streams print it."""
    return str(value) if value.dtype.kind in "iu" else f"{value:g}"


def _range(start, limit, delta):
    for name, value in (("start", start), ("limit", limit), ("delta", delta)):
        if np.size(value) != 1:
            raise invalid(f"{name} must be a scalar, not shape {text(np.shape(value))}")
    start, limit, delta = (np.reshape(value, ())[()] for value in (start, limit, delta))
    length = _range_length(start, limit, delta)
    if isinstance(length, str):
        raise invalid(length + (": 0" if delta == 0 else ""))
    return start + np.arange(length, dtype=start.dtype) * delta


@reading
def _range_infer(read, attrs):
    for index, name in enumerate(("start", "limit", "delta")):
        dims = read.dims(index)
        if dims:
            raise ValueError(f"Shape must be rank 0 but is rank {len(dims)}\n\t for '{name}'")
    values = [read.value(index) for index in range(3)]
    if any(value is None for value in values):
        return (None,)
    length = _range_length(*(value[()] for value in values))
    if isinstance(length, str):
        raise ValueError(length)
    return (length,)


RANGE = op("Range", "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx", kernel=_range, infer=_range_infer, types={"Tidx": "bfloat16 float16 float32 float64 int8 int16 int32 int64 uint16 uint32 uint64"}, unserved={"Tidx": "int8 int16 uint16 uint32 uint64"})
static("Range", "Fill", told=True)
_WIDENING = (dtypes.int32, dtypes.int64, dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)


@hooks.range_tensor.provide
def _of_range(numbers, dtype, name):
    return range_(numbers.start, numbers.stop, numbers.step, dtype, name or "Range")


def range_(start, limit=None, delta=1, dtype=None, name="range"):
    """``start, start + delta, …`` below `limit` (above, if `delta` is negative); one argument alone is the limit.

    Raises:
        InvalidArgumentError, or ValueError while tracing: `delta` is 0 or leads away from `limit`.
    """
    if limit is None:
        start, limit = 0, start
    dtype = None if dtype is None else dtypes.as_dtype(dtype)
    if context.graph is None and type(start) is type(limit) is type(delta) is int and delta and dtype is None:
        if (limit - start) * delta >= 0 and max(abs(start), abs(limit), abs(delta)) <= dtypes.int32.max:
            return EagerTensor(np.arange(start, limit, delta, dtype=np.int32))
    with scope(name, "Range") as scoped:
        parts = [value if isinstance(value, Tensor) else convert_to_tensor(value, dtype, name=part)
                 for value, part in ((start, "start"), (limit, "limit"), (delta, "delta"))]
        if dtype is None:
            assert all(part.dtype in _WIDENING for part in parts)
            dtype = max((part.dtype for part in parts), key=_WIDENING.index)
        parts = [casting.cast(part, dtype) for part in parts]
        return dispatch(RANGE, parts, None, scoped if context.graph is not None else None)


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


def sequence_mask(lengths, maxlen=None, dtype=dtypes.bool_, name=None):
    """Boolean (or `dtype`) rows of length `maxlen` (the longest), True in their first ``lengths[i]`` places.

    Raises:
        ValueError: `maxlen` is no scalar.
    """
    from runtime.ops import comparison, math as math_ops, reduction
    with scope(name, "SequenceMask") as name:
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            maxlen = reduction.reduce_max(lengths, all_axes(lengths))
            maxlen = math_ops.maximum(constant(0, maxlen.dtype), maxlen)
        else:
            maxlen = convert_to_tensor(maxlen)
        if maxlen._dims not in ((), None):
            raise ValueError(f"Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = {maxlen} with shape "
                             f"'{maxlen.shape}' instead")
        row = dispatch(RANGE, (constant(0, maxlen.dtype), maxlen, constant(1, maxlen.dtype)))
        column = dispatch(casting.CAST, (array.expand_dims(lengths, -1),), {"DstT": maxlen.dtype})
        result = comparison.less(row, column)
        dtype = dtypes.as_dtype(dtype)
        return result if result.dtype is dtype else casting.cast(result, dtype)


def all_axes(tensor):
    """The axes of `tensor`: a constant where the rank is known."""
    if tensor._dims is not None:
        return constant(np.arange(len(tensor._dims), dtype=np.int32))
    return range_(0, array.rank(tensor), 1, name="Range")
not_differentiable("OneHot", "OnesLike", "Range", "ZerosLike")
