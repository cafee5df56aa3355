"""TensorFlow's element types, each tied to the NumPy dtype that holds it."""

from __future__ import annotations

import numpy as np

#: The types of the package ml_dtypes, which is imported when the first of them is used: name → (number in types.proto, NumPy type that
#: has all their values, in which kernels compute). NumPy has no arithmetic for them.
_EXTENSIONS = {"bfloat16": (14, np.float32), "float8_e5m2": (24, np.float32), "float8_e4m3fn": (25, np.float32),
               "float8_e4m3fnuz": (26, np.float32), "float8_e4m3b11fnuz": (27, np.float32), "float8_e5m2fnuz": (28, np.float32),
               "int4": (29, np.int8), "uint4": (30, np.uint8), "int2": (31, np.int8), "uint2": (32, np.uint8),
               "float4_e2m1fn": (33, np.float32)}
_FLOATS = frozenset({"float16", "float32", "float64"}) | {name for name in _EXTENSIONS if "float" in name}


_LATER = object()


class DType:
    """An element type. Compares equal to its NumPy dtype and to its name, as `tf.DType` does.

    Attributes:
        name: TensorFlow's name, such as ``"float32"``.
        as_datatype_enum: the number in ``types.proto``, which SavedModel and GraphDef store.
        kernel_name: what kernels call it in error texts: ``"float"`` for float32, ``"double"`` for float64.
        numpy_dtype: the NumPy dtype of arrays that hold it; None for resources and variants. ImportError for types of ml_dtypes
            where that is not installed.
    """

    __slots__ = ("name", "as_datatype_enum", "kernel_name", "proto_name", "numpy_dtype", "_hash",
                 "__weakref__")

    def __init__(self, name, enum, numpy_type, kernel_name=None):
        self.name = name
        self.as_datatype_enum = enum
        self.kernel_name = kernel_name or name
        self.proto_name = "DT_" + self.kernel_name.upper()
        if numpy_type is not _LATER:
            self.numpy_dtype = None if numpy_type is None else np.dtype(numpy_type)
        self._hash = enum

    def __getattr__(self, attribute):
        if attribute != "numpy_dtype":
            raise AttributeError(f"'DType' object has no attribute '{attribute}'")
        return _extension(self)

    @property
    def as_numpy_dtype(self):
        if self.numpy_dtype is None:
            raise TypeError(f"{self!r} has no NumPy type")
        return object if self.numpy_dtype.kind == "O" else self.numpy_dtype.type

    base_dtype = property(lambda self: self)
    is_floating = property(lambda self: self.name in _FLOATS)
    is_integer = property(lambda self: self.name.startswith(("int", "uint")))
    is_unsigned = property(lambda self: self.name.startswith("uint"))
    is_complex = property(lambda self: self.name.startswith("complex"))
    is_bool = property(lambda self: self is bool_)
    is_numeric = property(lambda self: (self.is_floating or self.is_integer or self.is_complex) and self.name not in _SMALL)
    is_numpy_compatible = property(lambda self: self not in (resource, variant))
    is_quantized = property(lambda self: self.name.startswith("q"))

    @property
    def real_dtype(self):
        return {complex64: float32, complex128: float64}.get(self, self)

    @property
    def size(self):
        """Bytes of one element; 0 where there is no fixed number (strings, resources)."""
        if self.name in _SIZES or self in (string, resource, variant):
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
            return getattr(_info(self, "iinfo"), which)
        if self.is_floating:
            return getattr(_info(self, "finfo"), which)
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


def _info(dtype, function):
    """What NumPy, or ml_dtypes of its own types, says of the limits of `dtype`."""
    module = np if dtype.name not in _EXTENSIONS else _ml_dtypes(dtype)
    return getattr(module, function)(dtype.numpy_dtype)


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
(bfloat16, float8_e5m2, float8_e4m3fn, float8_e4m3fnuz, float8_e4m3b11fnuz, float8_e5m2fnuz, int4, uint4, int2, uint2,
 float4_e2m1fn) = EXTENSIONS = tuple(DType(name, number, _LATER) for name, (number, _) in _EXTENSIONS.items())

