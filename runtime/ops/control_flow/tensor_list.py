"""The ops on lists of tensors, which `TensorArray` and the gradients of loops use."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant_shape, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, not_differentiable, op
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import as_dims, text
from runtime.ops import types
from runtime.ops.kernels.list_values import Blank, OneElement, TensorList, merged_dims
from runtime.ops.array import shape
from runtime.ops.creation import zeros_like


def _dims(shape):
    """The partial shape that an `element_shape` input denotes."""
    shape = np.asarray(shape)
    if shape.ndim == 0:
        return None if shape < 0 else ()
    return tuple(None if size < 0 else size for size in shape.tolist())


def _zeros(dims, dtype):
    if dtype is dtypes.string:
        empty = np.empty(dims, object)
        empty.fill(b"")
        return empty
    return np.zeros(dims, dtype.numpy_dtype)


def _full(dims):
    return dims is not None and None not in dims


# -- making --------------------------------------------------------------------------------------------------------
EMPTY = op("EmptyTensorList", "element_shape: shape_type, max_num_elements: int32 -> handle: variant",
           attrs={"element_dtype": REQUIRED}, infer=lambda inputs, attrs: (),
           kernel=lambda shape, limit, element_dtype: TensorList([], element_dtype, _dims(shape), fresh=True), types={"shape_type": types.INDEX})
RESERVE = op("TensorListReserve", "element_shape: shape_type, num_elements: int32 -> handle: variant",
             attrs={"element_dtype": REQUIRED}, infer=lambda inputs, attrs: (),
             kernel=lambda shape, count, element_dtype: Blank(int(count), element_dtype, _dims(shape)), types={"shape_type": types.INDEX})


def _from_tensor(tensor, element_shape):
    if not np.ndim(tensor):
        raise invalid("Tensor must be at least a vector, but saw shape: []")
    dims = _dims(element_shape)
    if dims is not None:
        merged_dims(dims, np.shape(tensor)[1:])
    return TensorList(list(tensor), dtypes.FROM_NUMPY[tensor.dtype], dims, fresh=True)


FROM_TENSOR = op("TensorListFromTensor", "tensor: element_dtype, element_shape: shape_type -> output_handle: variant",
                 kernel=_from_tensor, infer=lambda inputs, attrs: (), types={"shape_type": types.INDEX})


def _split(tensor, element_shape, lengths):
    if not np.ndim(tensor):
        raise invalid("Tensor must be at least a vector, but saw shape: []")
    items, start = [], 0
    for length in np.asarray(lengths).tolist():
        if length < 0:
            raise invalid(f"Invalid value in lengths: {length}")
        if start + length > len(tensor):
            raise invalid(f"Attempting to slice [{start}, {start + length}] from tensor with "
                           f"length {len(tensor)}")
        items.append(tensor[start:start + length])
        start += length
    if start != len(tensor):
        raise invalid(f"Unused values in tensor. Length of tensor: {len(tensor)} Values used: "
                       f"{start}")
    return TensorList(items, dtypes.FROM_NUMPY[tensor.dtype], _dims(element_shape), fresh=True)


SPLIT = op("TensorListSplit", "tensor: element_dtype, element_shape: shape_type, lengths: int64 -> output_handle: variant",
           kernel=_split, infer=lambda inputs, attrs: (), types={"shape_type": types.INDEX})


# -- reading -------------------------------------------------------------------------------------------------------
def _missing(held, dims):
    """What an element that is not set reads as: zeros in the shape of the others."""
    dims = merged_dims(held.element_dims, dims)
    if not _full(dims):
        for item in held.items():
            if item is not None:
                dims = merged_dims(dims, np.shape(item))
                break
    if not _full(dims):
        raise errors.InvalidArgumentError(
            None, None, f"Trying to read an uninitialized tensor but element_shape is not fully defined: {text(dims)} and no "
            "list element is set.")
    return _zeros(dims, held.element_dtype)


def _get(held, index, element_shape, element_dtype):
    if held.element_dtype is not element_dtype:
        _check_dtype(held, element_dtype)
    items = held.items()
    if not 0 <= index < len(items):
        raise invalid(f"Trying to access element {index} in a list with {len(items)} elements.")
    item = items[index]
    return _missing(held, _dims(element_shape)) if item is None else item


def _check_dtype(held, dtype):
    if held.element_dtype is not dtype:
        raise invalid(f"Invalid data types; op elements {dtype.kernel_name} but list elements "
                       f"{held.element_dtype.kernel_name}")


def _element_infer(position):
    return lambda inputs, attrs: shape_input(inputs[position])


def shape_input(tensor):
    """The static shape that an `element_shape` input denotes."""
    value = constant_value(tensor)
    if value is not None:
        return _dims(value)
    return constant_shape(tensor) if tensor._dims else None


GET = op("TensorListGetItem", "input_handle: variant, index: int32, element_shape: Tshape -> item: element_dtype",
         types={"Tshape": types.INDEX}, attrs={"element_dtype": REQUIRED}, kernel=_get, infer=_element_infer(2))


def _stack(held, element_shape, element_dtype, num_elements):
    _check_dtype(held, element_dtype)
    items = held.items()
    if num_elements not in (-1, len(items)):
        raise invalid(f"Operation expected a list with {num_elements} elements but got a list "
                       f"with {len(items)} elements.")
    dims = merged_dims(held.element_dims, _dims(element_shape))
    return _stacked(held, items, dims)


def _stacked(held, items, dims):
    if not items:
        if not _full(dims):
            raise invalid("Tried to stack elements of an empty list with non-fully-defined "
                           f"element_shape: {text(dims)}")
        return _zeros((0, *dims), held.element_dtype)
    if not _full(dims):
        for item in items:
            if item is not None:
                dims = merged_dims(dims, np.shape(item))
        if not _full(dims):
            raise invalid("Tried to stack list which only contains uninitialized tensors and "
                           f"has a non-fully-defined element_shape: {text(dims)}")
    result = np.empty((len(items), *dims), object if held.element_dtype is dtypes.string else held.element_dtype.numpy_dtype)
    blank = _zeros(dims, held.element_dtype) if any(item is None for item in items) else None
    for index, item in enumerate(items):
        result[index, ...] = blank if item is None else item
    return result


def _stack_infer(inputs, attrs):
    dims = shape_input(inputs[1])
    if dims is None:
        return None
    count = attrs["num_elements"]
    return (None if count < 0 else count, *dims)


STACK = op("TensorListStack", "input_handle: variant, element_shape: int32 -> tensor: element_dtype",
           attrs={"element_dtype": REQUIRED, "num_elements": -1}, kernel=_stack, infer=_stack_infer)


def _gather(held, indices, element_shape, element_dtype):
    _check_dtype(held, element_dtype)
    items = held.items()
    chosen = []
    for index in np.asarray(indices).reshape(-1).tolist():
        if not 0 <= index < len(items):
            raise invalid(f"Index {index} out o range; list only has {len(items)} elements.")
        chosen.append(items[index])
    return _stacked(held, chosen, merged_dims(held.known_dims(), _dims(element_shape)))


def _gather_infer(inputs, attrs):
    dims = shape_input(inputs[2])
    return None if dims is None or inputs[1]._dims is None else inputs[1]._dims + dims


GATHER = op("TensorListGather", "input_handle: variant, indices: int32, element_shape: int32 -> values: element_dtype",
            attrs={"element_dtype": REQUIRED}, kernel=_gather, infer=_gather_infer)


def _concat(held, element_shape, leading_dims, element_dtype):
    _check_dtype(held, element_dtype)
    dims = merged_dims(held.element_dims, _dims(element_shape))
    parts = []
    for index, item in enumerate(held.items()):
        if item is None and len(leading_dims):
            item = _missing(held, None if dims is None else (int(leading_dims[index]), *dims[1:]))
        elif item is None:
            item = _missing(held, None)
        if not np.ndim(item):
            raise invalid(f"Concat saw a scalar shape at index {index} but requires at least "
                           "vectors.")
        parts.append(item)
    if not parts:
        if not dims or not _full(dims[1:]):
            raise invalid("All except the first dimension must be fully defined when "
                           f"concating an empty tensor list. element_shape: {text(dims)}")
        return _zeros((0, *dims[1:]), element_dtype), np.zeros(0, np.int64)
    rest = parts[0].shape[1:]
    for part in parts:
        merged_dims(rest, part.shape[1:])
    return np.concatenate(parts), np.array([len(part) for part in parts], np.int64)


def _concat_infer(inputs, attrs):
    dims = shape_input(inputs[1])
    return [None if dims is None else (None, *dims[1:]), (None,)]


CONCAT = op("TensorListConcatV2", "input_handle: variant, element_shape: shape_type, leading_dims: int64 -> "
            "tensor: element_dtype, lengths: int64", attrs={"element_dtype": REQUIRED}, kernel=_concat, infer=_concat_infer, types={"shape_type": types.INDEX})
LENGTH = op("TensorListLength", "input_handle: variant -> length: int32", infer=lambda inputs, attrs: (),
            kernel=lambda held: np.int32(len(held)))


def _element_shape(held, shape_type):
    dims = held.element_dims
    if dims is None:
        return np.array(-1, shape_type.numpy_dtype)
    return np.array([-1 if size is None else size for size in dims], shape_type.numpy_dtype)


ELEMENT_SHAPE = op("TensorListElementShape", "input_handle: variant -> element_shape: shape_type", kernel=_element_shape,
                   attrs={"shape_type": dtypes.int32}, infer=lambda inputs, attrs: None, types={"shape_type": types.INDEX})
not_differentiable("TensorListElementShape", "TensorListLength")


# -- writing -------------------------------------------------------------------------------------------------------
def _set(held, index, item, resize_if_index_out_of_bounds):
    _check_item(held, item)
    length = len(held)
    if not 0 <= index < length:
        if not resize_if_index_out_of_bounds or index < 0:
            raise invalid(f"Trying to modify element {index} in a list with {length} elements.")
        held = _resize(held, index + 1)
    elif type(held) is Blank:
        return OneElement(length, int(index), item, held.element_dtype, held.element_dims)
    return held.with_item(int(index), item)


def _check_item(held, item):
    """Raise InvalidArgumentError unless `item` has the dtype and shape of the elements of `held`."""
    try:
        if item.shape == held.element_dims and item.dtype is held._numpy_dtype:
            return
    except AttributeError:  # bytes
        pass
    dtype = getattr(item, "dtype", None)
    dtype = dtypes.string if dtype is None else dtypes.FROM_NUMPY[dtype]
    _check_dtype(held, dtype)
    if held.element_dims is not None and dtype is not dtypes.variant:
        dims = np.shape(item)
        if len(dims) != len(held.element_dims) or any(a is not None and a != b for a, b in zip(held.element_dims, dims)):
            raise invalid("Tried to set a tensor with incompatible shape at a list index. Item "
                           f"element shape: {text(dims)} list shape: {text(held.element_dims)}")


def _resize(held, size):
    items = list(held.items())
    size = int(size)
    return held.like(items[:size] + [None] * (size - len(items)))


SET = op("TensorListSetItem", "input_handle: variant, index: int32, item: element_dtype -> output_handle: variant",
         attrs={"resize_if_index_out_of_bounds": False}, kernel=_set, infer=lambda inputs, attrs: ())
RESIZE = op("TensorListResize", "input_handle: variant, size: int32 -> output_handle: variant", kernel=_resize,
            infer=lambda inputs, attrs: ())


def _scatter_into(held, tensor, indices):
    items = list(held.items())
    indices = np.asarray(indices).tolist()
    if len(indices) != len(tensor):
        raise invalid(f"Invalid number of rows in input tensor. Expected: {len(indices)} Actual: "
                       f"{len(tensor)}")
    highest = max(indices, default=-1)
    if highest >= len(items):
        items += [None] * (highest + 1 - len(items))
    for index, item in zip(indices, tensor):
        if index < 0:
            raise invalid("Indices in TensorListScatter must all be non-negative.")
        items[index] = item
    return held.like(items)


SCATTER_INTO = op("TensorListScatterIntoExistingList",
                  "input_handle: variant, tensor: element_dtype, indices: int32 -> output_handle: variant",
                  kernel=_scatter_into, infer=lambda inputs, attrs: ())


def _push(held, item):
    _check_item(held, item)
    return held.pushed(item)


PUSH = op("TensorListPushBack", "input_handle: variant, tensor: element_dtype -> output_handle: variant", kernel=_push,
          infer=lambda inputs, attrs: ())


def _pop(held, element_shape, element_dtype):
    if held.element_dtype is not element_dtype:
        _check_dtype(held, element_dtype)
    try:
        rest, item = held.popped()
    except IndexError:
        raise invalid("Trying to pop from an empty list.") from None
    return rest, _missing(rest, _dims(element_shape)) if item is None else item


POP = op("TensorListPopBack", "input_handle: variant, element_shape: int32 -> output_handle: variant, tensor: element_dtype",
         attrs={"element_dtype": REQUIRED}, kernel=_pop, infer=lambda inputs, attrs: [(), shape_input(inputs[1])])


# -- functions -----------------------------------------------------------------------------------------------------
def shape_input_of(shape):
    """What TensorFlow gives an op as `element_shape`: -1 for what is not known."""
    if isinstance(shape, Tensor):
        return shape
    dims = as_dims(shape)
    if dims is None:
        return -1
    return [-1 if size is None else size for size in dims] or convert_to_tensor([], dtypes.int32)


def empty_tensor_list(element_shape, element_dtype, max_num_elements=None, name=None):
    """A list without elements."""
    limit = -1 if max_num_elements is None else max_num_elements
    return dispatch(EMPTY, (shape_input_of(element_shape), limit), {"element_dtype": element_dtype}, name)


def tensor_list_reserve(element_shape, num_elements, element_dtype, name=None):
    """A list of `num_elements` elements that are not set."""
    return dispatch(RESERVE, (shape_input_of(element_shape), num_elements), {"element_dtype": element_dtype}, name)


def tensor_list_from_tensor(tensor, element_shape, name=None):
    """The list of the rows of `tensor`."""
    return dispatch(FROM_TENSOR, (tensor, shape_input_of(element_shape)), None, name)


def tensor_list_push_back(input_handle, tensor, name=None):
    """The list with one more element."""
    return dispatch(PUSH, (input_handle, tensor), None, name)


def tensor_list_pop_back(input_handle, element_dtype, element_shape=None, name=None):
    """[the list without its last element, that element]."""
    return dispatch(POP, (input_handle, shape_input_of(element_shape)), {"element_dtype": element_dtype}, name)


def tensor_list_get_item(input_handle, index, element_dtype, element_shape=None, name=None):
    """The element number `index`; zeros if it is not set."""
    return dispatch(GET, (input_handle, index, shape_input_of(element_shape)), {"element_dtype": element_dtype}, name)


def tensor_list_set_item(input_handle, index, item, resize_if_index_out_of_bounds=False, name=None):
    """The list with another element number `index`."""
    attrs = {"resize_if_index_out_of_bounds": True} if resize_if_index_out_of_bounds else None
    return dispatch(SET, (input_handle, index, item), attrs, name)


def tensor_list_stack(input_handle, element_dtype, num_elements=-1, element_shape=None, name=None):
    """The elements as the rows of one tensor."""
    return dispatch(STACK, (input_handle, shape_input_of(element_shape)),
                    {"element_dtype": element_dtype, "num_elements": num_elements}, name)


def tensor_list_concat(input_handle, element_dtype, element_shape=None, leading_dims=None, name=None):
    """The elements joined along their first axis. `leading_dims`: the lengths of those that are not set."""
    lengths = convert_to_tensor([], dtypes.int64) if leading_dims is None else leading_dims
    return dispatch(CONCAT, (input_handle, shape_input_of(element_shape), lengths), {"element_dtype": element_dtype}, name)[0]


def tensor_list_gather(input_handle, indices, element_dtype, element_shape=None, name=None):
    """Some elements as the rows of one tensor."""
    return dispatch(GATHER, (input_handle, indices, shape_input_of(element_shape)), {"element_dtype": element_dtype}, name)


def tensor_list_scatter(tensor, indices, input_handle, name=None):
    """The list with the elements at `indices` replaced by the rows of `tensor`."""
    return dispatch(SCATTER_INTO, (input_handle, tensor, indices), None, name)


def tensor_list_split(tensor, element_shape, lengths, name=None):
    """The list of consecutive parts of `tensor`, of these lengths."""
    return dispatch(SPLIT, (tensor, shape_input_of(element_shape), lengths), None, name)


def tensor_list_length(input_handle, name=None):
    return dispatch(LENGTH, (input_handle,), None, name)


def tensor_list_element_shape(input_handle, name=None):
    return dispatch(ELEMENT_SHAPE, (input_handle,), None, name)


# -- gradients -----------------------------------------------------------------------------------------------------
def _differentiable(tensor):
    return tensor.dtype in dtypes.INEXACT or tensor.dtype is dtypes.variant


@gradient("TensorListPushBack")
def _push_grad(op, dlist):
    item = op.inputs[1]
    rest, dy = tensor_list_pop_back(dlist, item.dtype, item._dims)
    return [rest, dy if _differentiable(item) else None]


@gradient("TensorListPopBack")
def _pop_grad(op, dlist, dy):
    item = op.outputs[1]
    return [tensor_list_push_back(dlist, zeros_like(item) if dy is None else dy), None]


@gradient("TensorListStack")
def _stack_grad(op, dy):
    return [tensor_list_from_tensor(dy, dy._dims[1:] if dy._dims else None), None]


@gradient("TensorListFromTensor")
def _from_tensor_grad(op, dlist):
    tensor = op.inputs[0]
    if not _differentiable(tensor):
        return [None, None]
    dims = tensor._dims
    count = -1 if not dims or dims[0] is None else dims[0]
    return [tensor_list_stack(dlist, tensor.dtype, count, dims[1:] if dims else None), None]


@gradient("TensorListGetItem")
def _get_grad(op, dy):
    held, index, _ = op.inputs
    blank = tensor_list_reserve(tensor_list_element_shape(held), tensor_list_length(held), dy.dtype)
    return [tensor_list_set_item(blank, index, dy), None, None]


@gradient("TensorListSetItem")
def _set_grad(op, dlist):
    held, index, item = op.inputs
    dy = tensor_list_get_item(dlist, index, item.dtype, _shape_of(item)) if _differentiable(item) else None
    before = tensor_list_set_item(dlist, index, zeros_like(item))
    if op.attrs["resize_if_index_out_of_bounds"]:
        before = dispatch(RESIZE, (before, tensor_list_length(held)))
    return [before, None, dy]


def _shape_of(tensor):
    return tensor._dims if _full(tensor._dims) else shape(tensor)


@gradient("TensorListGather")
def _gather_grad(op, dy):
    held, indices, _ = op.inputs
    blank = tensor_list_reserve(tensor_list_element_shape(held), tensor_list_length(held), dy.dtype)
    return [tensor_list_scatter(dy, indices, blank), None, None]


@gradient("TensorListScatterIntoExistingList")
def _scatter_grad(op, dlist):
    held, tensor, indices = op.inputs
    dy = tensor_list_gather(dlist, indices, tensor.dtype, tensor._dims[1:] if tensor._dims else None)
    before = dispatch(RESIZE, (tensor_list_scatter(zeros_like(tensor), indices, dlist), tensor_list_length(held)))
    return [before, dy, None]


@gradient("TensorListConcatV2")
def _concat_grad(op, dy, _):
    return [tensor_list_split(dy, op.inputs[1], op.outputs[1]), None, None]


@gradient("TensorListSplit")
def _split_grad(op, dlist):
    tensor, _, lengths = op.inputs
    dims = None if tensor._dims is None else (None, *tensor._dims[1:])
    return [tensor_list_concat(dlist, tensor.dtype, dims, lengths), None, None]


@gradient("TensorListResize")
def _resize_grad(op, dlist):
    return [dispatch(RESIZE, (dlist, tensor_list_length(op.inputs[0]))), None]
