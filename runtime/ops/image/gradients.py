"""`tf.image`: how images change from pixel to pixel, and colours as brightness and two differences."""

from __future__ import annotations

import numpy as np

from runtime.core.convert import convert_to_tensor
from runtime.ops import array, math
from runtime.ops.contraction import tensordot
from runtime.ops.creation import zeros
from runtime.ops.joining import concat, stack, unstack
from runtime.ops.nn.conv import depthwise_conv2d
from runtime.ops.rearrange import pad, tile
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope

_TO_YIQ = [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617], [0.114, -0.32134392, 0.31119955]]
_FROM_YIQ = [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]]
_TO_YUV = [[0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512], [0.114, 0.43601035, -0.10001026]]
_FROM_YUV = [[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]]
_SOBEL = np.stack([[[-1, -2, -1], [0, 0, 0], [1, 2, 1]], [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]], -1)[:, :, None, :]


def image_gradients(image):
    """(dy, dx): the differences to the pixel below and to the right; 0 in the last row or column. Raises ValueError unless it is 4-D."""
    if image.shape.rank != 4:
        raise ValueError(f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {image.shape}.")
    sizes = array.shape(image)
    batch, height, width, depth = unstack(sizes)
    dy = concat([image[:, 1:, :, :] - image[:, :-1, :, :], zeros(stack([batch, 1, width, depth]), image.dtype)], 1)
    dx = concat([image[:, :, 1:, :] - image[:, :, :-1, :], zeros(stack([batch, height, 1, depth]), image.dtype)], 2)
    return array.reshape(dy, sizes), array.reshape(dx, sizes)


def sobel_edges(image):
    """[batch, height, width, channels, 2]: edges as Sobel's filters find them, down and across."""
    sizes = array.shape(image)
    filters = tile(convert_to_tensor(_SOBEL, dtype=image.dtype), stack([1, 1, sizes[-1], 1]), name="sobel_filters")
    padded = pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    result = array.reshape(depthwise_conv2d(padded, filters, [1, 1, 1, 1], "VALID"), concat([sizes, [2]], 0))
    result.set_shape(image.shape.concatenate([2]))
    return result


def total_variation(images, name=None):
    """The sum of all differences between neighbours, for each image of a batch. Raises ValueError for other ranks than 3 and 4."""
    with scope(name, "total_variation"):
        rank = images.shape.rank
        if rank not in (3, 4):
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        ahead, axes = ((), None) if rank == 3 else ((slice(None),), [1, 2, 3])
        down = images[(*ahead, slice(1, None))] - images[(*ahead, slice(None, -1))]
        across = images[(*ahead, slice(None), slice(1, None))] - images[(*ahead, slice(None), slice(None, -1))]
        return reduce_sum(math.abs_(down), axis=axes) + reduce_sum(math.abs_(across), axis=axes)


def _mixed(images, kernel):
    images = convert_to_tensor(images, name="images")
    return tensordot(images, convert_to_tensor(kernel, dtype=images.dtype, name="kernel"), axes=[[images.shape.rank - 1], [0]])


def rgb_to_yiq(images):
    """Colours as brightness and the two differences of NTSC."""
    return _mixed(images, _TO_YIQ)


def yiq_to_rgb(images):
    """The reverse of `rgb_to_yiq`."""
    return _mixed(images, _FROM_YIQ)


def rgb_to_yuv(images):
    """Colours as brightness and the two differences of PAL."""
    return _mixed(images, _TO_YUV)


def yuv_to_rgb(images):
    """The reverse of `rgb_to_yuv`."""
    return _mixed(images, _FROM_YUV)
