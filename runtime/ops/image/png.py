"""PNG files with NumPy and zlib: bytes to pixels and back."""

from __future__ import annotations

import struct
import zlib

import numpy as np

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = {1: 0, 2: 4, 3: 2, 4: 6}  # channels → PNG's colour type
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))  # x, y, steps
_LIMIT = 1 << 30  # bytes of pixels


class PngError(ValueError):
    """The bytes are no PNG file that can be decoded."""


def encode(pixels, level=-1):
    """A PNG file of uint8 or uint16 [height, width, channels]. Raises ValueError for more than four channels."""
    height, width, channels = pixels.shape
    if channels not in _COLOURS:
        raise ValueError(f"image must have 1, 2, 3, or 4 channels, got {channels}")

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixels = np.ascontiguousarray(pixels, pixels.dtype.newbyteorder(">"))
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)  # each without a filter
    header = struct.pack(">IIBBBBB", width, height, 8 * pixels.dtype.itemsize, _COLOURS[channels], 0, 0, 0)
    return _SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, level)) + chunk(b"IEND", b"")


def decode(data):
    """uint8 or uint16 [height, width, channels] of a PNG file; palettes become colours. Raises PngError."""
    header, palette, alpha, packed = None, None, b"", []
    for kind, body in _chunks(data):
        if kind == b"IHDR" and len(body) == 13:
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"PLTE":
            palette = np.frombuffer(body[:len(body) // 3 * 3], np.uint8).reshape(-1, 3)
        elif kind == b"tRNS":
            alpha = body
        elif kind == b"IDAT":
            packed.append(body)
    if header is None:
        raise PngError("there is no header")
    width, height, depth, colour, _, _, interlaced = header
    channels = _CHANNELS.get(colour)
    if channels is None or depth not in (1, 2, 4, 8, 16) or not width or not height or colour == 3 and palette is None:
        raise PngError("the header is damaged")
    if width * height * channels * max(depth // 8, 1) > _LIMIT:
        raise PngError("the image is too large")
    try:
        raw = zlib.decompressobj().decompress(b"".join(packed), _LIMIT)
    except zlib.error as error:
        raise PngError(str(error)) from None
    pixels = _interlaced(raw, width, height, depth, channels) if interlaced else _rows(raw, 0, width, height, depth, channels)[0]
    if colour == 3:
        return _coloured(pixels[..., 0], palette, alpha)
    return pixels * (255 // (2**depth - 1)) if depth < 8 else pixels


def _chunks(data):
    if not data.startswith(_SIGNATURE):
        raise PngError("it does not begin as a PNG file does")
    at = len(_SIGNATURE)
    while at + 12 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        if len(body) < size or data[at + 8 + size:at + 12 + size] != struct.pack(">I", zlib.crc32(kind + body)):
            raise PngError("a part is damaged or cut off")
        yield kind, body
        if kind == b"IEND":
            return
        at += 12 + size
    raise PngError("the end is missing")


def _rows(raw, at, width, height, depth, channels):
    """(pixels, position behind them): the lines of one image or pass, with their filters taken back."""
    length, step = (width * depth * channels + 7) // 8, max(depth * channels // 8, 1)
    lines = np.empty((height, length), np.uint8)
    before = np.zeros(length, np.uint8)
    for line in lines:
        part = np.frombuffer(raw[at + 1:at + 1 + length], np.uint8)
        if len(part) < length:
            raise PngError("there are pixels missing")
        before = line[:] = _unfiltered(raw[at], part, before, step)
        at += 1 + length
    if depth == 16:
        values = lines.view(">u2").astype(np.uint16)
    elif depth == 8:
        values = lines
    else:
        bits = np.unpackbits(lines, axis=1).reshape(height, -1, depth)
        values = (bits @ (1 << np.arange(depth)[::-1])).astype(np.uint8)
    return values[:, :width * channels].reshape(height, width, channels), at


def _unfiltered(kind, part, above, step):
    if kind == 0:
        return part
    if kind == 2:
        return part + above
    if kind == 1:
        padded = np.concatenate([part, np.zeros(-len(part) % step, np.uint8)]).reshape(-1, step)
        return np.cumsum(padded, axis=0, dtype=np.uint8).reshape(-1)[:len(part)]
    if kind not in (3, 4):
        raise PngError(f"there is no filter {kind}")
    result, source, up = bytearray(len(part)), part.tolist(), above.tolist()
    for index, value in enumerate(source):
        left = result[index - step] if index >= step else 0
        if kind == 3:
            guess = (left + up[index]) // 2
        else:
            corner = up[index - step] if index >= step else 0
            guess = min((left, up[index], corner), key=lambda one: abs(left + up[index] - corner - one))  # the first of equal ones
        result[index] = (value + guess) & 255
    return np.frombuffer(bytes(result), np.uint8)


def _interlaced(raw, width, height, depth, channels):
    pixels, at = np.zeros((height, width, channels), np.uint16 if depth == 16 else np.uint8), 0
    for x, y, across, down in _PASSES:
        columns, rows = -(-(width - x) // across), -(-(height - y) // down)
        if columns > 0 and rows > 0:
            pixels[y::down, x::across], at = _rows(raw, at, columns, rows, depth, channels)
    return pixels


def _coloured(indices, palette, alpha):
    if indices.max(initial=0) >= len(palette):
        raise PngError("a colour is not in the palette")
    if not alpha:
        return palette[indices]
    opacity = np.full(len(palette), 255, np.uint8)
    opacity[:len(alpha)] = np.frombuffer(alpha[:len(palette)], np.uint8)
    return np.concatenate([palette, opacity[:, None]], axis=1)[indices]


def with_channels(pixels, channels):
    """The image with 1 to 4 channels: grey from colours and the other way round, opaque where opacity is asked for."""
    have = pixels.shape[-1]
    if channels in (0, have):
        return pixels
    full = np.iinfo(pixels.dtype).max
    colours, opacity = (pixels[..., :-1], pixels[..., -1:]) if have in (2, 4) else (pixels, np.full_like(pixels[..., :1], full))
    if channels < 3 and colours.shape[-1] == 3:
        red, green, blue = (colours[..., index].astype(np.uint64) for index in range(3))
        half = 0 if pixels.dtype == np.uint8 else 1 << 14  # libpng rounds wide pixels alone
        mixed = ((red * 9797 + green * 19234 + blue * 3737 + half) >> 15).astype(pixels.dtype)
        colours = np.where((red == green) & (green == blue), colours[..., 0], mixed)[..., None]
    elif channels >= 3 and colours.shape[-1] == 1:
        colours = np.repeat(colours, 3, axis=-1)
    return np.concatenate([colours, opacity], axis=-1) if channels in (2, 4) else colours
