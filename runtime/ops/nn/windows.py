"""The arguments that describe sliding windows, and the shapes that follow from them."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.context import context
from runtime.core.tensor import Tensor
from runtime.ops.kernels.windows import output_size


def per_dimension(value, name, spatial=2, data_format="NHWC"):
    """A size given as one number, one for each spatial dimension, or for all, as numbers for all dimensions in the order of the format.

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
        return [1, 1, *sizes] if data_format.startswith("NC") else [1, *sizes, 1]
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


def only_channels_last(data_format, text, kind=errors.InvalidArgumentError):
    """Raise an error with the op's own text for channels-first data, which TensorFlow's CPU kernels do not take either."""
    if data_format.startswith("NC"):
        raise kind(None, None, text)


def spatial_axes(data_format):
    """(the axes of the spatial dimensions, the axis of the channels) in shapes of this format."""
    rank = len(data_format)
    return (tuple(range(2, rank)), 1) if data_format.startswith("NC") else (tuple(range(1, rank - 1)), rank - 1)


def infer_windows(dims, window, attrs, channels):
    """The static output shape for the input shape `dims` with this many output `channels`; `window` has the spatial sizes."""
    axes, channel = spatial_axes(attrs["data_format"])
    count = len(axes) + 2
    pads = attrs.get("explicit_paddings") or [0] * 2 * count
    result = [dims[0]] + [None] * (count - 1)
    for axis, size in zip(axes, window):
        if size is not None:
            dilation = attrs.get("dilations", [1] * count)[axis]
            result[axis] = output_size(dims[axis], size, attrs["strides"][axis], dilation, attrs["padding"],
                                       tuple(pads[2 * axis:2 * axis + 2]))[0]
    result[channel] = channels
    return tuple(result)
