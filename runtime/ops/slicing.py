"""Slices: `tf.slice`, `tf.strided_slice` and NumPy-style indexing with ``[]``."""

from __future__ import annotations

import numbers

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import computed, constant, constant_value
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op, sizes, static
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import text
from runtime.ops import array, cast as casting, creation, infer, shapes, types
from runtime.ops.scope import scope
from runtime.ops.state import SLICE_ASSIGN
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX

_MASKS = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 0}
_STRIDED_INDEX = TypeList("int16 int32 int64")


# -- the index that masks and bounds denote ------------------------------------------------------------------------

def _specs(dims, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
    """The index, one entry for each of its parts: ("new",), ("shrink", axis, at) or ("range", axis, start, stop, step).

    `dims` may have unknown sizes, `begin` and `end` unknown values (None): what follows from these is None too.

    Raises:
        ValueError: in TensorFlow's words, for shape functions and kernels alike.
    """
    count = len(strides)
    if ellipsis_mask & (ellipsis_mask - 1):
        raise ValueError("Multiple ellipses in slice spec not allowed")
    consuming = sum(1 for i in range(count) if not (ellipsis_mask | new_axis_mask) >> i & 1)
    filled = len(dims) - consuming
    result, axis, seen = [], 0, False
    for i in range(count):
        bit = 1 << i
        if ellipsis_mask & bit:
            seen = True
            for _ in range(max(filled, 0)):
                result.append(("range", axis, 0, dims[axis], 1))
                axis += 1
        elif new_axis_mask & bit:
            result.append(("new",))
        else:
            if not dims:
                raise ValueError("Attempting to slice scalar input.")
            if axis >= len(dims):
                raise ValueError(f"Index out of range using input dim {axis}; input has only {len(dims)} dims")
            result.append(_axis_spec(axis, dims[axis], begin and begin[i], end and end[i], strides[i], i,
                                     bool(begin_mask & bit), bool(end_mask & bit), bool(shrink_axis_mask & bit)))
            axis += 1
    if not seen:
        result.extend(("range", rest, 0, dims[rest], 1) for rest in range(axis, len(dims)))
    return result


def _axis_spec(axis, size, begin, end, step, index, open_begin, open_end, shrink):
    if step == 0:
        raise ValueError(f"strides[{index}] must be non-zero")
    if shrink:
        if step is not None and step <= 0:
            raise ValueError("only stride 1 allowed on non-range indexing.")
        if open_begin:
            begin = 0
        if begin is None or size is None:
            return "shrink", axis, begin
        at = begin + size if begin < 0 else begin
        if not 0 <= at < size:
            raise ValueError(f"slice index {at if begin < 0 else begin} of dimension {axis} out of bounds.")
        return "shrink", axis, at
    if step is None:
        return "range", axis, None, None, None
    low, high = (0, size) if step > 0 else (-1, None if size is None else size - 1)
    start = (low if step > 0 else high) if open_begin else _clamp(begin, size, low, high)
    stop = (high if step > 0 else low) if open_end else _clamp(end, size, low, high)
    return "range", axis, start, stop, step


def _clamp(value, size, low, high):
    if value is None or size is None:
        return None
    if value < 0:
        value += size
    return max(low, min(high, value))


def _length(start, stop, step):
    if start is None or stop is None or step is None:
        return None
    return max(0, -((start - stop) // step) if step > 0 else -((stop - start) // -step))


def numpy_index(dims, begin, end, strides, **masks):
    """The tuple with which NumPy takes this slice of an array of shape `dims`.

    Raises:
        InvalidArgumentError: the slice is out of bounds or malformed.
    """
    if not np.shape(begin) == np.shape(end) == np.shape(strides) or np.ndim(begin) != 1:
        raise invalid("Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
                       f"{text(np.shape(begin))}, {text(np.shape(end))}, and {text(np.shape(strides))} instead.")
    begin, end, strides = begin.tolist(), end.tolist(), strides.tolist()
    try:
        specs = _specs(dims, begin, end, strides, **masks)
    except ValueError as error:
        raise invalid(str(error)) from None
    index = []
    for spec in specs:
        if spec[0] == "new":
            index.append(None)
        elif spec[0] == "shrink":
            index.append(spec[2])
        else:
            _, _, start, stop, step = spec
            index.append(slice(start, stop if stop >= 0 else None, step) if _length(start, stop, step) else slice(0, 0))
    return tuple(index)


# -- StridedSlice --------------------------------------------------------------------------------------------------

def _strided_slice(input, begin, end, strides, **masks):
    return np.asarray(input)[numpy_index(np.shape(input), begin, end, strides, **masks) + (...,)]


def _inferred(dims, begin, end, strides, attrs):
    """The static shape of a slice; `begin` and `end` may be None or hold None."""
    result = []
    for spec in _specs(dims, begin, end, strides, **{name: attrs[name] for name in _MASKS}):
        if spec[0] == "new":
            result.append(1)
        elif spec[0] == "range":
            _, axis, start, stop, step = spec
            whole = start == 0 and step == 1 and stop is dims[axis] is None
            result.append(None if whole else _length(start, stop, step))
    return result


@reading
def _strided_slice_infer(read, attrs):
    dims = read.dims(0)
    begin, end, strides = (infer.with_rank(read.dims(index), 1) for index in (1, 2, 3))
    shapes.merge(shapes.merge(begin, end), strides)
    strides = read.value(3)
    if strides is None or dims is None:
        return None
    strides = strides.tolist()
    begin, end = ((None,) * len(strides) if part is None else part.tolist() for part in (read.peek(1), read.peek(2)))
    try:
        return tuple(_inferred(dims, begin, end, strides, attrs))
    except ValueError:
        if not _malformed(dims, strides, attrs):  # it is the bounds: they are named too
            read.value(1)
            read.value(2)
        raise


def _malformed(dims, strides, attrs):
    """Whether the slice is refused whatever its bounds."""
    try:
        _inferred((None,) * len(dims), None, None, strides, attrs)
    except ValueError:
        return True
    return False


STRIDED_SLICE = op("StridedSlice", "input: T, begin: Index, end: Index, strides: Index -> output: T", attrs=_MASKS,
                   kernel=_strided_slice, infer=_strided_slice_infer, types={"Index": _STRIDED_INDEX})


def _strided_slice_gradient(shape, begin, end, strides, dy, **masks):
    result = np.zeros(shape.tolist(), dy.dtype)
    result[numpy_index(result.shape, begin, end, strides, **masks)] = dy
    return result


STRIDED_SLICE_GRAD = op("StridedSliceGrad", "shape: Index, begin: Index, end: Index, strides: Index, dy: T -> output: T",
                        attrs=_MASKS, kernel=_strided_slice_gradient, types={"Index": types.INDEX},
                        infer=reading(lambda read, attrs: read.shape(0)))


@gradient("StridedSlice")
def _strided_slice_grad(op, dy):
    x, begin, end, strides = op.inputs
    size = array.shape(x, out_type=begin.dtype)
    masks = {name: op.get_attr(name) for name in _MASKS}
    return [dispatch(STRIDED_SLICE_GRAD, (size, begin, end, strides, dy), masks), None, None, None]


@gradient("StridedSliceGrad")
def _strided_slice_grad_grad(op, dy):
    masks = {name: op.get_attr(name) for name in _MASKS}
    return [None, None, None, None, dispatch(STRIDED_SLICE, (dy, *op.inputs[1:4]), masks)]


def strided_slice(input_, begin, end, strides=None, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                  shrink_axis_mask=0, var=None, name=None):
    """The slice from `begin` to `end` in steps of `strides` (1), with masks that say what each part of them means.

    Raises:
        InvalidArgumentError, or ValueError while tracing: out of bounds.
    """
    if strides is None:
        strides = creation.ones_like(begin)
    masks = {"begin_mask": begin_mask, "end_mask": end_mask, "ellipsis_mask": ellipsis_mask,
             "new_axis_mask": new_axis_mask, "shrink_axis_mask": shrink_axis_mask}
    return dispatch(STRIDED_SLICE, (input_, begin, end, strides), masks, name)


def _partial_slice(dims, operation):
    """What a StridedSlice of the shape vector `dims` gives: a tuple of sizes, one size, or None if it is not known."""
    begin, end, strides = (constant_value(tensor) for tensor in operation.inputs[1:4])
    masks = {name: operation.attrs[name] for name in _MASKS}
    if begin is None or end is None or strides is None or masks["new_axis_mask"]:
        return None
    try:
        index = numpy_index((len(dims),), begin, end, strides, **masks)
    except errors.InvalidArgumentError:
        return None
    [part] = index
    return dims[part]


def _known_slice(operation, index):
    """``tf.shape(x)[i]`` is known where that one size is."""
    value = computed(operation, index)
    if value is None and operation.inputs[0].op.op_def is array.SHAPE:
        dims = operation.inputs[0].op.inputs[0]._dims
        part = None if dims is None else _partial_slice(dims, operation)
        if isinstance(part, int):
            return np.array(part, operation.outputs[0].dtype.numpy_dtype)
    return value


static("StridedSlice", value=_known_slice)


@sizes("StridedSlice")
def _slice_sizes(operation, value_of, sizes_of):
    whole = sizes_of(operation.inputs[0])
    part = None if whole is None else _partial_slice(whole, operation)
    return part if isinstance(part, tuple) else (None,) * operation.outputs[0]._dims[0]


# -- indexing ------------------------------------------------------------------------------------------------------

_INDEX_ERROR = ("Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are "
                "valid indices, got {!r}")
_INDEX_DTYPES = (dtypes.int16, dtypes.int32, dtypes.int64)


def _check_index(index):
    if type(index) is int or isinstance(index, numbers.Integral):
        return
    dtype = getattr(index, "dtype", None)
    try:
        valid = dtype is not None and dtypes.as_dtype(dtype) in _INDEX_DTYPES
    except TypeError:
        valid = False
    if not valid or index.shape and len(index.shape) == 1:
        raise TypeError(_INDEX_ERROR.format(index))


def _plain(part):
    """Whether this part of an index is made of Python numbers only."""
    kind = type(part)
    if kind is int or part is None or part is Ellipsis:
        return True
    return kind is slice and (part.start is None or type(part.start) is int) and (
        part.stop is None or type(part.stop) is int) and (part.step is None or type(part.step) is int)


def getitem(tensor, index):
    """``tensor[index]``: integers, slices, ``...``, None and scalar integer tensors; or one boolean mask.

    Raises:
        TypeError: anything else as an index.
        InvalidArgumentError, or ValueError while tracing: out of bounds.
    """
    if isinstance(index, bool) or isinstance(index, Tensor) and index.dtype is dtypes.bool_ or \
            isinstance(index, np.ndarray) and index.dtype == bool:
        from runtime.ops.gather_scatter import boolean_mask
        return boolean_mask(tensor, index)
    if context.graph is None and not context.tapes and type(tensor) is EagerTensor:
        found = _numpy_slice(tensor, index if type(index) is tuple else (index,))
        if found is not None:
            return found
    begin, end, strides, masks, plain = _parse(index)
    if context.graph is None and plain:
        vectors = [np.array(part, np.int32) for part in (begin, end, strides)]
        return dispatch(STRIDED_SLICE, (tensor, *map(EagerTensor, vectors)), masks, "strided_slice/")
    with scope(None, "strided_slice") as name:
        return dispatch(STRIDED_SLICE, (tensor, *_packed(begin, end, strides)), masks, name or "strided_slice/")


def _numpy_slice(tensor, parts):
    """The slice straight from NumPy, whose rules for plain numbers are the same; None if it is not plain or refused."""
    for part in parts:
        if not _plain(part):
            return None
    try:
        return EagerTensor(tensor._value[parts if Ellipsis in parts else parts + (...,)], tensor.dtype)
    except (IndexError, ValueError, TypeError):  # TensorFlow's words are in the kernel
        return None


def assign_to_slice(handle, index, value):
    """``variable[index].assign(value)`` on the storage behind `handle`; eagerly None, in graphs the operation."""
    begin, end, strides, masks, _ = _parse(index)
    with scope(None, "strided_slice") as name:
        vectors = _packed(begin, end, strides)
        return dispatch(SLICE_ASSIGN, (handle, *vectors, value), masks, (name or "strided_slice/") + "_assign")


def _parse(index):
    """(begin, end, strides, masks, whether all parts are plain numbers) of what stands between brackets."""
    parts = index if isinstance(index, (list, tuple)) else [index]
    begin, end, strides = [], [], []
    begin_mask = end_mask = ellipsis_mask = new_axis_mask = shrink_axis_mask = 0
    bit = 1
    for part in parts:
        if isinstance(part, slice):
            one, zero = _slice_defaults(part)
            for value, target, default in ((part.start, begin, zero), (part.stop, end, zero), (part.step, strides, one)):
                if value is None:
                    target.append(default())
                else:
                    _check_index(value)
                    target.append(value)
            if part.start is None:
                begin_mask |= bit
            if part.stop is None:
                end_mask |= bit
        elif part is Ellipsis or part is None:
            begin.append(0)
            end.append(0)
            strides.append(1)
            if part is None:
                new_axis_mask |= bit
            else:
                ellipsis_mask |= bit
        else:
            _check_index(part)
            begin.append(part)
            end.append(part + 1)
            wide = isinstance(part, Tensor) and part.dtype in (dtypes.int16, dtypes.int64)
            strides.append(constant(1, part.dtype) if wide else 1)
            shrink_axis_mask |= bit
        bit <<= 1
    masks = {"begin_mask": begin_mask, "end_mask": end_mask, "ellipsis_mask": ellipsis_mask,
             "new_axis_mask": new_axis_mask, "shrink_axis_mask": shrink_axis_mask}
    return begin, end, strides, masks, all(map(_plain, parts))


def _slice_defaults(part):
    """Functions that make the 1 and 0 that stand for what a slice leaves open: in the dtype of its tensors, if any."""
    found = [t.dtype for t in (part.start, part.stop, part.step) if isinstance(t, Tensor)]
    if not found:
        return lambda: 1, lambda: 0
    dtype = dtypes.int64 if dtypes.int64 in found else dtypes.int32 if dtypes.int32 in found else dtypes.int16
    return lambda: constant(1, dtype), lambda: constant(0, dtype)


def _packed(begin, end, strides):
    from runtime.ops.joining import stack
    if not begin:
        return (constant([], dtypes.int32),) * 3
    vectors = [stack(part) for part in (begin, end, strides)]
    found = {vector.dtype for vector in vectors}
    if dtypes.int64 in found:
        vectors = [casting.cast(vector, dtypes.int64) for vector in vectors]
    return vectors


# -- Slice ---------------------------------------------------------------------------------------------------------

def _slice(input, begin, size):
    dims = np.shape(input)
    if np.shape(begin) != (len(dims),) or np.shape(size) != (len(dims),):
        raise invalid(f"Expected begin and size arguments to be 1-D tensors of size {len(dims)}, but got shapes "
                       f"{text(np.shape(begin))} and {text(np.shape(size))} instead.")
    index = []
    for axis, (start, length, limit) in enumerate(zip(begin.tolist(), size.tolist(), dims)):
        if length == -1:
            length = limit - start
        if not 0 <= start <= limit:
            raise invalid(f"Expected begin[{axis}] in [0, {limit}], but got {start}")
        if not 0 <= length <= limit - start:
            raise invalid(f"Expected size[{axis}] in [0, {limit - start}], but got {length}")
        index.append(slice(start, start + length))
    return np.asarray(input)[tuple(index) + (...,)]


@reading
def _slice_infer(read, attrs):
    dims = read.dims(0)
    vectors = shapes.merge(infer.with_rank(read.dims(1), 1), infer.with_rank(read.dims(2), 1))
    if vectors[0] is not None:
        dims = _with_vector_rank(dims, vectors[0])
    sizes, begin, partial = read.value(2), read.value(1), read.shape(2)
    if sizes is None:
        return None if dims is None else partial if partial is not None and begin is not None else (None,) * len(dims)
    result = []
    for axis, length in enumerate(sizes.tolist()):
        if length == -1:
            start = None if begin is None else int(begin[axis])
            limit = None if dims is None else dims[axis]
            if start is not None and limit is not None and limit - start < 0:
                raise ValueError(f"Subtracting {start} from {limit}")
            length = None if start is None or limit is None else limit - start
        result.append(length)
    return tuple(result)


def _with_vector_rank(dims, count):
    if dims is not None and len(dims) != count:
        raise ValueError(f"Shape must be rank {count} but is rank {len(dims)}")
    return (None,) * count if dims is None else dims


SLICE = op("Slice", "input: T, begin: Index, size: Index -> output: T", kernel=_slice, infer=_slice_infer,
           types={"Index": INDEX})


def slice_(input_, begin, size, name=None):
    """The part of `input_` that starts at `begin` and has shape `size` (-1: to the end).

    Raises:
        InvalidArgumentError: it is not within `input_`.
    """
    return dispatch(SLICE, (input_, begin, size), None, name)

