"""`tf.compat`: names of other releases, and text helpers."""

from __future__ import annotations

import importlib

import numpy as np

from runtime.core.absent import absent_from
from runtime.core.tensor_shape import Dimension

bytes_or_text_types = (bytes, str)
integral_types = (int, np.integer)
real_types = (float, int, np.floating, np.integer)
complex_types = (complex, float, int, np.number)


def as_bytes(bytes_or_text, encoding="utf-8"):
    """Bytes of text. Raises TypeError for anything but str and bytes."""
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text, encoding="utf-8"):
    """Text of bytes. Raises TypeError for anything but str and bytes."""
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


as_str = as_text


def as_str_any(value, encoding="utf-8"):
    return as_text(value, encoding) if isinstance(value, (bytes, str)) else str(value)


def dimension_value(dimension):
    """The int, or None, of a size of a shape, whichever way it is given."""
    return dimension.value if isinstance(dimension, Dimension) else dimension


def dimension_at_index(shape, index):
    """The size at `index` of a TensorShape, as TensorFlow 1 gave it."""
    return Dimension(None) if shape.rank is None else shape.dims[index]


def __getattr__(name):
    if name == "v1":
        return importlib.import_module("runtime.compat.v1")
    if name == "v2":
        return importlib.import_module("runtime.compat.v2")
    return absent_from("tf.compat")(name)
