"""Functions of `keras.ops` that reduce tensors to sums, means and quantiles, also without NaN."""

from __future__ import annotations

import runtime as tf
from runtime.keras.ops.elementwise import nan_to_num
from runtime.keras.ops.making import as_float, greatest, least, not_bool, promoted, reduction, wide
from runtime.keras.ops.operation import operation
from runtime.keras.symbolic import as_tensor

amax = reduction("Amax", greatest)
amin = reduction("Amin", least)
ptp = reduction("Ptp", lambda x, axis, keepdims: tf.reduce_max(x, axis, keepdims) - tf.reduce_min(x, axis, keepdims))


def _is_nan(x):
    return tf.math.is_nan(x) if x.dtype.is_floating else tf.zeros_like(x, tf.bool)


def _filled(x, value):
    return tf.where(_is_nan(x), tf.cast(value, x.dtype), x) if x.dtype.is_floating else x


def _mean(x, axis, keepdims):
    known = tf.cast(tf.logical_not(_is_nan(x)), x.dtype)
    return tf.reduce_sum(_filled(x, 0), axis, keepdims) / tf.reduce_sum(known, axis, keepdims)


def _variance(x, axis, keepdims):
    known = tf.logical_not(_is_nan(x))
    squares = tf.where(known, tf.square(x - _mean(x, axis, True)), tf.zeros_like(x))
    return tf.reduce_sum(squares, axis, keepdims) / tf.reduce_sum(tf.cast(known, x.dtype), axis, keepdims)


def _extreme(function, neutral):
    def call(x, axis, keepdims):
        if not x.dtype.is_floating:
            return function(x, axis, keepdims)
        found = function(_filled(x, neutral), axis, keepdims)
        return tf.where(tf.reduce_all(_is_nan(x), axis, keepdims), tf.cast(float("nan"), x.dtype), found)
    return call


nansum = reduction("Nansum", lambda x, axis, keepdims: tf.reduce_sum(wide(_filled(x, 0)), axis, keepdims))
nanprod = reduction("Nanprod", lambda x, axis, keepdims: tf.reduce_prod(wide(_filled(x, 1)), axis, keepdims))
nanmax = reduction("Nanmax", _extreme(greatest, float("-inf")))
nanmin = reduction("Nanmin", _extreme(least, float("inf")))
nanmean = reduction("Nanmean", _mean, floats=True)
nanvar = reduction("Nanvar", _variance, floats=True)
nanstd = reduction("Nanstd", lambda *args: tf.sqrt(_variance(*args)), floats=True)


@operation("Cumprod", 1)
def cumprod(x, axis=None, dtype=None):
    x = not_bool(x if dtype is None else tf.cast(x, dtype))
    return tf.math.cumprod(tf.reshape(x, [-1]) if axis is None else x, axis or 0)


@operation("Nancumsum", 1)
def nancumsum(x, axis=None, dtype=None):
    x = not_bool(nan_to_num(x if dtype is None else tf.cast(x, dtype)))
    return tf.cumsum(tf.reshape(x, [-1]) if axis is None else x, axis or 0)


@operation("Nancumprod", 1)
def nancumprod(x, axis=None, dtype=None):
    x = _filled(not_bool(x if dtype is None else tf.cast(x, dtype)), 1)
    return tf.math.cumprod(tf.reshape(x, [-1]) if axis is None else x, axis or 0)


@operation("Average", 1)
def average(x, axis=None, weights=None):
    if weights is None:
        return tf.reduce_mean(as_float(x), axis)
    x, weights = map(as_float, promoted(x, weights))
    if weights.shape.rank == 1 and x.shape.rank > 1 and isinstance(axis, int):
        shape = [1] * x.shape.rank
        shape[axis] = -1
        weights = tf.reshape(weights, shape)
    weights = tf.broadcast_to(weights, tf.shape(x))
    return tf.reduce_sum(x * weights, axis) / tf.reduce_sum(weights, axis)


# -- quantiles -----------------------------------------------------------------------------------------------------------
@operation("Quantile", 2)
def quantile(x, q, axis=None, method="linear", keepdims=False):
    return _quantile(as_float(x), q, axis, method, keepdims, False)


