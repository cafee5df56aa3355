"""`tf.compat.v1.image`: resizing as TensorFlow 1 does it, which takes other pixels than TensorFlow 2."""

from __future__ import annotations

from runtime import image as _image
from runtime.compat.faces.fallback import names_of
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.dispatch import dispatch as _dispatch
from runtime.ops.image import images as _images
from runtime.ops.image import resize as _resize
from runtime.ops.image import sampling as _sampling


class ResizeMethod:
    """How `resize_images` makes new pixels."""

    BILINEAR, NEAREST_NEIGHBOR, BICUBIC, AREA = range(4)


_NAMED = {"bilinear": _resize.BILINEAR, "nearest": _resize.NEAREST, "bicubic": _resize.BICUBIC, "area": _resize.AREA}
_OPS = {**_NAMED, ResizeMethod.BILINEAR: _resize.BILINEAR, ResizeMethod.NEAREST_NEIGHBOR: _resize.NEAREST, ResizeMethod.BICUBIC: _resize.BICUBIC,
        ResizeMethod.AREA: _resize.AREA}


def resize_images(images, size, method=ResizeMethod.BILINEAR, align_corners=False, preserve_aspect_ratio=False, name=None):
    """Images in another size.

    Args:
        images: one image, or a batch of them.
        align_corners: whether the centres of the corner pixels stay where they are.

    Raises:
        ValueError: the images have another rank, `size` is none, or there is no such method.
    """
    def resized(images, size):
        if method not in _OPS:
            raise ValueError(f"Resize method is not implemented: {method}")
        return _dispatch(_OPS[method], (images, size), {"align_corners": align_corners})
    return _images.resized(images, size, resized, preserve_aspect_ratio, name, keep_same=True)


resize = resize_images


def resize_image_with_pad(image, target_height, target_width, method=ResizeMethod.BILINEAR, align_corners=False):
    return _images.resized_with_pad(image, target_height, target_width, lambda image, size: resize_images(image, size, method, align_corners))


def _resizer(operation, method, function):
    def resizer(images, size, align_corners=False, name=None, half_pixel_centers=False):
        _warn_deprecated(function, "tensorflow.python.ops.image_ops_impl",
                         f"Use `tf.image.resize(...method=ResizeMethod.{method}...)` instead.", depth=1)
        return _dispatch(operation, (images, size), {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}, name)
    resizer.__name__ = resizer.__qualname__ = function
    resizer.__doc__ = f"Images in another size, by the method {method}."
    return resizer


resize_bilinear = _resizer(_resize.BILINEAR, "BILINEAR", "resize_bilinear")
resize_nearest_neighbor = _resizer(_resize.NEAREST, "NEAREST_NEIGHBOR", "resize_nearest_neighbor")
resize_bicubic = _resizer(_resize.BICUBIC, "BICUBIC", "resize_bicubic")


def resize_area(images, size, align_corners=False, name=None):
    """Images in another size, each pixel the mean of those that it covers."""
    _warn_deprecated("resize_area", "tensorflow.python.ops.image_ops_impl", "Use `tf.image.resize(...method=ResizeMethod.AREA...)` instead.")
    return _dispatch(_resize.AREA, (images, size), {"align_corners": align_corners}, name)


def crop_and_resize(image, boxes, box_ind=None, crop_size=None, method="bilinear", extrapolation_value=0, name=None, box_indices=None):
    return _image.crop_and_resize(image, boxes, box_ind if box_indices is None else box_indices, crop_size, method, extrapolation_value, name)


def draw_bounding_boxes(images, boxes, name=None, colors=None):
    return _image.draw_bounding_boxes(images, boxes, colors, name)


def extract_image_patches(images, ksizes=None, strides=None, rates=None, padding=None, name=None, sizes=None):
    return _image.extract_patches(images, ksizes if sizes is None else sizes, strides, rates, padding, name)


def sample_distorted_bounding_box(image_size, bounding_boxes, seed=None, seed2=None, min_object_covered=0.1, aspect_ratio_range=None,
                                  area_range=None, max_attempts=None, use_image_if_no_bounding_boxes=None, name=None):
    """`tf.image.sample_distorted_bounding_box` with both seeds of the op."""
    _warn_deprecated("sample_distorted_bounding_box", "tensorflow.python.ops.image_ops_impl", "`seed2` arg is deprecated.Use sample_distorted_bounding_box_v2 instead.", depth=1)
    return _sampling.sample(image_size, bounding_boxes, {"seed": seed or 0, "seed2": seed2 or 0}, min_object_covered, aspect_ratio_range, area_range,
                            max_attempts, use_image_if_no_bounding_boxes, name)


__getattr__ = names_of("tf.compat.v1.image", _image, {
    "resize_image_with_crop_or_pad": ("runtime.image", "resize_with_crop_or_pad"), "transpose_image": ("runtime.image", "transpose")})
