"""`tf.image`: colours, brightness, contrast, dtypes of images, and how alike two images are."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, gradient, not_differentiable, op
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import text
from runtime.ops.control_flow.check import assert_ as Assert
from runtime.ops import array, infer, math
from runtime.ops.cast import cast
from runtime.ops.sums import saturate_cast
from runtime.ops.comparison import equal, greater_equal
from runtime.ops.contraction import tensordot
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.creation import one_hot, ones, range_
from runtime.ops.gather_scatter import gather
from runtime.ops.identity import identity
from runtime.ops.image.images import after, checked
from runtime.ops.joining import concat, stack
from runtime.ops.rearrange import tile
from runtime.ops.composite_reductions import reduce_std
from runtime.ops.reduction import argmax, argmin, reduce_all, reduce_mean, reduce_prod, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.nn.activations import softmax
from runtime.ops.nn.conv import depthwise_conv2d

_SMALL = (dtypes.float16, dtypes.float32)


def convert_image_dtype(image, dtype, saturate=False, name=None):
    """The image in another dtype, scaled: floats go from 0 to 1, integers to their largest value.

    Raises:
        AttributeError: one of the dtypes is neither floating nor integer.
    """
    image = convert_to_tensor(image, name="image")
    dtype = dtypes.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_integer):
        raise AttributeError("dtype must be either floating point or integer")
    if not (image.dtype.is_floating or image.dtype.is_integer):
        raise AttributeError("image dtype must be either floating point or integer")
    if dtype is image.dtype:
        return identity(image, name=name)
    change = saturate_cast if saturate else cast
    with scope(name, "convert_image") as name:
        if image.dtype.is_floating and dtype.is_floating:
            return cast(image, dtype, name=name)
        if image.dtype.is_floating:
            return change(math.multiply(image, dtype.max + 0.5), dtype, name=name)
        if dtype.is_floating:
            return math.multiply(cast(image, dtype), 1.0 / image.dtype.max, name=name)
        if image.dtype.max > dtype.max:
            return change(math.floordiv(image, (image.dtype.max + 1) // (dtype.max + 1)), dtype, name=name)
        return math.multiply(change(image, dtype), (dtype.max + 1) // (image.dtype.max + 1), name=name)


def _in_floats(image, name, change, saturate):
    """``change(image as floats)``, back in the image's own dtype."""
    image = convert_to_tensor(image, name=name)
    floats = image if image.dtype in _SMALL else convert_image_dtype(image, dtypes.float32)
    return convert_image_dtype(change(floats), image.dtype, saturate=saturate)


def adjust_brightness(image, delta):
    """The image with `delta`, between -1 and 1, added to it."""
    with scope(None, "adjust_brightness") as name:
        return _in_floats(image, "image", lambda floats: math.add(floats, cast(delta, floats.dtype), name=name), True)


def adjust_contrast(images, contrast_factor):
    """``(image - mean) * contrast_factor + mean``, with the mean of each channel."""
    with scope(None, "adjust_contrast") as name:
        return _in_floats(images, "images", lambda floats: dispatch(ADJUST_CONTRAST, (floats, contrast_factor), None, name), True)


def adjust_gamma(image, gamma=1, gain=1):
    """``gain * image ** gamma``. Raises ValueError for a negative gamma."""
    with scope(None, "adjust_gamma"):
        text_ = "Gamma should be a non-negative real number."
        if isinstance(gamma, Tensor):
            gamma = after([Assert(gamma >= 0, [text_])], gamma)
        elif gamma < 0:
            raise ValueError(text_)
        return _in_floats(image, "image", lambda floats: gain * floats ** gamma, True)


def adjust_hue(image, delta, name=None):
    """The colours turned by `delta`, a share of the circle in [-1, 1]. Raises ValueError outside of it, eagerly."""
    with scope(name, "adjust_hue"):
        if context.graph is None and (delta < -1 or delta > 1):
            raise ValueError("delta must be in the interval [-1, 1]")
        return _in_floats(image, "image", lambda floats: dispatch(ADJUST_HUE, (floats, delta)), False)


