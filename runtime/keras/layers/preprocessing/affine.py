"""Layers that turn, shift and zoom images at random while training."""

from __future__ import annotations

import math

import runtime as tf
from runtime.keras import random
from runtime.keras.layers.preprocessing.images import images_of
from runtime.keras.layers.preprocessing.random_images import RandomImageLayer
from runtime.keras.ops.core import shape
from runtime.keras.ops.image import affine_transform


class _Affine(RandomImageLayer):
    """A layer whose transformation says what `_matrix` makes of it: rows for `affine_transform`."""

    def __init__(self, fill_mode="reflect", interpolation="bilinear", seed=None, fill_value=0.0, data_format=None, **kwargs):
        super().__init__(seed=seed, data_format=data_format, **kwargs)
        for name, value, allowed in (("fill_mode", fill_mode, ("reflect", "wrap", "constant", "nearest")),
                                     ("interpolation", interpolation, ("nearest", "bilinear"))):
            if value not in allowed:
                raise NotImplementedError(f"Unknown `{name}` {value}. Expected of one {allowed}.")
        self.fill_mode, self.interpolation, self.fill_value = fill_mode, interpolation, fill_value

    def _matrix(self, transformation, images):
        raise NotImplementedError

    def _transformed(self, images, transformation, interpolation):
        if transformation is None:
            return images
        return affine_transform(images, self._matrix(transformation, images), interpolation, self.fill_mode, self.fill_value)

    def transform_images(self, images, transformation, training=True):
        images = tf.cast(images, self.compute_dtype)
        return self._transformed(images, transformation, self.interpolation) if training else images

    def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
        return self._transformed(segmentation_masks, transformation, "nearest") if training else segmentation_masks


def _count(images):
    sizes = shape(images)
    return sizes[0] if len(sizes) == 4 else 1


def _both_directions(layer, config):
    """The config of a layer with a factor for each direction."""
    return {**config, "height_factor": layer.height_factor, "width_factor": layer.width_factor, "fill_mode": layer.fill_mode,
            "interpolation": layer.interpolation, "seed": layer.seed, "fill_value": layer.fill_value}


def _limits(name, factor, text, allows_least):
    """(least, greatest) of a factor. Raises ValueError for numbers outside of [-1, 1], or -1 itself."""
    if isinstance(factor, (tuple, list)) and len(factor) == 2:
        numbers = factor
    elif isinstance(factor, (int, float)):
        numbers = [factor]
    else:
        raise ValueError(f"{text}Received: {name}={factor}")
    for number in numbers:
        if number > 1.0 or number < -1.0 or number == -1.0 and not allows_least:
            raise ValueError(f"{text}Received: input_number={number}")
    return tuple(sorted(numbers)) if len(numbers) == 2 else (-abs(factor), abs(factor))


class RandomRotation(_Affine):
    """Turns each image by up to `factor` of a full circle."""

    _FACTOR_BOUNDS = (-1, 1)

    def __init__(self, factor, fill_mode="reflect", interpolation="bilinear", seed=None, fill_value=0.0, data_format=None, **kwargs):
        super().__init__(fill_mode, interpolation, seed, fill_value, data_format, factor=factor, **kwargs)

    def get_random_transformation(self, data, training=True, seed=None):
        if not training:
            return None
        sizes = shape(images_of(data))
        count, height, width = sizes[:3] if len(sizes) == 4 else (1, *sizes[:2])
        low, high = (limit * 360.0 for limit in self.factor)
        angle = random.uniform((count,), low, high, seed=self.generator if seed is None else seed)
        return {"angle": angle, "rotation_matrix": _rotation(angle, height, width), "image_height": height, "image_width": width,
                "batch_size": count}

    def _matrix(self, transformation, images):
        return transformation["rotation_matrix"]

    def get_config(self):
        return {**super().get_config(), "factor": self.factor, "fill_mode": self.fill_mode, "fill_value": self.fill_value,
                "interpolation": self.interpolation, "seed": self.seed}


