"""Arrays out of numbers: `tf.experimental.numpy.array`, `zeros`, `arange` and their kin."""

from __future__ import annotations

import math

import numpy as np

import runtime as tf
from runtime.core.tensor import Tensor
from runtime.numpy_ops.result_types import NUMPY_2, default_float, of_kind, result_type, result_type_unary


def convert(value, dtype_hint=None):
    """`value` as a tensor; Python's numbers as NumPy takes them."""
    dtype = None
    if isinstance(value, int) and value >= 2 ** 63:
        dtype = tf.uint64
    elif dtype_hint is None and isinstance(value, float):
        dtype = default_float()
    return tf.convert_to_tensor(value, dtype, dtype_hint=dtype_hint)


def as_array(value, dtype=None, copy=False, ndmin=0):
    """`value` as a tensor of `dtype`, which is inferred by NumPy's rules if it is not given."""
    result = value
    if not isinstance(value, Tensor):
        dtype = result_type_unary(value, dtype)
        result = tf.cast(convert(value, dtype_hint=dtype), dtype)
    elif dtype:
        result = tf.cast(value, dtype)
    if copy:
        result = tf.identity(result)
    if ndmin > 32:
        raise ValueError("ndmin bigger than allowable number of dimensions: 32.")
    rank = result.shape.rank
    if rank is not None and ndmin > rank:
        result = tf.reshape(result, tf.concat([tf.ones(ndmin - rank, tf.int32), tf.shape(result)], axis=0))
    return result


def promoted(*values):
    """All values as tensors of their common dtype."""
    dtype = result_type(*values)
    return [value if isinstance(value, Tensor) and value.dtype == dtype else as_array(value, dtype) for value in values]


def array(val, dtype=None, copy=True, ndmin=0):
    """A tensor of `val`, with NumPy's dtype for it."""
    return as_array(val, result_type(dtype) if dtype else dtype, copy, ndmin)


def asarray(a, dtype=None):
    """`a` itself if it is a tensor of that dtype, else a tensor made of it."""
    dtype = result_type(dtype) if dtype else dtype
    if isinstance(a, Tensor) and (not dtype or dtype == a.dtype):
        return a
    return array(a, dtype, copy=False)


def asanyarray(a, dtype=None):
    """The same as `asarray`."""
    return asarray(a, dtype)


def ascontiguousarray(a, dtype=None):
    """A tensor with one axis at least."""
    return array(a, dtype, ndmin=1)


def copy(a):
    """Another tensor with the same elements."""
    return array(a, copy=True)


def zeros(shape, dtype=float):
    """A tensor of zeros."""
    return tf.zeros(shape, result_type(dtype) if dtype else default_float())


def empty(shape, dtype=float):
    """A tensor of zeros, as there is no other empty one."""
    return zeros(shape, dtype)


def zeros_like(a, dtype=None):
    """Zeros in the shape of `a`."""
    return tf.zeros_like(a, tf.as_dtype(result_type_unary(a, dtype)))


def empty_like(a, dtype=None):
    """The same as `zeros_like`."""
    return zeros_like(a, dtype)


def ones(shape, dtype=float):
    """A tensor of ones."""
    return tf.ones(shape, result_type(dtype) if dtype else dtype)


def ones_like(a, dtype=None):
    """Ones in the shape of `a`."""
    return tf.ones_like(a, result_type_unary(a, dtype))


def eye(N, M=None, k=0, dtype=float):
    """Ones on the diagonal `k` of a matrix of zeros."""
    dtype = result_type(dtype) if dtype else dtype
    rows, columns, k = int(N), int(M or N), int(k)
    if k >= columns or -k >= rows:
        return zeros([rows, columns], dtype)
    if k == 0:
        return tf.eye(rows, columns, dtype=dtype)
    length = min(rows, columns - k) if k > 0 else min(rows + k, columns)
    return tf.linalg.diag(tf.ones([length], dtype), num_rows=rows, num_cols=columns, k=k)


def identity(n, dtype=float):
    """The identity matrix."""
    return eye(n, n, dtype=dtype)


def full(shape, fill_value, dtype=None):
    """A tensor filled with one value, or with copies of an array."""
    if not isinstance(shape, Tensor):
        shape = asarray(convert(shape, dtype_hint=tf.int32))
    return tf.broadcast_to(asarray(fill_value, dtype), tf.reshape(shape, [-1]) if shape.shape.rank == 0 else shape)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    """One value in the shape of `a`."""
    if order != "K":
        raise ValueError("Non-standard orders are not supported.")
    if not subok:
        raise ValueError("subok being False is not supported.")
    if shape:
        raise ValueError("Overriding the shape is not supported.")
    a = asarray(a)
    return tf.broadcast_to(asarray(fill_value, dtype or result_type(a)), tf.shape(a))


def broadcast_to(array, shape):
    """`array` repeated along axes of size one and new ones in front."""
    return full(shape, array)


def arange(start, stop=None, step=1, dtype=None):
    """The numbers from `start` to before `stop`."""
    if not step:
        raise ValueError("step must be non-zero.")
    if dtype:
        dtype = result_type(dtype)
    else:
        dtype = result_type(start, step) if stop is None else result_type(start, step, stop)
    first, last = (0, start) if stop is None else (start, stop)
    if step > 0 and first > last or step < 0 and first < last:
        return array([], dtype=dtype)
    return tf.cast(tf.range(start, limit=stop, delta=step), dtype)


