"""Layers that change images at random while training: they flip, cut, or change contrast and brightness."""

from __future__ import annotations

import runtime as tf
from runtime.keras import random
from runtime.keras.layers.preprocessing.images import ImageLayer, images_of
from runtime.keras.ops.core import shape
from runtime.keras.ops.image import resize


class RandomImageLayer(ImageLayer):
    """A layer that draws from its own stream."""

    def __init__(self, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.seed, self.generator = seed, random.SeedGenerator(seed)

    def _one_for_each(self, images):
        """The shape of what is drawn once for each image."""
        sizes = shape(images)
        return (1, 1, 1) if len(sizes) == 3 else (sizes[0], 1, 1, 1)

    def _one_for_each_checked(self, images):
        """The same. Raises ValueError for what are no images."""
        sizes = shape(images)
        if len(sizes) not in (3, 4):
            raise ValueError(f"Expected the input image to be rank 3 or 4. Received inputs.shape={sizes}")
        return self._one_for_each(images)

    def compute_output_shape(self, input_shape):
        return input_shape


class RandomFlip(RandomImageLayer):
    """Flips half of the images: `mode` "horizontal", "vertical" or "horizontal_and_vertical", which flips in both directions at once."""

    _convert_input_args = False

    def __init__(self, mode="horizontal_and_vertical", seed=None, data_format=None, **kwargs):
        super().__init__(seed=seed, data_format=data_format, **kwargs)
        self.mode = mode

    def get_random_transformation(self, data, training=True, seed=None):
        if not training:
            return None
        images = images_of(data)
        return {"flips": random.uniform(self._one_for_each(images), seed=self.generator if seed is None else seed) <= 0.5,
                "input_shape": shape(images)}

    def transform_images(self, images, transformation, training=True):
        images = tf.cast(images, self.compute_dtype)
        if not training or transformation is None:
            return images
        for direction, axis in (("horizontal", -2), ("vertical", -3)):
            if self.mode in (direction, "horizontal_and_vertical"):
                images = tf.where(transformation["flips"], tf.reverse(images, [axis]), images)
        return images

    def get_config(self):
        return {**super().get_config(), "seed": self.seed, "mode": self.mode}


class RandomCrop(RandomImageLayer):
    """Cuts all images of a batch at one place. Smaller images, and all that are no training data, are resized."""

    _convert_input_args = False

    def __init__(self, height, width, seed=None, data_format=None, name=None, **kwargs):
        made = random.make_default_seed() if seed is None else seed
        super().__init__(name=name, seed=seed, data_format=data_format, **kwargs)
        self.height, self.width, self.seed = height, width, made
        self.supports_masking = False

    def get_random_transformation(self, data, training=True, seed=None):
        sizes = shape(images_of(data))
        height, width = sizes[-3], sizes[-2]
        if height is None or width is None:
            raise ValueError("RandomCrop requires the input to have a fully defined height and width. Received: "
                             f"images.shape={sizes}")
        if training and height > self.height and width > self.width:
            seed = self.generator if seed is None else seed
            return tuple(tf.cast(random.uniform((), 0, float(size - wanted + 1), seed=seed), tf.int32)
                         for size, wanted in ((height, self.height), (width, self.width)))
        kept_height = max(min(height, int(float(width * self.height) / self.width)), 1)
        kept_width = max(min(width, int(float(height * self.width) / self.height)), 1)
        return int(float(height - kept_height) / 2), int(float(width - kept_width) / 2)

    def transform_images(self, images, transformation, training=True):
        if not training:
            return images
        images = tf.cast(images, self.compute_dtype)
        top, left = transformation
        images = images[..., top:top + self.height, left:left + self.width, :]
        sizes = tuple(shape(images)[-3:-1])
        if not all(isinstance(size, int) for size in sizes) or sizes != (self.height, self.width):
            images = tf.cast(resize(images, (self.height, self.width)), self.compute_dtype)
        return images

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-3], self.height, self.width, input_shape[-1])

    def get_config(self):
        return {**super().get_config(), "height": self.height, "width": self.width, "seed": self.seed}


class RandomContrast(RandomImageLayer):
    """Moves the values away from the mean of their channel, or towards it, by a share of up to `factor`."""

    _FACTOR_BOUNDS = (0, 1)

    def __init__(self, factor, value_range=(0, 255), seed=None, **kwargs):
        super().__init__(factor=factor, seed=seed, **kwargs)
        self.value_range = value_range

    def get_random_transformation(self, data, training=True, seed=None):
        sizes = self._one_for_each_checked(images_of(data))
        if not training:
            return {"contrast_factor": tf.zeros(sizes)}
        return {"contrast_factor": random.uniform(sizes, 1.0 - self.factor[0], 1.0 + self.factor[1], self.compute_dtype,
                                                  self.generator if seed is None else seed)}

    def transform_images(self, images, transformation, training=True):
        if not training:
            return images
        numbers = images if images.dtype.is_floating else tf.cast(images, tf.float32)
        mean = tf.reduce_mean(tf.reduce_mean(numbers, -3, keepdims=True), -2, keepdims=True)
        return tf.clip_by_value((images - mean) * transformation["contrast_factor"] + mean, *self.value_range)

    def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
        return segmentation_masks

    def get_config(self):
        return {**super().get_config(), "factor": self.factor, "value_range": self.value_range, "seed": self.seed}


class RandomBrightness(RandomImageLayer):
    """Adds one number to all values of an image, up to `factor` of the range. Raises ValueError for what is no range."""

    _FACTOR_BOUNDS = (-1, 1)

    def __init__(self, factor, value_range=(0, 255), seed=None, **kwargs):
        super().__init__(factor=factor, seed=seed, **kwargs)
        if not isinstance(value_range, (tuple, list)) or len(value_range) != 2:
            raise ValueError(f"The `value_range` argument should be a list of two numbers. Received: value_range={value_range}")
        self.value_range = sorted(value_range)

    def get_random_transformation(self, data, training=True, seed=None):
        sizes = self._one_for_each_checked(images_of(data))
        if not training:
            return {"rgb_delta": tf.zeros(sizes)}
        drawn = random.uniform(sizes, *self.factor, seed=self.generator if seed is None else seed)
        return {"rgb_delta": drawn * (self.value_range[1] - self.value_range[0])}

    def transform_images(self, images, transformation, training=True):
        if not training:
            return images
        return tf.clip_by_value(images + tf.cast(transformation["rgb_delta"], images.dtype), *self.value_range)

    def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
        return segmentation_masks

    def get_config(self):
        return {**super().get_config(), "factor": self.factor, "value_range": self.value_range, "seed": self.seed}
