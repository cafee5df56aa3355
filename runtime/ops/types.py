"""The dtypes that ops accept, each list in the order of TensorFlow's registry, which error texts repeat."""

from __future__ import annotations

from runtime.core.op_def import TypeList

FLOAT = TypeList("bfloat16 float16 float32 float64")
HALF_FIRST = TypeList("float16 bfloat16 float32 float64")
INEXACT = TypeList("bfloat16 float16 float32 float64 complex64 complex128")
HALF_FIRST_INEXACT = TypeList("float16 bfloat16 float32 float64 complex64 complex128")
SIGNED = TypeList("bfloat16 float16 float32 float64 int8 int16 int32 int64")
SIGNED_COMPLEX = TypeList("bfloat16 float16 float32 float64 int8 int16 int32 int64 complex64 complex128")
ARITHMETIC = TypeList("bfloat16 float16 float32 float64 uint8 int8 uint16 int16 int32 uint32 uint64 int64 complex64 "
                      "complex128")
COMMON = TypeList("bfloat16 float16 float32 float64 int32 int64 complex64 complex128")
REAL = TypeList("float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64")
QUANTIZED_REAL = TypeList([*REAL.names, "qint8", "quint8", "qint32", "qint16", "quint16"])
NUMBER = TypeList("float32 float64 int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 qint16 quint16 "
                  "uint16 complex128 float16 uint32 uint64")
INTEGER = TypeList("int8 int16 int32 int64 uint8 uint16 uint32 uint64")
COMPLEX = TypeList("complex64 complex128")
SINGLE_DOUBLE = TypeList("float32 float64")
INDEX = TypeList("int32 int64")
MATRIX = TypeList("float64 float32 float16 complex64 complex128")
COUNTED = TypeList("int32 int64 float32 float64")
DRAWN = TypeList("float16 float32 float64 int32 int64")
PARSED = TypeList("float32 int64 string")
