"""`tf.image.non_max_suppression_padded`: suppression of boxes for whole batches, made of other ops, tile by tile."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.ops import array, math
from runtime.ops.cast import cast
from runtime.ops.comparison import equal, logical_and
from runtime.ops.control_flow.control_flow import cond
from runtime.ops.control_flow.while_loop import while_loop
from runtime.ops.creation import range_, zeros, zeros_like
from runtime.ops.gather_scatter import gather
from runtime.ops.joining import concat, split, stack
from runtime.ops.rearrange import pad, tile
from runtime.ops.reduction import reduce_all, reduce_any, reduce_max, reduce_min, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.ops.slicing import slice_
from runtime.ops.sort import argsort, top_k


def _edges(boxes, across):
    parts = split(boxes, 4, axis=2)
    return [array.transpose(part, [0, 2, 1]) for part in parts] if across else parts


def _overlaps(first, second):
    """[batch, first, second]: the share that two boxes have in common."""
    (y1, x1, y2, x2), (v1, u1, v2, u2) = _edges(first, False), _edges(second, True)
    common = math.maximum(math.minimum(x2, u2) - math.maximum(x1, u1), 0) * math.maximum(math.minimum(y2, v2) - math.maximum(y1, v1), 0)
    together = (y2 - y1) * (x2 - x1) + (v2 - v1) * (u2 - u1) - common + 1e-8
    return common / together


def _within(overlaps, threshold):
    """The overlaps of a tile's boxes with those that stay: what is suppressed itself suppresses nothing."""
    def body(left, _, total):
        batch = array.shape(left)[0]
        free = cast(array.reshape(reduce_max(left, 1) < threshold, [batch, -1, 1]), left.dtype)
        after = array.reshape(cast(reduce_max(free * left, 1) < threshold, left.dtype), [batch, -1, 1]) * left
        after_total = reduce_sum(after, [1, 2])
        return [after, reduce_any(total - after_total > threshold), after_total]
    return while_loop(lambda left, goes_on, total: goes_on, body, [overlaps, convert_to_tensor(True), reduce_sum(overlaps, [1, 2])])[0]


def _of_tile(boxes, threshold, counts, index, size):
    """The boxes with those of tile `index` zero that overlap better ones; the counts of those that stay, and the next index."""
    batch, tiles = array.shape(boxes)[0], array.shape(boxes)[1] // size

    def part(at):
        return slice_(boxes, stack([0, at * size, 0]), stack([batch, size, 4]))

    def against(own, before):
        overlaps = _overlaps(part(before), own)
        return [array.expand_dims(cast(reduce_all(overlaps < threshold, [1]), own.dtype), 2) * own, before + 1]
    own, _ = while_loop(lambda own, before: before < index, against, [part(index), convert_to_tensor(0)])
    overlaps = _overlaps(own, own)
    later = array.expand_dims(array.reshape(range_(size), [1, -1]) > array.reshape(range_(size), [-1, 1]), 0)
    overlaps *= cast(logical_and(later, overlaps >= threshold), overlaps.dtype)
    dropped = reduce_sum(_within(overlaps, threshold), 1) > 0
    own *= array.expand_dims(1.0 - cast(dropped, own.dtype), 2)
    here = array.reshape(cast(equal(range_(tiles), index), boxes.dtype), [1, -1, 1, 1])
    apart = array.reshape(boxes, stack([batch, tiles, size, 4]))
    joined = tile(array.expand_dims(own, [1]), stack([1, tiles, 1, 1])) * here + apart * (1 - here)
    counts += reduce_sum(cast(reduce_any(own > 0, [2]), dtypes.int32), [1])
    return [array.reshape(joined, stack([batch, -1, 4])), counts, index + 1]


