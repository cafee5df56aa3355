"""Python values, arrays and whatever acts like a tensor → tensors (`tf.convert_to_tensor`, `tf.constant`)."""

from __future__ import annotations

import numbers

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.op_def import REQUIRED, op
from runtime.core.tensor import EagerTensor, SymbolicTensor, Tensor
from runtime.core.tensor_shape import TensorShape, as_dims

CONST = op("Const", "-> output: dtype", attrs={"value": REQUIRED, "dtype": REQUIRED},
           kernel=lambda value, dtype: value, infer=lambda inputs, attrs: attrs["value"].shape)

_INT32 = (-2**31, 2**31 - 1)


def _unsupported(value):
    return ValueError(f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor.")


def _kinds(value, found):
    """Collect the kinds of the scalars in nested sequences: 'b' 'i' 'f' 'c' 's' or a NumPy dtype."""
    if isinstance(value, (list, tuple)):
        for item in value:
            _kinds(item, found)
    elif isinstance(value, (bool, np.bool_)):
        found.add("b")
    elif isinstance(value, (np.generic, np.ndarray)):
        found.add(value.dtype if value.dtype.kind not in "SUO" else "s")
    elif isinstance(value, int):
        found.add("i")
    elif isinstance(value, float):
        found.add("f")
    elif isinstance(value, complex):
        found.add("c")
    elif isinstance(value, (str, bytes)):
        found.add("s")
    elif isinstance(value, EagerTensor):
        found.add(value.dtype.numpy_dtype)
    elif isinstance(value, range):
        found.add("i")
    elif isinstance(value, numbers.Integral):
        found.add("i")
    elif hasattr(value, "__array__"):
        found.add(np.asarray(value).dtype)
    elif isinstance(value, numbers.Real):
        found.add("f")
    else:
        raise _unsupported(value)


def _plain(value):
    """Nested lists with what NumPy cannot read (tensors, text) replaced by what it can."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, EagerTensor):
        return _plain(value._value.tolist()) if value.dtype is dtypes.string else value._value
    if isinstance(value, str):
        return value.encode("utf-8")
    return value


def _strings(value):
    """An object array of bytes of a str, bytes, array of these, or nested sequences."""
    if isinstance(value, np.ndarray):
        out = np.empty(value.shape, object)
        flat = out.reshape(-1)
        for index, item in enumerate(value.reshape(-1).tolist()):
            if not isinstance(item, (str, bytes)):
                raise _unsupported(value)
            flat[index] = item.encode("utf-8") if isinstance(item, str) else item
        return out
    shape = []
    probe = value
    while isinstance(probe, (list, tuple)):
        shape.append(len(probe))
        if not probe:
            break
        probe = probe[0]
    out = np.empty(tuple(shape), object)

    def fill(target, item):
        if target.ndim == 0:
            if isinstance(item, (list, tuple)):
                raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
            target[()] = item
        elif not isinstance(item, (list, tuple)) or len(item) != len(target):
            raise ValueError("Can't convert non-rectangular Python sequence to Tensor.")
        else:
            for index, inner in enumerate(item):
                fill(target[index:index + 1].reshape(target.shape[1:]), inner)

    fill(out, _plain(value))
    return out


def _natural_dtype(kinds):
    """TensorFlow's dtype for scalars of these kinds. Raises ValueError on text among numbers."""
    if not kinds:
        return dtypes.float32
    numpy_dtypes = {k for k in kinds if isinstance(k, np.dtype)}
    plain = kinds - numpy_dtypes
    if "s" in plain:
        if len(kinds) > 1:
            raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
        return dtypes.string
    if numpy_dtypes:
        result = np.result_type(*numpy_dtypes)
        if plain == {"f"} and result.kind in "iub":
            return dtypes.float32
        return dtypes.as_dtype(result)
    if "c" in plain:
        return dtypes.complex128
    if "f" in plain:
        return dtypes.float32
    if plain == {"b"}:
        return dtypes.bool_
    if "b" in plain:
        raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
    return dtypes.int32


_FITS = {"i": "iufc", "b": "b", "f": "fc", "c": "c", "s": "O"}


def _first_scalar(value, kinds):
    while isinstance(value, (list, tuple)) and value:
        value = next((item for item in value if isinstance(item, (list, tuple))), value[0])
    return value


def to_array(value, dtype=None):
    """The NumPy array TensorFlow makes of `value`, and its DType.

    Floats become float32, ints int32 (int64 if too large), text UTF-8 bytes; NumPy values keep their dtype.

    Raises:
        TypeError: a Python value does not fit the requested dtype.
        ValueError: not convertible at all: an unknown type, ragged or mixed sequences, an integer out of range.
    """
    if isinstance(value, np.ndarray):
        return _cast_array(value, dtype)
    if isinstance(value, np.generic):
        return _cast_array(np.asarray(value), dtype)
    if isinstance(value, TensorShape):
        value = value.as_list()
        if None in value:
            raise ValueError(f"Cannot convert a partially known TensorShape {TensorShape(value)} to a Tensor.")
        dtype = dtype or dtypes.int32
    elif isinstance(value, range):
        value = list(value)
    elif not isinstance(value, (bool, int, float, str, bytes, complex, list, tuple)) and hasattr(value, "__array__"):
        return _cast_array(np.asarray(value), dtype)
    kinds = set()
    _kinds(value, kinds)
    natural = _natural_dtype(kinds)
    if dtype is None:
        dtype = natural
        guessed = True
    else:
        guessed = False
        _check_fit(value, kinds, dtype)
    if dtype is dtypes.string:
        return _strings(value), dtype
    if dtype.numpy_dtype is None:
        raise _unsupported(value)
    try:
        if guessed and dtype is dtypes.int32 and not any(isinstance(k, np.dtype) for k in kinds):
            array = np.array(value, dtype=np.int64)
            if array.size and (array.min() < _INT32[0] or array.max() > _INT32[1]):
                return array, dtypes.int64
            return array.astype(np.int32), dtype
        if dtype.is_integer and kinds <= {"i"}:
            array = np.array(value, dtype=object)
            limits = np.iinfo(dtype.numpy_dtype)
            if array.size and (array.min() < limits.min or array.max() > limits.max):
                raise OverflowError
        array = np.array(_plain(value), dtype=dtype.numpy_dtype)
        return array, dtype
    except OverflowError:
        if guessed:
            raise ValueError("Can't convert Python sequence with out-of-range integer to Tensor.") from None
        raise ValueError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}"
                         if isinstance(value, int) else
                         "Can't convert Python sequence with out-of-range integer to Tensor.") from None
    except ValueError:
        raise ValueError("Can't convert non-rectangular Python sequence to Tensor.") from None


