"""`tf.math`."""

from runtime.ops.cast import angle, conj, imag, real
from runtime.ops.comparison import (equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
                                    logical_xor, not_equal)
from runtime.ops.math import (accumulate_n, acos, acosh, add, add_n, asin, asinh, atan, atan2, atanh, ceil, cos, cosh,
                              digamma, divide, divide_no_nan, erf, erfc, erfcinv, erfinv, exp, expm1, floor, floordiv,
                              floormod, is_finite, is_inf, is_nan, lgamma, log, log1p, log_sigmoid, maximum, minimum, mod,
                              multiply, multiply_no_nan, ndtri, negative, nextafter, polyval, reciprocal,
                              reciprocal_no_nan, rint, rsqrt, scalar_mul, sigmoid, sign, sin, sinh, softplus, softsign,
                              sqrt, square, squared_difference, subtract, tan, tanh, truediv, xdivy, xlog1py, xlogy)
from runtime.ops.math import abs_ as abs, pow_ as pow, round_ as round  # noqa: A004 - TensorFlow's own names
from runtime.ops.reduction import (count_nonzero, reduce_all, reduce_any, reduce_euclidean_norm, reduce_logsumexp,
                                   reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_std, reduce_sum,
                                   reduce_variance)
