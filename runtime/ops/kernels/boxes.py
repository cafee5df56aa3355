"""Boxes in images: parts cut out and resized, lines drawn around them. Boxes are (y1, x1, y2, x2) in shares of the image's sides."""

from __future__ import annotations

import numpy as np

_f32 = np.float32
_COLOURS = np.array([[1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [0, 1, 0, 1], [0.5, 0, 0.5, 1], [0.5, 0.5, 0, 1], [0.5, 0, 0, 1],
                     [0, 0, 0.5, 1], [0, 1, 1, 1], [1, 0, 1, 1]], _f32)


def _places(first, last, size, count):
    """Where the `count` rows (or columns) of each crop lie in an image of that size: [boxes, count]."""
    longest = _f32(size - 1)
    if count > 1:
        scale = (last - first) * longest / _f32(count - 1)
        return first[:, None] * longest + np.arange(count, dtype=_f32) * scale[:, None]
    return (_f32(0.5) * (first + last) * longest)[:, None]


class Crops:
    """Where each pixel of the crops comes from.

    Attributes:
        inside: [boxes, height, width]: whether it lies in the image.
        corners: ((rows, columns), weight) of the pixels that it is mixed of: weights of rows and columns as [boxes, height, width].
    """

    def __init__(self, boxes, size, shape, method):
        y = _places(boxes[:, 0], boxes[:, 2], shape[0], size[0])
        x = _places(boxes[:, 1], boxes[:, 3], shape[1], size[1])
        within = [(place >= 0) & (place <= limit - 1) for place, limit in ((y, shape[0]), (x, shape[1]))]
        self.inside = within[0][:, :, None] & within[1][:, None, :]
        y, x = np.where(within[0], y, 0), np.where(within[1], x, 0)
        if method == "nearest":
            self.nearest = np.floor(y + _f32(0.5)).astype(np.int64)[:, :, None], np.floor(x + _f32(0.5)).astype(np.int64)[:, None, :]
            return
        self.top, self.left = np.floor(y).astype(np.int64)[:, :, None], np.floor(x).astype(np.int64)[:, None, :]
        self.bottom, self.right = np.ceil(y).astype(np.int64)[:, :, None], np.ceil(x).astype(np.int64)[:, None, :]
        self.down, self.across = (y - np.floor(y))[:, :, None, None], (x - np.floor(x))[:, None, :, None]


def _pixels(image, which, row, column):
    """The pixels in these rows and columns, [boxes, height, width, channels]."""
    height, width, channels = image.shape[1:]
    return np.take(image.reshape(-1, channels), (which[:, None, None].astype(np.int64) * height + row) * width + column, axis=0)


def _corners(crops, image, which):
    """The four pixels around each place, as float32 [boxes, height, width, channels]."""
    return [_pixels(image, which, row, column).astype(_f32, copy=False) for row in (crops.top, crops.bottom)
            for column in (crops.left, crops.right)]


def crop_and_resize(image, boxes, which, size, method, outside):
    """Crops of `image[which]`, float32 [boxes, *size, channels]; `outside` where the image has nothing."""
    crops = Crops(boxes, size, image.shape[1:3], method)
    if method == "nearest":
        result = _pixels(image, which, *crops.nearest).astype(_f32)
    else:
        top_left, top_right, bottom_left, bottom_right = _corners(crops, image, which)
        top = top_left + (top_right - top_left) * crops.across
        bottom = bottom_left + (bottom_right - bottom_left) * crops.across
        result = top + (bottom - top) * crops.down
    if not crops.inside.all():
        result[~crops.inside] = outside
    return result


def crop_gradient_to_image(dy, boxes, which, shape, method, dtype):
    """What each pixel of the images gave to `dy`."""
    crops = Crops(boxes, dy.shape[1:3], shape[1:3], method)
    dy = np.where(crops.inside[..., None], dy, 0)
    result, at = np.zeros(shape, dtype), which[:, None, None]
    if method == "nearest":
        np.add.at(result, (at, *crops.nearest), dy.astype(dtype))
        return result
    for row, down in ((crops.top, 1 - crops.down), (crops.bottom, crops.down)):
        part = down * dy
        for column, across in ((crops.left, 1 - crops.across), (crops.right, crops.across)):
            np.add.at(result, (at, row, column), (across * part).astype(dtype))
    return result


def crop_gradient_to_boxes(dy, image, boxes, which):
    """How `dy` changes with the edges of each box, for crops that are made bilinearly."""
    (height, width), shape = dy.shape[1:3], image.shape[1:3]
    crops = Crops(boxes, (height, width), shape, "bilinear")
    top_left, top_right, bottom_left, bottom_right = _corners(crops, image, which)
    dy = np.where(crops.inside[..., None], dy, 0)
    by_row = ((1 - crops.across) * (bottom_left - top_left) + crops.across * (bottom_right - top_right)) * dy
    by_column = ((1 - crops.down) * (top_right - top_left) + crops.down * (bottom_right - bottom_left)) * dy
    result = np.zeros((len(boxes), 4), _f32)
    for edge, slopes, axis, count, size in ((0, by_row, 1, height, shape[0]), (1, by_column, 2, width, shape[1])):
        along = slopes.sum(axis=(3 - axis, 3))  # [boxes, count]
        if count > 1:
            share = np.arange(count, dtype=_f32) * _f32((size - 1) / _f32(count - 1))
            result[:, edge], result[:, edge + 2] = (along * (_f32(size - 1) - share)).sum(1), (along * share).sum(1)
        else:
            result[:, edge] = result[:, edge + 2] = (along * _f32(0.5) * _f32(size - 1)).sum(1)
    return result


def draw(images, boxes, colours=None):
    """Images with the lines of boxes [batch, boxes, 4], the first box below the others."""
    height, width, channels = images.shape[1:]
    if colours is None or not len(colours):
        colours = _COLOURS.copy()
        if channels == 1:
            colours[:, 0] = 1
    result = images.copy()
    colours = colours[:, :channels].astype(images.dtype)
    for canvas, own in zip(result, boxes):
        edges = (own.astype(_f32) * np.array([height - 1, width - 1] * 2, _f32))
        for index, (top, left, bottom, right) in enumerate(np.trunc(np.nan_to_num(edges, nan=0.0)).astype(np.int64).tolist()):
            if top > bottom or left > right or top >= height or bottom < 0 or left >= width or right < 0:
                continue
            colour = colours[index % len(colours)]
            rows, columns = slice(max(top, 0), min(bottom, height - 1) + 1), slice(max(left, 0), min(right, width - 1) + 1)
            if top >= 0:
                canvas[top, columns] = colour
            if bottom < height:
                canvas[bottom, columns] = colour
            if left >= 0:
                canvas[rows, left] = colour
            if right < width:
                canvas[rows, right] = colour
    return result
