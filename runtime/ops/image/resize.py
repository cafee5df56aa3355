"""The kernels of image resizing: every method is a matrix for the rows and one for the columns, whose transposes are the gradient."""

from __future__ import annotations

import functools

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant_value
from runtime.core.dispatch import dispatch
from runtime.core.op_def import TypeList, gradient, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops import types
from runtime.ops.array import shape

_IMAGES = TypeList("int8 uint8 int16 uint16 int32 int64 float16 float32 float64 bfloat16")


def _check(images, size, align_corners=False, half_pixel_centers=False):
    if np.shape(size) != (2,):
        raise errors.invalid(f"shape_t's number of elements must be 2, got {text(np.shape(size))}")
    if min(int(size[0]), int(size[1])) <= 0:
        raise errors.invalid("output dimensions must be positive")
    if images.ndim != 4:
        raise errors.invalid(f"input must be 4-dimensional{text(images.shape)}")
    if half_pixel_centers and align_corners:
        raise errors.invalid("If half_pixel_centers is True, align_corners must be False.")
    return int(size[0]), int(size[1])


def _places(old, new, half_pixel_centers, align_corners=False):
    """Where the centres of `new` pixels lie among `old` ones: float32 [new]."""
    at = np.arange(new, dtype=np.float32)
    if half_pixel_centers:
        return (at + np.float32(0.5)) * np.float32(old / new) - np.float32(0.5)
    return at * (np.float32((old - 1) / (new - 1)) if align_corners and new > 1 else np.float32(old / new))


@functools.lru_cache(64)
def _bilinear_places(old, new, half_pixel_centers, align_corners):
    """(lower pixel, upper pixel, share of the upper one) for each new pixel."""
    at = _places(old, new, half_pixel_centers, align_corners)
    floor = np.floor(at)
    lower = np.maximum(floor.astype(np.int64), 0)
    upper = np.minimum(np.ceil(at).astype(np.int64), old - 1)
    return lower, upper, (at - floor).astype(np.float32)


def _bilinear(images, size, align_corners, half_pixel_centers):
    height, width = _check(images, size, align_corners, half_pixel_centers)
    low, high, share = _bilinear_places(images.shape[1], height, half_pixel_centers, align_corners)
    left, right, across = _bilinear_places(images.shape[2], width, half_pixel_centers, align_corners)
    images = images.astype(np.float32)
    across, share = across[None, None, :, None], share[None, :, None, None]

    def row(index):
        rows = images[:, index]
        first = rows[:, :, left]
        return first + (rows[:, :, right] - first) * across
    top = row(low)
    return top + (row(high) - top) * share


def _matrix(places, old):
    lower, upper, share = places
    matrix = np.zeros((len(lower), old), np.float32)
    rows = np.arange(len(lower))
    np.add.at(matrix, (rows, lower), 1 - share)
    np.add.at(matrix, (rows, upper), share)
    return matrix


def _apply(images, down, across):
    """Rows and columns of images [batch, height, width, channels] mixed by two matrices."""
    return np.einsum("hy,byxc,wx->bhwc", down, images, across, optimize=True)


def _bilinear_grad(grads, original, align_corners, half_pixel_centers):
    _, old_height, old_width, _ = original.shape
    down, across = (_matrix(_bilinear_places(old, new, half_pixel_centers, align_corners), old)
                    for old, new in ((old_height, grads.shape[1]), (old_width, grads.shape[2])))
    return _apply(grads.astype(np.result_type(original.dtype, np.float32)), down.T, across.T).astype(original.dtype)


def _nearest_places(old, new, half_pixel_centers, align_corners):
    at = np.arange(new, dtype=np.float32)
    if half_pixel_centers:
        at = np.floor((at + np.float32(0.5)) * np.float32(old / new))
    else:
        at = at * np.float32((old - 1) / (new - 1) if align_corners and new > 1 else old / new)
        at = np.floor(at + np.float32(0.5)) if align_corners else np.floor(at)
    return np.clip(at.astype(np.int64), 0, old - 1)


def _nearest(images, size, align_corners, half_pixel_centers):
    height, width = _check(images, size, align_corners, half_pixel_centers)
    rows = _nearest_places(images.shape[1], height, half_pixel_centers, align_corners)
    columns = _nearest_places(images.shape[2], width, half_pixel_centers, align_corners)
    return images[:, rows][:, :, columns]


def _nearest_grad(grads, size, align_corners, half_pixel_centers):
    height, width = int(size[0]), int(size[1])
    rows = _nearest_places(height, grads.shape[1], half_pixel_centers, align_corners)
    columns = _nearest_places(width, grads.shape[2], half_pixel_centers, align_corners)
    result = np.zeros((grads.shape[0], height, width, grads.shape[3]), grads.dtype)
    np.add.at(result, (slice(None), rows[:, None], columns[None, :]), grads)
    return result


