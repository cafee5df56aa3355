"""Sliding windows: the geometry that convolutions and pooling share, and the arguments that describe it.

Arrays are [batch, height, width, channels]. Padding is resolved to what is added on each side.
"""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.context import context
from runtime.core.tensor import Tensor


def per_dimension(value, name, spatial=2):
    """A size given as one number, one for each spatial dimension, or for all four, as four numbers (NHWC).

    Raises:
        ValueError: it has another length.
        TypeError: it is a scalar tensor.
    """
    if isinstance(value, Tensor) and value._dims == ():
        raise TypeError("Cannot iterate over a scalar tensor.")
    sizes = list(np.ravel(np.asarray(1 if value is None else value)).tolist())
    if len(sizes) == 1:
        sizes *= spatial
    if len(sizes) == spatial:
        return [1, *sizes, 1]
    if len(sizes) != spatial + 2:
        raise ValueError(f"{name} should be of length 1, {spatial} or {spatial + 2}. Received: {name}={value} of length "
                         f"{len(sizes)}")
    return sizes


def padding_attrs(padding, op_name, allowed=("SAME", "VALID", "EXPLICIT")):
    """The attributes for ``"SAME"``, ``"VALID"`` or explicit pairs of numbers.

    Raises:
        ValueError: the pairs are not four, or in a graph: there is no such padding.
        InvalidArgumentError: eagerly: there is no such padding.
    """
    if isinstance(padding, str):
        if padding not in allowed:
            names = ", ".join(f'"{name}"' for name in allowed)
            if context.graph is not None:
                raise ValueError(f"Attr 'padding' of '{op_name}' Op passed string '{padding}' not in: {names}.")
            raise errors.InvalidArgumentError(
                None, None, f"Value for attr 'padding' of \"{padding}\" is not in the list of allowed values: {names}\n\t; "
                f"NodeDef: {{{{node {op_name}}}}}; Op<name={op_name}> [Op:{op_name}] name: ")
        return {"padding": padding, "explicit_paddings": []} if "EXPLICIT" in allowed else {"padding": padding}
    pairs = [tuple(int(number) for number in pair) for pair in padding]
    if len(pairs) != 4 or any(len(pair) != 2 for pair in pairs):
        raise ValueError("When padding is a list, each element of padding must be a list/tuple of size 2. Received: "
                         f"padding={padding}")
    return {"padding": "EXPLICIT", "explicit_paddings": [number for pair in pairs for number in pair]}


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
    try:
        return output_size(size, window, stride, dilation, padding, pads)
    except ValueError:
        reach = (window - 1) * dilation + 1
        padded = size + sum(pads) if padding == "EXPLICIT" else size
        raise errors.InvalidArgumentError(
            None, None, f"Computed output size would be negative: {(padded - reach + stride) // stride} [input_size: {size}, "
            f"effective_filter_size: {reach}, stride: {stride}]") from None


class Geometry:
    """Where windows lie on [batch, height, width, channels] arrays of a given height and width.

    The constructor raises InvalidArgumentError, in the kernels' words, if a window does not fit in.

    Attributes:
        out: (output height, output width).
        pads: ((top, bottom), (left, right)).
    """

    def __init__(self, size, window, strides, dilations, padding, explicit_paddings):
        self.size, self.window = tuple(size), tuple(window)
        self.strides, self.dilations = tuple(strides[1:3]), tuple(dilations[1:3])
        pairs = [tuple(explicit_paddings[2 * i:2 * i + 2]) for i in (1, 2)] if explicit_paddings else [(0, 0), (0, 0)]
        found = [_output_size(*args) for args in zip(size, window, self.strides, self.dilations, [padding] * 2, pairs)]
        self.out = tuple(out for out, _, _ in found)
        self.pads = tuple((before, after) for _, before, after in found)

    def padded(self, array, value=0):
        """`array` with the padding around it; itself if there is none."""
        if self.pads == ((0, 0), (0, 0)):
            return array
        return np.pad(array, ((0, 0), *self.pads, (0, 0)), constant_values=value)

    def windows(self, padded):
        """A view of a padded array: [batch, out height, out width, window height, window width, channels]."""
        batch, _, _, channels = padded.shape
        step = padded.strides
        return np.lib.stride_tricks.as_strided(
            padded, (batch, *self.out, *self.window, channels),
            (step[0], step[1] * self.strides[0], step[2] * self.strides[1],
             step[1] * self.dilations[0], step[2] * self.dilations[1], step[3]), writeable=False)

    def places(self):
        """For each element of a window, row by row: the index of that element of all windows in a padded array."""
        for i in range(self.window[0]):
            for j in range(self.window[1]):
                rows, columns = (slice(at * dilation, at * dilation + (out - 1) * stride + 1, stride)
                                 for at, dilation, out, stride in zip((i, j), self.dilations, self.out, self.strides))
                yield slice(None), rows, columns

    def scatter(self, parts, batch, channels, dtype):
        """The sum of window contents back in place: the transpose of `windows` and `padded`.

        Args:
            parts: for each of `places`, [batch, out height, out width, channels].
        """
        (top, bottom), (left, right) = self.pads
        total = np.zeros((batch, self.size[0] + top + bottom, self.size[1] + left + right, channels), dtype)
        for place, part in zip(self.places(), parts):
            total[place] += part
        return total[:, top:top + self.size[0], left:left + self.size[1]]

    def scatter_windows(self, values):
        """`scatter` of [batch, out height, out width, window height, window width, channels]."""
        flat = values.reshape(*values.shape[:3], -1, values.shape[-1])
        return self.scatter(np.moveaxis(flat, 3, 0), len(values), values.shape[-1], values.dtype)


def only_channels_last(op_name, data_format):
    """Raise UnimplementedError for channels-first data, which TensorFlow's CPU kernels do not take either."""
    if data_format == "NCHW":
        raise errors.UnimplementedError(None, None, f"The {op_name} op currently only supports the NHWC tensor format on the "
                                        "CPU. The op was given the format: NCHW")


def order(data_format):
    """(height, width, channel) positions in shapes of this format."""
    return (2, 3, 1) if data_format == "NCHW" else (1, 2, 3)


def infer_windows(dims, window, attrs, channels):
    """The static output shape for the input shape `dims` with this many output `channels`."""
    height, width, channel = order(attrs["data_format"])
    sizes, pads = [], attrs.get("explicit_paddings") or [0] * 8
    for axis, size in zip((height, width), window):
        if size is None:
            sizes.append(None)
            continue
        dilation = attrs.get("dilations", [1] * 4)[axis]
        sizes.append(output_size(dims[axis], size, attrs["strides"][axis], dilation, attrs["padding"],
                                 tuple(pads[2 * axis:2 * axis + 2]))[0])
    result = [dims[0], None, None, None]
    result[height], result[width], result[channel] = sizes[0], sizes[1], channels
    return tuple(result)
