"""Kernels of special functions on NumPy: error functions, gamma functions and their kin, in double precision inside."""

from __future__ import annotations

import math

import numpy as np

TWO_OVER_ROOT_PI = 2 / math.sqrt(math.pi)
ROOT_TWO_PI = math.sqrt(2 * math.pi)


def _in_double(function):
    """`function` computed in float64, the result in the dtype of the argument."""
    def kernel(x):
        with np.errstate(all="ignore"):
            return np.asarray(function(np.asarray(x, np.float64))).astype(x.dtype)
    return kernel


def _ratio(x, numerator, denominator):
    return np.polyval(numerator, x) / np.polyval(denominator, x)


# Rational approximations of W. J. Cody, "Rational Chebyshev approximations for the error function" (1969).
_ERF_NEAR = ([1.85777706184603153e-1, 3.16112374387056560e0, 1.13864154151050156e2, 3.77485237685302021e2,
              3.20937758913846947e3],
             [1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3])
_ERFC_MIDDLE = ([2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1,
                 2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
                 1.23033935479799725e3],
                [1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
                 3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3])
_ERFC_FAR = ([1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
              1.60837851487422766e-2, 6.58749161529837803e-4],
             [1.0, 2.56852019228982242e0, 1.87295284992346725e0, 5.27905102951428412e-1, 6.05183413124413191e-2,
              2.33520497626869185e-3])


def _erfc_positive(y):
    """erfc of y >= 0.46875."""
    near = np.minimum(y, 4.0)
    middle = _ratio(near, *_ERFC_MIDDLE)
    far = np.maximum(y, 4.0)
    inverse = 1 / (far * far)
    beyond = (1 / math.sqrt(math.pi) - inverse * _ratio(inverse, *_ERFC_FAR)) / far
    rounded = np.trunc(y * 16) / 16  # exp(-y*y) without cancellation
    scale = np.exp(-rounded * rounded) * np.exp(-(y - rounded) * (y + rounded))
    return np.where(y <= 4.0, middle, beyond) * np.where(np.isinf(y), 0.0, scale)


def _erf(x):
    y = np.abs(x)
    squared = np.where(y <= 0.46875, x * x, 0.0)
    near = x * _ratio(squared, *_ERF_NEAR)
    return np.where(y <= 0.46875, near, np.sign(x) * (1 - _erfc_positive(np.maximum(y, 0.46875))))


def _erfc(x):
    y = np.abs(x)
    far = _erfc_positive(np.maximum(y, 0.46875))
    return np.where(y <= 0.46875, 1 - _erf(x), np.where(x < 0, 2 - far, far))


# Wichura, "The percentage points of the normal distribution" (AS 241, 1988).
_NDTRI_CENTRE = ([2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
                  1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0],
                 [5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
                  5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1.0])
_NDTRI_TAIL = ([7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
                3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0],
               [1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
                1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
                2.05319162663775882187e0, 1.0])
_NDTRI_FAR = ([2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
               2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0],
              [2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
               7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
               5.99832206555887937690e-1, 1.0])


def _quantile(centre, tail):
    """The normal quantile of p = centre + 1/2, with `tail` the smaller of p and 1 - p."""
    inside = np.where(np.abs(centre) <= 0.425, centre, 0.0)
    middle = inside * _ratio(0.180625 - inside * inside, *_NDTRI_CENTRE)
    root = np.sqrt(-np.log(np.where(tail > 0, tail, 0.5)))
    outer = np.where(root <= 5, _ratio(root - 1.6, *_NDTRI_TAIL), _ratio(root - 5, *_NDTRI_FAR))
    result = np.where(np.abs(centre) <= 0.425, middle, np.sign(centre) * outer)
    return np.where(tail > 0, result, np.where(tail == 0, np.sign(centre) * np.inf, np.nan))


def _ndtri(p):
    return _quantile(p - 0.5, np.minimum(p, 1 - p))


def _erfinv(x):
    return _quantile(x / 2, (1 - np.abs(x)) / 2) / math.sqrt(2)


def _lgamma_one(x):
    if x != x or x in (math.inf, -math.inf):
        return math.inf if x == x else x
    try:
        return math.lgamma(x)
    except ValueError:  # a pole
        return math.inf


def _lgamma(x):
    return np.array([_lgamma_one(value) for value in x.reshape(-1).tolist()], np.float64).reshape(x.shape)


_DIGAMMA_SERIES = [1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12]


def _digamma(x):
    reflected = np.where(x <= 0, 1 - x, x)
    shift = np.zeros_like(x)
    for _ in range(10):  # ψ(x) = ψ(x + 1) - 1/x up to where the asymptotic series is exact
        small = reflected < 10
        shift = shift + np.where(small, 1 / reflected, 0)
        reflected = reflected + small
    inverse = 1 / (reflected * reflected)
    result = np.log(reflected) - 0.5 / reflected - inverse * np.polyval(_DIGAMMA_SERIES, inverse) - shift
    fraction = x - np.floor(x)
    poles = (x <= 0) & (fraction == 0)
    return np.where(poles, np.nan, np.where(x <= 0, result - math.pi / np.tan(math.pi * fraction), result))


erf, erfc, erfinv, ndtri = _in_double(_erf), _in_double(_erfc), _in_double(_erfinv), _in_double(_ndtri)
lgamma, digamma = _in_double(_lgamma), _in_double(_digamma)
