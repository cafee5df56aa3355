"""Boxes that overlap: of those that cover much of each other the one with the best score stays."""

from __future__ import annotations

import heapq

import numpy as np


def overlaps_of(boxes):
    """``of(index, others)`` → the shares that a box and others have in common of what they cover together."""
    top, bottom = (function(boxes[:, 0], boxes[:, 2]) for function in (np.minimum, np.maximum))
    left, right = (function(boxes[:, 1], boxes[:, 3]) for function in (np.minimum, np.maximum))
    area = (bottom - top) * (right - left)
    zero = boxes.dtype.type(0)

    def of(index, others):
        height = np.minimum(bottom[index], bottom[others]) - np.maximum(top[index], top[others])
        width = np.minimum(right[index], right[others]) - np.maximum(left[index], left[others])
        common = np.maximum(height, zero) * np.maximum(width, zero)
        areas = area[others]
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = common / (area[index] + areas - common)
        return np.where((area[index] <= 0) | (areas <= 0), zero, shares)
    return of


def select(overlaps, scores, most, threshold, least_score, sigma=0.0):
    """(indices, their scores) of up to `most` boxes, the best first; lower indices first of equals.

    Args:
        overlaps: ``overlaps(index, others)``: how much a box that stays overlaps with others, or these with it.
        threshold: how much two may overlap. With a `sigma` above 0 boxes are not dropped for it, but lose some of their score.
    """
    if sigma > 0:
        return _select_softly(overlaps, scores, most, least_score, sigma)
    order = np.argsort(-scores.astype(np.float64), kind="stable")
    rest, chosen = order[scores[order] > least_score], []
    while len(rest) and len(chosen) < most:
        best, rest = rest[0], rest[1:]
        chosen.append(best)
        rest = rest[~(overlaps(best, rest) > threshold)]
    chosen = np.array(chosen, np.int32)
    return chosen, scores[chosen]


def _select_softly(overlaps, scores, most, least_score, sigma):
    dtype = scores.dtype.type
    scale = dtype(dtype(-0.5) / dtype(sigma))
    waiting = [(-score, index, 0) for index, score in enumerate(scores.tolist()) if score > least_score]
    heapq.heapify(waiting)
    chosen, weights = [], []
    while waiting and len(chosen) < most:
        negative, index, begin = heapq.heappop(waiting)
        score = original = dtype(-negative)
        if len(chosen) > begin:
            shares = overlaps(index, np.array(chosen[begin:][::-1]))
            for weight in np.exp(scale * shares * shares):
                score = dtype(score * weight)
                if score <= least_score:
                    break
        if score == original:
            chosen.append(index)
            weights.append(score)
        elif score > least_score:
            heapq.heappush(waiting, (-float(score), index, len(chosen)))
    return np.array(chosen, np.int32), np.array(weights, scores.dtype)


def of_classes(boxes, scores, most, threshold, least_score):
    """[(scores, boxes, class)] of one image, chosen class by class: boxes [boxes, classes or 1, 4], scores [boxes, classes]."""
    found = []
    for kind in range(scores.shape[1]):
        own = np.ascontiguousarray(boxes[:, kind if boxes.shape[1] > 1 else 0])
        chosen, values = select(overlaps_of(own), np.ascontiguousarray(scores[:, kind]), most, threshold, least_score)
        found += [(value, own[index], kind) for index, value in zip(chosen.tolist(), values)]
    return found
