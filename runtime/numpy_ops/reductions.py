"""Functions of `tf.experimental.numpy` that make one element of many."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core.tensor import Tensor
from runtime.numpy_ops import math
from runtime.numpy_ops.creation import array, asarray, broadcast_to
from runtime.numpy_ops.result_types import of_kind, result_type


def _reduce(function, a, axis=None, dtype=None, keepdims=None, ints="wide", of_bool=None, keeps_bool=False):
    """A reduction with NumPy's result dtype.

    Args:
        ints: what integers and booleans become: "wide" ones, "float", or None for what they are.
        of_bool: the function for booleans, if they stay such.
    """
    dtype = result_type(dtype) if dtype else dtype
    a = asarray(a, dtype=dtype)
    if of_bool is not None and (dtype is not None and dtype == tf.bool or keeps_bool and a.dtype == tf.bool):
        return of_bool(a, axis=axis, keepdims=bool(keepdims))
    if dtype is None and (of_kind(a, np.integer) or a.dtype == tf.bool):
        if ints == "wide":
            a = tf.cast(a, _wide(a.dtype))
        elif ints == "float":
            a = tf.cast(a, result_type(float))
    if isinstance(axis, Tensor) and axis.dtype not in (tf.int32, tf.int64):
        axis = tf.cast(axis, tf.int64)
    return function(a, axis=axis, keepdims=bool(keepdims))


def _wide(dtype):
    if dtype.size >= 8 and dtype != tf.bool:
        return dtype
    return tf.uint64 if dtype.is_unsigned else tf.int64


def _no_out(out):
    if out is not None:
        raise ValueError("Setting out is not supported.")


def sum(a, axis=None, dtype=None, keepdims=None):  # noqa: A001
    """The sum; integers as wide ones."""
    return _reduce(tf.reduce_sum, a, axis, dtype, keepdims, of_bool=tf.reduce_any)


def prod(a, axis=None, dtype=None, keepdims=None):
    """The product; integers as wide ones."""
    return _reduce(tf.reduce_prod, a, axis, dtype, keepdims, of_bool=tf.reduce_all)


def mean(a, axis=None, dtype=None, out=None, keepdims=None):
    """The mean; of integers a float."""
    _no_out(out)
    return _reduce(tf.reduce_mean, a, axis, dtype, keepdims, ints="float")


def amax(a, axis=None, out=None, keepdims=None):
    """The largest element."""
    _no_out(out)
    return _reduce(tf.reduce_max, a, axis, None, keepdims, None, tf.reduce_any, keeps_bool=True)


def amin(a, axis=None, out=None, keepdims=None):
    """The smallest element."""
    _no_out(out)
    return _reduce(tf.reduce_min, a, axis, None, keepdims, None, tf.reduce_all, keeps_bool=True)


def max(a, axis=None, keepdims=None):  # noqa: A001
    """The same as `amax`."""
    return amax(a, axis=axis, keepdims=keepdims)


def min(a, axis=None, keepdims=None):  # noqa: A001
    """The same as `amin`."""
    return amin(a, axis=axis, keepdims=keepdims)


def ptp(a, axis=None, keepdims=None):
    """The largest element minus the smallest."""
    return amax(a, axis=axis, keepdims=keepdims) - amin(a, axis=axis, keepdims=keepdims)


def std(a, axis=None, keepdims=None):
    """The standard deviation."""
    return _reduce(tf.math.reduce_std, a, axis, None, keepdims, ints="float")


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=None):
    """The variance, divided by the number of elements minus `ddof`."""
    working = result_type(a, dtype) if dtype else None
    _no_out(out)

    def with_fewer(x, axis, keepdims):
        centred = x - tf.reduce_mean(x, axis=axis, keepdims=True)
        squared = tf.cast(tf.math.real(centred * tf.math.conj(centred)), x.dtype) if x.dtype.is_complex else tf.square(centred)
        total = tf.reduce_sum(squared, axis=axis, keepdims=keepdims)
        count = tf.size(x) if axis is None else tf.reduce_prod(tf.gather(tf.shape(x), axis + x.shape.rank if axis < 0 else axis))
        return tf.cast(tf.divide(total, tf.cast(count - ddof, x.dtype)), dtype or x.dtype)
    result = _reduce(with_fewer if ddof else tf.math.reduce_variance, a, axis, working, keepdims, ints="float")
    return tf.cast(result, dtype) if dtype else result


def all(a, axis=None, keepdims=None):  # noqa: A001
    """Whether all elements are true."""
    return tf.reduce_all(asarray(a, dtype=bool), axis=axis, keepdims=bool(keepdims))


def any(a, axis=None, keepdims=None):  # noqa: A001
    """Whether some element is true."""
    return tf.reduce_any(asarray(a, dtype=bool), axis=axis, keepdims=bool(keepdims))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements differ by little."""
    return all(math.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan))


