"""PNG files with NumPy and zlib: bytes to pixels and back; DecodePng, DecodeJpeg, DecodeImage and EncodePng.

What a file holds is told by its first bytes, whichever op is asked; there is no decoder for JPEG, GIF and BMP.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, op
from runtime.core.tensor_shape import text
from runtime.ops.image.colour import convert_image_dtype

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = {1: 0, 2: 4, 3: 2, 4: 6}  # channels → PNG's colour type
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))  # x, y, steps
_LIMIT = 1 << 30  # bytes of pixels
_OTHERS = {b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"BM": "BMP", b"RIFF": "WebP"}


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


def _decoded(contents, channels, dtype):
    if np.ndim(contents):
        raise errors.invalid(f"`contents` must be scalar but got shape{text(np.shape(contents))}")
    data = np.asarray(contents, object).item()
    for start, name in _OTHERS.items():
        if data.startswith(start):
            raise errors.UnimplementedError(None, None, f"the runtime decodes PNG images alone, and this is a {name} image: convert "
                                            "it, or decode it in Python (tf.numpy_function)")
    if not data.startswith(_SIGNATURE):
        raise errors.invalid("Unknown image file format. One of JPEG, JPEG XL, PNG, GIF, BMP, WebP required.")
    try:
        pixels = with_channels(decode(data), channels)
    except PngError as error:
        raise errors.invalid(f"Invalid PNG data, size {len(data)}: {error}") from None
    if dtype is dtypes.uint8:
        return (pixels >> 8).astype(np.uint8) if pixels.dtype == np.uint16 else pixels
    wide = pixels if pixels.dtype == np.uint16 else pixels.astype(np.uint16) * np.uint16(257)
    if dtype is dtypes.uint16:
        return wide
    return (pixels / np.float32(np.iinfo(pixels.dtype).max)).astype(np.float32)


def _encoded(image, compression):
    if image.ndim < 3:
        raise errors.invalid(f"images must be at least rank 3{text(image.shape)}")
    flat = image.reshape(-1, *image.shape[-3:])
    files = np.empty(len(flat), object)
    try:
        files[:] = [encode(one, compression) for one in flat]
    except ValueError as error:
        raise errors.invalid(str(error)) from None
    return files.reshape(image.shape[:-3])


def _infer(inputs, attrs):
    return (None, None, attrs["channels"] or None)


_PIXELS = TypeList("uint8 uint16")
DECODE_PNG = op("DecodePng", "contents: string -> image: dtype", infer=_infer, types={"dtype": _PIXELS},
                kernel=_decoded, attrs={"channels": 0, "dtype": dtypes.uint8})
DECODE_JPEG = op("DecodeJpeg", "contents: string -> image: uint8", infer=_infer,
                 kernel=lambda contents, channels, **_: _decoded(contents, channels, dtypes.uint8),
                 attrs={"channels": 0, "ratio": 1, "fancy_upscaling": True, "try_recover_truncated": False,
                        "acceptable_fraction": 1.0, "dct_method": ""})
DECODE_IMAGE = op("DecodeImage", "contents: string -> image: dtype", kernel=lambda contents, channels, dtype, **_: _decoded(
                  contents, channels, dtype), infer=lambda inputs, attrs: None if attrs["expand_animations"] else _infer(inputs, attrs),
                  attrs={"channels": 0, "dtype": dtypes.uint8, "expand_animations": True},
                  types={"dtype": TypeList("uint8 uint16 float32")})
ENCODE_PNG = op("EncodePng", "image: T -> contents: string", kernel=_encoded, attrs={"compression": -1}, types={"T": _PIXELS},
                infer=lambda inputs, attrs: None if inputs[0]._dims is None else inputs[0]._dims[:-3])


def decode_png(contents, channels=0, dtype=dtypes.uint8, name=None):
    """The image in the bytes of a PNG file: uint8 or uint16 [height, width, channels]; 0 channels: as many as it has.

    Raises:
        InvalidArgumentError: it is no PNG file, or a damaged one.
        UnimplementedError: it is a JPEG, GIF or BMP file.
    """
    return dispatch(DECODE_PNG, (contents,), {"channels": channels or 0, "dtype": dtypes.as_dtype(dtype)}, name)


def decode_jpeg(contents, channels=0, ratio=1, fancy_upscaling=True, try_recover_truncated=False, acceptable_fraction=1,
                dct_method="", name=None):
    """`decode_png`: PNG files are decoded here as well, JPEG files are not."""
    return dispatch(DECODE_JPEG, (contents,), {
        "channels": channels or 0, "ratio": ratio, "fancy_upscaling": fancy_upscaling, "dct_method": dct_method,
        "try_recover_truncated": try_recover_truncated, "acceptable_fraction": float(acceptable_fraction)}, name)


def decode_image(contents, channels=None, dtype=dtypes.uint8, name=None, expand_animations=True):
    """The image in the bytes of a PNG file, of any of the dtypes that `convert_image_dtype` gives."""
    dtype = dtypes.as_dtype(dtype)
    direct = dtype if dtype in (dtypes.float32, dtypes.uint8, dtypes.uint16) else dtypes.uint16
    image = dispatch(DECODE_IMAGE, (contents,), {"channels": channels or 0, "dtype": direct, "expand_animations": expand_animations}, name)
    return image if direct is dtype else convert_image_dtype(image, dtype)


def encode_png(image, compression=-1, name=None):
    """The bytes of a PNG file for uint8 or uint16 [..., height, width, channels]; not TensorFlow's bytes, but the same image."""
    return dispatch(ENCODE_PNG, (convert_to_tensor(image),), {"compression": compression}, name)
