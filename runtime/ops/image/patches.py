"""`tf.image.extract_patches`: the windows of images as vectors."""

from __future__ import annotations

import numpy as np

from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, TypeList, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import array, infer
from runtime.ops.creation import range_
from runtime.ops.kernels.windows import Geometry
from runtime.ops.nn.windows import infer_windows, padding_attrs
from runtime.ops.reduction import reduce_prod
from runtime.ops.segment import unsorted_segment_sum

_KINDS = TypeList("bfloat16 float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128 bool")


def _patches(images, ksizes, strides, rates, padding):
    if images.ndim != 4:
        raise invalid(f"input must be 4-dimensional{text(images.shape)}")
    geometry = Geometry(images.shape[1:3], ksizes[1:3], strides, rates, padding)
    windows = geometry.windows(geometry.padded(images))
    return np.ascontiguousarray(windows).reshape(len(images), *geometry.out, -1)


def _infer(inputs, attrs):
    dims = infer.with_rank(inputs[0]._dims, 4)
    height, width = attrs["ksizes"][1:3]
    depth = None if dims[3] is None else dims[3] * height * width
    if None in dims[1:3]:
        return dims[0], None, None, depth
    return infer_windows(dims, (height, width), {**attrs, "dilations": attrs["rates"], "data_format": "NHWC"}, depth)


PATCHES = op("ExtractImagePatches", "images: T -> patches: T", kernel=_patches, infer=_infer,
             attrs={"ksizes": REQUIRED, "strides": REQUIRED, "rates": REQUIRED, "padding": REQUIRED}, types={"T": _KINDS},
             unserved={"T": "bool"})


@gradient("ExtractImagePatches")
def _patches_grad(operation, dy):
    sizes = array.shape(operation.inputs[0])
    count = reduce_prod(sizes)
    attrs = {name: operation.attrs[name] for name in PATCHES.attrs}
    places = dispatch(PATCHES, (array.reshape(range_(count) + 1, sizes),), attrs) - 1  # -1 is padding, which no segment takes
    return [array.reshape(unsorted_segment_sum(array.reshape(dy, [-1]), array.reshape(places, [-1]), count), sizes)]


def extract_patches(images, sizes, strides, rates, padding, name=None):
    """Each window of [batch, height, width, channels] as one vector: [batch, rows, columns, height · width · channels].

    Args:
        sizes, strides, rates: four numbers, of which the first and the last are 1.
        padding: ``"SAME"`` or ``"VALID"``.
    """
    padding = padding_attrs(padding, PATCHES.name, ("SAME", "VALID"))["padding"]
    attrs = {"ksizes": list(sizes), "strides": list(strides), "rates": list(rates), "padding": padding}
    return dispatch(PATCHES, (images,), attrs, name)