def _without_nan(reduction, start):
    def function(a, axis=None, dtype=None, keepdims=False):
        a = array(a)
        return reduction(tf.where(math.isnan(a), array(start, dtype=a.dtype), a), axis=axis, dtype=dtype, keepdims=keepdims)
    function.__name__ = function.__qualname__ = f"nan{reduction.__name__}"
    function.__doc__ = f"`{reduction.__name__}` of what is a number."
    return function


nansum, nanprod = _without_nan(sum, 0), _without_nan(prod, 1)


def nanmean(a, axis=None, dtype=None, keepdims=None):
    """The mean of what is a number."""
    a = array(a)
    if of_kind(a, np.bool_) or of_kind(a, np.integer):
        return mean(a, axis=axis, dtype=dtype, keepdims=keepdims)
    dtype = a.dtype if dtype is None else dtype
    count = sum(math.logical_not(math.isnan(a)), axis=axis, dtype=dtype, keepdims=keepdims)
    return nansum(a, axis=axis, dtype=dtype, keepdims=keepdims) / count


def _running(function, a, axis, dtype):
    a = asarray(a, dtype=dtype)
    if dtype is None and a.dtype.is_integer:
        a = asarray(a, dtype=np.promote_types(a.dtype.as_numpy_dtype, int))
    if axis is None:
        return function(tf.reshape(a, [-1]), 0)
    return function(a, axis + tf.rank(a) if axis < 0 else axis)


def cumsum(a, axis=None, dtype=None):
    """Sums of all elements up to each."""
    return _running(tf.cumsum, a, axis, dtype)


def cumprod(a, axis=None, dtype=None):
    """Products of all elements up to each."""
    return _running(tf.math.cumprod, a, axis, dtype)


def count_nonzero(a, axis=None):
    """How many elements are not zero."""
    return tf.math.count_nonzero(array(a), axis)


def _place(function, a, axis):
    a = array(a)
    if axis is None:
        return function(tf.reshape(a, [-1]))
    return function(tf.reshape(a, [1]) if a.shape.rank == 0 else a, axis=axis)


def argmax(a, axis=None):
    """Where the largest element is."""
    return _place(tf.argmax, a, axis)


def argmin(a, axis=None):
    """Where the smallest element is."""
    return _place(tf.argmin, a, axis)


def average(a, axis=None, weights=None, returned=False):
    """The mean, with weights if given."""
    if axis is not None and not isinstance(axis, int):
        raise ValueError(f"Argument `axis` must be an integer. Received axis={axis} (of type {type(axis)})")
    a = array(a)
    default = result_type(float)
    inexact = of_kind(a, np.inexact)
    if weights is None:
        if not inexact:
            a = a.astype(result_type(a.dtype, default))
        mean_of_all = tf.reduce_mean(a, axis=axis)
        total = tf.cast(tf.size(a) if axis is None else tf.shape(a)[axis], a.dtype) if returned else None
    else:
        dtype = result_type(a.dtype, weights) if inexact else result_type(a.dtype, weights, default)
        a, weights = array(a, dtype), array(weights, dtype)
        if axis is None or a.shape.rank == weights.shape.rank:
            tf.Assert(tf.reduce_all(tf.equal(tf.shape(a), tf.shape(weights))), [tf.shape(a), tf.shape(weights)])
            total = tf.reduce_sum(weights, axis=axis)
            mean_of_all = tf.reduce_sum(a * weights, axis=axis) / total
        else:
            tf.Assert(tf.equal(tf.rank(weights), 1), [tf.rank(weights)])
            total = tf.reduce_sum(weights)
            mean_of_all = tf.tensordot(a, weights, [[axis], [0]]) / total
    return (mean_of_all, broadcast_to(total, tf.shape(mean_of_all))) if returned else mean_of_all
