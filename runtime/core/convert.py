"""Python values, arrays and whatever acts like a tensor → tensors (`tf.convert_to_tensor`, `tf.constant`)."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.context import context
from runtime.core.narrow import widened
from runtime.core.op_def import COMPUTED, REQUIRED, not_differentiable, op, static
from runtime.core.tensor import EagerTensor, SymbolicTensor, Tensor
from runtime.core.tensor_shape import TensorShape, as_dims
from runtime.core.values import SHORT, short_list, to_array

CONST = op("Const", "-> output: dtype", role="constant", attrs={"value": REQUIRED, "dtype": REQUIRED},
           kernel=lambda value, dtype: value, infer=lambda inputs, attrs: attrs["value"].shape)
static("Const", value=lambda operation, _: operation.attrs["value"], told=True)
not_differentiable("Const")


_PLAIN = frozenset({bool, int, float, complex, str, bytes})


def _leaves(value):
    """What nested lists hold, with one for each row that holds nothing but numbers or texts: there may be many."""
    if not isinstance(value, (list, tuple)):
        yield value
    elif value and _PLAIN.issuperset(map(type, value)):
        yield value[0]
    else:
        for item in value:
            yield from _leaves(item)


def _has_tensors(value):
    return any(isinstance(leaf, Tensor) or hasattr(leaf, "__tf_tensor__") for leaf in _leaves(value))


def convert_to_tensor(value, dtype=None, dtype_hint=None, name=None):
    """`value` as a tensor of the current mode.

    Args:
        dtype: the dtype it must have. Tensors are never cast.
        dtype_hint: preferred for Python values that it can hold.

    Raises:
        TypeError, ValueError: as TensorFlow for what does not convert; a tensor of another dtype is a ValueError.
    """
    if isinstance(value, Tensor):
        if dtype is not None and value.dtype is not dtype and dtypes.as_dtype(dtype) is not value.dtype:
            raise ValueError(f"{f'{name}: ' if name else ''}Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for Tensor with dtype "
                             f"{value.dtype.name}: {value!r}")
        if context.graph is not None and (type(value) is EagerTensor or value.op.graph is not context.graph):
            return context.graph.capture(value, name)
        return value
    if dtype is not None:
        dtype = dtypes.as_dtype(dtype)
    if isinstance(value, (list, tuple)):
        found = short_list(value, dtype) if 0 < len(value) <= SHORT and dtype_hint is None else None
        if found is not None:
            return EagerTensor(*found) if context.graph is None else context.graph.constant(*found, name)
        if _has_tensors(value):
            return hooks.packed(value, dtype, name)
    else:
        as_tensor = getattr(value, "__tf_tensor__", None)
        if as_tensor is not None and not isinstance(value, type):
            return as_tensor(dtype, name)
    if context.graph is not None:
        if isinstance(value, range):
            return hooks.range_tensor(value, dtype, name)
        if isinstance(value, TensorShape):
            name = name or "shape_as_tensor"
    if dtype is None and dtype_hint is not None:
        try:
            array, dtype = to_array(value, dtypes.as_dtype(dtype_hint))
        except (TypeError, ValueError):
            array, dtype = to_array(value)
    else:
        array, dtype = to_array(value, dtype)
    if context.graph is None:
        return EagerTensor(array, dtype)
    return context.graph.constant(array, dtype, name)


def constant(value, dtype=None, shape=None, name="Const"):
    """`tf.constant`: a tensor with the given value, broadcast or reshaped to `shape`.

    Raises:
        TypeError: the value has too few or too many elements for `shape`, does not fit `dtype`, or holds a symbolic tensor.
        ValueError: `value` cannot become a tensor: it mixes numbers and tensors, for one.
        NotImplementedError: in a graph, of a variable, or of a shape that is only known when the graph runs.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(value, EagerTensor):
        array, dtype = value._value, value.dtype
        if wanted is not None and wanted is not dtype:
            if context.graph is None:
                raise TypeError(f"Expected tensor {value._value_text(False)} with dtype {wanted!r}, but got dtype {dtype!r}.")
            array, dtype = to_array(array, wanted)
    else:
        array, dtype = to_array(_without_tensors(value, wanted), wanted)
    if shape is not None:
        array = _shaped(array, _sizes(shape), value)
    if context.graph is None:
        return EagerTensor(array, dtype)
    return context.graph.constant(array, dtype, name)


def _without_tensors(value, dtype):
    """`value`, with a variable replaced by its array; raises for the tensors in it, which have none or cannot be mixed in."""
    kind = type(value)
    if kind in _PLAIN or kind is np.ndarray or kind is list and _PLAIN.issuperset(map(type, value)):
        return value  # most are
    if _is_variable(value):
        return np.asarray(value.numpy())  # which raises in a graph
    leaves = list(_leaves(value))
    held = [leaf for leaf in leaves if isinstance(leaf, Tensor) or _is_variable(leaf)]
    if not held:
        return value
    if context.graph is None and not isinstance(held[0], SymbolicTensor):
        if leaves[0] is not held[0]:
            raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
        return value
    if dtype is None:
        if not any(isinstance(leaf, Tensor) for leaf in held):
            held[0].numpy()
        raise TypeError("Expected any non-tensor type, but got a tensor instead.")
    for leaf in leaves:
        if isinstance(leaf, Tensor) or _is_variable(leaf):
            shown = leaf._value_text(False) if isinstance(leaf, EagerTensor) else str(leaf)
            raise TypeError(f"Expected {dtype.name}, but got {shown} of type '{type(leaf).__name__}'.")
        to_array([leaf], dtype)  # raises for the first that does not fit
    return value


