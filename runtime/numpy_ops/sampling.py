"""`tf.experimental.numpy.random`: draws of TensorFlow's stateful generators."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core.absent import absent_from
from runtime.numpy_ops.creation import asarray
from runtime.numpy_ops.result_types import result_type


def _shape(size):
    if size is None:
        return ()
    return (size,) if np.isscalar(size) else size


def seed(s):
    """Set the global seed."""
    try:
        s = int(s)
    except TypeError:
        raise ValueError(f"Argument `s` got an invalid value {s}. Only integers are supported.") from None
    tf.random.set_seed(s)


def randn(*args):
    """Standard normal numbers in the shape of the arguments."""
    return standard_normal(size=args)


def standard_normal(size=None):
    """Standard normal numbers."""
    return tf.random.normal(_shape(size), dtype=result_type(float))


def uniform(low=0.0, high=1.0, size=None):
    """Numbers between two limits."""
    dtype = result_type(float)
    low, high = asarray(low, dtype=dtype), asarray(high, dtype=dtype)
    size = tf.broadcast_dynamic_shape(low.shape, high.shape) if size is None else size
    return tf.random.uniform(size, low, high, dtype=dtype)


def random(size=None):
    """Numbers between 0 and 1."""
    return uniform(0.0, 1.0, size)


def rand(*size):
    """Numbers between 0 and 1 in the shape of the arguments."""
    return uniform(0.0, 1.0, size)


def poisson(lam=1.0, size=None):
    """Poisson numbers."""
    return tf.random.poisson(shape=_shape(size), lam=lam, dtype=np.int64)


def randint(low, high=None, size=None, dtype=np.int64):
    """Integers from `low` to before `high`."""
    low, high = (0, int(low)) if high is None else (int(low), high)
    kind = result_type(dtype)
    if kind not in (tf.int32, tf.int64):
        raise ValueError(f"Argument `dtype` got an invalid value {dtype}. Only those convertible to {(np.int32, np.int64)} are supported.")
    return tf.random.uniform((size,) if isinstance(size, int) else _shape(size), low, high, dtype=kind)


__getattr__ = absent_from("tf.experimental.numpy.random")
