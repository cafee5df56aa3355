"""Python values → NumPy arrays of TensorFlow's dtypes, by TensorFlow's two sets of rules: eager code and graphs.

Eagerly the first scalar of a sequence decides: Python and NumPy ints become int32 (int64 where one is too large), floats
float32 (float64 after an np.float64), text UTF-8 bytes. In graphs NumPy decides, then float64 becomes float32 and int64
becomes int32 where nothing is lost. NumPy arrays and scalars by themselves keep their dtype.
"""

from __future__ import annotations

import numbers
from typing import NamedTuple

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.tensor_shape import TensorShape

SHORT = 16  # items; longer lists are told apart by NumPy
_INT32_MIN, _INT32_MAX = -2**31, 2**31 - 1
_FLOAT32_MAX = float(np.finfo(np.float32).max)

# The kinds of scalars: b(ool) i(nt) f(loat) c(omplex) s(tring)
_ACCEPTS = {"b": "b", "i": "ib", "f": "fib", "c": "cfi", "s": "s"}
_MIXED = "Can't convert Python sequence with mixed types to Tensor."
_RAGGED = "Can't convert non-rectangular Python sequence to Tensor."
_TOO_LARGE = "Can't convert Python sequence with out-of-range integer to Tensor."


class _Simple(NamedTuple):
    """Python numbers from `low` to `high` become `dtype` without further questions."""

    low: float
    high: float
    dtype: dtypes.DType


_SIMPLE = {  # (Python type, requested dtype) → what to_array need not look at closely
    (int, None): _Simple(_INT32_MIN, _INT32_MAX, dtypes.int32),
    (float, None): _Simple(-_FLOAT32_MAX, _FLOAT32_MAX, dtypes.float32),
    (float, dtypes.float32): _Simple(-_FLOAT32_MAX, _FLOAT32_MAX, dtypes.float32),
    (float, dtypes.float64): _Simple(-float("inf"), float("inf"), dtypes.float64),
} | {(int, dtype): _Simple(_INT32_MIN if dtype.is_floating else dtype.min, _INT32_MAX if dtype.is_floating else dtype.max,
                           dtype) for dtype in (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)}


def to_array(value, dtype=None):
    """The NumPy array that TensorFlow makes of `value`, and its DType.

    Raises:
        TypeError: a Python value does not fit the requested dtype.
        ValueError: not convertible at all: an unknown type, a ragged or mixed sequence, an integer out of range.
    """
    simple = _SIMPLE.get((type(value), dtype))
    if simple is not None and simple.low <= value <= simple.high:
        return np.array(value, simple.dtype.numpy_dtype), simple.dtype
    if type(value) in (str, bytes) and (dtype is None or dtype is dtypes.string):
        return np.array(value.encode("utf-8") if type(value) is str else value, object), dtypes.string
    if isinstance(value, (list, tuple)) and 0 < len(value) <= SHORT:
        found = short_list(value, dtype)
        if found is not None:
            return found
    if isinstance(value, (np.ndarray, np.generic)):
        return _from_array(np.asarray(value), dtype)
    if isinstance(value, TensorShape):
        return _from_shape(value, dtype)
    if not isinstance(value, (bool, int, float, str, bytes, complex, list, tuple)) and hasattr(value, "__array__"):
        return _from_array(np.asarray(value), dtype)
    return _from_python(value, dtype) if context.graph is None else _from_python_in_graph(value, dtype)


def short_list(value, dtype=None):
    """(array, DType) of a flat sequence of Python ints, or of floats, that fit; else None. Sizes and axes are such."""
    kind = type(value[0])
    if kind is int and (dtype is None or dtype is dtypes.int32):
        for item in value:
            if type(item) is not int or not _INT32_MIN <= item <= _INT32_MAX:
                return None
        return np.array(value, np.int32), dtypes.int32
    if kind is float and (dtype is None or dtype is dtypes.float32):
        for item in value:
            if type(item) is not float or not -_FLOAT32_MAX <= item <= _FLOAT32_MAX:
                return None
        return np.array(value, np.float32), dtypes.float32
    return None


