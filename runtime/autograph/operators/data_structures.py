"""Lists, with Feature.LISTS: an empty list literal is a tensor list, `append`, `pop`, `stack` and `l[i]` know it."""

from typing import Any, NamedTuple

from runtime.core.convert import convert_to_tensor

from .tensors import is_tensor
from runtime.core import dtypes
from runtime.ops.control_flow import tensor_list
from runtime.ops.array import shape
from runtime.ops.control_flow.control_flow import cond
from runtime.ops.gather_scatter import tensor_scatter_nd_update
from runtime.ops.strings.string import substr


class ListPopOpts(NamedTuple):
    """What set_element_type said about the list."""

    element_dtype: Any
    element_shape: Any


class ListStackOpts(NamedTuple):
    """The dtype that set_element_type said, and the function that the user called."""

    element_dtype: Any
    original_call: Any


class GetItemOpts(NamedTuple):
    """The dtype that set_element_type said."""

    element_dtype: Any


def _tensor_lists():
    return tensor_list


def _is_array(value):
    return type(value).__name__ == "TensorArray"


def _is_list(value):
    """Whether `value` is a tensor list; ValueError for any other tensor."""
    if not is_tensor(value):
        return False
    if value.dtype.name != "variant":
        raise ValueError(f"tensor lists are expected to be Tensors with dtype=tf.variant, instead found {value}")
    return True


def new_list(iterable=None):
    """`[...]`: a Python list of the elements, a tensor list if there are none."""
    elements = list(iterable) if iterable else []
    if elements:
        return elements
    lists = _tensor_lists()
    return lists.empty_tensor_list(element_shape=convert_to_tensor(-1), element_dtype=dtypes.variant)


def list_append(list_, x):
    """`list_.append(x)`; returns the list."""
    if _is_array(list_):
        return list_.write(list_.size(), x)
    if not _is_list(list_):
        list_.append(x)
        return list_
    lists = _tensor_lists()

    def empty_list_like_x():
        tensor = convert_to_tensor(x)
        return lists.empty_tensor_list(element_shape=shape(tensor), element_dtype=tensor.dtype)

    # The first element decides the dtype and the shape.
    list_ = cond(lists.tensor_list_length(list_) > 0, lambda: list_, empty_list_like_x)
    return lists.tensor_list_push_back(list_, x)


def list_pop(list_, i, opts):
    """`list_.pop(i)`; returns the list and the element. `i` may be None.

    Raises:
        ValueError: a tensor list whose dtype or shape is not known; a TensorArray.
        NotImplementedError: a tensor list and an index.
    """
    if _is_array(list_):
        raise ValueError("TensorArray does not support item removal")
    if not _is_list(list_):
        return list_, list_.pop() if i is None else list_.pop(i)
    if i is not None:
        raise NotImplementedError("tensor lists only support removing from the end")
    for what, value in (("type", opts.element_dtype), ("shape", opts.element_shape)):
        if value is None:
            raise ValueError(f"cannot pop from a list without knowing its element {what}; use set_element_type to annotate "
                             "it")
    rest, x = _tensor_lists().tensor_list_pop_back(list_, element_dtype=opts.element_dtype)
    x.set_shape(opts.element_shape)
    return rest, x


def list_stack(list_, opts):
    """`tf.stack(list_)`: of a tensor list or TensorArray its elements, of a tensor itself, else the user's own call."""
    if _is_array(list_):
        return list_.stack()
    if not is_tensor(list_):
        return opts.original_call(list_)
    if list_.dtype.name != "variant":
        return list_
    if opts.element_dtype is None:
        raise ValueError("cannot stack a list without knowing its element type; use set_element_type to annotate it")
    return _tensor_lists().tensor_list_stack(list_, element_dtype=opts.element_dtype)


def get_item(target, i, opts):
    """`target[i]`."""
    if _is_array(target):
        return target.read(i)
    if not is_tensor(target):
        return target[i]
    if target.dtype.name == "variant":
        if opts.element_dtype is None:
            raise ValueError("cannot retrieve from a list without knowing its element type; use set_element_type to annotate "
                             "it")
        return _tensor_lists().tensor_list_get_item(target, i, element_dtype=opts.element_dtype)
    if target.dtype.name == "string" and target.shape.rank == 0:
        return substr(target, i, 1)
    return target[i]


def set_item(target, i, x):
    """`target[i] = x`; returns the changed target, of a tensor a new one."""
    if _is_array(target):
        return target.write(i, x)
    if not is_tensor(target):
        target[i] = x
        return target
    if target.dtype.name == "variant":
        return _tensor_lists().tensor_list_set_item(target, i, x)
    return tensor_scatter_nd_update(target, ((i,),), (x,))