def _canonical(boxes):
    """The lesser corner first, as the very first box tells which that is."""
    y1, x1, y2, x2 = split(boxes, 4, axis=2)
    low, high = cond(y1[0, 0, 0] <= y2[0, 0, 0], lambda: (y1, y2), lambda: (y2, y1))
    left, right = cond(x1[0, 0, 0] <= x2[0, 0, 0], lambda: (x1, x2), lambda: (x2, x1))
    return concat([low, left, high, right], axis=2)


def _chosen(boxes, scores, most, threshold, least, is_sorted, is_canonical, size):
    """(indices [batch, most], how many of them) of boxes [..., boxes, 4]."""
    outer, count = array.shape(boxes)[:-2], array.shape(boxes)[-2]
    boxes, scores = array.reshape(boxes, stack([-1, count, 4])), array.reshape(scores, stack([-1, count]))
    batch = array.shape(boxes)[0]
    if least != float("-inf"):
        mask = cast(scores > least, scores.dtype)
        scores *= mask
        boxes *= array.expand_dims(cast(mask, boxes.dtype), 2)
    if not is_canonical:
        boxes = _canonical(boxes)
    order = zeros_like(scores, dtype=dtypes.int32)
    if not is_sorted:
        order = argsort(scores, axis=1, direction="DESCENDING")
        boxes = gather(boxes, order, axis=1, batch_dims=1)
    more = cast(math.ceil(cast(math.maximum(count, most), dtypes.float32) / cast(size, dtypes.float32)), dtypes.int32) * size - count
    boxes = pad(cast(boxes, dtypes.float32), stack([[0, 0], stack([0, more]), [0, 0]]))
    whole = count + more

    def goes_on(boxes, counts, index):
        return logical_and(reduce_min(counts) < most, index < whole // size)
    boxes, counts, _ = while_loop(goes_on, lambda boxes, counts, index: _of_tile(boxes, threshold, counts, index, size),
                                  [boxes, zeros(stack([batch]), dtypes.int32), convert_to_tensor(0)])
    valid = math.minimum(counts, most)
    rank = cast(reduce_any(boxes > 0, [2]), dtypes.int32) * array.expand_dims(range_(whole, 0, -1), 0)
    chosen = math.minimum(whole - cast(top_k(rank, most)[0], dtypes.int32), count - 1)
    if not is_sorted:
        places = array.reshape(chosen + array.expand_dims(range_(batch) * count, 1), [-1])
        chosen = array.reshape(gather(array.reshape(order, [-1]), places), stack([batch, -1]))
    inside = array.expand_dims(range_(most), 0) < array.expand_dims(valid, 1)
    chosen = where(inside, chosen, zeros(stack([batch, most]), dtypes.int32))
    return chosen, array.reshape(valid, outer)


def non_max_suppression_padded(boxes, scores, max_output_size, iou_threshold=0.5, score_threshold=float("-inf"),
                               pad_to_max_output_size=False,
                               name=None, sorted_input=False, canonicalized_coordinates=False, tile_size=512):
    """(indices, how many of them count): as `non_max_suppression`, for boxes [..., boxes, 4] too.

    Args:
        pad_to_max_output_size: fill up with zeros; otherwise there must be no batch.
        sorted_input: the scores fall already.
        canonicalized_coordinates: boxes are (y, x) of the lesser corner and then of the greater.

    Raises:
        ValueError: a batch that is not filled up.
    """
    with scope(name, "non_max_suppression_padded"):
        boxes, scores = convert_to_tensor(boxes), convert_to_tensor(scores)
        if not pad_to_max_output_size and boxes.shape.rank is not None and boxes.shape.rank > 2:
            raise ValueError(f"'pad_to_max_output_size' (value {pad_to_max_output_size}) must be True for batched input")
        chosen, valid = _chosen(boxes, scores, max_output_size, iou_threshold, score_threshold, sorted_input, canonicalized_coordinates,
                                tile_size)
        if not pad_to_max_output_size:
            return chosen[0, :valid], valid
        return array.reshape(chosen, concat([array.shape(boxes)[:-2], stack([max_output_size])], 0)), valid