def _from_shape(shape, dtype):
    if not shape.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
    sizes = shape.as_list()
    if dtype is None:
        dtype = dtypes.int64 if any(size > _INT32_MAX for size in sizes) else dtypes.int32
    elif dtype not in (dtypes.int32, dtypes.int64, dtypes.uint64):
        raise TypeError(f"Cannot convert TensorShape {shape} to dtype {dtype!s}. Allowed dtypes are tf.int32 and tf.int64.")
    return np.array(sizes, dtype.numpy_dtype), dtype


def _from_array(array, dtype):
    if array.dtype.kind in "SUO":
        if dtype is not None and dtype is not dtypes.string:
            if array.dtype.kind in "SU" and dtype.numpy_dtype is not None:
                return array.astype(dtype.numpy_dtype), dtype
            raise TypeError(f"Cannot convert {array!r} to EagerTensor of dtype {dtype.kernel_name}")
        return _bytes_array(array), dtypes.string
    if dtype is dtypes.string:
        raise _not_text(array.reshape(-1)[0].item() if array.size else array)
    natural = dtypes.from_numpy(array.dtype) or dtypes.FROM_NUMPY.get(array.dtype.newbyteorder("="))
    if natural is None:
        if context.graph is not None:
            raise TypeError(f"Cannot convert the argument `type_value`: {array.dtype!r} to a TensorFlow DType.")
        code = {"M": "DATETIME", "m": "TIMEDELTA", "V": "VOID", "f": "LONGDOUBLE", "c": "CLONGDOUBLE"}.get(
            array.dtype.kind, array.dtype.name.upper())
        raise ValueError(f"Failed to convert a NumPy array to a Tensor (Unsupported numpy type: NPY_{code}).")
    if dtype is None or dtype is natural:
        return np.array(array, dtype=natural.numpy_dtype), natural
    if dtype.numpy_dtype is None:
        raise TypeError(f"Cannot convert {array!r} to EagerTensor of dtype {dtype.kernel_name}")
    return array.astype(dtype.numpy_dtype), dtype


def _bytes_array(array):
    """The texts of `array` as bytes, in an object array."""
    out = np.empty(array.shape, object)
    flat = out.reshape(-1)
    for index, item in enumerate(array.reshape(-1).tolist()):
        if not isinstance(item, (str, bytes)):
            raise _not_text(item)
        flat[index] = item.encode("utf-8") if isinstance(item, str) else item
    return out


def _not_text(item):
    if context.graph is not None:
        return TypeError(f"Expected binary or unicode string, got {item!r}")
    return ValueError(f"Failed to convert a NumPy array to a Tensor (Unsupported object type {type(item).__name__}).")


# -- eager ---------------------------------------------------------------------------------------------------------

def _from_python(value, dtype):
    if type(value) in (list, tuple) and dtype is None:
        found = _plain_numbers(value)
        if found is not None:
            return found
    shape, first = _outline(value)
    if first is None and 0 in shape:
        dtype = dtype or dtypes.float32
        if dtype.numpy_dtype is None:
            raise _unsupported(value)
        _leaves(value, shape)
        return np.zeros(shape, dtype.numpy_dtype), dtype
    leaves = _leaves(value, shape)
    kinds = [_kind(leaf) for leaf in leaves]
    if dtype is not None and dtype.numpy_dtype is not None:
        wanted = _dtype_kind(dtype)
        no_bool = wanted == "c" or dtype in dtypes.EXTENSIONS or wanted == "i" and dtype not in (dtypes.int32, dtypes.int64, dtypes.uint64)
        if not (no_bool and "b" in kinds) and all(kind is not None and kind in _ACCEPTS[wanted] for kind in kinds):
            if "f" not in kinds and wanted == "f" and dtype in dtypes.EXTENSIONS and dtype is not dtypes.bfloat16:
                raise TypeError(f"Error while casting from dtype int64 to {dtype.name}. {{{{function_node __wrapped__Cast_device_/job:"
                                f"localhost/replica:0/task:0/device:CPU:0}}}} Cast int64 to {dtype.name} is not supported")
            return _build(leaves, shape, dtype), dtype
    natural = _natural(first, kinds, leaves)
    if dtype is None:
        return _build(leaves, shape, natural), natural
    raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.kernel_name}")