def _area_matrix(old, new, align_corners):
    scale = (old - 1) / (new - 1) if align_corners and new > 1 else old / new
    matrix = np.zeros((new, old), np.float32)
    for row in range(new):
        start, end = row * scale, (row + 1) * scale
        for column in range(int(start), int(np.ceil(end)) if align_corners else min(int(np.ceil(end)), old)):
            matrix[row, min(column, old - 1)] += (min(column + 1, end) - max(column, start)) / scale
    return matrix


def _area(images, size, align_corners):
    height, width = _check(images, size)
    down, across = (_area_matrix(old, new, align_corners) for old, new in ((images.shape[1], height), (images.shape[2], width)))
    return _apply(images.astype(np.float32), down, across)


def _cubic(x, a=-0.5):
    """Keys' cubic kernel at distances x."""
    x = np.abs(x)
    return np.where(x <= 1, ((a + 2) * x - (a + 3)) * x * x + 1, np.where(x < 2, ((a * x - 5 * a) * x + 8 * a) * x - 4 * a, 0))


def _bicubic_matrix(old, new, align_corners, half_pixel_centers):
    """What each new pixel takes of each old one. Without half pixels TensorFlow's older rule: another curve, and borders repeat."""
    at = _places(old, new, half_pixel_centers, align_corners)
    floor = np.floor(at)
    share = np.rint((at - floor) * 1024) / 1024  # TensorFlow looks the weights up in a table of so many
    places = floor[:, None].astype(np.int64) + np.arange(-1, 3)
    steep = -0.5 if half_pixel_centers else -0.75
    weights = np.stack([_cubic(distance, steep) for distance in (share + 1, share, 1 - share, 2 - share)], axis=1)
    if half_pixel_centers:
        weights[(places < 0) | (places >= old)] = 0
        weights /= weights.sum(axis=1, keepdims=True)
    matrix = np.zeros((new, old), np.float32)
    np.add.at(matrix, (np.arange(new)[:, None], np.clip(places, 0, old - 1)), weights)
    return matrix


def _bicubic(images, size, align_corners, half_pixel_centers):
    height, width = _check(images, size, align_corners, half_pixel_centers)
    down, across = (_bicubic_matrix(old, new, align_corners, half_pixel_centers)
                    for old, new in ((images.shape[1], height), (images.shape[2], width)))
    return _apply(images.astype(np.float32), down, across)


def _bicubic_grad(grads, original, align_corners, half_pixel_centers):
    down, across = (_bicubic_matrix(old, new, align_corners, half_pixel_centers)
                    for old, new in zip(original.shape[1:3], grads.shape[1:3]))
    return _apply(grads, down.T, across.T).astype(original.dtype)


def _lanczos(radius):
    def kernel(x):
        x = np.abs(x)
        return np.where(x > radius, 0, np.where(x <= 1e-3, 1, radius * np.sin(np.pi * x) * np.sin(np.pi * x / radius)
                                                / np.where(x <= 1e-3, 1, np.pi * np.pi * x * x)))
    return kernel


def _mitchell(x):
    x = np.abs(x)
    near, far = ((7 * x - 12) * x * x + 16 / 3) / 6, (((-7 / 3 * x + 12) * x - 20) * x + 32 / 3) / 6
    return np.where(x < 1, near, np.where(x < 2, far, 0))


_KERNELS = {  # name → (radius, weight at a distance)
    "triangle": (1, lambda x: np.maximum(1 - np.abs(x), 0)), "keyscubic": (2, _cubic), "mitchellcubic": (2, _mitchell),
    "lanczos1": (1, _lanczos(1)), "lanczos3": (3, _lanczos(3)), "lanczos5": (5, _lanczos(5)), "box": (0.5, lambda x: 1.0 * (np.abs(x) < 0.5)),
    "gaussian": (1.5, lambda x: np.where(np.abs(x) >= 1.5, 0, np.exp(-x * x / (2 * 0.5 * 0.5)))),
}


@functools.lru_cache(64)
def _span_matrix(old, new, scale, translate, kernel_type, antialias):
    radius, weight = _KERNELS[kernel_type]
    stretch = max(1 / scale, 1) if antialias else 1.0
    at = (np.arange(new) + 0.5) / scale - translate / scale
    distance = (np.arange(old)[None, :] + 0.5 - at[:, None]) / stretch
    first = np.ceil(at - radius * stretch - 0.5).clip(0, old - 1)
    last = np.floor(at + radius * stretch - 0.5).clip(0, old - 1)
    columns = np.arange(old)[None, :]
    matrix = np.where((columns >= first[:, None]) & (columns <= last[:, None]), weight(distance), 0)
    total = matrix.sum(axis=1, keepdims=True)
    matrix = np.where(np.abs(total) > 1e-30, matrix / np.where(total == 0, 1, total), matrix)
    matrix[(at < 0) | (at > old)] = 0
    return matrix.astype(np.float32)


