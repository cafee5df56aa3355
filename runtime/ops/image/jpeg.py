"""JPEG files, with Pillow: the optional extra `images`."""

from __future__ import annotations

import io

import numpy as np

from runtime.core.extras import import_extra


class JpegError(ValueError):
    """The bytes are no JPEG file that can be decoded."""


def _pillow(what):
    return import_extra("PIL.Image", what, "images")


def _opened(data):
    image = _pillow("decoding a JPEG image")
    try:
        return image.open(io.BytesIO(data), formats=["JPEG"])
    except Exception as error:  # Pillow has no class of its own for all that may be wrong with a file
        raise JpegError(str(error)) from None


def shape(data):
    """(height, width, channels) of a file, of which the pixels are not decoded. Raises JpegError."""
    opened = _opened(data)
    return opened.height, opened.width, len(opened.getbands())


def decode(data, channels=0, ratio=1, recover=False):
    """uint8 [height, width, channels], of grey images 1 channel, of others 3, unless `channels` says which.

    Args:
        ratio: 2, 4 or 8 for an image that much smaller.
        recover: fill up what is cut off.

    Raises:
        JpegError: the file is damaged.
    """
    opened = _opened(data)
    channels = channels or (1 if opened.mode == "L" else 3)
    if channels == 1 and opened.mode == "CMYK":
        raise JpegError("there is no way from four colours to grey")
    file = import_extra("PIL.ImageFile", "decoding a JPEG image", "images")
    before, file.LOAD_TRUNCATED_IMAGES = file.LOAD_TRUNCATED_IMAGES, recover
    try:
        if opened.mode != "CMYK":
            opened.draft("L" if channels == 1 else "RGB", (opened.width // ratio, opened.height // ratio) if ratio > 1 else opened.size)
        if opened.mode == "CMYK":
            pixels = _without_black(np.asarray(opened))
        else:
            pixels = np.asarray(opened.convert("L" if channels == 1 else "RGB"))
    except Exception as error:
        raise JpegError(str(error)) from None
    finally:
        file.LOAD_TRUNCATED_IMAGES = before
    return pixels.reshape(*pixels.shape[:2], channels)


def _without_black(pixels):
    """Colours of cyan, magenta, yellow and black as Pillow gives them: the less of the first three and of black, the lighter."""
    light = 255 - pixels.astype(np.uint32)
    return (light[..., :3] * light[..., 3:] // 255).astype(np.uint8)


def encode(pixels, quality=95, progressive=False, optimize=False, downsampling=True, density=("in", 300, 300), comment=b""):
    """A JPEG file of uint8 [height, width, 1 or 3]."""
    image = _pillow("encoding a JPEG image")
    unit, x, y = density
    buffer, colours = io.BytesIO(), pixels.shape[-1] == 3
    factor = 1 if unit == "in" else 2.54
    options = {"subsampling": 2 if downsampling else 0} if colours else {}
    if comment:
        options["xmp"] = comment
    image.fromarray(pixels if colours else pixels[..., 0]).save(
        buffer, "JPEG", quality=quality, progressive=progressive, optimize=optimize, dpi=(x * factor, y * factor), **options)
    data = buffer.getvalue()
    if unit == "cm":  # the header says of what the density is
        data = data[:13] + bytes([2]) + int(x).to_bytes(2, "big") + int(y).to_bytes(2, "big") + data[18:]
    return data