@operation("Nanquantile", 2)
def nanquantile(x, q, axis=None, method="linear", keepdims=False):
    return _quantile(as_float(x), q, axis, method, keepdims, True)


def percentile(x, q, axis=None, method="linear", keepdims=False):
    """`quantile` of hundredths."""
    return quantile(x, as_float(q) / 100.0, axis=axis, method=method, keepdims=keepdims)


def nanpercentile(x, q, axis=None, method="linear", keepdims=False):
    """`nanquantile` of hundredths."""
    return nanquantile(x, as_float(q) / 100.0, axis=axis, method=method, keepdims=keepdims)


@operation("Median", 1)
def median(x, axis=None, keepdims=False):
    return _quantile(as_float(x), 0.5, axis, "linear", keepdims, False)


@operation("Nanmedian", 1)
def nanmedian(x, axis=None, keepdims=False):
    return _quantile(as_float(x), 0.5, axis, "linear", keepdims, True)


def _quantile(x, q, axis, method, keepdims, leaves_out):
    """Quantiles along the axes; an axis of several `q` comes first. `leaves_out`: NaN does not count; else it is the result."""
    rank = x.shape.rank
    axes = sorted(a % rank for a in (range(rank) if axis is None else (axis,) if isinstance(axis, int) else axis))
    kept = [a for a in range(rank) if a not in axes]
    shape = tf.shape(x)
    flat = tf.reshape(tf.transpose(x, kept + axes), tf.concat([tf.gather(shape, kept), [-1]], 0))
    nan = _is_nan(flat)
    ordered = tf.sort(tf.where(nan, tf.cast(float("inf"), x.dtype), flat))
    count = tf.reduce_sum(tf.cast(tf.logical_not(nan), tf.int32), -1) if leaves_out else tf.fill(tf.shape(flat)[:-1], tf.shape(flat)[-1])
    q = tf.cast(q, x.dtype)
    several = q.shape.rank > 0
    found = [_one_quantile(ordered, count, one, method) for one in (tf.unstack(q) if several else [q])]
    if not leaves_out:
        found = [tf.where(tf.reduce_any(nan, -1), tf.cast(float("nan"), x.dtype), one) for one in found]
    if keepdims:
        found = [tf.reshape(one, [1 if a in axes else shape[a] for a in range(rank)]) for one in found]
    return tf.stack(found) if several else found[0]


def _one_quantile(ordered, count, q, method):
    place = q * tf.cast(count - 1, ordered.dtype)
    below, above = (tf.clip_by_value(tf.cast(rounded(place), tf.int32), 0, tf.maximum(count - 1, 0)) for rounded in (
        tf.floor, tf.math.ceil))
    low, high = (tf.gather(ordered, at[..., tf.newaxis], batch_dims=ordered.shape.rank - 1, axis=-1)[..., 0] for at in (below, above))
    if method == "lower":
        found = low
    elif method == "higher":
        found = high
    elif method == "midpoint":
        found = 0.5 * (low + high)
    elif method == "nearest":
        found = tf.where(tf.round(place) > tf.floor(place), high, low)
    else:
        found = low + (high - low) * (place - tf.floor(place))
        found = tf.where(tf.equal(low, high), low, found)
    return tf.where(count > 0, found, tf.cast(float("nan"), ordered.dtype))


# -- counts --------------------------------------------------------------------------------------------------------------
@operation("Bincount", 1)
def bincount(x, weights=None, minlength=0, sparse=False):
    x = tf.cast(x, tf.int32)
    dtype = tf.int32 if weights is None else as_tensor(weights).dtype
    if x.shape.rank == 1:
        length = tf.maximum(tf.reduce_max(x) + 1, minlength)
        return tf.math.bincount(x, None if weights is None else tf.cast(weights, dtype), minlength=length, dtype=dtype)
    length = tf.maximum(tf.reduce_max(x) + 1, minlength)
    return tf.math.bincount(x, None if weights is None else tf.cast(weights, dtype), minlength=length, maxlength=length, dtype=dtype, axis=-1)