def tri(N, M=None, k=0, dtype=None):
    """Ones on and below the diagonal `k`."""
    columns = M if M is not None else N
    dtype = result_type(dtype if dtype is not None else float)
    if k >= 0:
        filled = tf.ones([N, columns], dtype)
        return filled if k > columns else tf.linalg.band_part(filled, -1, k)
    if -k - 1 > N:
        return tf.zeros([N, columns], dtype)
    above = tf.linalg.band_part(tf.ones([N, columns], tf.bool), -k - 1, -1)
    return tf.cast(tf.logical_not(above), dtype)


def _triangle(m, name, k):
    """(the matrix as a tensor, where it is on or below the diagonal `k`)."""
    m = asarray(m)
    if m.shape.rank is None:
        raise ValueError(f"Argument to {name} should have known rank")
    if m.shape.rank < 2:
        raise ValueError(f"Argument to {name} must have rank at least 2")
    if None in m.shape.as_list()[-2:]:
        raise ValueError("Currently, the last two dimensions of the input array need to be known.")
    return m, tf.broadcast_to(tri(*m.shape.as_list()[-2:], k=k, dtype=bool), tf.shape(m))


def tril(m, k=0):
    """The lower triangle, with zeros above."""
    m, below = _triangle(m, "tril", k)
    return tf.where(below, m, tf.constant(0, m.dtype))


def triu(m, k=0):
    """The upper triangle, with zeros below."""
    m, below = _triangle(m, "triu", k - 1)
    return tf.where(below, tf.constant(0, m.dtype), m)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=float, axis=0):
    """`num` numbers with equal steps between them."""
    if dtype:
        dtype = result_type([start * 1.0, stop * 1.0]) if NUMPY_2 else result_type(dtype)
    start, stop = array(start, dtype=dtype), array(stop, dtype=dtype)
    if num < 0:
        raise ValueError(f"Argument `num` (number of samples) must be a non-negative integer. Received: num={num}")
    step = tf.convert_to_tensor(math.nan)
    last = stop
    if endpoint:
        if num > 1:
            step = (stop - start) / (num - 1)
    elif num > 0:
        step = (stop - start) / num
        if num > 1:
            last = tf.cast(stop, step.dtype) - step
            start = tf.cast(start, last.dtype)
    result = tf.linspace(start, last, num, axis=axis)
    if dtype:
        result = tf.cast(tf.floor(result) if dtype.is_integer else result, dtype)
    return (result, step) if retstep else result


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Powers of `base` whose exponents have equal steps between them."""
    dtype = result_type([start * 1.0, stop * 1.0]) if NUMPY_2 else result_type(start, stop, dtype)
    exponents = linspace(start, stop, num=num, endpoint=endpoint, dtype=dtype, axis=axis)
    return tf.cast(tf.pow(tf.cast(base, exponents.dtype), exponents), dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """`num` numbers with equal ratios between them."""
    dtype = tf.as_dtype(dtype) if dtype else result_type(start, stop, float(num), zeros((), dtype))
    working = np.promote_types(dtype.as_numpy_dtype, np.float32)
    start, stop = asarray(start, dtype=working), asarray(stop, dtype=working)
    signs = [1 - tf.sign(tf.math.real(value)) for value in (start, stop)]
    flip = 1 - signs[0] * signs[1] // 2
    logs = [tf.math.log(flip * value) / math.log(10) for value in (start, stop)]
    result = flip * logspace(*logs, num, endpoint=endpoint, base=10.0, dtype=working, axis=0)
    if axis != 0:
        order = list(range(1, result.shape.rank))
        order.insert(axis if axis >= 0 else axis + result.shape.rank, 0)
        result = tf.transpose(result, order)
    return tf.cast(result, dtype)


def meshgrid(*xi, **kwargs):
    """Grids of coordinates from the coordinates of each axis."""
    if kwargs.get("sparse", False):
        raise ValueError(f"Function `meshgrid` does not support returning sparse arrays yet. Received: sparse={kwargs['sparse']}")
    if not kwargs.get("copy", True):
        raise ValueError(f"Function `meshgrid` only supports copy=True. Received: copy={kwargs['copy']}")
    return tf.meshgrid(*[asarray(one) for one in xi], indexing=kwargs.get("indexing", "xy"))


def vander(x, N=None, increasing=False):
    """The powers of each element of a vector, in rows."""
    x = asarray(x)
    count = tf.get_static_value(tf.shape(x)[0] if N is None else N)
    if count < 0:
        raise ValueError("N must be nonnegative")
    if x.shape.rank != 1:
        raise ValueError("x must be a one-dimensional array")
    exponents = tf.range(0, count, 1) if increasing else tf.range(count - 1, -1, -1)
    return tf.pow(tf.expand_dims(x, -1), tf.cast(exponents, x.dtype))


def diag_indices(n, ndim=2):
    """The places of the main diagonal."""
    for name, value in (("n", n), ("ndim", ndim)):
        if value < 0:
            raise ValueError(f"{name} argument to diag_indices must be nonnegative, got {value}")
    return (tf.range(n),) * ndim


def as_float(x):
    """A tensor of floats: integers and booleans as the default float, if tensors have NumPy's methods."""
    x = asarray(x)
    return x if of_kind(x, np.inexact) else x.astype(result_type(float))
