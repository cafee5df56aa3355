"""Pictures as arrays, and arrays as pictures. Files need Pillow, which is imported when one is read or written."""

from __future__ import annotations

import io
import os
import pathlib
import warnings

import numpy as np

import runtime as tf
from runtime.core.extras import import_extra
from runtime.keras.ops.core import convert_to_tensor, shape
from runtime.keras.ops.image import resize

_MODES = {"grayscale": "L", "rgba": "RGBA", "rgb": "RGB"}
_INTERPOLATIONS = ("nearest", "bilinear", "bicubic", "hamming", "box", "lanczos")


def pillow(what):
    """`PIL.Image`. Raises ImportError, which names the extra, where it is missing."""
    return import_extra("PIL.Image", what, "images")


def _only_channels_last(name, data_format):
    if data_format not in (None, "channels_last"):
        raise ValueError(f"the runtime's {name} needs data_format='channels_last'")


def array_to_img(x, data_format=None, scale=True, dtype=None):
    """A picture of an array [height, width, channels]; `scale` spreads its values over all of 0 to 255.

    Raises:
        ImportError: Pillow is missing.
        ValueError: an array of another rank, or with other than 1, 3 or 4 channels.
    """
    _only_channels_last("array_to_img", data_format)
    image = pillow("array_to_img")
    x = np.asarray(x, dtype=dtype or "float32")
    if x.ndim != 3:
        raise ValueError(f"Expected image array to have rank 3 (single image). Got array with shape: {x.shape}")
    if scale:
        x = x - np.min(x)
        greatest = np.max(x)
        if greatest != 0:
            x /= greatest
        x *= 255
    channels = x.shape[2]
    if channels in (3, 4):
        return image.fromarray(x.astype("uint8"), {3: "RGB", 4: "RGBA"}[channels])
    if channels != 1:
        raise ValueError(f"Unsupported channel number: {channels}")
    if np.max(x) > 255:
        return image.fromarray(x[:, :, 0].astype("int32"), "I")
    return image.fromarray(x[:, :, 0].astype("uint8"), "L")


def img_to_array(img, data_format=None, dtype=None):
    """The array [height, width, channels] of a picture or an array. Raises ValueError for other ranks than 2 and 3."""
    _only_channels_last("img_to_array", data_format)
    x = np.asarray(img, dtype=dtype or "float32")
    if x.ndim not in (2, 3):
        raise ValueError(f"Unsupported image shape: {x.shape}")
    return x if x.ndim == 3 else x[:, :, None]


def save_img(path, x, data_format=None, file_format=None, scale=True, **kwargs):
    """Write an array as a picture, in the format that the path's extension names."""
    if file_format is None and isinstance(path, (str, pathlib.Path)):
        file_format = pathlib.Path(path).suffix[1:].lower()
    if file_format and file_format.lower() == "jpg":
        file_format = "jpeg"
    img = array_to_img(x, data_format=data_format, scale=scale)
    if img.mode == "RGBA" and file_format == "jpeg":
        warnings.warn("The JPEG format does not support RGBA images, converting to RGB.", stacklevel=2)
        img = img.convert("RGB")
    img.save(path, format=file_format, **kwargs)


def load_img(path, color_mode="rgb", target_size=None, interpolation="nearest", keep_aspect_ratio=False):
    """The picture in a file, as Pillow has it.

    Args:
        color_mode: "grayscale", "rgb" or "rgba".
        target_size: (height, width) to resize it to, with `keep_aspect_ratio` after cutting its edges.

    Raises:
        ImportError: Pillow is missing.
        TypeError, ValueError: arguments that do not fit.
    """
    image = pillow("load_img")
    if isinstance(path, io.BytesIO):
        img = image.open(path)
    elif isinstance(path, (pathlib.Path, bytes, str)):
        with open(os.fsdecode(path), "rb") as file:
            img = image.open(io.BytesIO(file.read()))
    else:
        raise TypeError(f"path should be path-like or io.BytesIO, not {type(path)}")
    if color_mode not in _MODES:
        raise ValueError('color_mode must be "grayscale", "rgb", or "rgba"')
    if img.mode != _MODES[color_mode] and not (color_mode == "grayscale" and img.mode in ("I;16", "I")):
        img = img.convert(_MODES[color_mode])
    if target_size is None or img.size == (target_size[1], target_size[0]):
        return img
    if interpolation not in _INTERPOLATIONS:
        raise ValueError(f"Invalid interpolation method {interpolation} specified. Supported methods are {', '.join(_INTERPOLATIONS)}")
    height, width = target_size[0], target_size[1]
    box = None
    if keep_aspect_ratio:
        across, down = img.size
        kept_down, kept_across = min(down, across * height // width), min(across, down * width // height)
        left, top = (across - kept_across) // 2, (down - kept_down) // 2
        box = [left, top, left + kept_across, top + kept_down]
    return img.resize((width, height), getattr(image.Resampling, interpolation.upper()), box=box)


def smart_resize(x, size, interpolation="bilinear", data_format="channels_last"):
    """Images of another size, whose edges are cut before so that nothing is distorted; an array for an array.

    Raises:
        ValueError: no two sizes, or an array that is no image.
    """
    _only_channels_last("smart_resize", data_format)
    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers, but got: {size}.")
    images = convert_to_tensor(x)
    if not 3 <= len(images.shape) <= 4:
        raise ValueError("Expected an image array with shape `(height, width, channels)`, or `(batch_size, height, width, channels)`, but "
                         f"got input with incorrect rank, of shape {images.shape}.")
    height, width = shape(images)[-3:-1]
    wanted_height, wanted_width = size
    if isinstance(height, int) and isinstance(width, int):
        kept_height = max(min(height, int(float(width * wanted_height) / wanted_width)), 1)
        kept_width = max(min(width, int(float(height * wanted_width) / wanted_height)), 1)
        top, left = int(float(height - kept_height) / 2), int(float(width - kept_width) / 2)
    else:
        kept_height = tf.maximum(tf.minimum(height, _scaled(width, wanted_height, wanted_width)), 1)
        kept_width = tf.maximum(tf.minimum(width, _scaled(height, wanted_width, wanted_height)), 1)
        top, left = _scaled(height - kept_height, 1, 2), _scaled(width - kept_width, 1, 2)
    images = resize(images[..., top:top + kept_height, left:left + kept_width, :], size, interpolation)
    return np.array(images) if isinstance(x, np.ndarray) else images


def _scaled(size, factor, divisor):
    return tf.cast(tf.cast(size * factor, tf.float32) / divisor, tf.int32)
