"""`tf.math`."""

from runtime.ops.nn.activations import log_softmax, softmax
from runtime.ops.array import invert_permutation
from runtime.ops.cast import conj, real
from runtime.ops.complex_parts import angle, imag
from runtime.ops.comparison import (equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
                                    logical_xor, not_equal)
from runtime.ops.math import (acos, acosh, add, asin, asinh, atan, atan2, atanh, ceil, cos, cosh, divide, divide_no_nan, exp,
                              expm1, floor, floordiv, floormod, is_finite, is_inf, is_nan, log, log1p, log_sigmoid, maximum,
                              minimum, mod, multiply, multiply_no_nan, negative, nextafter, reciprocal, reciprocal_no_nan, rint,
                              rsqrt, scalar_mul, sigmoid, sign, sin, sinh, softplus, softsign, sqrt, square, squared_difference,
                              subtract, tan, tanh, truediv, xdivy, xlog1py, xlogy)
from runtime.ops.math import abs_ as abs, pow_ as pow, round_ as round  # noqa: A004 - TensorFlow's own names
from runtime.ops.composite_reductions import count_nonzero, reduce_logsumexp, reduce_std, reduce_variance, zero_fraction
from runtime.ops.reduction import (argmax, argmin, cumprod, cumsum, cumulative_logsumexp, reduce_all, reduce_any,
                                   reduce_euclidean_norm, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_sum)
from runtime.ops.segment import (bincount, confusion_matrix, segment_max, segment_mean, segment_min, segment_prod, segment_sum,
                                 unsorted_segment_max, unsorted_segment_mean, unsorted_segment_min, unsorted_segment_prod,
                                 unsorted_segment_sqrt_n, unsorted_segment_sum)
from runtime.ops.special import (bessel_i0, bessel_i0e, bessel_i1, bessel_i1e, betainc, digamma, erf, erfc, erfcinv, erfinv,
                                 igamma, igammac, lbeta, lgamma, ndtri, polygamma, zeta)
from runtime.ops.sort import in_top_k, is_non_decreasing, is_strictly_increasing, top_k
from runtime.ops.nn.normalisation import l2_normalize
from runtime.ops.sums import accumulate_n, add_n, polyval
