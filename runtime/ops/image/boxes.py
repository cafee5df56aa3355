"""`tf.image`: crops of boxes, and boxes drawn into images."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant_value
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import gradient, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops import array, infer
from runtime.ops.attributes import one_of
from runtime.ops.kernels import boxes as kernels

_IMAGES = "uint8 uint16 int8 int16 int32 int64 float16 float32 float64"
_METHODS = ("bilinear", "nearest")


def _check_boxes(boxes, which):
    if boxes.size == 0 and which.size == 0:
        return
    if boxes.ndim != 2:
        raise invalid(f"boxes must be 2-D{text(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise invalid("boxes must have 4 columns")
    if which.ndim != 1:
        raise invalid(f"box_index must be 1-D{text(which.shape)}")
    if len(which) != len(boxes):
        raise invalid("box_index has incompatible shape")


def _check_which(which, count):
    if which.size and (which.min() < 0 or which.max() >= count):
        raise errors.OutOfRangeError(None, None, "box_index has values outside [0, batch_size)")


def _crop(image, boxes, box_ind, crop_size, method, extrapolation_value):
    if image.ndim != 4:
        raise invalid(f"input image must be 4-D{text(image.shape)}")
    if image.shape[1] <= 0 or image.shape[2] <= 0:
        raise invalid("image dimensions must be positive")
    if boxes.ndim != 2:
        raise invalid(f"boxes must be 2-D, got: {text(boxes.shape)}")
    _check_boxes(boxes, box_ind)
    if crop_size.shape != (2,):
        raise invalid("crop_size must be 1-D" + text(crop_size.shape) if crop_size.ndim != 1 else f"crop_size must have two "
                                                                                                  f"elements{text(crop_size.shape)}")
    size = tuple(crop_size.tolist())
    if min(size) <= 0:
        raise invalid("crop dimensions must be positive")
    _check_which(box_ind, len(image))
    return kernels.crop_and_resize(image, boxes, box_ind, size, method, np.float32(extrapolation_value))


def _to_image(dy, boxes, box_ind, image_size, T, method):
    shape = tuple(image_size.tolist())
    _check_boxes(boxes, box_ind)
    _check_which(box_ind, shape[0])
    return kernels.crop_gradient_to_image(dy, boxes, box_ind, shape, method, T.as_numpy_dtype)


def _to_boxes(dy, image, boxes, box_ind, method):
    _check_boxes(boxes, box_ind)
    _check_which(box_ind, len(image))
    return kernels.crop_gradient_to_boxes(dy, image, boxes, box_ind)


def _crop_infer(inputs, attrs):
    image, boxes, which = (infer.with_rank(inputs[at]._dims, rank) for at, rank in ((0, 4), (1, 2), (2, 1)))
    infer.merged_size(boxes[1], 4)
    count = infer.merged_size(boxes[0], which[0])
    size = constant_value(inputs[3])
    vector = infer.with_rank(inputs[3]._dims, 1)
    infer.merged_size(vector[0], 2)
    return (count, *((None, None) if size is None else size.tolist()), image[3])


CROP = op("CropAndResize", "image: T, boxes: float32, box_ind: int32, crop_size: int32 -> crops: float32", kernel=_crop, infer=_crop_infer,
          attrs={"method": "bilinear", "extrapolation_value": 0.0}, types={"T": _IMAGES})
CROP_TO_IMAGE = op("CropAndResizeGradImage", "grads: float32, boxes: float32, box_ind: int32, image_size: int32 -> output: T",
                   kernel=_to_image, infer=lambda inputs, attrs: (None,) * 4 if constant_value(inputs[3]) is None else tuple(
                       constant_value(inputs[3]).tolist()), attrs={"T": dtypes.float32, "method": "bilinear"},
                   types={"T": "float32 float16 float64"})
CROP_TO_BOXES = op("CropAndResizeGradBoxes", "grads: float32, image: T, boxes: float32, box_ind: int32 -> output: float32",
                   kernel=_to_boxes,
                   infer=lambda inputs, attrs: inputs[2]._dims, attrs={"method": "bilinear"}, types={"T": _IMAGES})


@gradient("CropAndResize")
def _crop_grad(operation, dy):
    image, boxes, which, _ = operation.inputs
    to_image = None
    if image.dtype in CROP_TO_IMAGE.types["T"]:
        attrs = {"T": image.dtype, "method": operation.attrs["method"]}
        to_image = dispatch(CROP_TO_IMAGE, (dy, boxes, which, array.shape(image)), attrs)
    return [to_image, dispatch(CROP_TO_BOXES, (dy, image, boxes, which)), None, None]


def crop_and_resize(image, boxes, box_indices, crop_size, method="bilinear", extrapolation_value=0.0, name=None):
    """Parts of images, resized: float32 [boxes, *crop_size, channels].

    Args:
        boxes: (y1, x1, y2, x2) of each, in shares of the sides; a part beyond the image is `extrapolation_value`.
        box_indices: of which image of the batch each box is.
        method: ``"bilinear"`` or ``"nearest"``.
    """
    one_of(CROP.name, "method", method, _METHODS)
    return dispatch(CROP, (image, boxes, box_indices, crop_size), {"method": method, "extrapolation_value": float(extrapolation_value)},
                    name)


def _draw(images, boxes, colors=None):
    if images.ndim != 4:
        raise invalid("The rank of the images should be 4")
    if boxes.ndim != 3:
        raise invalid("The rank of the boxes tensor should be 3")
    if len(images) != len(boxes):
        raise invalid("The batch sizes should be the same")
    if images.shape[3] not in (1, 3, 4):
        raise invalid("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    if colors is not None and colors.size and (colors.ndim != 2 or colors.shape[1] < images.shape[3]):
        raise invalid(f"colors must be a 2-D matrix with at least as many columns as the images have channels, got {text(colors.shape)}")
    return kernels.draw(images, boxes, colors)


def _draw_infer(inputs, attrs):
    dims = infer.with_rank_at_least(inputs[0]._dims, 3)
    return dims


DRAW = op("DrawBoundingBoxes", "images: T, boxes: float32 -> output: T", kernel=_draw, infer=_draw_infer, types={"T": "float32 float16"})
DRAW_COLOURED = op("DrawBoundingBoxesV2", "images: T, boxes: float32, colors: float32 -> output: T", kernel=_draw, infer=_draw_infer,
                   types={"T": "float32 float16"})
not_differentiable("DrawBoundingBoxes")


def draw_bounding_boxes(images, boxes, colors, name=None):
    """Images with a line, one pixel wide, around each box; the colours take turns."""
    if colors is None:
        return dispatch(DRAW, (images, boxes), None, name)
    return dispatch(DRAW_COLOURED, (images, boxes, colors), None, name)
