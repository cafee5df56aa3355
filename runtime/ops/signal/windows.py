"""Windows: what the samples of a frame are multiplied with."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.ops import math
from runtime.ops.cast import cast
from runtime.ops.control_flow.control_flow import cond
from runtime.ops.creation import ones, range_
from runtime.ops.joining import concat
from runtime.ops.nn.activations import relu
from runtime.ops.reduction import cumsum
from runtime.ops.scope import scope
from runtime.ops.special import bessel_i0e


def _length(window_length, dtype, name=None):
    """The length as a tensor. Raises ValueError for a dtype without fractions, or a length that is no scalar."""
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {dtype}")
    window_length = convert_to_tensor(window_length, dtypes.int32, name=name)
    window_length.shape.assert_has_rank(0)
    return window_length


def kaiser_window(window_length, beta=12.0, dtype=dtypes.float32, name=None):
    """A Kaiser window; the larger `beta`, the narrower."""
    with scope(name, "kaiser_window"):
        window_length = _length(window_length, dtype)
        if constant_value(window_length) == 1:
            return ones([1], dtype=dtype)
        half = (cast(window_length, dtypes.float32) - 1.0) / 2.0
        places = cast(range_(-half, half + 0.1, dtype=dtypes.float32), dtype)
        beta, half = cast(beta, dtype), cast(half, dtype)
        inner = beta * math.sqrt(relu(cast(1.0, dtype) - math.square(places / half)))
        return math.exp(inner - beta) * (bessel_i0e(inner) / bessel_i0e(beta))


def kaiser_bessel_derived_window(window_length, beta=12.0, dtype=dtypes.float32, name=None):
    """A window of the running sums of a Kaiser window, for `mdct`."""
    with scope(name, "kaiser_bessel_derived_window"):
        half = _length(window_length, dtype) // 2
        sums = cumsum(kaiser_window(half + 1, beta, dtype=dtype))
        rising = math.sqrt(sums[:-1] / sums[-1])
        return concat((rising, rising[::-1]), axis=0)


def vorbis_window(window_length, dtype=dtypes.float32, name=None):
    """The window of Vorbis, for `mdct`."""
    with scope(name, "vorbis_window"):
        window_length = _length(window_length, dtype)
        places = cast(range_(window_length), dtype)
        inner = math.sin(np.pi / cast(window_length, dtype) * (places + 0.5))
        return math.sin(np.pi / 2.0 * math.pow_(inner, 2.0))


def _raised_cosine(name, default, window_length, periodic, dtype, a, b):
    if not dtype.is_floating:
        raise ValueError(f"dtype must be a floating point type. Found {dtype}")
    with scope(name, default):
        window_length = _length(window_length, dtype, "window_length")
        if constant_value(window_length) == 1:
            return ones([1], dtype=dtype)
        periodic = cast(convert_to_tensor(periodic, dtypes.bool_, name="periodic"), dtypes.int32)
        periodic.shape.assert_has_rank(0)
        even = 1 - math.floormod(window_length, 2)
        count = cast(window_length + periodic * even - 1, dtype)

        def window():
            angle = convert_to_tensor(2 * np.pi, dtype) * cast(range_(window_length), dtype) / count
            return cast(a - b * math.cos(angle), dtype)
        if constant_value(window_length) is not None:
            return window()
        return cond(math.abs_(window_length - 1) < 1, lambda: ones([window_length], dtype=dtype), window)


def hann_window(window_length, periodic=True, dtype=dtypes.float32, name=None):
    """A raised cosine that begins with 0; `periodic`: as if another one followed."""
    return _raised_cosine(name, "hann_window", window_length, periodic, dtype, 0.5, 0.5)


def hamming_window(window_length, periodic=True, dtype=dtypes.float32, name=None):
    """A raised cosine that begins with 0.08."""
    return _raised_cosine(name, "hamming_window", window_length, periodic, dtype, 0.54, 0.46)
