"""The arguments that describe sliding windows, and the shapes that follow from them."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.context import context
from runtime.core.tensor import Tensor
from runtime.ops.kernels.windows import output_size


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
