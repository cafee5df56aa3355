"""`tf.compat.v1.image`: functions of images with TensorFlow 1's names and arguments. Others are those of `tf.image`."""

from __future__ import annotations

import runtime.image as _image
from runtime.core.absent import absent_from as _absent_from
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.dispatch import dispatch as _dispatch
from runtime.ops.image import images as _images, resize as _kernels, sampling as _sampling

_MODULE = "tensorflow.python.ops.image_ops_impl"


class ResizeMethod:
    """Numbers of the ways to resize."""

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


_OPS = {0: _kernels.BILINEAR, 1: _kernels.NEAREST, 2: _kernels.BICUBIC, 3: _kernels.AREA}
_OPS |= {"bilinear": _OPS[0], "nearest": _OPS[1], "bicubic": _OPS[2], "area": _OPS[3]}


def resize_images(images, size, method=ResizeMethod.BILINEAR, align_corners=False, preserve_aspect_ratio=False, name=None):
    """Images of `size` (height, width) as TensorFlow 1 resizes them: pixels begin at the corner. Raises ValueError for another method."""
    def resized(images, size):
        if method not in _OPS:
            raise ValueError(f"Resize method is not implemented: {method}")
        return _dispatch(_OPS[method], (images, size), {"align_corners": align_corners})
    return _images.resized_by(resized, images, size, preserve_aspect_ratio, name, skips_same=True)


resize = resize_images


def resize_bilinear(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """A batch resized by mixing the four pixels around each place: float32."""
    _warn_deprecated("resize_bilinear", _MODULE, "Use `tf.image.resize(...method=ResizeMethod.BILINEAR...)` instead.", depth=1)
    return _dispatch(_kernels.BILINEAR, (images, size), {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}, name)


def resize_nearest_neighbor(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """A batch resized by taking the nearest pixel, in the dtype it has."""
    _warn_deprecated("resize_nearest_neighbor", _MODULE, "Use `tf.image.resize(...method=ResizeMethod.NEAREST_NEIGHBOR...)` instead.", depth=1)
    return _dispatch(_kernels.NEAREST, (images, size), {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}, name)


def resize_bicubic(images, size, align_corners=False, name=None, half_pixel_centers=False):
    """A batch resized by mixing sixteen pixels: float32."""
    _warn_deprecated("resize_bicubic", _MODULE, "Use `tf.image.resize(...method=ResizeMethod.BICUBIC...)` instead.", depth=1)
    return _dispatch(_kernels.BICUBIC, (images, size), {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}, name)


def resize_area(images, size, align_corners=False, name=None):
    """A batch resized to the mean of the pixels that each new one covers: float32."""
    _warn_deprecated("resize_area", "tensorflow.python.ops.gen_image_ops", "Use `tf.image.resize(...method=ResizeMethod.AREA...)` instead.")
    return _dispatch(_kernels.AREA, (images, size), {"align_corners": align_corners}, name)


def resize_image_with_crop_or_pad(image, target_height, target_width):
    return _image.resize_with_crop_or_pad(image, target_height, target_width)


def crop_and_resize(image, boxes, box_ind=None, crop_size=None, method="bilinear", extrapolation_value=0, name=None, box_indices=None):
    return _image.crop_and_resize(image, boxes, box_ind if box_indices is None else box_indices, crop_size, method, extrapolation_value, name)


def draw_bounding_boxes(images, boxes, name=None, colors=None):
    return _image.draw_bounding_boxes(images, boxes, colors, name)


def extract_image_patches(images, ksizes=None, strides=None, rates=None, padding=None, name=None, sizes=None):
    return _image.extract_patches(images, ksizes if sizes is None else sizes, strides, rates, padding, name)


def sample_distorted_bounding_box(image_size, bounding_boxes, seed=None, seed2=None, min_object_covered=0.1, aspect_ratio_range=None,
                                  area_range=None, max_attempts=None, use_image_if_no_bounding_boxes=None, name=None):
    """`tf.image.sample_distorted_bounding_box` with both seeds of the op."""
    _warn_deprecated("sample_distorted_bounding_box", _MODULE, "`seed2` arg is deprecated.Use sample_distorted_bounding_box_v2 instead.", depth=1)
    return _sampling.sample(image_size, bounding_boxes, {"seed": seed or 0, "seed2": seed2 or 0}, min_object_covered, aspect_ratio_range, area_range,
                            max_attempts, use_image_if_no_bounding_boxes, name)


def __getattr__(name):
    try:
        return getattr(_image, name)
    except AttributeError:
        return _absent_from("tf.compat.v1.image")(name)