def adjust_saturation(image, saturation_factor, name=None):
    """The colours with their saturation multiplied."""
    with scope(name, "adjust_saturation"):
        return _in_floats(image, "image", lambda floats: dispatch(ADJUST_SATURATION, (floats, saturation_factor)), False)


def rgb_to_grayscale(images, name=None):
    """One channel, red, green and blue weighed as the eye does."""
    with scope(name, "rgb_to_grayscale") as name:
        images = convert_to_tensor(images, name="images")
        grey = tensordot(convert_image_dtype(images, dtypes.float32), [0.2989, 0.587, 0.114], [-1, -1])
        return convert_image_dtype(array.expand_dims(grey, -1), images.dtype, name=name)


def grayscale_to_rgb(images, name=None):
    """Three equal channels. Raises ValueError unless the last dimension is 1."""
    with scope(name, "grayscale_to_rgb") as name:
        images = convert_to_tensor(images, name="images")
        if images._dims is not None and (not images._dims or images._dims[-1] not in (1, None)):
            raise ValueError("Last dimension of a grayscale image should be size 1.")
        if images._dims is not None and len(images._dims) < 2:
            raise ValueError(f"A grayscale image (shape {images.shape}) must be at least two-dimensional.")
        count = array.expand_dims(array.rank(images) - 1, 0)
        rgb = tile(images, concat([ones(count, dtype=dtypes.int32), array.expand_dims(3, 0)], 0), name=name)
        rgb.set_shape(images.shape[:-1].concatenate([3]))
        return rgb


def per_image_standardization(image):
    """Mean 0 and standard deviation 1 for each image: float32."""
    with scope(None, "per_image_standardization") as name:
        image = cast(checked(convert_to_tensor(image, name="image")), dtypes.float32)
        pixels = reduce_prod(array.shape(image)[-3:])
        mean = reduce_mean(image, axis=[-1, -2, -3], keepdims=True)
        deviation = reduce_std(image, axis=[-1, -2, -3], keepdims=True)
        least = math.rsqrt(cast(pixels, dtypes.float32))
        deviation = math.maximum(deviation, least)
        return math.divide(image - mean, deviation, name=name)


# -- colour spaces -------------------------------------------------------------------------------------------------
def _check_colours(images):
    if images.ndim < 1 or images.shape[-1] != 3:
        if not images.ndim:
            raise errors.invalid("input must be at least 1D[]")
        raise errors.FailedPreconditionError(None, None, "input must have 3 channels but input only has "
                                             f"{images.shape[-1]} channels.")


def _to_hsv(images):
    _check_colours(images)
    red, green, blue = np.moveaxis(images, -1, 0)
    value = images.max(axis=-1)
    span = value - images.min(axis=-1)
    saturation = np.where(value > 0, span / np.where(value > 0, value, 1), 0)
    scale = 1 / np.where(span > 0, 6 * span, 1)
    hue = np.where(red == value, scale * (green - blue),
                   np.where(green == value, scale * (blue - red) + images.dtype.type(2 / 6),
                            scale * (red - green) + images.dtype.type(4 / 6)))
    hue = np.where(span <= 0, 0, hue)
    hue = np.where(hue < 0, hue + 1, hue)
    return np.stack([hue, saturation, value], axis=-1).astype(images.dtype)


def _to_rgb(images):
    _check_colours(images)
    hue, saturation, value = np.moveaxis(images, -1, 0)
    turned = hue * 6
    shares = np.clip(np.stack([np.abs(turned - 3) - 1, 2 - np.abs(turned - 2), 2 - np.abs(turned - 4)], axis=-1), 0, 1)
    return (((1 - saturation)[..., None] + saturation[..., None] * shares) * value[..., None]).astype(images.dtype)


