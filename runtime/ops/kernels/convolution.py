"""Convolutions of [batch, *spatial, channels] arrays in any number of dimensions, and their gradients.

Windows are laid out as the rows of a matrix (im2col) and multiplied with the filters, a block of them at a time: as much as
stays in a core's cache between its being written and read. Blocks do not depend on the number of threads, nor do the bits.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from runtime.ops.kernels.threads import matmul, share, share_products

_BLOCK = 1 << 20  # bytes of the matrix of one block
_RUN = 16         # elements side by side from which copying window by window is the fastest
_FEW_TAPS = 25    # of a window whose products are added one after another
_WIDER = 2        # times as many channels of the output as of the input: up to these, laying out windows of it costs less than adding
_CHAINS = 4       # sums of filter gradients that are made side by side


def _blocks(geometry, batch, row_size):
    """(images, rows of the first spatial dimension) of each block, as slices; `row_size` is what one such row takes, in bytes."""
    image = geometry.out[0] * row_size
    if image > _BLOCK:
        step = max(1, _BLOCK // max(row_size, 1))
        for n, r in itertools.product(range(batch), range(0, geometry.out[0], step)):
            yield slice(n, n + 1), slice(r, min(r + step, geometry.out[0]))
    else:
        step = max(1, min(_BLOCK // max(image, 1), -(-batch // 4)))
        for n in range(0, batch, step):
            yield slice(n, min(n + step, batch)), slice(0, geometry.out[0])


class _Columns:
    """The windows of blocks as rows of a matrix; the memory is used again for the next block."""

    def __init__(self, geometry, padded):
        self._windows = geometry.windows(padded)
        self._rank = len(geometry.out)
        self._width = math.prod(geometry.window) * padded.shape[-1]
        self._whole = padded.shape[-1] * geometry.window[-1] >= _RUN or math.prod(geometry.window) == 1
        self._buffer = np.empty(0, padded.dtype)

    def of(self, images, rows):
        block = self._windows[images, rows]
        if self._buffer.size < block.size:
            self._buffer = np.empty(block.size, block.dtype)
        matrix = self._buffer[:block.size].reshape(-1, self._width)
        target = matrix.reshape(block.shape)
        if self._whole:
            target[...] = block
        else:  # few channels: along the image is the longer run
            for at in itertools.product(*map(range, block.shape[1 + self._rank:-1])):
                target[(..., *at, slice(None))] = block[(..., *at, slice(None))]
        return matrix


def _is_pointwise(geometry):
    return set(geometry.window) == set(geometry.strides) == {1} and not any(map(any, geometry.pads))


def forward(geometry, x, filters):
    """[batch, *out, out channels] of `x` and filters [*window, in, out]."""
    weights = filters.reshape(-1, filters.shape[-1])
    result = np.empty((len(x), *geometry.out, weights.shape[1]), x.dtype)
    if _is_pointwise(geometry):
        matmul(x.reshape(-1, x.shape[-1]), weights, result.reshape(-1, weights.shape[1]))
        return result
    padded = geometry.padded(x)
    row_size = math.prod(geometry.out[1:]) * weights.shape[0] * x.itemsize

    def work(taken):
        columns = _Columns(geometry, padded)
        for images, rows in taken:
            np.matmul(columns.of(images, rows), weights, out=result[images, rows].reshape(-1, weights.shape[1]))
    share_products(_blocks(geometry, len(x), row_size), work, result.size * weights.shape[0])
    return result


def input_gradient(geometry, filters, dy):
    """[batch, *size, in channels]: what `forward` makes of each element of its input, weighted by `dy`."""
    weights = filters.reshape(-1, filters.shape[-1]).T
    if _is_pointwise(geometry):
        return matmul(dy.reshape(-1, dy.shape[-1]), weights).reshape(*dy.shape[:-1], -1)
    mirrored = geometry.mirrored() if dy.shape[-1] <= _WIDER * filters.shape[-2] else None
    if mirrored is not None:
        return forward(mirrored, dy, np.flip(filters, range(filters.ndim - 2)).swapaxes(-1, -2))
    total, inside = geometry.empty(len(dy), filters.shape[-2], dy.dtype)
    places = list(geometry.places())
    row_size = math.prod(geometry.out[1:]) * weights.shape[1] * dy.itemsize

    def work(taken):
        for image in taken:
            for _, rows in _blocks(geometry, 1, row_size):
                part = dy[image:image + 1, rows]
                columns = np.matmul(part.reshape(-1, dy.shape[-1]), weights).reshape(*part.shape[:-1], len(places), -1)
                first = rows.start * geometry.strides[0]
                for index, (_, height, *others) in enumerate(places):
                    height = slice(height.start + first, height.start + first + (rows.stop - rows.start - 1) * geometry.strides[0] + 1,
                                   geometry.strides[0])
                    total[(slice(image, image + 1), height, *others)] += columns[..., index, :]
    share_products(range(len(dy)), work, dy.size * weights.shape[1])
    return np.ascontiguousarray(inside)


def filter_gradient(geometry, x, dy):
    """[*window, in, out]: what `forward` makes of each element of the filters, weighted by `dy`."""
    shape = (*geometry.window, x.shape[-1], dy.shape[-1])
    if _is_pointwise(geometry):
        return np.matmul(x.reshape(-1, x.shape[-1]).T, dy.reshape(-1, dy.shape[-1])).reshape(shape)
    padded = geometry.padded(x)
    width = math.prod(shape[:-1])
    blocks = list(_blocks(geometry, len(x), math.prod(geometry.out[1:]) * width * x.itemsize))
    count = min(_CHAINS, len(blocks))
    chains = [blocks[len(blocks) * index // count:len(blocks) * (index + 1) // count] for index in range(count)]
    sums = np.zeros((count, width, dy.shape[-1]), dy.dtype)

    def work(taken):
        columns = _Columns(geometry, padded)
        part = np.empty((width, dy.shape[-1]), dy.dtype)
        for index in taken:
            for images, rows in chains[index]:
                np.matmul(columns.of(images, rows).T, dy[images, rows].reshape(-1, dy.shape[-1]), out=part)
                sums[index] += part
    share_products(range(count), work, dy.size * width)
    return sums.sum(0).reshape(shape) if count > 1 else sums.reshape(shape) if count else np.zeros(shape, dy.dtype)


# -- each channel by itself ----------------------------------------------------------------------------------------

def _flat(array):
    """[batch, rows, …]: what is behind the first spatial dimension in one run, as NumPy's loops like it."""
    return array.reshape(*array.shape[:2], -1)


