"""Fresnel's integrals of the cosine and sine of pi t² / 2, in double precision inside."""

from __future__ import annotations

import math

import numpy as np

_BORDER = 5.0  # from here on the asymptotic series is exact
_END = 36974.0  # beyond that TensorFlow says 1/2
_PLACES, _WEIGHTS = np.polynomial.legendre.leggauss(64)
_PLACES, _WEIGHTS = (_PLACES + 1) / 2, _WEIGHTS / 2


def _near(x, function):
    return function(math.pi / 2 * (x[..., None] * _PLACES) ** 2) @ _WEIGHTS * x


def _auxiliary(x):
    """The slowly varying functions f and g of which both integrals are made for large `x`."""
    z = math.pi * x * x
    f = g = term_f = term_g = np.ones_like(x)
    for n in range(1, 9):
        term_f, term_g = -term_f * (4 * n - 3) * (4 * n - 1) / (z * z), -term_g * (4 * n - 1) * (4 * n + 1) / (z * z)
        f, g = f + term_f, g + term_g
    return f / (math.pi * x), g / (math.pi * x * z)


def _integral(function, of_far):
    def kernel(x):
        with np.errstate(all="ignore"):
            wide = np.asarray(x, np.float64)
            size = np.abs(wide)
            far = np.clip(size, _BORDER, _END)
            f, g = _auxiliary(far)
            own = far.astype(np.asarray(x).dtype)
            angle = np.asarray(own.dtype.type(math.pi / 2) * (own * own), np.float64)  # rounded as TensorFlow rounds it
            large = np.where(size > _END, 0.5, 0.5 + of_far(f, g, np.cos(angle), np.sin(angle)))
            result = np.where(size < _BORDER, _near(np.minimum(size, _BORDER), function), large)
            return np.where(np.isnan(wide), np.nan, np.sign(wide) * result).astype(np.asarray(x).dtype)
    return kernel


fresnel_cos = _integral(np.cos, lambda f, g, cos, sin: f * sin - g * cos)
fresnel_sin = _integral(np.sin, lambda f, g, cos, sin: -f * cos - g * sin)
