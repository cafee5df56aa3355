"""What layers of images have in common, and those that only cut or resize."""

from __future__ import annotations

import runtime as tf
from runtime.keras.data_format import standardize
from runtime.keras.layers.preprocessing.data_layer import DataLayer
from runtime.keras.ops.core import convert_to_tensor, shape
from runtime.keras.ops.image import resize
from runtime.keras.utils.images import smart_resize


def _channels_last(layer, data_format):
    """What the layer's config says of its data format. Raises ValueError for channels first, which the runtime has not here."""
    if standardize(data_format) != "channels_last":
        raise ValueError(f"the runtime's {type(layer).__name__} needs data_format='channels_last'")
    return "channels_last"


class ImageLayer(DataLayer):
    """A layer of images [height, width, channels], alone or in batches; or of a dict with "images", "labels" and "segmentation_masks".

    Subclasses define `get_random_transformation`, which draws what is done, and `transform_images`, which does it.
    """

    _FACTOR_BOUNDS = None  # of the argument `factor`, for layers that have it

    def __init__(self, factor=None, bounding_box_format=None, data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.bounding_box_format, self.data_format = bounding_box_format, _channels_last(self, data_format)
        if self._FACTOR_BOUNDS is not None:
            self._set_factor(factor or 0.0)
        elif factor is not None:
            raise ValueError(f"Layer {type(self).__name__} does not take a `factor` argument. Received: factor={factor}")

    def _set_factor(self, factor):
        least, most = self._FACTOR_BOUNDS
        text = (f"The `factor` argument should be a number (or a list of two numbers) in the range [{least}, {most}]. Received: "
                f"factor={factor}")
        if isinstance(factor, (tuple, list)):
            if len(factor) != 2 or factor[0] > most or factor[1] < least:
                raise ValueError(text)
            self.factor = tuple(sorted(factor))
        elif isinstance(factor, (int, float)):
            if not least <= factor <= most:
                raise ValueError(text)
            self.factor = (max(-abs(factor), least), abs(factor))
        else:
            raise ValueError(text)

    def get_random_transformation(self, data, training=True, seed=None):
        """What is to be done to `data`: None, or whatever `transform_images` takes."""
        return None

    def transform_images(self, images, transformation, training=True):
        """The images of a batch after the transformation."""
        raise NotImplementedError

    def transform_labels(self, labels, transformation, training=True):
        """The labels of a batch after the transformation."""
        return labels

    def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
        """The masks of a batch after the transformation."""
        return self.transform_images(segmentation_masks, transformation, training=training)

    def transform_bounding_boxes(self, bounding_boxes, transformation, training=True):
        """Raises NotImplementedError."""
        raise NotImplementedError("the runtime's image layers transform images, labels and segmentation masks, but no bounding boxes")

    def call(self, data, training=True):
        transformation = self.get_random_transformation(data, training=training)
        images = data["images"] if isinstance(data, dict) else data
        is_batch = len(shape(images)) == 4
        if not is_batch and len(shape(images)) != 3:
            raise ValueError(f"Expected image tensor to have rank 3 (single image) or 4 (batch of images). Received: "
                             f"data.shape={tuple(shape(images))}")

        def transformed(value, transform):
            if is_batch:
                return transform(value, transformation=transformation, training=training)
            return tf.squeeze(transform(tf.expand_dims(value, 0), transformation=transformation, training=training), 0)

        if not isinstance(data, dict):
            return transformed(convert_to_tensor(data), self.transform_images)
        for name, transform in (("images", self.transform_images), ("bounding_boxes", self.transform_bounding_boxes),
                                ("labels", self.transform_labels), ("segmentation_masks", self.transform_segmentation_masks)):
            if name in data:
                data[name] = transformed(data[name] if name == "bounding_boxes" else convert_to_tensor(data[name]), transform)
        return data

    def get_config(self):
        config = {**self._base_config(), "data_format": self.data_format}
        if self.bounding_box_format is not None:
            config["bounding_box_format"] = self.bounding_box_format
        return config


def images_of(data):
    return data["images"] if isinstance(data, dict) else data


class Resizing(ImageLayer):
    """Images of another size. Those of integers are rounded.

    Args:
        interpolation: a method of `tf.image.resize`.
        crop_to_aspect_ratio, pad_to_aspect_ratio: cut or pad before, so that nothing is distorted.
    """

    def __init__(self, height, width, interpolation="bilinear", crop_to_aspect_ratio=False, pad_to_aspect_ratio=False,
                 fill_mode="constant", fill_value=0.0, antialias=False, data_format=None, **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        self.height, self.width, self.interpolation = height, width, interpolation
        self.crop_to_aspect_ratio, self.pad_to_aspect_ratio = crop_to_aspect_ratio, pad_to_aspect_ratio
        self.fill_mode, self.fill_value, self.antialias = fill_mode, fill_value, bool(antialias)

    def get_random_transformation(self, data, training=True, seed=None):
        sizes = shape(images_of(data))
        return sizes[-3], sizes[-2]

    def transform_images(self, images, transformation=None, training=True, interpolation=None):
        result = resize(images, (self.height, self.width), interpolation or self.interpolation, self.antialias,
                        self.crop_to_aspect_ratio, self.pad_to_aspect_ratio, self.fill_mode, self.fill_value)
        if result.dtype is images.dtype:
            return result
        if images.dtype.is_integer:
            result = tf.round(result)
        return tf.saturate_cast(result, images.dtype)

    def transform_segmentation_masks(self, segmentation_masks, transformation=None, training=True):
        return self.transform_images(segmentation_masks, transformation, training, "nearest")

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-3], self.height, self.width, input_shape[-1])

    def get_config(self):
        return {**super().get_config(), "height": self.height, "width": self.width, "interpolation": self.interpolation,
                "crop_to_aspect_ratio": self.crop_to_aspect_ratio, "pad_to_aspect_ratio": self.pad_to_aspect_ratio,
                "fill_mode": self.fill_mode, "fill_value": self.fill_value, "antialias": self.antialias}


class CenterCrop(ImageLayer):
    """The middle of images; smaller ones are resized and cut."""

    def __init__(self, height, width, data_format=None, **kwargs):
        super().__init__(data_format=data_format, **kwargs)
        self.height, self.width = height, width

    def transform_images(self, images, transformation=None, training=True):
        images = tf.cast(images, self.compute_dtype)
        sizes = shape(images)
        down, across = sizes[-3] - self.height, sizes[-2] - self.width
        if all(not isinstance(left, int) or left >= 0 for left in (down, across)):
            top, side = down // 2, across // 2
            return images[..., top:top + self.height, side:side + self.width, :]
        return smart_resize(images, [self.height, self.width])

    def compute_output_shape(self, input_shape):
        if isinstance(input_shape[0], (list, tuple)) or len(input_shape) not in (3, 4):
            raise ValueError("`input_shape` must be a non-nested tuple or list of rank-1 with size 3 (unbatched) or 4 (batched). ")
        return (*input_shape[:-3], self.height, self.width, input_shape[-1])

    def get_config(self):
        return {**super().get_config(), "height": self.height, "width": self.width}
