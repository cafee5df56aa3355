"""The error function and its complement in single precision, as expressions of simpler functions."""

from __future__ import annotations

import numpy as np

from runtime.ops.kernels.expressions import expression

# A rational function of the square, as in Eigen's generic_fast_erf_float (MPL 2.0): 3.6e-7 off at most, as TensorFlow is.
_ERF = ((0.00022905065861350646, 0.0034082910107109506, 0.050955695062380861, 0.18520832239976145, 1.128379143519084),
        (-1.1791602954361697e-7, 0.000023547966471313185, 0.0010179625278914885, 0.014070470171167667, 0.11098505178285362,
         0.49746925110067538, 1.0))
_ERF_LIMIT = 3.832506856900711
# W. H. Press et al., "Numerical Recipes", 6.2.2: log(erfc(z) / t) + z*z as a polynomial of t = 1 / (1 + z / 2).
_ERFC = (0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368, -1.26551223)


def _polynomial(x, coefficients):
    value = x * coefficients[0] + coefficients[1]
    for coefficient in coefficients[2:]:
        value = value * x + coefficient
    return value


@expression
def erf(x):
    """`erf` of float32."""
    if x.dtype != np.float32:
        return NotImplemented
    x = np.maximum(np.minimum(x, _ERF_LIMIT), -_ERF_LIMIT)
    square = x * x
    return np.maximum(np.minimum(x * _polynomial(square, _ERF[0]) / _polynomial(square, _ERF[1]), 1), -1)


@expression
def erfc(x):
    """`erfc` of float32, at most 7e-7 off for each unit of its value, as TensorFlow is."""
    if x.dtype != np.float32:
        return NotImplemented
    z = np.minimum(np.abs(x), 12.0)
    t = 2 / (2 + z)
    scaled = z * 4097
    short = scaled - (scaled - z)  # half of the digits (G. W. Veltkamp): its square is exact
    tail = t * (np.exp(-(short * short)) * np.exp(_polynomial(t, _ERFC) - (z - short) * (z + short)))
    return np.where(x < 0, 2 - tail, tail)
