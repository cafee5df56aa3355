"""`tf.image`: random changes, of a seed of the op (`random_…`) or of a given state (`stateless_random_…`)."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.ops.control_flow.check import assert_ as Assert
from runtime.ops import array, math
from runtime.ops.image import colour, images
from runtime.ops.cast import cast
from runtime.ops.comparison import greater_equal, less
from runtime.ops.control_flow.control_flow import cond
from runtime.ops.random.random import uniform
from runtime.ops.rearrange import reverse
from runtime.ops.reduction import reduce_all
from runtime.ops.scope import scope
from runtime.ops.slicing import slice_
from runtime.ops.random.stateless_random import stateless_uniform


def _drawn(seed):
    """Draws of a random op with a seed."""
    return lambda shape, **options: uniform(shape, seed=seed, **options)


def _stateless(seed):
    """Draws that `seed`, two integers, determines."""
    return lambda shape, **options: stateless_uniform(shape, seed=seed, **options)


def _flip(image, axis, draw, name):
    with scope(None, name) as inner:
        image = images.checked(convert_to_tensor(image, name="image"))

        def one():
            chosen = less(draw([], minval=0, maxval=1.0), 0.5)
            return images.keep_shape(image, cond(chosen, lambda: reverse(image, [axis]), lambda: image, name=inner))

        def batch():
            count = array.shape(image)[0]
            flips = cast(math.round_(array.reshape(draw([count], minval=0, maxval=1.0), [count, 1, 1, 1])), image.dtype)
            return flips * reverse(image, [axis + 1]) + (1 - flips) * image
        return images.by_rank(image, one, batch)


def random_flip_left_right(image, seed=None):
    """Each image mirrored or not, as likely as not."""
    return _flip(image, 1, _drawn(seed), "random_flip_left_right")


def random_flip_up_down(image, seed=None):
    """Each image upside down or not, as likely as not."""
    return _flip(image, 0, _drawn(seed), "random_flip_up_down")


def stateless_random_flip_left_right(image, seed):
    """`random_flip_left_right`, determined by `seed`."""
    return _flip(image, 1, _stateless(seed), "stateless_random_flip_left_right")


def stateless_random_flip_up_down(image, seed):
    """`random_flip_up_down`, determined by `seed`."""
    return _flip(image, 0, _stateless(seed), "stateless_random_flip_up_down")


def _around_zero(max_delta, draw, most=None):
    if most is not None and max_delta > most:
        raise ValueError(f"max_delta must be <= {most}.")
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return draw([], minval=-max_delta, maxval=max_delta)


def _between(lower, upper, draw):
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")
    return draw([], minval=lower, maxval=upper)


def random_brightness(image, max_delta, seed=None):
    """Brightness changed by at most `max_delta`. Raises ValueError if that is negative."""
    return colour.adjust_brightness(image, _around_zero(max_delta, _drawn(seed)))


def stateless_random_brightness(image, max_delta, seed):
    """`random_brightness`, determined by `seed`."""
    return colour.adjust_brightness(image, _around_zero(max_delta, _stateless(seed)))


def random_hue(image, max_delta, seed=None):
    """Hue turned by at most `max_delta`, up to 0.5."""
    return colour.adjust_hue(image, _around_zero(max_delta, _drawn(seed), 0.5))


def stateless_random_hue(image, max_delta, seed):
    """`random_hue`, determined by `seed`."""
    return colour.adjust_hue(image, _around_zero(max_delta, _stateless(seed), 0.5))


def random_contrast(image, lower, upper, seed=None):
    """Contrast multiplied by a number between `lower` and `upper`."""
    return colour.adjust_contrast(image, _between(lower, upper, _drawn(seed)))


def stateless_random_contrast(image, lower, upper, seed):
    """`random_contrast`, determined by `seed`."""
    return colour.adjust_contrast(image, _between(lower, upper, _stateless(seed)))


def random_saturation(image, lower, upper, seed=None):
    """Saturation multiplied by a number between `lower` and `upper`."""
    return colour.adjust_saturation(image, _between(lower, upper, _drawn(seed)))


def stateless_random_saturation(image, lower, upper, seed=None):
    """`random_saturation`, determined by `seed`."""
    return colour.adjust_saturation(image, _between(lower, upper, _stateless(seed)))


def _crop(value, size, draw, name):
    with scope(name, "random_crop") as name:
        value = convert_to_tensor(value, name="value")
        size = convert_to_tensor(size, dtypes.int32, name="size")
        shape = array.shape(value)
        check = Assert(reduce_all(greater_equal(shape, size)), ["Need value.shape >= size, got ", shape, size], summarize=1000)
        shape = images.after([check], shape)
        limit = shape - size + 1
        offset = draw(array.shape(shape), dtype=size.dtype, maxval=size.dtype.max) % limit
        return slice_(value, offset, size, name=name)


def random_crop(value, size, seed=None, name=None):
    """A part of a tensor, of shape `size`, at a random place. Raises InvalidArgumentError if it is larger than the tensor."""
    return _crop(value, size, _drawn(seed), name)


def stateless_random_crop(value, size, seed, name=None):
    """`random_crop`, determined by `seed`."""
    return _crop(value, size, _stateless(seed), name)
