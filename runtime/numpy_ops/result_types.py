"""Which dtype a NumPy function of TensorFlow gives: NumPy's rules, on tensors and Python numbers."""

from __future__ import annotations

import numbers

import numpy as np

import runtime as tf
from runtime.core import nest
from runtime.core.tensor import Tensor
from runtime.core.indexed_slices import IndexedSlices

NUMPY_2 = int(np.__version__.split(".")[0]) >= 2
_prefers = {"float32": False}


def set_prefer_float32(value):
    """Whether Python's floats count as float32."""
    _prefers["float32"] = value


def default_float():
    return np.float32 if _prefers["float32"] else np.float64


def is_like_tensor(value):
    return isinstance(value, Tensor) or hasattr(value, "__tf_tensor__") and hasattr(value, "dtype")


def numpy_type(dtype):
    """NumPy's type for a dtype of either kind, or for one of Python's types."""
    if isinstance(dtype, tf.DType):
        return dtype.as_numpy_dtype
    return np.dtype(dtype).type


def _kind(value):
    if isinstance(value, numbers.Real):
        return value
    if isinstance(value, IndexedSlices) or is_like_tensor(value):
        return numpy_type(value.dtype)
    return value.as_numpy_dtype if isinstance(value, tf.DType) else value


def _as_preferred(value):
    if not _prefers["float32"]:
        return value
    if isinstance(value, float):
        return np.float32(value)
    return np.complex64(value) if isinstance(value, complex) else value


def result_type(*arrays_and_dtypes):
    """The dtype that NumPy gives for all of these arrays, numbers and dtypes together."""
    kinds = [_kind(value) for value in nest.flatten(list(arrays_and_dtypes))] or [np.asarray([])]
    return tf.as_dtype(np.result_type(*(_as_preferred(kind) for kind in kinds)))


def result_type_unary(value, dtype):
    """The dtype of `value`, or `dtype` if that is given."""
    if dtype:
        return result_type(dtype)
    if isinstance(value, str):
        return np.str_
    return np.bytes_ if isinstance(value, bytes) else result_type(value)


def promote_types(type1, type2):
    """The smallest type that holds both."""
    return np.promote_types(numpy_type(type1), numpy_type(type2))


def finfo(dtype):
    """The limits of a type of floats."""
    return np.finfo(numpy_type(dtype))


def of_kind(tensor, kind):
    """Whether the dtype of a tensor is of an abstract kind of NumPy's, such as `np.inexact`."""
    return np.issubdtype(tensor.dtype.as_numpy_dtype, kind)
