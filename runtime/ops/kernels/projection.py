"""The arithmetic of projective transformations of images, in the steps and in the precision of TensorFlow's kernel."""

from __future__ import annotations

import numpy as np

from runtime.core import errors

TERMS = 8
_single = np.float32


def _truncated(values):
    return np.trunc(values).astype(np.int64)


def _reflected(at, size):
    """[abcd] goes on as [dcba|abcd|dcba]."""
    if size <= 1:
        return np.where((at < 0) | (at > size - 1), _single(0), at)
    period = _single(2 * size)
    below = (period * _truncated(-at / period).astype(np.float32) + at).astype(np.float32)
    below = np.where(below < -size, below + period, -below - _single(1))
    above = (at - period * _truncated(at / period).astype(np.float32)).astype(np.float32)
    above = np.where(above >= size, period - above - _single(1), above)
    return np.where(at < 0, below, np.where(at > size - 1, above, at))


def _wrapped(at, size):
    """[abcd] goes on as [abcd|abcd|abcd]."""
    if size <= 1:
        return np.where((at < 0) | (at > size - 1), _single(0), at)
    last = _single(size - 1)
    below = at + (size * (_truncated(-at / last) + 1)).astype(np.float32)
    above = at - (size * _truncated(at / last)).astype(np.float32)
    return np.where(at < 0, below, np.where(at > size - 1, above, at))


_MODES = {"REFLECT": _reflected, "WRAP": _wrapped, "NEAREST": lambda at, size: at}


def _places(transforms, height, width):
    """(x, y, where they are infinite): float32 [transforms, height, width]."""
    x, y = np.arange(width, dtype=np.float32)[None, None, :], np.arange(height, dtype=np.float32)[None, :, None]
    a0, a1, a2, b0, b1, b2, c0, c1 = (transforms[:, term, None, None] for term in range(TERMS))
    scale = c0 * x + c1 * y + _single(1)
    infinite = scale == 0
    scale = np.where(infinite, _single(1), scale)
    return (a0 * x + a1 * y + a2) / scale, (b0 * x + b1 * y + b2) / scale, infinite


def transformed(images, transforms, size, fill_value, interpolation, fill_mode):
    """Images [batch, *size, channels]. Raises InvalidArgumentError for a mode that there is not."""
    if fill_mode not in (*_MODES, "CONSTANT"):
        raise errors.invalid(f"Invalid mode {fill_mode}. Supported types: REFLECT, WRAP, CONSTANT, NEAREST")
    if interpolation not in ("NEAREST", "BILINEAR"):
        raise errors.invalid(f"Invalid interpolation {interpolation}. Supported types: NEAREST, BILINEAR")
    _, height, width, _ = images.shape
    with np.errstate(all="ignore"):
        x, y, infinite = _places(transforms.astype(np.float32), *size)
        if fill_mode in _MODES:
            mode = _MODES[fill_mode]
            x, y = (np.clip(mode(at, length), _single(0), _single(length - 1)) for at, length in ((x, width), (y, height)))
        read = _reader(images, np.asarray(fill_value).astype(images.dtype))
        if interpolation == "NEAREST":
            found = read(*(np.trunc(at + np.copysign(_single(0.5), at)) for at in (y, x)))
        else:
            found = _bilinear(read, x, y).astype(images.dtype)
    return np.where(infinite[..., None], np.asarray(fill_value).astype(images.dtype), found)


def _reader(images, fill):
    """A function of rows and columns, floats [batch or 1, height, width], which gives the pixels there and `fill` around the images."""
    count, height, width, channels = images.shape
    pixels = np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)), constant_values=fill).reshape(-1, channels)
    first = np.arange(count)[:, None, None] * ((height + 2) * (width + 2))

    def read(row, column):
        row, column = (np.fmin(np.fmax(at, -1), size).astype(np.int64) + 1 for at, size in ((row, height), (column, width)))
        return np.take(pixels, row * (width + 2) + column + first, axis=0)
    return read


def _bilinear(read, x, y):
    left, top = np.floor(x), np.floor(y)
    right, bottom = left + _single(1), top + _single(1)
    to_right, to_left = (x - left)[..., None], (right - x)[..., None]

    def across(row):
        return to_left * read(row, left).astype(np.float32) + to_right * read(row, right).astype(np.float32)
    return (bottom - y)[..., None] * across(top) + (y - top)[..., None] * across(bottom)