def _is_variable(value):
    return hasattr(value, "assign") and hasattr(value, "__tf_tensor__")


def _sizes(shape):
    """The sizes that the `shape` of a constant tells; raises for a tensor without a value."""
    for leaf in _leaves(shape):
        if isinstance(leaf, SymbolicTensor):
            leaf.__array__()
    if isinstance(shape, EagerTensor) and context.graph is None or _is_variable(shape):
        return as_dims(np.atleast_1d(shape.numpy()).tolist())
    return as_dims(shape)


def _shaped(array, dims, value):
    count = 1
    for size in dims:
        count *= size
    if array.size == count:
        return array.reshape(dims)
    if array.size == 1:
        return np.broadcast_to(array.reshape(()), dims).copy()
    if context.graph is not None:
        raise TypeError(f"Expected Tensor's shape: {dims}, but got {array.shape}.")
    raise TypeError(f"Eager execution of tf.constant with unsupported shape. Tensor {EagerTensor(array)._value_text(False)} "
                    f"(converted from {value}) has {array.size:d} elements, but got `shape` {dims} with "
                    f"{count:d} elements).")


def constant_value(tensor):
    """The NumPy value of `tensor` if it is known without running the graph, else None."""
    if isinstance(tensor, EagerTensor):
        return tensor._value
    if not isinstance(tensor, SymbolicTensor):
        return np.asarray(tensor)
    op_def = tensor.op.op_def
    rule = computed if op_def.static is COMPUTED else op_def.static
    return None if rule is None else rule(tensor.op, tensor.value_index)


def constant_shape(tensor):
    """The shape tuple that a 1-D integer tensor denotes as far as it is known: sizes or None; None if the rank is not."""
    value = constant_value(tensor)
    if value is not None:
        return tuple(None if size < 0 else int(size) for size in np.asarray(value).reshape(-1).tolist())
    dims = tensor._dims
    if dims is None or not dims or dims[0] is None:
        return None
    if tensor.op.op_def.sizes is None:
        return (None,) * dims[0]
    return tensor.op.op_def.sizes(tensor.op, constant_value, constant_shape)


def shape_across_captures(tensor):
    """As `constant_shape`, but as TensorFlow's Python finds it: also across the graphs around, and without computing."""
    if not isinstance(tensor, Tensor) or not tensor._dims or tensor._dims[0] is None:
        return None
    source, count = _captured(tensor), tensor._dims[0]
    value = get_static_value(source)
    if value is not None:
        return tuple(None if size < 0 else int(size) for size in np.asarray(value).reshape(-1).tolist())
    rule = source.op.op_def.sizes
    shape = None if rule is None else rule(source.op, lambda part: get_static_value(_captured(part)), shape_across_captures)
    return shape if isinstance(shape, tuple) else (None,) * count


def _captured(tensor):
    """What `tensor` stands for in the outermost graph, if it is a capture."""
    while type(tensor) is SymbolicTensor and tensor.op.op_def.is_placeholder and tensor.op.graph.building_function:
        outer = next((outer for outer, inner in tensor.op.graph.captures if inner is tensor), None)
        if outer is None:
            break
        tensor = outer
    return tensor


def computed(operation, index):
    """Run the kernel on constant inputs; None if one is not known."""
    values = [constant_value(tensor) for tensor in operation.inputs]
    if any(value is None for value in values):
        return None
    kernel = operation.op_def.kernel
    if dtypes.WIDE:
        kernel = widened(kernel, operation.op_def, operation.inputs, lambda: [tensor.dtype for tensor in operation.outputs])
    result = kernel(*values, **operation.kernel_attrs())
    return result if operation.op_def.single else result[index]


def get_static_value(tensor, partial=False):
    """`tf.get_static_value`: the NumPy value of `tensor` if it is known without running the graph, else None.

    Args:
        partial: of a tensor that was stacked give what is known, None for the parts that are not.
    """
    if isinstance(tensor, EagerTensor):
        return tensor.numpy()
    if not isinstance(tensor, Tensor):
        return None if hasattr(tensor, "__tf_tensor__") else tensor
    value = constant_value(tensor) if tensor.op.op_def.told else None
    if value is None and partial and tensor.op.op_def.role == "pack":
        return np.array([constant_value(part) for part in tensor.op.inputs], object)
    return value


def is_symbolic_tensor(tensor):
    """Whether `tensor` stands for a value that a graph computes."""
    return isinstance(tensor, SymbolicTensor)


def register_tensor_conversion_function(base_type, conversion_func, priority=100):
    """Let ``conversion_func(value, dtype=…, name=…, as_ref=False)`` make tensors of the instances of a class.

    Args:
        base_type: a class of the program, or a tuple of them: they are given the method ``__tf_tensor__``.
        priority: accepted for compatibility; the last registration holds.

    Raises:
        TypeError: `base_type` is no class, or one of Python's or NumPy's numbers.
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(item, type) for item in types):
        raise TypeError(f"Argument `base_type` must be a type or a tuple of types. Obtained: {base_type}")
    if any(issubclass(item, (int, float, np.generic, np.ndarray)) for item in types):
        raise TypeError("Cannot register conversions for Python numeric types and NumPy scalars and arrays.")
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable. Received {conversion_func}.")
    for item in types:
        item.__tf_tensor__ = lambda self, dtype=None, name=None: conversion_func(self, dtype=dtype, name=name, as_ref=False)
