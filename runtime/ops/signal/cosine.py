"""Cosine transforms, made of Fourier transforms, and cepstral coefficients."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.ops import array, math
from runtime.ops.cast import cast, complex_, real
from runtime.ops.control_flow.control_flow import cond
from runtime.ops.creation import range_
from runtime.ops.joining import concat
from runtime.ops.rearrange import pad
from runtime.ops.scope import scope
from runtime.ops.signal.fft import irfft, rfft


def _check(input, type, n, axis, norm):  # noqa: A002
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if type not in (1, 2, 3, 4):
        raise ValueError("Types I, II, III and IV (I)DCT are supported.")
    if type == 1:
        if norm == "ortho":
            raise ValueError("Normalization is not supported for the Type-I DCT.")
        if input.shape[-1] is not None and input.shape[-1] < 2:
            raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")


def _last(x):
    """The size of the last dimension, a number if it is known and not zero."""
    return (x._dims[-1] if x._dims else None) or array.shape(x)[-1]


def _resized(x, n):
    """`x` cut, or filled with zeros, to `n` elements along its last dimension."""
    length = _last(x)

    def filled():
        paddings = [[0, 0]] * (len(x._dims) - 1) + [[0, n - length]]
        return pad(x, convert_to_tensor(paddings, dtypes.int32))
    shorter = n <= length
    known = shorter if isinstance(shorter, (bool, np.bool_)) else constant_value(shorter)
    if known is None:
        return cond(shorter, lambda: x[..., 0:n], filled)
    return x[..., 0:n] if known else filled()


def _turned(numbers, count, sign):
    """2·exp(±i·π·k / 2n) for each k."""
    zero = convert_to_tensor(0.0, count.dtype)
    return 2.0 * math.exp(complex_(zero, sign(numbers) * np.pi * 0.5 / count))


def _weighted(x, first, factor, size):
    """`x` with its first element multiplied by `first`, the others by `first` · `factor`."""
    return x * pad(array.expand_dims(first, 0), [[0, size - 1]], constant_values=first * factor)


def _transform(x, type, n, norm, name):  # noqa: A002
    with scope(name, "dct"):
        x = convert_to_tensor(x)
        if n is not None:
            x = _resized(x, n)
        size = _last(x)
        count = cast(size, x.dtype)
        if type == 1:
            return real(rfft(concat([x, x[..., -2:0:-1]], axis=-1)))
        if type == 2:
            scale = _turned(range_(count), count, lambda numbers: -numbers)
            result = real(rfft(x, fft_length=[2 * size])[..., :size] * scale)
            return _weighted(result, 0.5 * math.rsqrt(count), np.sqrt(2.0), size) if norm == "ortho" else result
        if type == 3:
            x = _weighted(x, math.sqrt(count), np.sqrt(0.5), size) if norm == "ortho" else x * count
            scale = _turned(range_(count), count, lambda numbers: numbers)
            return real(irfft(scale * complex_(x, convert_to_tensor(0.0, x.dtype)), fft_length=[2 * size]))[..., :size]
        result = _transform(x, 2, 2 * size, None, None)[..., 1::2]
        return result * (np.sqrt(0.5) * math.rsqrt(count)) if norm == "ortho" else result


def dct(input, type=2, n=None, axis=-1, norm=None, name=None):  # noqa: A002
    """The cosine transform of `type` 1 to 4 of the last dimension.

    Args:
        n: how many elements are transformed; more are cut off, and zeros fill up fewer.
        norm: ``"ortho"`` for an orthogonal transform, but not of type 1.

    Raises:
        NotImplementedError: another `axis` than the last.
        ValueError: any other argument that is not allowed.
    """
    _check(input, type, n, axis, norm)
    return _transform(input, type, n, norm, name)


def idct(input, type=2, n=None, axis=-1, norm=None, name=None):  # noqa: A002
    """The inverse of `dct`, but for a factor without ``"ortho"``."""
    _check(input, type, n, axis, norm)
    return _transform(input, {1: 1, 2: 3, 3: 2, 4: 4}[type], n, norm, name)


def mfccs_from_log_mel_spectrograms(log_mel_spectrograms, name=None):
    """The cepstral coefficients of [..., mel bins]. Raises ValueError for no bins."""
    with scope(name, "mfccs_from_log_mel_spectrograms"):
        x = convert_to_tensor(log_mel_spectrograms)
        bins = x._dims[-1] if x._dims else None
        if bins == 0:
            raise ValueError(f"num_mel_bins must be positive. Got: {x!s}")
        result = dct(x, type=2)
        return result * math.rsqrt(cast(array.shape(x)[-1] if bins is None else bins, result.dtype) * 2.0)