def _plain_numbers(value):
    """The array of nested sequences of Python ints and floats, by NumPy; None for anything less plain."""
    first = value
    while type(first) in (list, tuple):
        if not first:
            return None
        first = first[0]
    kind = type(first)
    if kind is not int and kind is not float:
        return None
    try:
        array = np.array(value)
    except (ValueError, OverflowError):
        return None
    if array.dtype.kind == "i":
        if array.min() < _INT32_MIN or array.max() > _INT32_MAX:
            return (array, dtypes.int64) if kind is int else None
        return (array.astype(np.int32), dtypes.int32) if kind is int else None
    if array.dtype != np.float64:
        return None
    with np.errstate(over="ignore"):
        single = array.astype(np.float32)
    return None if np.isinf(single).any() else (single, dtypes.float32)


def _is_sequence(value):
    if isinstance(value, (list, tuple, range)):
        return True
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return hasattr(value, "__getitem__") and not isinstance(value, (str, bytes, dict, np.generic, type))


def _outline(value):
    """(shape, first scalar) as the first elements at each depth tell; no scalar if there is none."""
    shape = []
    while _is_sequence(value):
        try:
            shape.append(len(value))
        except TypeError as error:  # a scalar tensor among the items
            raise ValueError(f"TypeError: {error}") from None
        if not shape[-1]:
            return tuple(shape), None
        value = value[0]
    if _kind(value) is None:
        raise _unsupported(value)
    return tuple(shape), value


def _leaves(value, shape):
    """The scalars of `value`, which must be nested as `shape` says."""
    level = [value]
    for depth, size in enumerate(shape):
        inner = []
        for item in level:
            if not _is_sequence(item) or len(item) != size and (size or depth == 0):
                raise ValueError(_RAGGED)
            if size:
                inner.extend(item)
        level = inner
    if any(_is_sequence(item) for item in level):
        raise ValueError(_MIXED)
    return [item.item() if isinstance(item, np.ndarray) and item.dtype.kind != "f" else
            item[()] if isinstance(item, np.ndarray) else item for item in level]


def _kind(value):
    if isinstance(value, np.ndarray) and not value.ndim:
        value = value[()]
    if isinstance(value, (bool, np.bool_)):
        return "b"
    if isinstance(value, (int, np.integer)):
        return "i"
    if isinstance(value, (float, np.floating)):
        return "f"
    if isinstance(value, (complex, np.complexfloating)):
        return "c"
    if isinstance(value, (str, bytes)):
        return "s"
    return None


def _dtype_kind(dtype):
    return "c" if dtype.is_complex else "f" if dtype.is_floating else "i" if dtype.is_integer else \
        "b" if dtype.is_bool else "s"


def _natural(first, kinds, leaves):
    """The dtype that the first scalar asks for, if the others agree."""
    kind = _kind(first)
    accepted = "fib" if kind == "i" and "f" in kinds else _ACCEPTS[kind]
    if any(found is None or found not in accepted for found in kinds):
        raise ValueError(_MIXED)
    if kind == "i" and "f" not in kinds:
        if all(_INT32_MIN <= leaf <= _INT32_MAX for leaf in leaves):
            return dtypes.int32
        return dtypes.int64
    if kind in "if":
        if isinstance(first, np.ndarray):
            first = first[()]
        found = dtypes.float64 if isinstance(first, np.float64) else \
            dtypes.float16 if isinstance(first, np.float16) else dtypes.float32
        if found is dtypes.float32 and any(_FLOAT32_MAX < abs(leaf) < np.inf for leaf in leaves):
            raise ValueError("Can't convert Python sequence with a value out of range for a double-precision float.")
        return found
    return {"b": dtypes.bool_, "c": dtypes.complex128, "s": dtypes.string}[kind]


