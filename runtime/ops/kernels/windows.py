"""Sliding windows: the geometry that convolutions and pooling share.

Arrays are [batch, *spatial dimensions, channels]. Padding is resolved to what is added on each side.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np

from runtime.core import errors


def output_size(size, window, stride, dilation, padding, pads=(0, 0)):
    """(output size, padding before, padding after) along one dimension; sizes may be None.

    Raises:
        ValueError: the window does not fit in.
    """
    reach = (window - 1) * dilation + 1
    if size is None:
        return None, 0, 0
    if reach < 1:
        raise ValueError(f"filter must not have zero elements, but its size is {window}")
    if padding == "SAME":
        out = -(-size // stride)
        total = max((out - 1) * stride + reach - size, 0)
        return out, total // 2, total - total // 2
    before, after = pads if padding == "EXPLICIT" else (0, 0)
    out = (size + before + after - reach + stride) // stride
    if size + before + after < reach:
        raise ValueError(f"Negative dimension size caused by subtracting {reach} from {size + before + after}")
    return out, before, after


def _output_size(size, window, stride, dilation, padding, pads):
    """`output_size`, with kernels' tolerance: a window that is too large by less than two strides has no place, and is no error."""
    try:
        return output_size(size, window, stride, dilation, padding, pads)
    except ValueError:
        reach = (window - 1) * dilation + 1
        before, after = pads if padding == "EXPLICIT" else (0, 0)
        padded = size + before + after
        if padded - reach + stride > -stride:
            return 0, before, after
        raise errors.InvalidArgumentError(
            None, None, f"Computed output size would be negative: {(padded - reach + stride) // stride} [input_size: {size}, "
            f"effective_filter_size: {reach}, stride: {stride}]") from None


class Geometry:
    """Where windows lie on [batch, *size, channels] arrays, in any number of dimensions.

    The constructor raises InvalidArgumentError, in the kernels' words, if a window does not fit in.

    Args:
        size, window: one number for each spatial dimension.
        strides, dilations: these, with those of batch and channels around them.
        explicit_paddings: none, or a pair for each dimension of the array.

    Attributes:
        out: the sizes of the output.
        pads: (before, after) of each spatial dimension.
    """

    def __init__(self, size, window, strides, dilations, padding, explicit_paddings=()):
        self.size, self.window = tuple(size), tuple(window)
        self.strides, self.dilations = tuple(strides[1:-1]), tuple(dilations[1:-1])
        pairs = [tuple(explicit_paddings[2 * i:2 * i + 2]) if explicit_paddings else (0, 0) for i in range(1, len(self.size) + 1)]
        found = [_output_size(*args) for args in zip(size, window, self.strides, self.dilations, [padding] * len(self.size), pairs)]
        self.out = tuple(out for out, _, _ in found)
        self.pads = tuple((before, after) for _, before, after in found)

    @property
    def moves(self):
        """Whether windows move by one element at a time, so that their elements lie side by side."""
        return set(self.strides) == {1}

    def padded(self, array, value=0):
        """`array` with the padding around it; itself if there is none."""
        if not any(map(any, self.pads)):
            return array
        around = [size + before + after for size, (before, after) in zip(self.size, self.pads)]
        make = np.zeros if not value else functools.partial(np.full, fill_value=value)
        result = make((len(array), *around, array.shape[-1]), dtype=array.dtype)
        result[self._inside()] = array
        return result

    def _inside(self):
        return (slice(None), *(slice(before, before + size) for size, (before, _) in zip(self.size, self.pads)))

    def windows(self, padded):
        """A view of a padded array: [batch, *out, *window, channels]."""
        step = padded.strides
        spatial = step[1:-1]
        return np.lib.stride_tricks.as_strided(
            padded, (len(padded), *self.out, *self.window, padded.shape[-1]),
            (step[0], *(a * b for a, b in zip(spatial, self.strides)), *(a * b for a, b in zip(spatial, self.dilations)), step[-1]),
            writeable=False)

    def places(self):
        """For each element of a window, in order: the index of that element of all windows in a padded array."""
        for at in itertools.product(*map(range, self.window)):
            yield (slice(None), *(slice(place * dilation, place * dilation + max((out - 1) * stride + 1, 0), stride)
                                  for place, dilation, out, stride in zip(at, self.dilations, self.out, self.strides)))

    def mirrored(self):
        """The windows on the output that each element of the input is in, in reverse; None unless those move by one element too."""
        if not self.moves:
            return None
        reach = [dilation * (window - 1) for dilation, window in zip(self.dilations, self.window)]
        pads = [(far - before, far - after) for far, (before, after) in zip(reach, self.pads)]
        if min(map(min, pads), default=0) < 0:
            return None
        explicit = [0, 0, *itertools.chain.from_iterable(pads), 0, 0]
        return Geometry(self.out, self.window, (1, *self.strides, 1), (1, *self.dilations, 1), "EXPLICIT", explicit)

    def empty(self, batch, channels, dtype):
        """A padded array of zeros, for what `places` are added to, and the part of it without the padding."""
        total = np.zeros((batch, *(size + sum(pads) for size, pads in zip(self.size, self.pads)), channels), dtype)
        return total, total[self._inside()]
