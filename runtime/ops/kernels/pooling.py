"""The greatest or the mean of each window of [batch, *spatial, channels] arrays, and their gradients. A few images after
another stay in a core's cache.
"""

from __future__ import annotations

import numpy as np

from runtime.ops.kernels import workers
from runtime.ops.kernels.select import select
from runtime.ops.kernels.threads import share

_BLOCK = 1 << 17  # elements at a time


def _lowest(dtype):
    return np.finfo(dtype).min if dtype.kind == "f" else np.iinfo(dtype).min


def _images(array):
    """Slices of a few images: as many as stay in the cache, so that steps are long, and threads seldom wait for each other."""
    count = len(array)
    step = max(1, min(-(-count // (2 * workers.COUNT)), _BLOCK * count // max(array.size, 1)))
    return [slice(first, min(first + step, count)) for first in range(0, count, step)]


def maximum(geometry, x):
    """The greatest of each window, one dimension after another. Maxima start from the least finite number, and NaN is no maximum."""
    padded = geometry.padded(x, _lowest(x.dtype))
    result = np.empty((len(x), *geometry.out, x.shape[-1]), x.dtype)

    def work(taken):
        for image in taken:
            part = padded[image]
            for axis, (out, window, stride, dilation) in enumerate(
                    zip(geometry.out, geometry.window, geometry.strides, geometry.dilations), 1):
                last = axis == len(geometry.out)
                along = [part[(slice(None),) * axis + (slice(at * dilation, at * dilation + max((out - 1) * stride + 1, 0), stride),)]
                         for at in range(window)]
                part = along[0]
                for at, other in enumerate(along[1:]):
                    part = np.fmax(part, other, out=result[image] if last else part if at else None)
                if last and window == 1:
                    result[image] = part
    share(_images(x), work, x.size)
    if result.dtype.kind == "f" and result.size and not result.min() >= _lowest(result.dtype):
        np.fmax(result, _lowest(result.dtype), out=result)
    return result


def _winners_in_turn(geometry, padded, y):
    """`_winners` of elements that may be NaN or minus infinity: the first one, until one follows that is greater."""
    inside = geometry.padded(np.ones((1, *geometry.size, 1), bool), False)
    winner, best = np.full(y.shape, -1), np.empty_like(y)
    for number, place in enumerate(geometry.places()):
        values = padded[place]
        taken = inside[place] & ((winner < 0) | (values > best))
        winner[taken] = number
        np.copyto(best, values, where=taken)
    for number, place in enumerate(geometry.places()):
        yield place, winner == number


def _winners(geometry, padded, y):
    """For each place of some images' windows: where it holds the greatest, the first of equals; [images, *out, channels]."""
    open_ = np.ones(y.shape, bool)
    wins = np.empty_like(open_)
    for place in geometry.places():
        np.equal(padded[place], y, out=wins)
        wins &= open_
        open_ ^= wins
        yield place, wins


def maximum_and_place(geometry, x, in_batch):
    """(the greatest of each window, the place of the first of equals in its image, flat, or with `in_batch` in the whole batch)."""
    padded = geometry.padded(x, _lowest(x.dtype))
    numbers = np.arange(x.size, dtype=np.int64).reshape(x.shape) if in_batch else np.broadcast_to(
        np.arange(x[:1].size, dtype=np.int64).reshape(1, *x.shape[1:]), x.shape)
    numbers = geometry.padded(numbers, -1)
    value = np.full((len(x), *geometry.out, x.shape[-1]), _lowest(x.dtype), x.dtype)
    chosen = np.full(value.shape, -1, np.int64)
    for place in geometry.places():
        here, number = padded[place], numbers[place]
        better = ((here > value) | (chosen < 0)) & (number >= 0)
        np.copyto(value, here, where=better)
        np.copyto(chosen, number, where=better)
    return value, chosen


def _equals(geometry, padded, y):
    """For each place of some images' windows: where it holds the greatest."""
    for place in geometry.places():
        yield place, padded[place] == y


def maximum_gradient(geometry, x, y, dy, shared=False):
    """`dy` at the greatest of each window, the first of equals, or all of them if it is `shared`; zero elsewhere."""
    padded = geometry.padded(x, _lowest(x.dtype))
    total, inside = geometry.empty(len(x), x.shape[-1], dy.dtype)
    apart = all(stride >= window for stride, window in zip(geometry.strides, geometry.window)) and set(geometry.dilations) == {1}
    zero = dy.dtype.type(0)
    finite = x.dtype.kind != "f" or not x.size or x.min() >= _lowest(x.dtype)
    winners = _equals if shared else _winners if finite else _winners_in_turn

    def work(taken):
        for image in taken:
            part = np.empty_like(dy[image])
            for place, wins in winners(geometry, padded[image], y[image]):
                if apart:
                    select(wins, dy[image], zero, out=total[image][place])
                else:
                    total[image][place] += select(wins, dy[image], zero, out=part)
    share(_images(x), work, x.size)
    return np.ascontiguousarray(inside)


def maximum_second_gradient(geometry, x, y, ddx):
    """What `ddx` has at the greatest of each window; zero where none is equal to `y`, as TensorFlow's kernel has it."""
    padded, others = geometry.padded(x, _lowest(x.dtype)), geometry.padded(ddx)
    result = np.zeros(y.shape, ddx.dtype)
    for image in _images(x):
        for place, wins in _winners(geometry, padded[image], y[image]):
            np.copyto(result[image], others[image][place], where=wins)
    return result


def _total(geometry, value):
    """The sum of each window."""
    padded = geometry.padded(value)
    result = np.zeros((len(value), *geometry.out, value.shape[-1]), value.dtype)

    def work(taken):
        for image in taken:
            for place in geometry.places():
                result[image] += padded[image][place]
    share(_images(value), work, value.size)
    return result


def _counts(geometry, dtype):
    """How many elements of each window are not padding: [1, *out, 1]."""
    return _total(geometry, np.ones((1, *geometry.size, 1), dtype))


def mean(geometry, value):
    """The mean of each window, without the padding."""
    return _total(geometry, value) / _counts(geometry, value.dtype)


def mean_gradient(geometry, dy):
    """Each of `dy` shared among the elements of its window."""
    part = dy / _counts(geometry, dy.dtype)
    total, inside = geometry.empty(len(dy), dy.shape[-1], dy.dtype)

    def work(taken):
        for image in taken:
            for place in geometry.places():
                total[image][place] += part[image]
    share(_images(dy), work, dy.size)
    return np.ascontiguousarray(inside)