def _build(leaves, shape, dtype):
    """Scalars that fit `dtype` as an array; integers wrap."""
    if dtype is dtypes.string:
        out = np.empty(len(leaves), object)
        for index, leaf in enumerate(leaves):
            out[index] = leaf.encode("utf-8") if isinstance(leaf, str) else bytes(leaf)
        return out.reshape(shape)
    if dtype.is_integer:
        try:
            array = np.array(leaves, np.uint64 if dtype is dtypes.uint64 and min(leaves) >= 0 else np.int64)
        except OverflowError:
            raise ValueError(_TOO_LARGE) from None
    else:
        array = np.array(leaves)
        if array.dtype.kind == "O":  # ints beyond 64 bits
            array = np.array(leaves, np.float64)
    with np.errstate(over="ignore"):
        return array.astype(dtype.numpy_dtype).reshape(shape)


def _unsupported(value):
    return ValueError(f"Attempt to convert a value ({value!r}) with an unsupported type ({type(value)}) to a Tensor.")


# -- graphs --------------------------------------------------------------------------------------------------------

def _from_python_in_graph(value, dtype):
    if value is None:
        raise ValueError("None values not supported.")
    if dtype is not None:
        wrong = _misfit(value, dtype)
        if wrong is not None:
            raise TypeError(f"Expected {dtype.name}, but got {wrong[0]} of type '{type(wrong[0]).__name__}'.")
    with np.errstate(over="ignore"):
        array = np.array(value, dtype=None if dtype is None or dtype is dtypes.string else _wide(dtype))
    expected = _outer_shape(value)
    if list(array.shape) != expected:
        raise ValueError(f"Expected values {value} to be a dense tensor with shape {expected}, but got shape "
                         f"{list(array.shape)}.")
    if dtype is dtypes.string or array.dtype.kind in "SUO":
        return _texts(value, array.shape), dtypes.string
    if dtype is None and array.dtype == np.float64:
        dtype = dtypes.float32
    elif dtype is None and array.dtype == np.int64:
        fits = not array.size or _INT32_MIN <= array.min() and array.max() <= _INT32_MAX
        dtype = dtypes.int32 if fits else dtypes.int64
    elif dtype is None:
        dtype = dtypes.as_dtype(array.dtype)
    with np.errstate(over="ignore"):
        return array.astype(dtype.numpy_dtype), dtype


def _wide(dtype):
    """The NumPy dtype to read Python numbers with, so that integers wrap rather than fail."""
    return np.int64 if dtype.is_integer and dtype is not dtypes.uint64 else dtype.numpy_dtype


_FITS = {"i": (numbers.Integral, np.integer), "f": (numbers.Real, np.integer, np.floating), "s": (str, bytes),
         "c": (numbers.Complex, np.number), "b": (bool,)}


def _misfit(value, dtype):
    """A one-element list with the first scalar that `dtype` cannot hold, or None."""
    if isinstance(value, (list, tuple, range)):
        return next((wrong for wrong in (_misfit(item, dtype) for item in value) if wrong is not None), None)
    if isinstance(value, np.ndarray):
        return _misfit(value.tolist(), dtype)
    return None if isinstance(value, _FITS[_dtype_kind(dtype)]) else [value]


def _outer_shape(value):
    shape = []
    while isinstance(value, (list, tuple)):
        shape.append(len(value))
        if not value:
            break
        value = value[0]
    return shape


def _texts(value, shape):
    flat = []

    def collect(item):
        if isinstance(item, (list, tuple)):
            for inner in item:
                collect(inner)
        else:
            flat.append(item)

    collect(value)
    out = np.empty(len(flat), object)
    for index, item in enumerate(flat):
        if not isinstance(item, (str, bytes)):
            raise TypeError(f"Failed to convert elements of {value} to Tensor. Consider casting elements to a supported type. "
                            "See https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes.")
        out[index] = item.encode("utf-8") if isinstance(item, str) else bytes(item)
    return out.reshape(shape)
