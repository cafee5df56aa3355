"""Images seen through projective transformations, which rotate, shift, zoom and shear them."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.convert import constant_value
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.core.tensor_shape import text
from runtime.ops import array
from runtime.ops.creation import ones
from runtime.ops.linalg.linear_systems import inv
from runtime.ops.joining import concat
from runtime.ops.kernels import projection


def _kernel(images, transforms, output_shape, fill_value, interpolation, fill_mode):
    if images.ndim != 4:
        raise errors.invalid("input images must have rank 4")
    if transforms.ndim != 2 or transforms.shape[0] not in (1, images.shape[0]) or transforms.shape[1] != projection.TERMS:
        raise errors.invalid("Input transform should be num_images x 8 or 1 x 8")
    if np.shape(output_shape) != (2,):
        raise errors.invalid(f"output shape must be 1-dimensional{text(np.shape(output_shape))}" if np.ndim(output_shape) != 1 else
                             f"output shape must have two elements{text(np.shape(output_shape))}")
    if min(map(int, output_shape)) <= 0:
        raise errors.invalid("output dimensions must be positive")
    height, width = map(int, output_shape)
    return projection.transformed(images, transforms, (height, width), fill_value, interpolation, fill_mode)


def _infer(inputs, attrs):
    dims, sizes = inputs[0]._dims, constant_value(inputs[2])
    height, width = (None, None) if sizes is None else map(int, sizes)
    batch, channels = (None, None) if dims is None else (dims[0], dims[3])
    return (batch, height, width, channels)


TRANSFORM = op("ImageProjectiveTransformV3", "images: dtype, transforms: float32, output_shape: int32, fill_value: float32 -> "
               "transformed_images: dtype", attrs={"interpolation": REQUIRED, "fill_mode": "CONSTANT"}, kernel=_kernel, infer=_infer,
               types={"dtype": "uint8 int32 int64 float16 bfloat16 float32 float64"})


def projective_transform(images, transforms, output_shape, fill_value=0.0, interpolation="NEAREST", fill_mode="CONSTANT"):
    """Images [batch, height, width, channels] of another size, whose pixel (x, y) is the one at (x', y') before.

    Args:
        transforms: rows ``[a0, a1, a2, b0, b1, b2, c0, c1]``, one or one for each image: ``x' = (a0 x + a1 y + a2) / k``,
            ``y' = (b0 x + b1 y + b2) / k`` with ``k = c0 x + c1 y + 1``.
        fill_mode: what lies outside of an image: CONSTANT (`fill_value`), REFLECT, WRAP or NEAREST.
    """
    return dispatch(TRANSFORM, (images, transforms, output_shape, fill_value),
                    {"interpolation": interpolation, "fill_mode": fill_mode})


@gradient("ImageProjectiveTransformV3")
def _transform_grad(operation, dy):
    """The gradient seen through the inverse transformation, as TensorFlow has it."""
    images, transforms = operation.inputs[:2]
    count = array.shape(transforms)[0]
    matrices = array.reshape(concat([transforms, ones([count, 1])], 1), [-1, 3, 3])
    inverse = array.reshape(inv(matrices), [-1, 9])
    inverse = (inverse / inverse[:, 8:])[:, :8]
    return [projective_transform(dy, inverse, array.shape(images)[1:3], operation.inputs[3] * 0, operation.attrs["interpolation"],
                                 operation.attrs["fill_mode"]), None, None, None]