ALL = (float32, float64, int32, uint8, int16, int8, string, complex64, int64, bool_, bfloat16, uint16, complex128,
       float16, resource, variant, uint32, uint64, qint8, quint8, qint32, qint16, quint16, *EXTENSIONS[1:])
_SMALL = frozenset(_EXTENSIONS) - {"bfloat16"}
_SIZES = {**dict.fromkeys(_SMALL, 1), "bfloat16": 2, "qint8": 1, "quint8": 1, "qint16": 2, "quint16": 2, "qint32": 4}
QUANTIZED = frozenset({qint8, quint8, qint16, quint16, qint32})
FLOATING = frozenset({bfloat16, float16, float32, float64})
COMPLEX = frozenset({complex64, complex128})
SIGNED = frozenset({int8, int16, int32, int64})
UNSIGNED = frozenset({uint8, uint16, uint32, uint64})
INTEGER = SIGNED | UNSIGNED
REAL = FLOATING | INTEGER
NUMERIC = REAL | COMPLEX
INEXACT = FLOATING | COMPLEX
TRAINABLE = INEXACT | {resource, variant}  # what gradients flow through

BY_ENUM = {dtype.as_datatype_enum: dtype for dtype in ALL}
BY_NAME = {dtype.name: dtype for dtype in ALL} | {"half": float16, "float": float32, "double": float64}
FROM_NUMPY = {dtype.numpy_dtype: dtype for dtype in ALL if dtype not in EXTENSIONS and dtype.numpy_dtype is not None}
FROM_NUMPY |= {resource: resource, variant: variant}  # handles and lists of tensors carry these as their own `dtype`
# Of Python's own types only these name a dtype; of NumPy's names only those that are TensorFlow's too.
_FROM_TYPE = {float: float32, bool: bool_, object: string, np.str_: string, np.bytes_: string,
              np.longlong: int64, np.ulonglong: uint64}
_FROM_TYPE |= {numpy_dtype.type: dtype for numpy_dtype, dtype in FROM_NUMPY.items() if isinstance(numpy_dtype, np.dtype)}


#: NumPy dtype of ml_dtypes → the one in which kernels compute with it. Empty until one of them is used.
WIDE = {}


def _ml_dtypes(dtype):
    try:
        import ml_dtypes
    except ImportError:
        raise ImportError(f"tf.{dtype.name} needs ml_dtypes, which is not installed; install it with "
                          "`pip install pylint-graphlint[bfloat16]`") from None
    return ml_dtypes


def _extension(dtype):
    """The NumPy dtype of a type of ml_dtypes. Enters it into the tables."""
    numpy_dtype = dtype.numpy_dtype = np.dtype(getattr(_ml_dtypes(dtype), dtype.name))
    FROM_NUMPY[numpy_dtype] = _FROM_TYPE[numpy_dtype.type] = dtype
    WIDE[numpy_dtype] = np.dtype(_EXTENSIONS[dtype.name][1])
    return numpy_dtype


def from_numpy(numpy_dtype):
    """The DType whose arrays have `numpy_dtype`, or None."""
    found = FROM_NUMPY.get(numpy_dtype)
    if found is None and numpy_dtype.type.__module__ == "ml_dtypes" and numpy_dtype.name in _EXTENSIONS:
        found = BY_NAME[numpy_dtype.name]
        _extension(found)
    return found


def as_dtype(value):
    """The DType that `value` names: a DType, its name or enum, a NumPy dtype or type, a Python type, or an array.

    Raises:
        TypeError: if nothing corresponds to `value`.
    """
    if isinstance(value, DType):
        return value
    if isinstance(value, np.dtype):
        found = _FROM_TYPE.get(value.type) or from_numpy(value)
    else:
        try:
            found = _FROM_TYPE.get(value) or BY_NAME.get(value) or BY_ENUM.get(value)
        except TypeError:  # unhashable
            found = None
        if found is None and isinstance(value, type) and value.__module__ == "ml_dtypes":
            found = from_numpy(np.dtype(value))
        elif found is None and not isinstance(value, type) and hasattr(value, "dtype"):
            found = None if isinstance(value.dtype, DType) else as_dtype(np.dtype(value.dtype))  # a tensor names none
    if found is None:
        raise TypeError(f"Cannot convert the argument `type_value`: {value!r} to a TensorFlow DType.")
    return found