def _spans(old, new, scale, translation, kernel_type, antialias):
    if kernel_type not in _KERNELS:
        raise errors.invalid(f"Unrecognized kernel type: {kernel_type}")
    return [_span_matrix(old[axis], new[axis], float(scale[axis]), float(translation[axis]), kernel_type, antialias) for axis in (0, 1)]


def _scale_and_translate(images, size, scale, translation, kernel_type, antialias):
    size = _check(images, size)
    return _apply(images.astype(np.float32), *_spans(images.shape[1:3], size, scale, translation, kernel_type, antialias))


def _scale_and_translate_grad(grads, original, scale, translation, kernel_type, antialias):
    down, across = _spans(original.shape[1:3], grads.shape[1:3], scale, translation, kernel_type, antialias)
    return _apply(grads, down.T, across.T)


def _infer(inputs, attrs):
    images, size = inputs[0]._dims, constant_value(inputs[1])
    height, width = (None, None) if size is None else (int(one) for one in size)
    return (images and images[0], height, width, images and images[3])



_CORNERS = {"align_corners": False, "half_pixel_centers": False}
_SPAN_ATTRS = {"kernel_type": "lanczos3", "antialias": True}
BILINEAR = op("ResizeBilinear", "images: T, size: int32 -> resized_images: float32", kernel=_bilinear, infer=_infer, attrs=_CORNERS,
              types={"T": "int8 uint8 int16 uint16 int32 int64 bfloat16 float16 float32 float64 bfloat16"})
BILINEAR_GRAD = op("ResizeBilinearGrad", "grads: float32, original_image: T -> output: T", kernel=_bilinear_grad, attrs=_CORNERS,
                   infer=lambda inputs, attrs: inputs[1]._dims, types={"T": "float32 bfloat16 float16 float64"})
not_differentiable("ResizeBilinearGrad")
NEAREST = op("ResizeNearestNeighbor", "images: T, size: int32 -> resized_images: T", kernel=_nearest, infer=_infer, attrs=_CORNERS,
             types={"T": _IMAGES})
NEAREST_GRAD = op("ResizeNearestNeighborGrad", "grads: T, size: int32 -> output: T", kernel=_nearest_grad, infer=_infer, attrs=_CORNERS, types={"T": "uint8 int8 int32 float16 float32 float64 bfloat16"})
BICUBIC = op("ResizeBicubic", "images: T, size: int32 -> resized_images: float32", kernel=_bicubic, infer=_infer, attrs=_CORNERS,
             types={"T": _IMAGES})
BICUBIC_GRAD = op("ResizeBicubicGrad", "grads: float32, original_image: T -> output: T", kernel=_bicubic_grad, attrs=_CORNERS,
                  infer=lambda inputs, attrs: inputs[1]._dims, types={"T": types.SINGLE_DOUBLE})
AREA = op("ResizeArea", "images: T, size: int32 -> resized_images: float32", kernel=_area, infer=_infer,
          attrs={"align_corners": False}, types={"T": _IMAGES})
SCALE_AND_TRANSLATE = op("ScaleAndTranslate", "images: T, size: int32, scale: float32, translation: float32 -> resized_images: float32",
                         kernel=_scale_and_translate, infer=_infer, attrs=_SPAN_ATTRS, types={"T": "int8 uint8 int16 uint16 int32 int64 bfloat16 float16 float32 float64"})
SCALE_AND_TRANSLATE_GRAD = op("ScaleAndTranslateGrad", "grads: T, original_image: T, scale: float32, translation: float32 -> output: T",
                              kernel=_scale_and_translate_grad, infer=lambda inputs, attrs: inputs[1]._dims, attrs=_SPAN_ATTRS, types={"T": "float32"})


@gradient("ResizeBilinear")
def _of_bilinear(op, dy):
    return dispatch(BILINEAR_GRAD, (dy, op.inputs[0]), {name: op.attrs[name] for name in _CORNERS}), None


@gradient("ResizeBicubic")
def _of_bicubic(op, dy):
    if op.inputs[0].dtype not in (dtypes.float32, dtypes.float64):
        return None, None
    return dispatch(BICUBIC_GRAD, (dy, op.inputs[0]), {name: op.attrs[name] for name in _CORNERS}), None


@gradient("ResizeNearestNeighbor")
def _of_nearest(op, dy):
    return dispatch(NEAREST_GRAD, (dy, shape(op.inputs[0])[1:3]), {name: op.attrs[name] for name in _CORNERS}), None


@gradient("ScaleAndTranslate")
def _of_scale_and_translate(op, dy):
    images, _, scale, translation = op.inputs
    return dispatch(SCALE_AND_TRANSLATE_GRAD, (dy, images, scale, translation), {name: op.attrs[name] for name in _SPAN_ATTRS}), None, \
        None, None
