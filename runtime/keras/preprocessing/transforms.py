"""Single images, NumPy arrays, that are turned, shifted, sheared, zoomed or recoloured, also at random by NumPy's generator."""

from __future__ import annotations

import numpy as np

from runtime.core.extras import import_extra
from runtime.keras.utils.images import array_to_img, img_to_array


def _coordinates(at, size, mode):
    """Where, inside of `size` pixels, the coordinates `at` lie by SciPy's rules; -1 for those outside of a constant frame."""
    last, inside = size - 1, (at >= 0) & (at <= size - 1)
    if mode == "constant":
        return np.where(inside, at, -1.0)
    if mode == "nearest":
        return np.clip(at, 0, last)
    if size <= 1:
        return np.zeros_like(at)
    if mode == "wrap":
        below = at + last * (np.trunc(-at / last) + 1)
        above = at - last * np.trunc(at / last)
    else:
        period, tiny = 2 * size, np.finfo(np.float64).eps
        below = np.where(at < -period, period * np.trunc(-at / period) + at, at)
        below = np.where(below < -size, below + period, np.where(below > -tiny, tiny, -below) - 1)
        above = at - period * np.trunc(at / period)
        above = np.where(above >= size, period - above - 1, above)
    return np.where(inside, at, np.where(at < 0, below, above))


def _index(index, size, mode):
    """The pixel that stands for one behind the edge, when two neighbours are mixed."""
    if size <= 1 or mode == "nearest":
        return np.clip(index, 0, size - 1)
    if mode == "reflect":
        return np.where(index < 0, -index - 1, np.where(index >= size, 2 * size - 1 - index, index))
    return np.where(index < 0, -index, np.where(index >= size, 2 * size - 2 - index, index))


def _seen_through(image, matrix, offset, order, mode, cval):
    """``image[matrix @ place + offset]``, as `scipy.ndimage.affine_transform` computes it for `order` 0 and 1."""
    rows, columns = np.meshgrid(*map(np.arange, image.shape), indexing="ij")
    places = [_coordinates(rows * line[0] + columns * line[1] + shift, size, mode)
              for line, shift, size in zip(matrix, offset, image.shape)]
    outside = (places[0] <= -1) | (places[1] <= -1)
    if order == 0:
        found = image[tuple(_index(np.floor(at + 0.5).astype(int), size, mode) for at, size in zip(places, image.shape))].astype(np.float64)
    else:
        starts = [np.floor(at) for at in places]
        shares = [at - start for at, start in zip(places, starts)]
        found = 0.0
        for down in (0, 1):
            for across in (0, 1):
                pixels = image[tuple(_index((start + step).astype(int), size, mode)
                                     for start, step, size in zip(starts, (down, across), image.shape))].astype(np.float64)
                weights = [share if step else 1 - share for share, step in zip(shares, (down, across))]
                found = found + pixels * weights[0] * weights[1]
    found = np.where(outside, cval, found)
    if image.dtype.kind in "iu":
        found = np.trunc(np.where(found > 0, found + 0.5, found - 0.5))
    return found.astype(image.dtype)


def _around_the_middle(matrix, height, width):
    down, across = float(height) / 2 - 0.5, float(width) / 2 - 0.5
    there, back = np.array([[1, 0, down], [0, 1, across], [0, 0, 1]]), np.array([[1, 0, -down], [0, 1, -across], [0, 0, 1]])
    return np.dot(np.dot(there, matrix), back)


