"""Kernels of special functions on NumPy: error functions, gamma functions and their kin, in double precision inside."""

from __future__ import annotations

import math

import numpy as np

TWO_OVER_ROOT_PI = 2 / math.sqrt(math.pi)
ROOT_TWO_PI = math.sqrt(2 * math.pi)


def _in_double(function):
    """`function` computed in float64, the result in the dtype of the arguments."""
    def kernel(*arrays):
        with np.errstate(all="ignore"):
            wide = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in arrays))
            return np.asarray(function(*wide)).astype(arrays[0].dtype)
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
    far = np.clip(y, 4.0, 1e100)
    inverse = 1 / (far * far)
    beyond = (1 / math.sqrt(math.pi) - inverse * _ratio(inverse, *_ERFC_FAR)) / far
    y = np.minimum(y, 1e100)
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
    x = np.asarray(x)
    reflected = np.where(x <= 0, 1 - x, x)
    shift = np.zeros_like(x)  # in the argument's own precision, as TensorFlow's kernel
    for _ in range(10):  # ψ(x) = ψ(x + 1) - 1/x up to where the asymptotic series is exact
        small = reflected < 10
        shift = shift + np.where(small, 1 / reflected, 0)
        reflected = reflected + small
    inverse = 1 / (reflected * reflected)
    result = np.log(reflected) - 0.5 / reflected - inverse * np.polyval(_DIGAMMA_SERIES, inverse) - shift
    fraction = x - np.floor(x)
    poles = (x <= 0) & (fraction == 0)
    return np.where(poles, np.nan, np.where(x <= 0, result - math.pi / np.tan(math.pi * fraction), result))


_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330)


def _zeta(s, q):
    """Hurwitz' zeta function by Euler and Maclaurin's formula."""
    start = 10
    total = sum((q + n) ** -s for n in range(start))
    w = q + start
    total = total + w ** (1 - s) / (s - 1) + 0.5 * w ** -s
    factor = s * w ** (-s - 1)
    for index, number in enumerate(_BERNOULLI):
        order = 2 * (index + 1)
        total = total + number / math.factorial(order) * factor
        factor = factor * (s + order - 1) * (s + order) / (w * w)
    total = np.where(s == 1, np.inf, total)
    whole = (q == np.floor(q)) & (q <= 0)
    return np.where((s < 1) | ((q <= 0) & ~whole & (s != np.floor(s))), np.nan, np.where(whole, np.inf, total))


def _polygamma(n, x):
    sign = np.where(n % 2 == 0, -1.0, 1.0)
    higher = sign * np.exp(_lgamma(n + 1)) * _zeta(n + 1, x)
    return np.where((n < 0) | (n != np.floor(n)), np.nan, np.where(n == 0, _digamma(x), higher))


def _igamma_series(a, x):
    """The lower incomplete gamma function, regularised: good for x < a + 1."""
    term = total = 1 / a
    n = a
    for _ in range(500):
        n = n + 1
        term = term * x / n
        total = total + term
        if np.all(np.abs(term) <= 1e-17 * np.abs(total)):
            break
    return total * np.exp(-x + a * np.log(x) - _lgamma(a))


def _igammac_fraction(a, x):
    """The upper one by Lentz' continued fraction: good for x >= a + 1."""
    tiny = 1e-300
    b = x + 1 - a
    c = np.full_like(b, 1 / tiny)
    d = 1 / b
    h = d
    for i in range(1, 500):
        an = -i * (i - a)
        b = b + 2
        d = an * d + b
        d = 1 / np.where(np.abs(d) < tiny, tiny, d)
        c = b + an / c
        c = np.where(np.abs(c) < tiny, tiny, c)
        h = h * d * c
        if np.all(np.abs(d * c - 1) < 1e-16):
            break
    return h * np.exp(-x + a * np.log(x) - _lgamma(a))


def _incomplete_gamma(upper):
    def function(a, x):
        near = x < a + 1
        low = np.where(near & (x > 0), x, 1.0)
        high = np.where(near, a + 2, np.where(np.isinf(x), a + 2, x))
        lower = _igamma_series(a, np.where(near, low, a))
        above = _igammac_fraction(a, high)
        result = np.where(near, 1 - lower if upper else lower, above if upper else 1 - above)
        result = np.where(x == 0, float(upper), np.where(np.isinf(x), float(not upper), result))
        return np.where((a <= 0) | (x < 0) | np.isnan(a) | np.isnan(x), np.nan, result)
    return function


def _igamma_slope_series(a, x):
    """The derivative by `a` of `_igamma_series`, term by term."""
    term = total = 1 / a
    slope = total_slope = -term / a
    n = a
    for _ in range(2000):
        n = n + 1
        term = term * x / n
        slope = slope * x / n - term / n
        total, total_slope = total + term, total_slope + slope
        if np.all(np.abs(slope) <= 1e-17 * np.abs(total_slope)):
            break
    front = np.exp(-x + a * np.log(x) - _lgamma(a))
    return front * ((np.log(x) - _digamma(a)) * total + total_slope)


