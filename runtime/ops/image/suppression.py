"""`tf.image`: which boxes stay of those that overlap."""

from __future__ import annotations

import collections

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import TypeList, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops import infer
from runtime.ops.kernels import suppression as kernels
from runtime.ops.scope import scope

_KINDS = TypeList("float16 float32")


def _number(value, name):
    if value.ndim:
        raise invalid(f"{name} must be 0-D, got shape {text(value.shape)} (Shape must be rank 0 but is rank {value.ndim})")
    return value.item()


def _check_rank(array, rank, name):
    if array.ndim != rank:
        raise invalid(f"{name} must be {rank}-D{text(array.shape)} (Shape must be rank {rank} but is rank {array.ndim})")


def _check_scores(scores, count):
    _check_rank(scores, 1, "scores")
    if len(scores) != count:
        raise invalid(f"scores has incompatible shape (Dimensions must be equal, but are {count} and {len(scores)})")


def _check(boxes, scores, most, iou_threshold, score_threshold):
    """(most, threshold, least score) as numbers, once all has been checked."""
    most = _number(most, "max_output_size")
    if most < 0:
        raise invalid("output size must be non-negative")
    threshold, least = _number(iou_threshold, "iou_threshold"), _number(score_threshold, "score_threshold")
    if not 0 <= threshold <= 1:
        raise invalid("iou_threshold must be in [0, 1]")
    _check_rank(boxes, 2, "boxes")
    if boxes.shape[1] != 4:
        raise invalid(f"boxes must have 4 columns (Dimension must be 4 but is {boxes.shape[1]})")
    _check_scores(scores, len(boxes))
    return most, boxes.dtype.type(threshold), boxes.dtype.type(least)


def _padded(array, size):
    return np.concatenate([array, np.zeros(max(size - len(array), 0), array.dtype)])


def _select(boxes, scores, max_output_size, iou_threshold, score_threshold):
    most, threshold, least = _check(boxes, scores, max_output_size, iou_threshold, score_threshold)
    return kernels.select(kernels.overlaps_of(boxes), scores, most, threshold, least)[0]


def _select_padded(boxes, scores, max_output_size, iou_threshold, score_threshold, pad_to_max_output_size):
    chosen = _select(boxes, scores, max_output_size, iou_threshold, score_threshold)
    count = np.int32(len(chosen))
    return _padded(chosen, int(max_output_size)) if pad_to_max_output_size else chosen, count


def _select_scored(boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma, pad_to_max_output_size):
    most, threshold, least = _check(boxes, scores, max_output_size, iou_threshold, score_threshold)
    sigma = _number(soft_nms_sigma, "soft_nms_sigma")
    if sigma < 0:
        raise invalid("soft_nms_sigma_val must be >= 0")
    chosen, values = kernels.select(kernels.overlaps_of(boxes), scores, most, threshold, least, sigma)
    count = np.int32(len(chosen))
    if pad_to_max_output_size:
        chosen, values = _padded(chosen, most), _padded(values, most)
    return chosen, values, count


def _select_by_overlaps(overlaps, scores, max_output_size, overlap_threshold, score_threshold):
    most = _number(max_output_size, "max_output_size")
    threshold, least = _number(overlap_threshold, "overlap_threshold"), _number(score_threshold, "score_threshold")
    _check_rank(overlaps, 2, "overlaps")
    if overlaps.shape[0] != overlaps.shape[1]:
        raise invalid(f"overlaps must be square{text(overlaps.shape)}")
    _check_scores(scores, len(overlaps))
    return kernels.select(lambda index, others: overlaps[others, index], scores, most, np.float32(threshold), np.float32(least))[0]


def _select_of_classes(boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold, pad_per_class, clip_boxes):
    if boxes.shape[0] != scores.shape[0]:
        raise invalid("boxes and scores must have same batch size")
    for array, rank, name in ((boxes, 4, "boxes"), (scores, 3, "scores")):
        if array.ndim != rank:
            raise invalid(f"{name} must be {rank}-D{text(array.shape)}")
    per_class, total = _number(max_output_size_per_class, "max_size_per_class"), _number(max_total_size, "max_total_size")
    if per_class <= 0:
        raise invalid("max_size_per_class must be positive")
    if total <= 0:
        raise invalid("max_total_size must be > 0")
    threshold, least = _number(iou_threshold, "iou_threshold"), _number(score_threshold, "score_threshold")
    if not 0 <= threshold <= 1:
        raise invalid("iou_threshold must be in [0, 1]")
    if boxes.shape[1] != scores.shape[1]:
        raise invalid("scores has incompatible shape")
    size = min(total, per_class * scores.shape[2]) if pad_per_class else total
    found = [np.zeros((len(boxes), size, *rest), np.float32) for rest in ((4,), (), ())]
    counts = np.zeros(len(boxes), np.int32)
    for at, (own, marks) in enumerate(zip(boxes, scores)):
        chosen = kernels.of_classes(own, marks, per_class, np.float32(threshold), np.float32(least))
        chosen.sort(key=lambda item: -item[0])
        chosen = chosen[:size]
        counts[at] = len(chosen)
        for place, (score, box, kind) in enumerate(chosen):
            found[0][at, place] = np.clip(box, 0, 1) if clip_boxes else box
            found[1][at, place], found[2][at, place] = score, kind
    return (*found, counts)


