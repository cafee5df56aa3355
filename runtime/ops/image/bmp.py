"""BMP files: bytes to pixels."""

from __future__ import annotations

import struct

import numpy as np


class BmpError(ValueError):
    """The bytes are no BMP file that can be decoded."""


def decode(data, channels=0):
    """uint8 [height, width, channels]; 0 channels: as many as the file has bytes for a pixel. Raises BmpError."""
    if len(data) < 32:
        raise BmpError("Incomplete bmp content, requires at least 32 bytes to find the header size, width, height, and bpp, got "
                       f"{len(data)} bytes")
    start, = struct.unpack_from("<i", data, 10)
    width, height, _, depth = struct.unpack_from("<iihh", data, 18)
    have = depth // 8
    if have not in (1, 3, 4):
        raise BmpError(f"Number of channels inherent in the image must be 1, 3 or 4, was {have}")
    if channels == 1 and have != 1:
        raise BmpError(f"channels attribute {channels} does not match bits per pixel from file {have}")
    if width <= 0 or height == 0 or width * abs(height) > 1 << 28:
        raise BmpError(f"Size of image {width}x{abs(height)} is invalid")
    length = (have * width + 3) // 4 * 4
    rows = np.frombuffer(data, np.uint8, offset=min(max(start, 0), len(data)))
    if start < 0 or len(rows) < length * (abs(height) - 1) + have * width:
        raise BmpError(f"Incomplete bmp content, requires at least {start + length * abs(height)} bytes, got {len(data)} bytes")
    rows = np.concatenate([rows, np.zeros(length, np.uint8)])[:length * abs(height)].reshape(abs(height), length)
    pixels = rows[:, :have * width].reshape(abs(height), width, have)
    if height > 0:  # the lowest row comes first
        pixels = pixels[::-1]
    if have > 1:
        pixels = pixels[..., [2, 1, 0, 3][:have]]
    channels = channels or have
    if channels >= 3 and have == 1:
        pixels, have = np.repeat(pixels, 3, axis=-1), 3
    if channels == 4 and have == 3:
        pixels = np.concatenate([pixels, np.full_like(pixels[..., :1], 255)], axis=-1)
    return np.ascontiguousarray(pixels[..., :channels])
