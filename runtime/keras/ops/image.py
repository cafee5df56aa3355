"""`keras.ops.image`: images of another size, or seen through an affine transformation."""

from __future__ import annotations

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras.ops.operation import operation
from runtime.keras.symbolic import as_tensor
from runtime.ops.projective import projective_transform

_RESIZE = ("bilinear", "nearest", "lanczos3", "lanczos5", "bicubic", "area")
_AFFINE = ("nearest", "bilinear")
_FILL = ("constant", "nearest", "wrap", "reflect")


def _check(argument, value, allowed):
    if value not in allowed:
        raise ValueError(f"Invalid value for argument `{argument}`. Expected of one {allowed}. Received: {argument}={value}")


def _check_rank(images):
    if len(images.shape) not in (3, 4):
        raise ValueError("Invalid images rank: expected rank 3 (single image) or rank 4 (batch of images). Received input with shape: "
                         f"images.shape={images.shape}")


def _only_channels_last(data_format):
    if data_format not in (None, "channels_last"):
        raise ValueError("the runtime's keras.ops.image needs data_format='channels_last'")


def resize(images, size, interpolation="bilinear", antialias=False, crop_to_aspect_ratio=False, pad_to_aspect_ratio=False,
           fill_mode="constant", fill_value=0.0, data_format=None):
    """Images of another size, which may be cut or padded before so that nothing is distorted.

    Raises:
        ValueError: methods and modes that there are not, or tensors that are no images.
    """
    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers. Received: size={size}")
    return _resize(images, size, interpolation, antialias, crop_to_aspect_ratio, pad_to_aspect_ratio, fill_mode, fill_value, data_format)


@operation("Resize", 1, "image")
def _resize(images, size, interpolation="bilinear", antialias=False, crop_to_aspect_ratio=False, pad_to_aspect_ratio=False,
            fill_mode="constant", fill_value=0.0, data_format=None):
    images = as_tensor(images)
    _only_channels_last(data_format)
    _check("interpolation", interpolation, _RESIZE)
    if fill_mode != "constant":
        raise ValueError(f"Invalid value for argument `fill_mode`. Only `'constant'` is supported. Received: fill_mode={fill_mode}")
    if pad_to_aspect_ratio and crop_to_aspect_ratio:
        raise ValueError("Only one of `pad_to_aspect_ratio` & `crop_to_aspect_ratio` can be `True`.")
    size = tuple(size)
    _check_rank(images)
    if crop_to_aspect_ratio:
        images = _cut(images, *size)
    elif pad_to_aspect_ratio:
        images = _padded(images, *size, fill_value)
    return tf.image.resize(images, size, method=interpolation, antialias=antialias)


def _scaled(size, factor, divisor):
    return tf.cast(tf.cast(size * factor, tf.float32) / divisor, tf.int32)


def _cut(images, height, width):
    sizes = tf.shape(images)
    down, across = sizes[-3], sizes[-2]
    kept_down = tf.maximum(tf.minimum(down, _scaled(across, height, width)), 1)
    kept_across = tf.maximum(tf.minimum(across, _scaled(down, width, height)), 1)
    top, left = _scaled(down - kept_down, 1, 2), _scaled(across - kept_across, 1, 2)
    return images[..., top:top + kept_down, left:left + kept_across, :]


def _padded(images, height, width, fill_value):
    sizes = tf.shape(images)
    down, across = sizes[-3], sizes[-2]
    above = _scaled(tf.maximum(down, _scaled(across, height, width)) - down, 1, 2)
    beside = _scaled(tf.maximum(across, _scaled(down, width, height)) - across, 1, 2)
    if tf.executing_eagerly() and not above and not beside:
        return images
    outer = [[0, 0]] * (len(images.shape) - 3)
    fill = tf.ones([], images.dtype) * fill_value
    return tf.pad(images, [*outer, [above, above], [beside, beside], [0, 0]], constant_values=fill)


@operation("AffineTransform", 2, "image")
def affine_transform(images, transform, interpolation="bilinear", fill_mode="constant", fill_value=0, data_format=None):
    """Images whose pixel (x, y) is the one at ``((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k)`` with ``k = c0 x + c1 y + 1`` before.

    Args:
        transform: ``[a0, a1, a2, b0, b1, b2, c0, c1]``, or such a row for each image.

    Raises:
        ValueError: modes that there are not, or tensors of other ranks.
    """
    images, transform = as_tensor(images), as_tensor(transform)
    _only_channels_last(data_format)
    _check("interpolation", interpolation, _AFFINE)
    _check("fill_mode", fill_mode, _FILL)
    _check_rank(images)
    if len(transform.shape) not in (1, 2):
        raise ValueError("Invalid transform rank: expected rank 1 (single transform) or rank 2 (batch of transforms). Received input with "
                         f"shape: transform.shape={transform.shape}")
    batch = images if len(images.shape) == 4 else tf.expand_dims(images, 0)
    rows = transform if len(transform.shape) == 2 else tf.expand_dims(transform, 0)
    result = projective_transform(batch, tf.cast(rows, tf.float32), tf.shape(batch)[1:-1], tf.cast(fill_value, tf.float32),
                                  interpolation.upper(), fill_mode.upper())
    result = tf.ensure_shape(result, batch.shape)
    return result if len(images.shape) == 4 else tf.squeeze(result, 0)


__getattr__ = absent_from("tf.keras.ops.image")
