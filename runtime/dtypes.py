"""`tf.dtypes`."""

import types

from runtime.core import dtypes as _dtypes
from runtime.core.dtypes import (DType, as_dtype, bfloat16, complex64, complex128, double, float16, float32, float64, half,
                                 int8, int16, int32, int64, resource, string, uint8, uint16, uint32, uint64, variant)
from runtime.core.dtypes import QUANTIZED as QUANTIZED_DTYPES
from runtime.core.dtypes import qint8, qint16, qint32, quint8, quint16
from runtime.core.dtypes import bool_ as bool  # noqa: A004 - TensorFlow's own names
from runtime.ops.cast import cast, complex_ as complex  # noqa: A004
from runtime.ops.sums import saturate_cast

experimental = types.SimpleNamespace(**{dtype.name: dtype for dtype in _dtypes.EXTENSIONS if dtype is not bfloat16})