def _check_adjusted(images, factor, name):
    if images.ndim < 3:
        raise errors.invalid(f"input must be at least 3-D, got shape{text(images.shape)}")
    if np.ndim(factor):
        raise errors.invalid(f"{name} must be scalar: {text(np.shape(factor))}")


def _contrast(images, factor):
    _check_adjusted(images, factor, "contrast_factor")
    mean = images.mean(axis=(-3, -2), keepdims=True, dtype=np.float32 if images.dtype == np.float16 else images.dtype)
    return ((images - mean) * np.float32(factor) + mean).astype(images.dtype)


def _hue(images, delta):
    _check_adjusted(images, delta, "delta")
    hsv = _to_hsv(images.astype(np.float32))
    hsv[..., 0] = (hsv[..., 0] + np.float32(delta)) % 1
    return _to_rgb(hsv).astype(images.dtype)


def _saturation(images, scale):
    _check_adjusted(images, scale, "scale")
    hsv = _to_hsv(images.astype(np.float32))
    hsv[..., 1] = np.clip(hsv[..., 1] * np.float32(scale), 0, 1)
    return _to_rgb(hsv).astype(images.dtype)


def _same(inputs, attrs):
    return inputs[0]._dims


def _adjusted(inputs, attrs):
    dims = infer.with_rank_at_least(inputs[0]._dims, 3)
    infer.with_rank(inputs[1]._dims, 0)
    return dims


_HALF_FLOAT = TypeList("float16 float32")
_COLOUR_TYPES = TypeList("float16 bfloat16 float32 float64")
ADJUST_CONTRAST = op("AdjustContrastv2", "images: T, contrast_factor: float32 -> output: T", kernel=_contrast, infer=_adjusted,
                     types={"T": _HALF_FLOAT}, unserved={"T": "float16"})
ADJUST_HUE = op("AdjustHue", "images: T, delta: float32 -> output: T", kernel=_hue, infer=_adjusted, types={"T": _HALF_FLOAT}, unserved={"T": "float16"})
ADJUST_SATURATION = op("AdjustSaturation", "images: T, scale: float32 -> output: T", kernel=_saturation, infer=_adjusted,
                       types={"T": _HALF_FLOAT}, unserved={"T": "float16"})
RGB_TO_HSV = op("RGBToHSV", "images: T -> output: T", kernel=_to_hsv, infer=_same, types={"T": _COLOUR_TYPES})
HSV_TO_RGB = op("HSVToRGB", "images: T -> output: T", kernel=_to_rgb, infer=_same, types={"T": _COLOUR_TYPES})
not_differentiable("HSVToRGB")


@gradient("RGBToHSV")
def _of_rgb_to_hsv(op, dy):
    """Hue is (p - q) / 6d and a constant, where p - q is of the two smaller colours in turn, d = largest - smallest."""
    images, dtype = op.inputs[0], op.inputs[0].dtype
    largest, smallest = argmax(images, axis=-1), argmin(images, axis=-1)
    d_value, d_least = one_hot(largest, 3, dtype=dtype), one_hot(smallest, 3, dtype=dtype)
    value, least = (reduce_sum(images * one, axis=-1, keepdims=True) for one in (d_value, d_least))
    span = value - least
    turned = constant([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], dtype)  # p - q as a sum of the colours, by the largest
    d_part = gather(turned, largest)
    part = reduce_sum(images * d_part, axis=-1, keepdims=True)
    d_hue = math.divide_no_nan(d_part * span - part * (d_value - d_least), 6 * span * span)
    d_saturation = math.divide_no_nan(least * d_value - value * d_least, value * value)
    return dy[..., 0:1] * d_hue + dy[..., 1:2] * d_saturation + dy[..., 2:3] * d_value


def rgb_to_hsv(images, name=None):
    """Hue, saturation and value of red, green and blue, all between 0 and 1."""
    return dispatch(RGB_TO_HSV, (images,), None, name)


def hsv_to_rgb(images, name=None):
    """Red, green and blue of hue, saturation and value."""
    return dispatch(HSV_TO_RGB, (images,), None, name)