@operation("Histogram", 1)
def histogram(x, bins=10, range=None):  # noqa: A002 - Keras's name
    x = as_tensor(x)
    if not isinstance(bins, int) or bins <= 0:
        raise ValueError(f"Argument `bins` should be a non-negative integer. Received: bins={bins}")
    if x.shape.rank != 1:
        raise ValueError(f"Input tensor must be 1-dimensional. Received: input.shape={x.shape}")
    low, high = (tf.reduce_min(x), tf.reduce_max(x)) if range is None else (tf.cast(end, x.dtype) for end in range)
    x = tf.boolean_mask(x, tf.logical_and(x >= low, x <= high))
    edges = tf.cast(tf.linspace(*(tf.cast(end, tf.float32 if x.dtype.is_integer else x.dtype) for end in (low, high)), bins + 1), x.dtype)
    places = tf.searchsorted(edges[1:-1], x, "right")
    return tf.scatter_nd(places[:, tf.newaxis], tf.ones_like(x), [bins]), edges


@operation("Nanargmax", 1)
def nanargmax(x, axis=None, keepdims=False):
    return _arg(tf.argmax, as_tensor(x), float("-inf"), axis, keepdims)


@operation("Nanargmin", 1)
def nanargmin(x, axis=None, keepdims=False):
    return _arg(tf.argmin, as_tensor(x), float("inf"), axis, keepdims)


def _arg(function, x, neutral, axis, keepdims):
    found = function(tf.reshape(_filled(x, neutral), [-1]) if axis is None else _filled(x, neutral), axis=axis or 0, output_type=tf.int32)
    found = tf.where(tf.reduce_all(_is_nan(x), axis), -1, found)
    if not keepdims:
        return found
    return tf.reshape(found, [1] * x.shape.rank) if axis is None else tf.expand_dims(found, axis)


def segment_max(data, segment_ids, num_segments=None, sorted=False):  # noqa: A002 - Keras's name
    """The greatest value of each segment."""
    return tf.math.unsorted_segment_max(data, segment_ids, _count(segment_ids, num_segments))


def segment_min(data, segment_ids, num_segments=None, sorted=False):  # noqa: A002 - Keras's name
    """The least value of each segment."""
    return tf.math.unsorted_segment_min(data, segment_ids, _count(segment_ids, num_segments))


def segment_prod(data, segment_ids, num_segments=None, sorted=False):  # noqa: A002 - Keras's name
    """The product of each segment."""
    return tf.math.unsorted_segment_prod(data, segment_ids, _count(segment_ids, num_segments))


def _count(segment_ids, num_segments):
    return tf.reduce_max(segment_ids) + 1 if num_segments is None else num_segments


@operation("Diff", 1)
def diff(a, n=1, axis=-1):
    a = as_tensor(a)
    axis %= a.shape.rank
    for _ in range(n):
        ends = [slice(None)] * axis
        later, earlier = a[(*ends, slice(1, None))], a[(*ends, slice(None, -1))]
        a = tf.not_equal(later, earlier) if a.dtype is tf.bool else later - earlier
    return a


@operation("Trapezoid", 1)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    y = as_float(y)
    axis %= y.shape.rank
    width = dx if x is None else diff(tf.cast(x, y.dtype), axis=-1)
    ends = [slice(None)] * axis
    mean = (y[(*ends, slice(1, None))] + y[(*ends, slice(None, -1))]) / 2.0
    if x is not None and width.shape.rank == 1:
        width = tf.reshape(width, [-1] + [1] * (y.shape.rank - 1 - axis))
    return tf.reduce_sum(mean * width, axis)


@operation("Corrcoef", 1)
def corrcoef(x):
    x = as_float(x)
    if x.shape.rank < 2:
        return tf.ones((), x.dtype)
    x = x - tf.reduce_mean(x, -1, keepdims=True)
    covariance = tf.matmul(x, x, transpose_b=True)
    deviation = tf.sqrt(tf.linalg.diag_part(covariance))
    return tf.clip_by_value(covariance / deviation[:, tf.newaxis] / deviation[tf.newaxis, :], -1.0, 1.0)
