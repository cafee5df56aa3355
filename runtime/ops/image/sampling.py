"""`tf.image.sample_distorted_bounding_box`: a random part of an image that shows enough of what is to be seen."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops import infer, types
from runtime.ops.random.one_by_one import OneByOne
from runtime.ops.random.random import seeds, stateful
from runtime.ops.random.stateless_random import start
from runtime.ops.scope import scope

_f32 = np.float32


def _round(value):
    return int(np.rint(_f32(value)))


def _random_crop(width, height, areas, ratio, draws):
    """(x1, y1, x2, y2) of a part with this ratio of its sides and an area in these shares of the whole; None if there is none."""
    if areas[1] <= 0 or ratio <= 0 or width <= 0 or height <= 0 or areas[0] > areas[1]:
        return None
    least, most = (_f32(share) * _f32(width) * _f32(height) for share in areas)
    rows, limit = _round(np.sqrt(least / ratio)), _round(np.sqrt(most / ratio))
    if _round(_f32(limit) * ratio) > width:
        limit = int(_f32(width + 0.5 - 0.0000001) / ratio)
        if _round(_f32(limit) * ratio) > width:
            limit -= 1
    limit = min(limit, height)
    if rows >= limit:
        rows = limit
    else:
        rows += draws.below(limit - rows + 1)
    columns = _round(_f32(rows) * ratio)
    if _f32(columns * rows) < least:  # by an error of rounding
        rows += 1
        columns = _round(_f32(rows) * ratio)
    if _f32(columns * rows) > most:
        rows -= 1
        columns = _round(_f32(rows) * ratio)
    area = _f32(columns * rows)
    if not least <= area <= most or columns > width or rows > height or columns <= 0 or rows <= 0:
        return None
    y = draws.below(height - rows) if rows < height else 0
    x = draws.below(width - columns) if columns < width else 0
    return x, y, x + columns, y + rows


def _area(box):
    return (box[2] - box[0]) * (box[3] - box[1])


def _shows(crop, covered, boxes):
    """Whether the crop holds at least the share `covered` of one of the boxes."""
    if _area(crop) < 1:
        return False
    for box in boxes:
        if _area(box) < 1:
            continue
        common = [max(crop[0], box[0]), max(crop[1], box[1]), min(crop[2], box[2]), min(crop[3], box[3])]
        shared = _area(common) if common[0] <= common[2] and common[1] <= common[3] else 0
        if _f32(shared) / _f32(_area(box)) >= covered:
            return True
    return False


def _check_ranges(aspect_ratio_range, area_range, max_attempts):
    for name, pair in (("Aspect ratio range", aspect_ratio_range), ("Area range", area_range)):
        if len(pair) != 2:
            raise invalid(f"{name} field must specify 2 dimensions")
        if min(pair) < 0 or name.startswith("Aspect") and min(pair) <= 0:
            raise invalid(f"{name} must be non-negative: [{pair[0]:g}, {pair[1]:g}]")
    if max(area_range) > 1:
        raise invalid(f"Area range must be less then or equal to 1.0: [{area_range[0]:g}, {area_range[1]:g}]")
    if max_attempts <= 0:
        raise invalid(f"Max attempts must be non-negative: {max_attempts}")


def _checked(image_size, bounding_boxes, covered, aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes):
    """(height, width, the boxes in pixels)."""
    if image_size.ndim != 1:
        raise invalid(f"image_size must be 1-dimensional{text(image_size.shape)}")
    if image_size.shape[0] != 3:
        raise invalid(f"image_size must contain 3 elements{text(image_size.shape)}")
    if bounding_boxes.ndim != 3:
        raise invalid(f"input boxes must be 3-dimensional [batch, num_boxes, coords]: {text(bounding_boxes.shape)}")
    if bounding_boxes.shape[-1] != 4:
        raise invalid(f"bounding boxes must have shape [4] or [*, 4], got {text(bounding_boxes.shape)}")
    _check_ranges(aspect_ratio_range, area_range, max_attempts)
    if not covered >= 0:
        raise invalid(f"Min object covered must be non-negative: {_f32(covered):g}")
    height, width = (int(size) for size in image_size[:2])
    boxes = bounding_boxes.reshape(-1, 4)
    outside = boxes[(boxes < 0) | (boxes > 1)]
    if outside.size:
        raise invalid(f"All bounding box coordinates must be in [0.0, 1.0]: {outside[0]:g}")
    if not len(boxes):
        if not use_image_if_no_bounding_boxes:
            raise invalid("No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish to not provide "
                          "any "
                          "bounding boxes.")
        return height, width, [(0, 0, width, height)]
    scaled = np.trunc(boxes.astype(_f32) * np.array([height, width] * 2, _f32)).astype(np.int64)
    return height, width, [(left, top, right, bottom) for top, left, bottom, right in scaled.tolist()]


def _sampled(reserve, image_size, bounding_boxes, covered, aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes):
    settings = aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
    height, width, boxes = _checked(image_size, bounding_boxes, covered, *settings)
    low, high = map(_f32, aspect_ratio_range)
    draws, crop = OneByOne(*reserve(max_attempts)), (0, 0, width, height)
    for _ in range(max_attempts):
        found = _random_crop(width, height, area_range, draws.single() * (high - low) + low, draws)
        if found is not None and _shows(found, _f32(covered), boxes):
            crop = found
            break
    left, top, right, bottom = crop
    with np.errstate(divide="ignore", invalid="ignore"):  # an image of no rows is no error
        part = (np.array([top, left, bottom, right], _f32) / np.array([height, width] * 2, _f32)).reshape(1, 1, 4)
    return (np.array([top, left, 0], image_size.dtype), np.array([bottom - top, right - left, -1]).astype(image_size.dtype), part)


def _draw(generator, image_size, bounding_boxes, min_object_covered, **settings):
    return _sampled(generator.reserve, image_size, bounding_boxes, min_object_covered.item(), **settings)


def _stateless(image_size, bounding_boxes, min_object_covered, seed, **settings):
    return _sampled(lambda count: start(seed), image_size, bounding_boxes, min_object_covered.item(), **settings)


def _infer(inputs, attrs):
    infer.merged_size(infer.with_rank(inputs[0]._dims, 1)[0], 3)
    infer.merged_size(infer.with_rank(inputs[1]._dims, 3)[2], 4)
    return [(3,), (3,), (1, 1, 4)]


_RANGES = {"aspect_ratio_range": (0.75, 1.33), "area_range": (0.05, 1.0), "max_attempts": 100, "use_image_if_no_bounding_boxes": False}
_SIZES = TypeList("uint8 int8 int16 int32 int64")
_OUTPUTS = "begin: T, size: T, bboxes: float32"
SAMPLE = stateful("SampleDistortedBoundingBoxV2", f"image_size: T, bounding_boxes: float32, min_object_covered: float32 -> {_OUTPUTS}",
                  _draw,
                  infer=_infer, attrs=_RANGES, types={"T": _SIZES})
SAMPLE_STATELESS = op("StatelessSampleDistortedBoundingBox", "image_size: T, bounding_boxes: float32, min_object_covered: float32, seed: "
                                                             "Tseed -> "
                      + _OUTPUTS, kernel=_stateless, infer=_infer, attrs=_RANGES, types={"T": _SIZES, "Tseed": types.INDEX})
not_differentiable("SampleDistortedBoundingBoxV2")
_Sample = collections.namedtuple("SampleDistortedBoundingBoxV2", "begin size bboxes")
_StatelessSample = collections.namedtuple("StatelessSampleDistortedBoundingBox", "begin size bboxes")


def _settings(aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes):
    return {"aspect_ratio_range": tuple(float(_f32(one)) for one in aspect_ratio_range or _RANGES["aspect_ratio_range"]),
            "area_range": tuple(float(_f32(one)) for one in area_range or _RANGES["area_range"]),
            "max_attempts": 100 if max_attempts is None else max_attempts,
            "use_image_if_no_bounding_boxes": bool(use_image_if_no_bounding_boxes)}


def sample_distorted_bounding_box(image_size, bounding_boxes, seed=0, min_object_covered=0.1, aspect_ratio_range=None, area_range=None,
                                  max_attempts=None, use_image_if_no_bounding_boxes=None, name=None):
    """(begin, size, box) of a random part of an image, as `tf.slice` and `draw_bounding_boxes` take them.

    Args:
        image_size: height, width, channels.
        bounding_boxes: [batch, boxes, 4]: what is to be seen, in shares of the sides.
        min_object_covered: how much of one of them the part must hold.
        aspect_ratio_range, area_range: of width to height, and of the part's area to that of the image.
        max_attempts: after so many the whole image is taken.
    """
    return sample(image_size, bounding_boxes, seeds(seed) if seed else {"seed": 0, "seed2": 0}, min_object_covered, aspect_ratio_range,
                  area_range, max_attempts, use_image_if_no_bounding_boxes, name)


def sample(image_size, bounding_boxes, drawn, min_object_covered, aspect_ratio_range, area_range, max_attempts, use_image, name):
    """`sample_distorted_bounding_box` with the two seeds of the op, `drawn`."""
    with scope(name, "sample_distorted_bounding_box") as name:
        settings = _settings(aspect_ratio_range, area_range, max_attempts, use_image)
        return _Sample(*dispatch(SAMPLE, (image_size, bounding_boxes, convert_to_tensor(min_object_covered)), {**settings, **drawn}, name))


def stateless_sample_distorted_bounding_box(image_size, bounding_boxes, seed, min_object_covered=0.1, aspect_ratio_range=None,
                                            area_range=None,
                                            max_attempts=None, use_image_if_no_bounding_boxes=None, name=None):
    """`sample_distorted_bounding_box`, determined by `seed`, two integers."""
    with scope(name, "stateless_sample_distorted_bounding_box") as name:
        settings = _settings(aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes)
        return _StatelessSample(*dispatch(SAMPLE_STATELESS, (image_size, bounding_boxes, convert_to_tensor(min_object_covered), seed),
                                          settings, name))
