"""`tf.experimental.numpy`: NumPy's functions on tensors, with NumPy's rules for dtypes. Loaded when first used.

    result_types    which dtype a function gives
    creation, math, reductions, shaping, linear     the functions
    sampling        `tf.experimental.numpy.random`
    indexing        ``[]`` as NumPy has it
    behavior        `experimental_enable_numpy_behavior`
"""

import numpy as _np

from runtime.core.absent import absent_from
from runtime.core.tensor import Tensor as ndarray
from runtime.numpy_ops import sampling as random
from runtime.numpy_ops.behavior import experimental_enable_numpy_behavior
from runtime.numpy_ops.creation import (arange, array, asanyarray, asarray, ascontiguousarray, broadcast_to, copy, diag_indices, empty,
                                        empty_like, eye, full, full_like, geomspace, identity, linspace, logspace, meshgrid, ones,
                                        ones_like, tri, tril, triu, vander, zeros, zeros_like)
from runtime.numpy_ops.linear import (cross, diag, diagflat, diagonal, dot, einsum, inner, kron, matmul, outer, polyval, tensordot, trace,
                                      vdot)
from runtime.numpy_ops.math import (abs, absolute, add, angle, arccos, arccosh, arcsin, arcsinh, arctan, arctan2,  # noqa: A004
                                    arctanh, around, array_equal, bitwise_and, bitwise_not, bitwise_or, bitwise_xor, cbrt, ceil, clip, conj,
                                    conjugate, cos, cosh, deg2rad, divide, divmod, equal, exp, exp2, expm1, fabs, fix, float_power, floor,
                                    floor_divide, gcd, greater, greater_equal, heaviside, hypot, imag, isclose, iscomplex, iscomplexobj,
                                    isfinite, isinf, isnan, isneginf, isposinf, isreal, isrealobj, lcm, less, less_equal, log, log1p, log2,
                                    log10, logaddexp, logaddexp2, logical_and, logical_not, logical_or, logical_xor, maximum, minimum, mod,
                                    multiply, negative, nextafter, not_equal, positive, power, rad2deg, real, reciprocal, remainder, round,
                                    sign, signbit, sin, sinc, sinh, sqrt, square, subtract, tan, tanh, true_divide)
from runtime.numpy_ops.reductions import (all, allclose, amax, amin, any, argmax, argmin, average, count_nonzero, cumprod,  # noqa: A004
                                          cumsum, max, mean, min, nanmean, nanprod, nansum, prod, ptp, std, sum, var)
from runtime.numpy_ops.result_types import finfo, promote_types, result_type
from runtime.numpy_ops.shaping import (append, argsort, atleast_1d, atleast_2d, atleast_3d, broadcast_arrays, compress, concatenate, diff,
                                       dsplit, dstack, expand_dims, flatten, flip, fliplr, flipud, hsplit, hstack, isscalar, ix_, moveaxis,
                                       ndim, nonzero, pad, ravel, repeat, reshape, roll, rot90, select, shape, size, sort, split, squeeze,
                                       stack, swapaxes, take, take_along_axis, tile, transpose, vsplit, vstack, where)

bool_, int_, object_, string_, unicode_ = _np.bool_, _np.int64, _np.object_, _np.bytes_, _np.str_
int8, int16, int32, int64 = _np.int8, _np.int16, _np.int32, _np.int64
uint8, uint16, uint32, uint64 = _np.uint8, _np.uint16, _np.uint32, _np.uint64
float16, float32, float64, float_ = _np.float16, _np.float32, _np.float64, _np.float64
complex64, complex128, complex_ = _np.complex64, _np.complex128, _np.complex128
inexact, iinfo, issubdtype, newaxis = _np.inexact, _np.iinfo, _np.issubdtype, _np.newaxis
pi, e, inf = _np.pi, _np.e, _np.inf

__all__ = [_name for _name in dir() if not _name.startswith("_") and _name not in
           ("absent_from", "behavior", "creation", "indexing", "linear", "math", "reductions", "result_types", "sampling", "shaping")]

__getattr__ = absent_from("tf.experimental.numpy")