def _rotation(degrees, height, width):
    angle = degrees * tf.constant(math.pi / 180.0)
    x, y = (0.5 * (tf.cast(size, angle.dtype) - 1) for size in (width, height))
    cos, sin = tf.cos(angle), tf.sin(angle)
    rows = tf.stack([cos, -sin, x - x * cos - y * -sin, sin, cos, y - x * sin - y * cos], axis=1)
    return tf.concat([rows, tf.zeros([tf.shape(rows)[0], 2])], axis=1)


class RandomZoom(_Affine):
    """Zooms each image by a factor around 1: in for negative numbers. Without `width_factor` in both directions alike.

    Raises:
        ValueError: factors outside of (-1, 1].
    """

    _text = "The `height_factor` and `width_factor` arguments should be a number (or a list of two numbers) in the range (-1.0, 1.0]. "

    def __init__(self, height_factor, width_factor=None, fill_mode="reflect", interpolation="bilinear", seed=None, fill_value=0.0,
                 data_format=None, **kwargs):
        super().__init__(fill_mode, interpolation, seed, fill_value, data_format, **kwargs)
        self.height_factor, self.width_factor = height_factor, width_factor
        self.height_lower, self.height_upper = _limits("height_factor", height_factor, self._text, False)
        if width_factor is not None:
            self.width_lower, self.width_upper = _limits("width_factor", width_factor, self._text, False)

    def get_random_transformation(self, data, training=True, seed=None):
        if not training:
            return None
        count = _count(images_of(data))
        seed = self.generator if seed is None else seed
        height = width = random.uniform((count, 1), 1.0 + self.height_lower, 1.0 + self.height_upper, seed=seed)
        if self.width_factor is not None:
            width = random.uniform((count, 1), 1.0 + self.width_lower, 1.0 + self.width_upper, seed=seed)
        return {"height_zoom": height, "width_zoom": width, "input_shape": shape(images_of(data))}

    def _matrix(self, transformation, images):
        width_zoom, height_zoom = (tf.cast(transformation[name], tf.float32) for name in ("width_zoom", "height_zoom"))
        height, width = shape(images)[-3:-1]
        x, y = ((tf.cast(size, tf.float32) - 1.0) / 2.0 * (1.0 - zoom) for size, zoom in ((width, width_zoom), (height, height_zoom)))
        none = tf.zeros_like(x)
        return tf.concat([width_zoom, none, x, none, height_zoom, y, none, none], axis=1)

    def get_config(self):
        return _both_directions(self, super().get_config())


class RandomTranslation(_Affine):
    """Shifts each image by up to `height_factor` of its height and `width_factor` of its width.

    Raises:
        ValueError: factors outside of [-1, 1].
    """

    _text = "The `factor` argument should be a number (or a list of two numbers) in the range [-1.0, 1.0]. "

    def __init__(self, height_factor, width_factor, fill_mode="reflect", interpolation="bilinear", seed=None, fill_value=0.0,
                 data_format=None, **kwargs):
        super().__init__(fill_mode, interpolation, seed, fill_value, data_format, **kwargs)
        self.height_factor, self.width_factor = height_factor, width_factor
        self.height_lower, self.height_upper = _limits("height_factor", height_factor, self._text, True)
        self.width_lower, self.width_upper = _limits("width_factor", width_factor, self._text, True)

    def get_random_transformation(self, data, training=True, seed=None):
        if not training:
            return None
        count, sizes = _count(images_of(data)), shape(images_of(data))
        height, width = sizes[-3], sizes[-2]
        seed = self.generator if seed is None else seed
        down = random.uniform([count, 1], self.height_lower, self.height_upper, seed=seed) * tf.cast(height, tf.float32)
        across = random.uniform([count, 1], self.width_lower, self.width_upper, seed=seed) * tf.cast(width, tf.float32)
        return {"translations": tf.concat([across, down], axis=1), "input_shape": shape(images_of(data))}

    def _matrix(self, transformation, images):
        shifts = transformation["translations"]
        one, none = tf.ones_like(shifts[:, :1]), tf.zeros_like(shifts[:, :1])
        return tf.concat([one, none, -shifts[:, :1], none, one, -shifts[:, 1:], none, none], axis=1)

    def get_config(self):
        return _both_directions(self, super().get_config())
