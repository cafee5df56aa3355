"""Means and variances in parts: `tf.nn.weighted_moments`, `sufficient_statistics`, `normalize_moments`."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.ops import array
from runtime.ops.cast import cast
from runtime.ops.math import divide, multiply, square, squared_difference, subtract
from runtime.ops.rearrange import broadcast_to
from runtime.ops.reduction import reduce_prod, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.gather_scatter import gather


def weighted_moments(x, axes, frequency_weights, keepdims=False, name=None):
    """The weighted mean and variance of `x` over `axes`; float16 is summed as float32.

    Args:
        frequency_weights: weights, broadcast against `x`.
    """
    with scope(name, "weighted_moments"):
        x = convert_to_tensor(x, name="x")
        weights = convert_to_tensor(frequency_weights, name="frequency_weights")
        dtype = x.dtype
        if dtype is dtypes.float16:
            x = cast(x, dtypes.float32)
        weights = cast(weights, x.dtype)
        weighted = reduce_sum(weights * x, axes, True, name="weighted_input_sum")
        weights = broadcast_to(weights, array.shape(x)) if weights._dims != x._dims else weights
        total = reduce_sum(weights, axes, True, name="sum_of_weights")
        mean = divide(weighted, total)
        variance = divide(reduce_sum(multiply(weights, squared_difference(x, mean)), axes, True), total)
        if not keepdims:
            axis = axes if isinstance(axes, (list, tuple)) else [axes]
            mean, variance = array.squeeze(mean, axis), array.squeeze(variance, axis)
        return cast(mean, dtype), cast(variance, dtype)


def sufficient_statistics(x, axes, shift=None, keepdims=False, name=None):
    """``(count, sum, sum of squares, shift)`` of `x` over `axes`, of which `normalize_moments` makes mean and variance.

    Args:
        shift: a value near the mean, subtracted first: more exact sums. None: none.
    """
    axes = list(set(axes))
    with scope(name, "sufficient_statistics"):
        x = convert_to_tensor(x, name="x")
        known = x._dims is not None and all(x._dims[axis] is not None for axis in axes)
        if known:
            count = 1
            for axis in axes:
                count *= x._dims[axis]
            count = convert_to_tensor(count, x.dtype, name="count")
        else:
            count = reduce_prod(cast(gather(array.shape(x), axes), x.dtype), name="count")
        if shift is not None:
            shift = convert_to_tensor(shift, name="shift")
            mean_part, square_part = subtract(x, shift), squared_difference(x, shift)
        else:
            mean_part, square_part = x, square(x)
        return (count, reduce_sum(mean_part, axes, keepdims, name="mean_ss"),
                reduce_sum(square_part, axes, keepdims, name="var_ss"), shift)


def normalize_moments(counts, mean_ss, variance_ss, shift, name=None):
    """The mean and variance of sufficient statistics."""
    with scope(name, "normalize"):
        counts, mean_ss, variance_ss = map(convert_to_tensor, (counts, mean_ss, variance_ss))
        divisor = divide(1.0, counts, name="divisor")
        shifted = multiply(mean_ss, divisor, name="shifted_mean" if shift is not None else "mean")
        mean = shifted if shift is None else shifted + shift
        return mean, subtract(multiply(variance_ss, divisor), square(shifted), name="variance")
