"""Slices: `tf.slice`, `tf.strided_slice` and NumPy-style indexing with ``[]``."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.convert import computed, constant_value
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, gradient, op, sizes, static
from runtime.core.tensor_shape import text
from runtime.ops import array, creation, infer, shapes, types
from runtime.ops.kernels.slice_index import index_parts, length_of, numpy_index
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX

_MASKS = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 0, "new_axis_mask": 0, "shrink_axis_mask": 0}
_STRIDED_INDEX = TypeList("int16 int32 int64")


# -- the index that masks and bounds denote ------------------------------------------------------------------------


# -- StridedSlice --------------------------------------------------------------------------------------------------

def _strided_slice(input, begin, end, strides, **masks):
    return np.asarray(input)[numpy_index(np.shape(input), begin, end, strides, **masks) + (...,)]


def _inferred(dims, begin, end, strides, attrs):
    """The static shape of a slice; `begin` and `end` may be None or hold None."""
    result = []
    for spec in index_parts(dims, begin, end, strides, **{name: attrs[name] for name in _MASKS}):
        if spec[0] == "new":
            result.append(1)
        elif spec[0] == "range":
            _, axis, start, stop, step = spec
            whole = start == 0 and step == 1 and stop is dims[axis] is None
            result.append(None if whole else length_of(start, stop, step))
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