def _check_shapes(inputs):
    boxes, scores = infer.with_rank(inputs[0]._dims, 2), infer.with_rank(inputs[1]._dims, 1)
    infer.merged_size(boxes[0], scores[0])
    infer.merged_size(boxes[1], 4)
    for scalar in inputs[2:]:
        infer.with_rank(scalar._dims, 0)


def _one_infer(inputs, attrs):
    _check_shapes(inputs)
    return (None,)


def _size(inputs, attrs):
    known = constant_value(inputs[2])
    return (int(known) if known is not None and attrs["pad_to_max_output_size"] else None,)


def _padded_infer(inputs, attrs):
    _check_shapes(inputs)
    return [_size(inputs, attrs), ()]


def _scored_infer(inputs, attrs):
    _check_shapes(inputs)
    return [_size(inputs, attrs)] * 2 + [()]


def _classes_infer(inputs, attrs):
    boxes, scores = infer.with_rank(inputs[0]._dims, 4), infer.with_rank(inputs[1]._dims, 3)
    total, per_class = constant_value(inputs[3]), constant_value(inputs[2])
    size = None if total is None else int(total)
    if attrs["pad_per_class"] and size is not None:
        size = min(size, int(per_class) * scores[2]) if per_class is not None and scores[2] is not None else None
    return [(boxes[0], size, 4), (boxes[0], size), (boxes[0], size), (boxes[0],)]


_BOXES = "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold: T_threshold"
_TYPES = {"T": _KINDS, "T_threshold": _KINDS}
SELECT = op("NonMaxSuppressionV3", f"{_BOXES} -> selected_indices: int32", kernel=_select, infer=_one_infer, types=_TYPES)
SELECT_PADDED = op("NonMaxSuppressionV4", f"{_BOXES} -> selected_indices: int32, valid_outputs: int32", kernel=_select_padded,
                   infer=_padded_infer, attrs={"pad_to_max_output_size": False}, types=_TYPES)
SELECT_SCORED = op("NonMaxSuppressionV5", "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, "
                   "soft_nms_sigma: T -> selected_indices: int32, selected_scores: T, valid_outputs: int32", kernel=_select_scored,
                   infer=_scored_infer, attrs={"pad_to_max_output_size": False}, types={"T": _KINDS})
SELECT_BY_OVERLAPS = op("NonMaxSuppressionWithOverlaps", "overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold: "
                                                         "float32, "
                        "score_threshold: float32 -> selected_indices: int32", kernel=_select_by_overlaps, infer=lambda inputs,
                        attrs: (None,))
SELECT_OF_CLASSES = op(
    "CombinedNonMaxSuppression", "boxes: float32, scores: float32, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: "
                                 "float32, "
    "score_threshold: float32 -> nmsed_boxes: float32, nmsed_scores: float32, nmsed_classes: float32, valid_detections: int32",
    kernel=_select_of_classes, infer=_classes_infer, attrs={"pad_per_class": False, "clip_boxes": True})
not_differentiable("NonMaxSuppressionWithOverlaps")
_OfClasses = collections.namedtuple("CombinedNonMaxSuppression", "nmsed_boxes nmsed_scores nmsed_classes valid_detections")


def non_max_suppression(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"), name=None):
    """The indices of up to `max_output_size` boxes, the best first, of which no two overlap by more than `iou_threshold`."""
    with scope(name, "non_max_suppression"):
        return dispatch(SELECT, (boxes, scores, max_output_size, convert_to_tensor(iou_threshold, name="iou_threshold"),
                                 convert_to_tensor(score_threshold, name="score_threshold")))


def non_max_suppression_with_scores(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"), soft_nms_sigma=0.0,
                                    name=None):
    """(indices, scores) of the chosen boxes; with `soft_nms_sigma`, boxes that overlap lose some of their score instead."""
    with scope(name, "non_max_suppression_with_scores"):
        numbers = [convert_to_tensor(value, name=own) for value, own in (
            (iou_threshold, "iou_threshold"), (score_threshold, "score_threshold"), (soft_nms_sigma, "soft_nms_sigma"))]
        indices, values, _ = dispatch(SELECT_SCORED, (boxes, scores, max_output_size, *numbers), {"pad_to_max_output_size": False})
        return indices, values


def non_max_suppression_overlaps(overlaps, scores, max_output_size, overlap_threshold=0.5, score_threshold=float("-inf"), name=None):
    """As `non_max_suppression`, with how much each two boxes overlap, as a square matrix, in place of the boxes."""
    with scope(name, "non_max_suppression_overlaps"):
        return dispatch(SELECT_BY_OVERLAPS, (overlaps, scores, max_output_size, convert_to_tensor(overlap_threshold,
                                                                                                  name="overlap_threshold"),
                                             convert_to_tensor(score_threshold, name="score_threshold")))


def combined_non_max_suppression(boxes, scores, max_output_size_per_class, max_total_size, iou_threshold=0.5, score_threshold=float("-inf"),
                                 pad_per_class=False, clip_boxes=True, name=None):
    """(boxes, scores, classes, how many) for each image, chosen class by class; zeros fill the rest."""
    with scope(name, "combined_non_max_suppression"):
        numbers = [convert_to_tensor(value, dtypes.float32, name=own) for value, own in (
            (iou_threshold, "iou_threshold"), (score_threshold, "score_threshold"))]
        return _OfClasses(*dispatch(SELECT_OF_CLASSES, (boxes, scores, max_output_size_per_class, convert_to_tensor(max_total_size),
                                                        *numbers),
                                    {"pad_per_class": pad_per_class, "clip_boxes": clip_boxes}))