def _igammac_slope_fraction(a, x):
    """The derivative by `a` of the continued fraction of `_igammac_fraction`, from its convergents and their derivatives."""
    zero, one = np.zeros_like(x), np.ones_like(x)
    below, below_slope, value, value_slope = (zero, one), (zero, zero), (one, x + 1 - a), (zero, -one)
    last = np.zeros_like(x)
    for i in range(1, 2000):
        an, b = -i * (i - a), x + 1 - a + 2 * i  # their derivatives: i and -1
        after = tuple(b * v + an * w for v, w in zip(value, below))
        after_slope = tuple(b * dv - v + an * dw + i * w for v, w, dv, dw in zip(value, below, value_slope, below_slope))
        scale = 1 / np.maximum(np.abs(after[1]), 1e-300)  # convergents overflow soon otherwise
        below, below_slope, value, value_slope = (tuple(part * scale for part in parts)
                                                  for parts in (value, value_slope, after, after_slope))
        h = value[0] / value[1]
        slope = (value_slope[0] - h * value_slope[1]) / value[1]
        if np.all(np.abs(slope - last) <= 1e-16 * np.abs(slope)):
            break
        last = slope
    front = np.exp(-x + a * np.log(x) - _lgamma(a))
    return front * ((np.log(x) - _digamma(a)) * h + slope)


def _igamma_grad_a(a, x):
    """The derivative of `_incomplete_gamma(False)` by `a`."""
    usual = (a > 0) & (x > 0) & (a < 1e15) & (x < 1e15)  # beyond these nothing is left of the digits
    near = usual & (x < a + 1)
    far = usual & ~near
    result = np.where(x == 0, 0.0, np.where((a > 0) & np.isposinf(x), -0.0, np.nan))
    result[near] = _igamma_slope_series(a[near], x[near])
    result[far] = -_igammac_slope_fraction(a[far], x[far])
    return result


def _random_gamma_grad(alpha, sample):
    """The derivative of a sample of the gamma distribution by its parameter, the place in the distribution held."""
    density = np.exp((alpha - 1) * np.log(sample) - sample - _lgamma(alpha))
    return np.where(sample == 0, 0.0, -_igamma_grad_a(alpha, sample) / density)


def _beta_fraction(a, b, x):
    tiny = 1e-300
    c = np.ones_like(x)
    d = 1 - (a + b) * x / (a + 1)
    d = 1 / np.where(np.abs(d) < tiny, tiny, d)
    h = d
    for m in range(1, 500):
        for numerator in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                          -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 + numerator * d
            d = 1 / np.where(np.abs(d) < tiny, tiny, d)
            c = 1 + numerator / c
            c = np.where(np.abs(c) < tiny, tiny, c)
            h = h * d * c
        if np.all(np.abs(d * c - 1) < 1e-16):
            break
    return h


def _betainc(a, b, x):
    swap = x > (a + 1) / (a + b + 2)
    p, q, y = np.where(swap, b, a), np.where(swap, a, b), np.where(swap, 1 - x, x)
    front = np.exp(_lgamma(a + b) - _lgamma(a) - _lgamma(b) + p * np.log(y) + q * np.log1p(-y)) / p
    part = front * _beta_fraction(p, q, y)
    result = np.where(swap, 1 - part, part)
    result = np.where(x == 0, 0.0, np.where(x == 1, 1.0, result))
    return np.where((a <= 0) | (b <= 0) | (x < 0) | (x > 1), np.nan, result)


def _bessel(order, scaled):
    """The modified Bessel function of the first kind, by the trapezoid rule on its integral, which is periodic."""
    angles = np.linspace(0, math.pi, 401)
    weights = np.cos(order * angles) / 400
    weights[[0, -1]] /= 2

    def function(x):
        size = np.minimum(np.abs(x), 1e300)
        near = np.minimum(size, 2000.0)
        result = np.exp(near[..., None] * (np.cos(angles) - 1)) @ weights
        mu = 4.0 * order * order
        far = np.maximum(size, 2000.0)
        series = 1 - (mu - 1) / (8 * far) + (mu - 1) * (mu - 9) / (2 * (8 * far) ** 2)
        result = np.where(size <= 2000.0, result, series / np.sqrt(2 * math.pi * far))
        if order % 2:
            result = result * np.sign(x)
        return np.where(np.isinf(x), 0.0, result) if scaled else np.where(np.isinf(x), np.nan, result * np.exp(size))  # as TensorFlow's
    return function


erf, erfc, erfinv, ndtri = map(_in_double, (_erf, _erfc, _erfinv, _ndtri))
lgamma, zeta, polygamma = map(_in_double, (_lgamma, _zeta, _polygamma))
igamma_grad_a, random_gamma_grad = map(_in_double, (_igamma_grad_a, _random_gamma_grad))
igamma, igammac, betainc = map(_in_double, (_incomplete_gamma(False), _incomplete_gamma(True), _betainc))
bessel_i0, bessel_i0e, bessel_i1, bessel_i1e = (_in_double(_bessel(order, scaled)) for order in (0, 1)
                                                for scaled in (False, True))


def digamma(x):
    """The logarithmic derivative of the gamma function; NaN at its poles."""
    with np.errstate(all="ignore"):
        return _digamma(x).astype(x.dtype)
