"""Reductions that are made of several ops: variance, deviation, log of the sum of exponentials, counts."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.ops import array, creation
from runtime.ops.cast import cast, conj, real
from runtime.ops.comparison import not_equal
from runtime.ops.identity import identity, stop_gradient
from runtime.ops.math import add, exp, is_finite, log, multiply, sqrt, square, subtract
from runtime.ops.reduction import reduce_max, reduce_mean, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.select import where


def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    """The population variance over `axis`. Raises TypeError for integers."""
    with scope(name, "reduce_variance"):
        x = convert_to_tensor(input_tensor)
        means = reduce_mean(x, axis, True)
        if means.dtype.is_integer:
            raise TypeError(f"Input must be either real or complex. Received integer type {means.dtype}.")
        difference = x - means
        if x.dtype.is_complex:
            squared = real(multiply(conj(difference), difference))
        else:
            squared = square(difference)
        return reduce_mean(squared, axis, keepdims)


def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    """The population standard deviation over `axis`. Raises TypeError for integers."""
    with scope(name, "reduce_std"):
        return sqrt(reduce_variance(convert_to_tensor(input_tensor), axis, keepdims))


def reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
    """``log(sum(exp(x)))`` over `axis`, without overflow."""
    with scope(name, "ReduceLogSumExp") as name:
        x = convert_to_tensor(input_tensor)
        raw = reduce_max(x, axis, True)
        largest = stop_gradient(where(is_finite(raw), raw, 0))
        result = log(reduce_sum(exp(subtract(x, largest)), axis, keepdims))
        if not keepdims:
            largest = array.reshape(largest, array.shape(result))
        return add(result, largest, name)


def count_nonzero(input, axis=None, keepdims=None, dtype=dtypes.int64, name=None):
    """How many elements differ from zero (from the empty string)."""
    with scope(name, "count_nonzero"):
        x = convert_to_tensor(input, name="input")
        zero = creation.zeros([], x.dtype) if x.dtype is not dtypes.string else convert_to_tensor("")
        return cast(reduce_sum(cast(not_equal(x, zero), dtypes.int64), axis, bool(keepdims)), dtype)


def zero_fraction(value, name=None):
    """The part of the elements that are zero, as float32; NaN for an empty tensor."""
    with scope(name, "zero_fraction"):
        value = convert_to_tensor(value, name="value")
        count = array.size(value, out_type=dtypes.int64)
        with scope(None, "counts_to_fraction"):
            zeros = count - count_nonzero(value)
            return identity(cast(zeros, dtypes.float32) / cast(count, dtypes.float32), name="fraction")
