"""Products and diagonals of `tf.experimental.numpy`."""

from __future__ import annotations

import runtime as tf
from runtime.core import errors
from runtime.numpy_ops import shaping
from runtime.numpy_ops.creation import asarray, promoted
from runtime.numpy_ops.math import broadcast, of_two
from runtime.numpy_ops.reductions import sum as sum_
from runtime.numpy_ops.result_types import result_type


def _some_scalar(a, b):
    return 0 in (a.shape.rank, b.shape.rank)


def dot(a, b):
    """NumPy's product: of vectors, of matrices, or with a number."""
    def product(a, b):
        if _some_scalar(a, b):
            return a * b
        return tf.tensordot(a, b, axes=[[-1], [-1 if b.shape.rank == 1 else -2]])
    return of_two(product, a, b)


def inner(a, b):
    """The sums of products along the last axes."""
    return of_two(lambda a, b: a * b if _some_scalar(a, b) else tf.tensordot(a, b, axes=[[-1], [-1]]), a, b)


def outer(a, b):
    """All products of an element of one and an element of the other."""
    return of_two(lambda a, b: tf.reshape(a, [-1, 1]) * tf.reshape(b, [-1]), a, b)


def vdot(a, b):
    """The product of all elements as vectors, the first conjugated."""
    a, b = (tf.reshape(one, [-1]) for one in promoted(a, b))
    return dot(tf.math.conj(a) if a.dtype.is_complex else a, b)


def tensordot(a, b, axes=2):
    """Sums of products along some axes."""
    return of_two(lambda a, b: tf.tensordot(a, b, axes=axes), a, b)


def matmul(x1, x2):
    """The product of matrices; vectors as a row or a column."""
    def product(a, b):
        try:
            if b.shape.rank == 1:
                return tf.tensordot(a, b, axes=1)
            return tf.tensordot(a, b, axes=[[0], [-2]]) if a.shape.rank == 1 else tf.matmul(a, b)
        except errors.InvalidArgumentError as error:
            raise ValueError(str(error)) from None
    return of_two(product, x1, x2)


def einsum(subscripts, *operands, **kwargs):
    """Sums of products along the axes that a text names."""
    casting, optimize = kwargs.get("casting", "safe"), kwargs.get("optimize", False)
    if casting not in ("safe", "no"):
        raise ValueError(f'Invalid value for argument `casting`. Expected casting="safe" or casting="no". Received: casting={casting}')
    operands = promoted(*operands) if casting == "safe" else [asarray(one) for one in operands]
    if optimize not in (False, True, "greedy", "optimal"):
        raise ValueError('Invalid value for argument `optimize`. Expected one of {True, "greedy", "optimal"}. '
                         f"Received: optimize={optimize}")
    return tf.einsum(subscripts, *operands, optimize="optimal" if optimize == "optimal" else "greedy")


def kron(a, b):
    """The Kronecker product."""
    a, b = promoted(a, b)
    rank = max(a.shape.rank, b.shape.rank)
    a, b = (tf.reshape(one, tf.pad(tf.shape(one), [[rank - one.shape.rank, 0]], constant_values=1)) for one in (a, b))
    sizes, ones = [tf.shape(one) for one in (a, b)], tf.ones([rank], tf.int32)
    wide = tf.reshape(a, tf.reshape(tf.stack([sizes[0], ones], axis=1), [-1]))
    fine = tf.reshape(b, tf.reshape(tf.stack([ones, sizes[1]], axis=1), [-1]))
    return tf.reshape(wide * fine, sizes[0] * sizes[1])


def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    """The cross product of vectors of two or three elements."""
    if axis is not None:
        axisa = axisb = axisc = axis

    def product(a, b):
        a, b = shaping.moveaxis(a, (axisa,), (-1,)), shaping.moveaxis(b, (axisb,), (-1,))
        flat = a.shape[-1] == b.shape[-1] == 2
        a, b = (tf.pad(one, [[0, 0]] * (one.shape.rank - 1) + [[0, 1]]) if one.shape[-1] == 2 else one for one in (a, b))
        result = tf.linalg.cross(*broadcast(a, b))
        return result[..., 2] if flat else shaping.moveaxis(result, (-1,), (axisc,))
    return of_two(product, a, b)


def polyval(p, x):
    """The value of a polynomial."""
    def value(p, x):
        coefficients = tf.unstack(tf.reshape(p, [1]) if p.shape.rank == 0 else p)
        result = tf.math.polyval(coefficients, x)
        return tf.broadcast_to(result, x.shape) if len(coefficients) == 1 else result
    return of_two(value, p, x)


# -- diagonals --------------------------------------------------------------------------------------------------------------

def diag(v, k=0):
    """A matrix with a vector on its diagonal `k`, or that diagonal of a matrix."""
    v = asarray(v)
    v.shape.with_rank_at_most(2)
    tf.Assert(v.shape.rank in (1, 2), [v.shape.rank])
    if v.shape.rank == 1:
        return tf.zeros([abs(k), abs(k)], v.dtype) if v.shape[0] == 0 else tf.linalg.diag(v, k=k)
    return _diagonal(v, k, empty=[0])


def _diagonal(a, k, empty):
    if k <= -a.shape[-2] or k >= a.shape[-1]:
        return tf.zeros([*a.shape[:-2], *empty], a.dtype)
    return tf.linalg.diag_part(a, k=k)


def diagonal(a, offset=0, axis1=0, axis2=1):
    """The diagonals of matrices that lie along two axes."""
    return _diagonal(shaping.moveaxis(asarray(a), (axis1, axis2), (-2, -1)), offset, empty=[0])


def diagflat(v, k=0):
    """A matrix with all elements on its diagonal."""
    return diag(tf.reshape(asarray(v), [-1]), k)


def trace(a, offset=0, axis1=0, axis2=1, dtype=None):
    """The sum of a diagonal."""
    dtype = result_type(dtype) if dtype else dtype
    a = asarray(a, dtype)
    rank = a.shape.rank
    if offset == 0 and axis1 in (-2, rank - 2) and axis2 in (-1, rank - 1):
        return tf.linalg.trace(a)
    return sum_(diagonal(a, offset, axis1, axis2), -1, dtype)
