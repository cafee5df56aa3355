"""How functions of `keras.ops` are made of TensorFlow's: the dtypes of Keras, and the classes that models know them by."""

from __future__ import annotations

import runtime as tf
from runtime.keras.naming import to_snake_case
from runtime.keras.ops.operation import operation
from runtime.keras.precision import floatx
from runtime.keras.symbolic import as_tensor
from runtime.keras.variable import standardize_dtype


def result_type(*dtypes):
    """The name of the dtype that values of these dtypes have together. Python's `int` and `float` give way to all others of their kind.

    Raises:
        ValueError: one that is no dtype.
    """
    if not dtypes:
        return floatx()
    weak = [dtype for dtype in dtypes if dtype is int or dtype is float]
    known = [tf.as_dtype(standardize_dtype(dtype)) for dtype in dtypes if dtype is not int and dtype is not float]
    if any(dtype.is_complex for dtype in known):
        return "complex128" if any(dtype.name in ("complex128", "float64") for dtype in known) else "complex64"
    floats = [dtype for dtype in known if dtype.is_floating]
    if floats:
        widest = max(floats, key=lambda dtype: dtype.size)
        return widest.name if all(dtype.size < widest.size or dtype is widest for dtype in floats) else floatx()
    if float in weak:
        return floatx()
    integers = [dtype for dtype in known if dtype is not tf.bool]
    if not integers:
        return "int32" if int in weak else "bool"
    signed, unsigned = ([dtype.size for dtype in integers if dtype.is_unsigned == kind] for kind in (False, True))
    if not signed or not unsigned:
        return f"{'int' if signed else 'uint'}{8 * max(signed or unsigned)}"
    size = max(max(signed), 2 * max(unsigned))
    return f"int{8 * size}" if size <= 8 else floatx()


def promoted(*values):
    """The values as tensors of one dtype, that of `result_type`."""
    values = [value if hasattr(value, "dtype") or type(value) in (bool, int, float) else as_tensor(value) for value in values]
    dtype = result_type(*(value.dtype if hasattr(value, "dtype") else type(value) for value in values))
    return tuple(tf.cast(value, dtype) if hasattr(value, "dtype") else as_tensor(value, dtype) if type(value) is not bool else tf.cast(
        value, dtype) for value in values)


def as_float(x):
    """A tensor of floats; integers become float32."""
    x = as_tensor(x)
    return x if x.dtype.is_floating or x.dtype.is_complex else tf.cast(x, tf.float32)


def wide(x):
    """Whole numbers of 8 and 16 bits, and truths, as those of 32 bits, which sums and products are of."""
    x = as_tensor(x)
    if x.dtype is tf.bool or x.dtype.is_integer and x.dtype.size < 4:
        return tf.cast(x, tf.uint32 if x.dtype.is_unsigned else tf.int32)
    return x


def not_bool(x):
    """The tensor; truths as whole numbers."""
    x = as_tensor(x)
    return tf.cast(x, tf.int32) if x.dtype is tf.bool else x


def by_floats(function):
    """The function of two tensors of one dtype, computed of floats."""
    def call(a, b):
        if a.dtype.is_floating or a.dtype.is_complex:
            return function(a, b)
        return tf.cast(function(tf.cast(a, floatx()), tf.cast(b, floatx())), a.dtype)
    return call


def greatest(x, axis=None, keepdims=False):
    """The greatest value; of truths whether any is true."""
    return (tf.reduce_any if x.dtype is tf.bool else tf.reduce_max)(x, axis, keepdims)


def least(x, axis=None, keepdims=False):
    """The least value; of truths whether all are true."""
    return (tf.reduce_all if x.dtype is tf.bool else tf.reduce_min)(x, axis, keepdims)


def _named(call, cls):
    call.__name__ = call.__qualname__ = to_snake_case(cls)
    return call


def binary(cls, function, module="numpy"):
    """The function of two tensors of one dtype."""
    def call(x1, x2):
        return function(*promoted(x1, x2))
    return operation(cls, 2, module)(_named(call, cls))


def unary(cls, function, module="numpy", floats=True):
    """The function of one tensor; with `floats`, of floats."""
    def call(x):
        return function(as_float(x) if floats else as_tensor(x))
    return operation(cls, 1, module)(_named(call, cls))


def reduction(cls, function, floats=False):
    """The function of a tensor, `axis` and `keepdims`."""
    def call(x, axis=None, keepdims=False):
        return function(as_float(x) if floats else as_tensor(x), axis, keepdims)
    return operation(cls, 1)(_named(call, cls))