def _check_fit(value, kinds, dtype):
    kind = "c" if dtype.is_complex else "f" if dtype.is_floating else "i" if dtype.is_integer else \
        "b" if dtype.is_bool else "O"
    for found in kinds:
        if isinstance(found, np.dtype):
            continue
        if kind not in _FITS[found]:
            raise TypeError(f"Cannot convert {_first_scalar(value, kinds)!r} to EagerTensor of dtype {dtype.name}"
                            if not isinstance(value, (list, tuple)) else
                            f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")


def _cast_array(array, dtype):
    if array.dtype.kind in "SUO":
        if dtype is not None and dtype is not dtypes.string:
            raise TypeError(f"Cannot convert {array!r} to EagerTensor of dtype {dtype.name}")
        return _strings(array), dtypes.string
    natural = dtypes.FROM_NUMPY.get(array.dtype) or dtypes.FROM_NUMPY.get(array.dtype.newbyteorder("="))
    if natural is None:
        raise _unsupported(array)
    if dtype is None or dtype is natural:
        return np.array(array, dtype=natural.numpy_dtype), natural
    if dtype.numpy_dtype is None or dtype is dtypes.string:
        raise TypeError(f"Cannot convert {array!r} to EagerTensor of dtype {dtype.name}")
    return array.astype(dtype.numpy_dtype), dtype


def _has_tensors(value):
    if isinstance(value, (list, tuple)):
        return any(map(_has_tensors, value))
    return isinstance(value, Tensor) or hasattr(value, "__tf_tensor__")


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
            raise ValueError(f"Tensor conversion requested dtype {dtypes.as_dtype(dtype).name} for Tensor with dtype "
                             f"{value.dtype.name}: {value!r}")
        if context.graph is not None and (type(value) is EagerTensor or value.op.graph is not context.graph):
            return context.graph.capture(value, name)
        return value
    if dtype is not None:
        dtype = dtypes.as_dtype(dtype)
    as_tensor = getattr(value, "__tf_tensor__", None)
    if as_tensor is not None and not isinstance(value, type):
        return as_tensor(dtype, name)
    if isinstance(value, (list, tuple)) and _has_tensors(value):
        from runtime.ops.joining import autopack
        return autopack(value, dtype, name)
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
        TypeError: the value has too few or too many elements for `shape`, or does not fit `dtype`.
        ValueError: `value` is symbolic, or cannot become a tensor.
    """
    if isinstance(value, EagerTensor):
        if dtype is not None and value.dtype is not dtypes.as_dtype(dtype):
            from runtime.ops.math import cast
            value = cast(value, dtype)
        array, dtype = value._value, value.dtype
    elif isinstance(value, Tensor):
        raise TypeError(f"Expected any non-tensor type, but got a tensor instead.")
    else:
        as_tensor = getattr(value, "__tf_tensor__", None)
        if as_tensor is not None and not isinstance(value, type):
            return as_tensor(None if dtype is None else dtypes.as_dtype(dtype), name)
        array, dtype = to_array(value, None if dtype is None else dtypes.as_dtype(dtype))
    if shape is not None:
        array = _shaped(array, as_dims(shape))
    if context.graph is None:
        return EagerTensor(array, dtype)
    return context.graph.constant(array, dtype, name)


def _shaped(array, dims):
    count = 1
    for size in dims:
        count *= size
    if array.size == count:
        return array.reshape(dims)
    if array.size == 1:
        return np.broadcast_to(array.reshape(()), dims).copy()
    raise TypeError(f"Eager execution of tf.constant with unsupported shape. Tensor {EagerTensor(array)._value_text(False)} "
                    f"(converted from {array.tolist()!r}) has {array.size:d} elements, but got `shape` {dims} with "
                    f"{count:d} elements).")


def constant_value(tensor):
    """The NumPy value of `tensor` if it is known without running the graph, else None."""
    if isinstance(tensor, EagerTensor):
        return tensor._value
    if not isinstance(tensor, SymbolicTensor):
        return np.asarray(tensor)
    rule = _CONSTANT_RULES.get(tensor.op.type)
    return None if rule is None else rule(tensor.op, tensor.value_index)


def constant_shape(tensor):
    """The shape tuple that a 1-D integer tensor denotes as far as it is known: sizes or None; None if the rank is not."""
    value = constant_value(tensor)
    if value is not None:
        return tuple(None if size < 0 else int(size) for size in np.asarray(value).reshape(-1).tolist())
    dims = tensor._dims
    if dims is None or not dims or dims[0] is None:
        return None
    if tensor.op.type == "Pack":
        parts = [constant_value(part) for part in tensor.op.inputs]
        return tuple(None if part is None or part < 0 else int(part) for part in parts)
    if tensor.op.type == "Shape":
        return tensor.op.inputs[0]._dims
    if tensor.op.type == "Cast":
        return constant_shape(tensor.op.inputs[0])
    if tensor.op.type == "ConcatV2":
        parts = [constant_shape(part) for part in tensor.op.inputs[:-1]]
        return None if None in parts else sum(parts, ())
    if tensor.op.type == "StridedSlice" and tensor.op.inputs[0].op.type == "Shape":
        from runtime.ops.slicing import partial_slice
        source = tensor.op.inputs[0].op.inputs[0]._dims
        part = None if source is None else partial_slice(source, tensor.op)
        if isinstance(part, tuple):
            return part
    return (None,) * dims[0]


def _shape_value(operation, _):
    dims = operation.inputs[0]._dims
    if dims is None or None in dims:
        return None
    return np.array(dims, operation.attrs["out_type"].numpy_dtype)


def _computed(operation, index):
    """Run the kernel on constant inputs."""
    values = [constant_value(tensor) for tensor in operation.inputs]
    if any(value is None for value in values):
        return _sliced_shape(operation)
    result = operation.op_def.kernel(*values, **operation.kernel_attrs())
    return result if operation.op_def.single else result[index]


def _sliced_shape(operation):
    """``tf.shape(x)[i]`` is known where that one size is."""
    if operation.type == "StridedSlice" and operation.inputs[0].op.type == "Shape":
        from runtime.ops.slicing import partial_slice
        dims = operation.inputs[0].op.inputs[0]._dims
        part = None if dims is None else partial_slice(dims, operation)
        if isinstance(part, int):
            return np.array(part, operation.outputs[0].dtype.numpy_dtype)
    return None


def _rank_value(operation, _):
    dims = operation.inputs[0]._dims
    return None if dims is None else np.array(len(dims), np.int32)


def _size_value(operation, _):
    dims = operation.inputs[0]._dims
    return None if dims is None or None in dims else np.array(int(np.prod(dims)), np.int32)


_CONSTANT_RULES = {
    "Const": lambda operation, _: operation.attrs["value"], "Shape": _shape_value, "Rank": _rank_value,
    "Size": _size_value,
} | dict.fromkeys(("Cast", "Pack", "ConcatV2", "StridedSlice", "Range", "Fill", "Equal", "NotEqual", "Reshape", "Prod",
                   "Identity", "Maximum", "Minimum", "AddV2", "Sub", "Mul", "FloorDiv", "FloorMod", "GatherV2"), _computed)
