"""`tf.experimental.numpy.experimental_enable_numpy_behavior`: NumPy's methods, promotion and indexing for all tensors."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core import errors
from runtime.core.tensor import EagerTensor, Tensor
from runtime.numpy_ops import math, reductions, shaping
from runtime.numpy_ops.indexing import getitem
from runtime.numpy_ops.linear import matmul
from runtime.numpy_ops.result_types import result_type, set_prefer_float32
from runtime.ops import comparison, operators
from runtime.variables import Variable

_MODES = ("off", "legacy", "safe", "all")


def experimental_enable_numpy_behavior(prefer_float32=False, dtype_conversion_mode="legacy"):
    """Let all tensors have NumPy's methods and indexing, and by `dtype_conversion_mode` its promotion of dtypes in operators.

    Raises:
        ValueError: there is no such mode.
        MissingOpError: the mode is "safe" or "all", whose weak types the runtime does not have.
    """
    if dtype_conversion_mode not in _MODES:
        raise ValueError(f"The provided promotion mode {dtype_conversion_mode} does not exist. Make sure the provided dtype conversion "
                         "mode is one of the followings: 'off', 'legacy', 'safe' or 'all'.")
    if dtype_conversion_mode in ("safe", "all"):
        raise errors.MissingOpError(f"the runtime promotes dtypes as NumPy does, not with the weak types of the mode {dtype_conversion_mode!r}")
    set_prefer_float32(prefer_float32)
    operators.install(Tensor)
    operators.install(Variable)
    for name, value in _methods().items():
        setattr(Tensor, name, value)
    if dtype_conversion_mode == "legacy":
        for cls, read in ((Tensor, lambda tensor: tensor), (Variable, lambda variable: variable.value())):
            for name, value in _promoting_operators(read).items():
                setattr(cls, name, value)
    Tensor.__getitem__ = getitem


def _reshape(a, *newshape, **kwargs):
    order = kwargs.pop("order", "C")
    if kwargs:
        raise ValueError(f"Unsupported arguments: {kwargs.keys()}")
    if len(newshape) == 1 and not isinstance(newshape[0], int):
        newshape = newshape[0]
    return shaping.reshape(a, newshape, order=order)


def _size(tensor):
    return np.prod(tensor.shape.as_list()) if tensor.shape.is_fully_defined() else None


def _tolist(tensor):
    if not isinstance(tensor, EagerTensor):
        raise ValueError("Symbolic Tensors do not support the tolist API.")
    return tensor._numpy().tolist()


def _methods():
    return {
        "T": property(lambda tensor: shaping.transpose(tensor)), "ndim": property(lambda tensor: tensor.shape.rank), "size": property(_size),
        "data": property(lambda tensor: tensor), "__pos__": lambda tensor: tensor, "tolist": _tolist, "transpose": shaping.transpose,
        "flatten": shaping.flatten, "reshape": _reshape, "ravel": shaping.ravel, "clip": math.clip, "astype": tf.cast,
        "__round__": math.around, "max": reductions.amax, "mean": reductions.mean, "min": reductions.amin}


def _promoted(*values):
    """The values as tensors of their common dtype."""
    dtype = result_type(*values)
    return [tf.cast(value, dtype) if isinstance(value, Tensor) else tf.convert_to_tensor(value, dtype) for value in values]


def _operator(function, read, is_reflected=False):
    def operator(x, y):
        x = read(x)
        if hasattr(y, "__tf_tensor__") and hasattr(y, "assign"):
            y = tf.convert_to_tensor(y)
        if getattr(y, "__array_priority__", 0) > Tensor.__array_priority__:
            return NotImplemented
        x, y = _promoted(x, y)
        return function(y, x) if is_reflected else function(x, y)
    return operator


def _promoting_operators(read):
    table = {}
    for name, function in operators.BINARY.items():
        function = matmul if name == "matmul" else function
        table[f"__{name}__"], table[f"__r{name}__"] = _operator(function, read), _operator(function, read, is_reflected=True)
    for name, function in operators.COMPARISON.items():
        table[f"__{name}__"] = _operator(function, read)
    table["__eq__"], table["__ne__"] = _equality(comparison.tensor_equals, read, False), _equality(comparison.tensor_not_equals, read, True)
    return table


def _equality(function, read, of_none):
    def operator(x, y):
        return of_none if y is None else function(*_promoted(read(x), y))
    return operator