def _spread(geometry, filters):
    """For each place, its filter repeated along a row of the output: [*out[1:] · channels]."""
    taps = filters.reshape(-1, filters.shape[-2] * filters.shape[-1])
    return np.tile(taps, (1, math.prod(geometry.out[1:])))


def depthwise_forward(geometry, x, filters):
    """[batch, *out, in · multiplier] of `x` and filters [*window, in, multiplier]."""
    if filters.shape[-1] != 1:
        x = np.repeat(x, filters.shape[-1], axis=-1)
    padded, taps, places = geometry.padded(x), _spread(geometry, filters), list(geometry.places())
    result = np.empty((len(x), *geometry.out, x.shape[-1]), x.dtype)

    length = geometry.window[-1]  # large windows are summed row by row, so that rounding adds up more slowly

    def work(taken):
        product, row = np.empty((1, *result.shape[1:]), x.dtype), np.empty((1, *result.shape[1:]), x.dtype)
        for image in taken:
            total, one = result[image:image + 1], padded[image:image + 1]
            for index, place in enumerate(places):
                goal = total if index < length or len(places) <= _FEW_TAPS else row
                starts = index == 0 or goal is row and index % length == 0
                np.multiply(one[place], taps[index].reshape(result.shape[2:]), out=goal if starts else product)
                if not starts:
                    goal += product
                if goal is row and index % length == length - 1:
                    total += row
    share(range(len(x)), work, x.size)
    return result


def depthwise_input_gradient(geometry, filters, dy):
    """[batch, *size, in channels] of `depthwise_forward`."""
    taps, places = _spread(geometry, filters), list(geometry.places())
    total, inside = geometry.empty(len(dy), dy.shape[-1], dy.dtype)

    def work(taken):
        part = np.empty((1, *dy.shape[1:]), dy.dtype)
        for image in taken:
            for index, place in enumerate(places):
                np.multiply(dy[image:image + 1], taps[index].reshape(dy.shape[2:]), out=part)
                total[image:image + 1][place] += part
    share(range(len(dy)), work, dy.size)
    if filters.shape[-1] == 1:
        return np.ascontiguousarray(inside)
    return inside.reshape(*inside.shape[:-1], *filters.shape[-2:]).sum(-1, dtype=dy.dtype)


def depthwise_filter_gradient(geometry, x, dy, multiplier):
    """[*window, in, multiplier] of `depthwise_forward`."""
    channels = x.shape[-1]
    if multiplier != 1:
        x = np.repeat(x, multiplier, axis=-1)
    padded, places = geometry.padded(x), list(geometry.places())
    sums = np.zeros((len(x), len(places), dy.shape[-1]), dy.dtype)

    def work(taken):
        part = np.empty((1, *dy.shape[1:]), dy.dtype)
        for image in taken:
            for index, place in enumerate(places):
                np.multiply(padded[image:image + 1][place], dy[image:image + 1], out=part)
                np.add.reduce(np.add.reduce(part.reshape(dy.shape[1], -1), axis=0).reshape(-1, dy.shape[-1]), axis=0,
                              out=sums[image, index])
    share(range(len(x)), work, x.size)
    return np.add.reduce(sums, axis=0).reshape(*geometry.window, channels, multiplier)
