"""Tensors as text, the way TensorFlow's kernels write them (`Tensor::SummarizeValue`): tf.print, tf.strings.format, Assert.

Numbers are the shorter of six (float64: fifteen) digits and as many as tell the value apart; strings are quoted and escaped.
"""

from __future__ import annotations

import math

import numpy as np

from runtime.core import dtypes

_DIGITS = {np.dtype(np.float16): (6, 9, np.float32), np.dtype(np.float32): (6, 9, np.float32),
           np.dtype(np.float64): (15, 17, np.float64)}

_ESCAPES = {ord('"'): '\\"', ord("'"): "\\'", ord("\\"): "\\\\", ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"}


def escape(value, keep_utf8=True):
    """`value` (bytes) with C's escapes; bytes above 127 are kept, or octal where `keep_utf8` is false."""
    pieces = bytearray()
    for byte in value:
        if byte in _ESCAPES:
            pieces += _ESCAPES[byte].encode()
        elif byte < 32 or byte == 127 or (byte > 127 and not keep_utf8):
            pieces += b"\\%03o" % byte
        else:
            pieces.append(byte)
    return bytes(pieces)


_TINY = {np.float32: float(np.finfo(np.float32).tiny), np.float64: float(np.finfo(np.float64).tiny)}


def float_text(value):
    """A float16, float32 or float64 scalar as `absl::StrCat` writes it: ``0.1``, ``0.333333343``, ``1e+10``, ``-nan``."""
    short, long, kind = _DIGITS.get(value.dtype) or _DIGITS[dtypes.WIDE[value.dtype]]
    number = float(value)
    if number != number:
        return "-nan" if math.copysign(1, number) < 0 else "nan"
    if abs(number) < _TINY[kind]:
        return "-0" if number == 0 and math.copysign(1, number) < 0 else "0"  # subnormal numbers are flushed to zero
    text = f"{number:.{short}g}"
    return text if kind(float(text)) == number else f"{number:.{long}g}"


def _element(array, quote=b'"'):
    """The function that writes one element of `array`, as bytes."""
    kind = dtypes.WIDE.get(array.dtype, array.dtype).kind
    if kind == "f":
        return lambda item: float_text(item).encode()
    if kind == "O":
        return lambda item: quote + escape(item) + quote
    if kind == "c":
        return lambda item: b"?"
    return lambda item: b"%d" % int(item)


def summarize(array, limit=3):
    """`array` as tf.print shows it, as bytes: `limit` elements at either end of each dimension, all if it is negative."""
    array = np.asarray(array)
    limit = array.size if limit < 0 else min(limit, array.size)
    element = _element(array)
    if array.ndim == 0:
        return element(array[()]) if limit else b"..."
    return _dimension(array, 0, array.ndim, limit, element)


def _dimension(array, depth, rank, limit, element):
    count = len(array)
    if depth == rank - 1:
        gap, show = b" ", element
    else:
        gap = b"\n" * (rank - depth - 1) + b" " * (depth + 1)
        show = lambda row: _dimension(row, depth + 1, rank, limit, element)
    text = gap.join(show(array[i]) for i in range(min(limit, count)))
    if count > 2 * limit:
        text += gap + b"..."
    for i in range(max(limit, count - limit), count):
        text += gap + show(array[i])
    return b"[" + text + b"]"


def summarize_first(array, limit):
    """`array` as Assert shows it, as bytes: the first `limit` elements, all if it is negative; strings without quotes."""
    array = np.asarray(array)
    limit = array.size if limit < 0 else min(limit, array.size)
    items = map(_element(array, b""), array.reshape(-1)[:limit])
    text = _rows(array.shape, items, [limit], 0) if array.ndim else b" ".join(items)
    return text + (b"..." if array.size > limit else b"")


def _rows(shape, items, left, depth):
    """The text of one dimension; `left[0]` elements may still be shown."""
    parts = []
    if len(shape) == 1:
        for i in range(shape[0]):
            if not left[0]:
                return b" ".join(parts) + (b"..." if depth else b"")
            parts.append(next(items))
            left[0] -= 1
        return b" ".join(parts)
    for i in range(shape[0]):
        if not left[0]:
            break
        parts.append(b"[" + _rows(shape[1:], items, left, depth + 1) + b"]")
    return b"".join(parts)
