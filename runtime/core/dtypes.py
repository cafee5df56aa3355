"""TensorFlow's element types, each tied to the NumPy dtype that holds it."""

from __future__ import annotations

import numpy as np

_FLOATS = frozenset({"float16", "float32", "float64", "bfloat16"})


class DType:
    """An element type. Compares equal to its NumPy dtype and to its name, as `tf.DType` does.

    Attributes:
        name: TensorFlow's name, such as ``"float32"``.
        as_datatype_enum: the number in ``types.proto``, which SavedModel and GraphDef store.
        kernel_name: what kernels call it in error texts: ``"float"`` for float32, ``"double"`` for float64.
        numpy_dtype: the NumPy dtype of arrays that hold it; None for resources and variants.
    """

    __slots__ = ("name", "as_datatype_enum", "kernel_name", "proto_name", "numpy_dtype", "_hash",
                 "__weakref__")

    def __init__(self, name, enum, numpy_type, kernel_name=None):
        self.name = name
        self.as_datatype_enum = enum
        self.kernel_name = kernel_name or name
        self.proto_name = "DT_" + self.kernel_name.upper()
        self.numpy_dtype = None if numpy_type is None else np.dtype(numpy_type)
        self._hash = enum

    @property
    def as_numpy_dtype(self):
        if self.numpy_dtype is None:
            raise TypeError(f"{self!r} has no NumPy type")
        return object if self.numpy_dtype.kind == "O" else self.numpy_dtype.type

    base_dtype = property(lambda self: self)
    is_floating = property(lambda self: self.name in _FLOATS)
    is_integer = property(lambda self: self.numpy_dtype is not None and self.numpy_dtype.kind in "iu")
    is_unsigned = property(lambda self: self.numpy_dtype is not None and self.numpy_dtype.kind == "u")
    is_complex = property(lambda self: self.numpy_dtype is not None and self.numpy_dtype.kind == "c")
    is_bool = property(lambda self: self is bool_)
    is_numeric = property(lambda self: self.is_floating or self.is_integer or self.is_complex)
    is_numpy_compatible = property(lambda self: self not in (resource, variant))
    is_quantized = property(lambda self: self.name.startswith("q"))

    @property
    def real_dtype(self):
        return {complex64: float32, complex128: float64}.get(self, self)

    @property
    def size(self):
        """Bytes of one element; 0 where there is no fixed number (strings, resources)."""
        if self.numpy_dtype is None or self is string:
            return _SIZES.get(self.name, 0)
        return self.numpy_dtype.itemsize

    @property
    def min(self):
        return self._limit("min")

    @property
    def max(self):
        return self._limit("max")

    @property
    def limits(self):
        """The range of intensities of images of this dtype. Raises ValueError where there is none."""
        if self in (float32, float64):
            return 0, 1
        if self.is_integer or self is bool_:
            return 0, True if self is bool_ else self.max
        raise ValueError(f"{self} does not have defined limits.")

    def _limit(self, which):
        if self.is_integer:
            return getattr(np.iinfo(self.numpy_dtype), which)
        if self.is_floating and self.numpy_dtype is not None:
            return getattr(np.finfo(self.numpy_dtype), which)
        kind = "quantized type" if self.is_quantized else "type"
        of = f" with {kind} {self}" if self.is_numpy_compatible else ""
        raise TypeError(f"Cannot find {which}imum value of {self}{of}.")

    def is_compatible_with(self, other):
        return self == as_dtype(other)

    def __eq__(self, other):
        if self is other:
            return True
        if other is None or isinstance(other, DType):
            return False
        try:
            return as_dtype(other) is self
        except TypeError:
            return False

    def __hash__(self):
        return self._hash

    def __repr__(self):
        return "tf." + self.name

    def __str__(self):
        return f"<dtype: '{self.name}'>"

    def __reduce__(self):
        return as_dtype, (self.name,)


float32 = DType("float32", 1, np.float32, "float")
float64 = DType("float64", 2, np.float64, "double")
int32 = DType("int32", 3, np.int32)
uint8 = DType("uint8", 4, np.uint8)
int16 = DType("int16", 5, np.int16)
int8 = DType("int8", 6, np.int8)
string = DType("string", 7, object)
complex64 = DType("complex64", 8, np.complex64)
int64 = DType("int64", 9, np.int64)
bool_ = DType("bool", 10, np.bool_)
bfloat16 = DType("bfloat16", 14, None)
uint16 = DType("uint16", 17, np.uint16)
complex128 = DType("complex128", 18, np.complex128)
float16 = DType("float16", 19, np.float16, "half")
resource = DType("resource", 20, None)
variant = DType("variant", 21, None)
uint32 = DType("uint32", 22, np.uint32)
uint64 = DType("uint64", 23, np.uint64)
qint8, quint8, qint32 = DType("qint8", 11, None), DType("quint8", 12, None), DType("qint32", 13, None)
qint16, quint16 = DType("qint16", 15, None), DType("quint16", 16, None)
half, double = float16, float64

ALL = (float32, float64, int32, uint8, int16, int8, string, complex64, int64, bool_, bfloat16, uint16, complex128,
       float16, resource, variant, uint32, uint64, qint8, quint8, qint32, qint16, quint16)
_SIZES = {"bfloat16": 2, "qint8": 1, "quint8": 1, "qint16": 2, "quint16": 2, "qint32": 4}
FLOATING = frozenset({bfloat16, float16, float32, float64})
COMPLEX = frozenset({complex64, complex128})
SIGNED = frozenset({int8, int16, int32, int64})
UNSIGNED = frozenset({uint8, uint16, uint32, uint64})
INTEGER = SIGNED | UNSIGNED
REAL = FLOATING | INTEGER
NUMERIC = REAL | COMPLEX
INEXACT = FLOATING | COMPLEX

BY_ENUM = {dtype.as_datatype_enum: dtype for dtype in ALL}
BY_NAME = {dtype.name: dtype for dtype in ALL} | {"half": float16, "float": float32, "double": float64}
FROM_NUMPY = {dtype.numpy_dtype: dtype for dtype in ALL if dtype.numpy_dtype is not None}
FROM_NUMPY |= {resource: resource, variant: variant}  # handles and lists of tensors carry these as their own `dtype`
# Of Python's own types only these name a dtype; of NumPy's names only those that are TensorFlow's too.
_FROM_TYPE = {float: float32, bool: bool_, object: string, np.str_: string, np.bytes_: string,
              np.longlong: int64, np.ulonglong: uint64}
_FROM_TYPE |= {numpy_dtype.type: dtype for numpy_dtype, dtype in FROM_NUMPY.items() if isinstance(numpy_dtype, np.dtype)}


def as_dtype(value):
    """The DType that `value` names: a DType, its name or enum, a NumPy dtype or type, a Python type, or an array.

    Raises:
        TypeError: if nothing corresponds to `value`.
    """
    if isinstance(value, DType):
        return value
    if isinstance(value, np.dtype):
        found = _FROM_TYPE.get(value.type)
    else:
        try:
            found = _FROM_TYPE.get(value) or BY_NAME.get(value) or BY_ENUM.get(value)
        except TypeError:  # unhashable
            found = None
        if found is None and not isinstance(value, type) and hasattr(value, "dtype"):
            found = None if isinstance(value.dtype, DType) else _FROM_TYPE.get(np.dtype(value.dtype).type)  # a tensor names none
    if found is None:
        raise TypeError(f"Cannot convert the argument `type_value`: {value!r} to a TensorFlow DType.")
    return found