# -- likeness ------------------------------------------------------------------------------------------------------
def _alike(first, second):
    """Checks that two batches of images have one shape: operations. Raises ValueError where that is known not to be so."""
    left, right = first.shape.with_rank_at_least(3), second.shape.with_rank_at_least(3)
    left[-3:].assert_is_compatible_with(right[-3:])
    for one, other in zip(reversed(left[:-3]), reversed(right[:-3])):
        if None not in (one, other) and 1 not in (one, other) and one != other:
            raise ValueError(f"Two images are not compatible: {left} and {right}")
    left, right = array.shape_n([first, second])
    return [Assert(greater_equal(array.size(left), 3), [left, right], summarize=10),
            Assert(reduce_all(equal(left[-3:], right[-3:])), [left, right], summarize=10)]


def psnr(a, b, max_val, name=None):
    """The ratio of the largest signal to the noise between two images, in decibels."""
    with scope(name, "PSNR"):
        a, b = convert_to_tensor(a), convert_to_tensor(b)
        largest = convert_image_dtype(cast(max_val, a.dtype), dtypes.float32)
        a, b = convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32)
        error = reduce_mean(math.squared_difference(a, b), [-3, -2, -1])
        result = math.subtract(20 * math.log(largest) / math.log(10.0), np.float32(10 / np.log(10)) * math.log(error), name="psnr")
        return after(_alike(a, b), result)


def ssim(img1, img2, max_val, filter_size=11, filter_sigma=1.5, k1=0.01, k2=0.03, return_index_map=False):
    """The structural similarity of two images: 1 where they are the same.

    Args:
        max_val: the distance between the largest and the smallest value that there could be.
        filter_size, filter_sigma: of the window that means are taken in.
        return_index_map: for each place instead of each image.
    """
    with scope(None, "SSIM"):
        first, second = convert_to_tensor(img1, name="img1"), convert_to_tensor(img2, name="img2")
        first = after(_alike(first, second), first)
        largest = convert_image_dtype(cast(max_val, first.dtype), dtypes.float32)
        first, second = convert_image_dtype(first, dtypes.float32), convert_image_dtype(second, dtypes.float32)
        size = constant(filter_size, dtypes.int32)
        shapes = array.shape_n([first, second])
        with control_dependencies([one for one in (Assert(reduce_all(greater_equal(shape[-3:-1], size)), [shape, size], summarize=8)
                                                   for shape in shapes) if one is not None]):
            first = identity(first)
        window = tile(_gaussian(size, constant(filter_sigma, first.dtype)), stack([1, 1, shapes[0][-1], 1]))

        def mean(x):
            dims = array.shape(x)
            flat = depthwise_conv2d(array.reshape(x, concat([[-1], dims[-3:]], 0)), window, strides=[1, 1, 1, 1], padding="VALID")
            return array.reshape(flat, concat([dims[:-3], array.shape(flat)[1:]], 0))
        low, high = (k1 * largest) ** 2, (k2 * largest) ** 2
        mean1, mean2 = mean(first), mean(second)
        product, squares = mean1 * mean2 * 2.0, math.square(mean1) + math.square(mean2)
        light = (product + low) / (squares + low)
        both, spread = mean(first * second) * 2.0, mean(math.square(first) + math.square(second))
        result = light * ((both - product + high) / (spread - squares + high))
        return reduce_mean(result if return_index_map else reduce_mean(result, constant([-3, -2], dtypes.int32)), [-1])


def _gaussian(size, sigma):
    places = cast(range_(size), sigma.dtype) - cast(size - 1, sigma.dtype) / 2.0
    places = math.square(places) * (-0.5 / math.square(sigma))
    weights = softmax(array.reshape(array.reshape(places, [1, -1]) + array.reshape(places, [-1, 1]), [1, -1]))
    return array.reshape(weights, stack([size, size, 1, 1]))