def apply_affine_transform(x, theta=0, tx=0, ty=0, shear=0, zx=1, zy=1, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest",
                           cval=0.0, order=1):
    """An image turned by `theta` degrees, shifted by `tx` rows and `ty` columns, sheared by degrees and zoomed.

    Raises:
        ValueError: axes or an array that do not fit.
        NotImplementedError: an `order` of interpolation above 1.
    """
    axes = {row_axis, col_axis, channel_axis}
    if len(axes) != 3:
        raise ValueError("'row_axis', 'col_axis', and 'channel_axis' must be distinct")
    if axes != {0, 1, 2}:
        raise ValueError(f"Invalid axis' indices: {axes - {0, 1, 2}}")
    if x.ndim != 3:
        raise ValueError("Input arrays must be multi-channel 2D images.")
    if channel_axis not in (0, 2):
        raise ValueError("Channels are allowed and the first and last dimensions.")
    matrices = []
    if theta != 0:
        theta = np.deg2rad(theta)
        matrices.append([[np.cos(theta), -np.sin(theta), 0], [np.sin(theta), np.cos(theta), 0], [0, 0, 1]])
    if tx != 0 or ty != 0:
        matrices.append([[1, 0, tx], [0, 1, ty], [0, 0, 1]])
    if shear != 0:
        shear = np.deg2rad(shear)
        matrices.append([[1, -np.sin(shear), 0], [0, np.cos(shear), 0], [0, 0, 1]])
    if zx != 1 or zy != 1:
        matrices.append([[zx, 0, 0], [0, zy, 0], [0, 0, 1]])
    if not matrices:
        return x
    if order not in (0, 1):
        raise NotImplementedError(f"the runtime interpolates images with order 0 or 1, not {order}")
    matrix = np.array(matrices[0])
    for other in matrices[1:]:
        matrix = np.dot(matrix, np.array(other))
    matrix = _around_the_middle(matrix, x.shape[row_axis], x.shape[col_axis])
    channels = np.rollaxis(x, channel_axis, 0)
    if col_axis > row_axis:
        matrix[:, [0, 1]] = matrix[:, [1, 0]]
        matrix[[0, 1]] = matrix[[1, 0]]
    result = np.stack([_seen_through(channel, matrix[:2, :2], matrix[:2, 2], order, fill_mode, cval) for channel in channels])
    return np.rollaxis(result, 0, channel_axis + 1)


def random_rotation(x, rg, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1):
    """An image turned by up to `rg` degrees."""
    return apply_affine_transform(x, theta=np.random.uniform(-rg, rg), row_axis=row_axis, col_axis=col_axis, channel_axis=channel_axis,
                                  fill_mode=fill_mode, cval=cval, order=interpolation_order)


def random_shift(x, wrg, hrg, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1):
    """An image shifted by up to a share of its width and height."""
    tx = np.random.uniform(-hrg, hrg) * x.shape[row_axis]
    ty = np.random.uniform(-wrg, wrg) * x.shape[col_axis]
    return apply_affine_transform(x, tx=tx, ty=ty, row_axis=row_axis, col_axis=col_axis, channel_axis=channel_axis, fill_mode=fill_mode,
                                  cval=cval, order=interpolation_order)


def random_shear(x, intensity, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1):
    """An image sheared by up to `intensity` degrees."""
    return apply_affine_transform(x, shear=np.random.uniform(-intensity, intensity), row_axis=row_axis, col_axis=col_axis,
                                  channel_axis=channel_axis, fill_mode=fill_mode, cval=cval, order=interpolation_order)


def random_zoom(x, zoom_range, row_axis=1, col_axis=2, channel_axis=0, fill_mode="nearest", cval=0.0, interpolation_order=1):
    """An image zoomed by two factors out of a range. Raises ValueError for what is no range."""
    if len(zoom_range) != 2:
        raise ValueError(f"`zoom_range` should be a tuple or list of two floats. Received: {zoom_range}")
    low, high = zoom_range
    zx, zy = (1, 1) if low == 1 and high == 1 else np.random.uniform(low, high, 2)
    return apply_affine_transform(x, zx=zx, zy=zy, row_axis=row_axis, col_axis=col_axis, channel_axis=channel_axis, fill_mode=fill_mode,
                                  cval=cval, order=interpolation_order)


def apply_channel_shift(x, intensity, channel_axis=0):
    """`intensity` added to all values, which stay between the least and the greatest one."""
    channels = np.rollaxis(x, channel_axis, 0)
    shifted = np.stack([np.clip(channel + intensity, np.min(channels), np.max(channels)) for channel in channels])
    return np.rollaxis(shifted, 0, channel_axis + 1)


def random_channel_shift(x, intensity_range, channel_axis=0):
    """A random number added to all values, which stay between the least and the greatest one."""
    return apply_channel_shift(x, np.random.uniform(-intensity_range, intensity_range), channel_axis=channel_axis)


def apply_brightness_shift(x, brightness, scale=True):
    """An image that Pillow makes brighter, by a factor."""
    enhance = import_extra("PIL.ImageEnhance", "apply_brightness_shift", "images")
    low, high = np.min(x), np.max(x)
    exceeds = low < 0 or high > 255
    x = img_to_array(enhance.Brightness(array_to_img(x, scale=exceeds or scale)).enhance(brightness))
    return x / 255 * (high - low) + low if not scale and exceeds else x


def random_brightness(x, brightness_range, scale=True):
    """An image made brighter by a factor out of a range. Raises ValueError for what is no range."""
    if len(brightness_range) != 2:
        raise ValueError(f"`brightness_range should be tuple or list of two floats. Received: {brightness_range}")
    return apply_brightness_shift(x, np.random.uniform(*brightness_range), scale)
