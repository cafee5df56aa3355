"""Special functions, elementwise: error functions, gamma and beta functions, Bessel functions."""

from __future__ import annotations

import numpy as np

from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.ops import creation, infer, types
from runtime.ops.kernels import error_function, fresnel
from runtime.ops.kernels import special as kernels
from runtime.ops.math import binary_op, cos, exp, log, log1p, sign, sin, square, unary
from runtime.ops.reduction import reduce_sum
from runtime.ops.scope import scope
from runtime.ops.select import where

_SLOPE = kernels.TWO_OVER_ROOT_PI


def _single(fast, kernel):
    """`fast` for float32, else `kernel`."""
    return lambda x: fast(x) if x.dtype == np.float32 else kernel(x)


erf = unary("erf", "Erf", _single(error_function.erf, kernels.erf), types.FLOAT, lambda x, y, dy: dy * (_SLOPE * exp(-square(x))),
            lower=error_function.erf)
erfc = unary("erfc", "Erfc", _single(error_function.erfc, kernels.erfc), types.FLOAT, lambda x, y, dy: dy * (-_SLOPE * exp(-square(x))),
             lower=error_function.erfc)
erfinv = unary("erfinv", "Erfinv", kernels.erfinv, types.FLOAT, default="erfinv", unserved="bfloat16 float16",
               grad=lambda x, y, dy: dy * (exp(square(y)) / _SLOPE))
ndtri = unary("ndtri", "Ndtri", kernels.ndtri, types.FLOAT, default="ndtri", unserved="bfloat16 float16",
              grad=lambda x, y, dy: dy * (exp(square(y) / 2.0) * kernels.ROOT_TWO_PI))
lgamma = unary("lgamma", "Lgamma", kernels.lgamma, types.FLOAT, unserved="bfloat16", grad=lambda x, y, dy: dy * digamma(x))
digamma = unary("digamma", "Digamma", kernels.digamma, types.FLOAT, unserved="bfloat16",
                grad=lambda x, y, dy: dy * polygamma(creation.ones_like(x), x))
_ZETA = binary_op("Zeta", kernels.zeta, types.SINGLE_DOUBLE, args="x q",
                  grad=lambda x, q, z, dz: (None, dz * (-x * zeta(x + 1, q))))
_POLYGAMMA = binary_op("Polygamma", kernels.polygamma, types.SINGLE_DOUBLE, args="a x",
                       grad=lambda n, x, z, dz: (None, dz * polygamma(n + 1, x)))
_IGAMMA_GRAD_A = binary_op("IgammaGradA", kernels.igamma_grad_a, types.SINGLE_DOUBLE, args="a x", elementwise=False)
_IGAMMA = binary_op("Igamma", kernels.igamma, types.FLOAT, args="a x", elementwise=False, unserved="bfloat16 float16",
                    grad=lambda a, x, z, dz: (dz * _igamma_grad_a(a, x), dz * _gamma_density(a, x)))
_IGAMMAC = binary_op("Igammac", kernels.igammac, types.FLOAT, args="a x", elementwise=False, unserved="bfloat16 float16",
                     grad=lambda a, x, z, dz: (-dz * _igamma_grad_a(a, x), -dz * _gamma_density(a, x)))


def _div(x, y):
    """The quotient by TensorFlow's `div`, which says that it is deprecated."""
    _warn_of_div()
    return x / y


def _warn_of_div():  # a frame between, as TensorFlow's warning names a line of the library
    warn_deprecated("div", "tensorflow.python.ops.math_ops", "Deprecated in favor of operator or tf.math.divide.")


bessel_i0 = unary("bessel_i0", "BesselI0", kernels.bessel_i0, types.FLOAT, lambda x, y, dy: dy * bessel_i1(x),
                  default="bessel_i0", unserved="bfloat16")
bessel_i0e = unary("bessel_i0e", "BesselI0e", kernels.bessel_i0e, types.FLOAT, default="bessel_i0e", unserved="bfloat16",
                   grad=lambda x, y, dy: dy * (bessel_i1e(x) - sign(x) * y))
bessel_i1 = unary("bessel_i1", "BesselI1", kernels.bessel_i1, types.FLOAT, default="bessel_i1", unserved="bfloat16",
                  grad=lambda x, y, dy: dy * where(x == 0, creation.ones_like(x), bessel_i0(x) - _div(y, x)))
bessel_i1e = unary("bessel_i1e", "BesselI1e", kernels.bessel_i1e, types.FLOAT, default="bessel_i1e", unserved="bfloat16",
                   grad=lambda x, y, dy: dy * where(x == 0, 0.5 * creation.ones_like(x), bessel_i0e(x) - y * (sign(x) + 1 / x)))


_QUARTER = float(np.pi / 2)
fresnel_cos = unary("fresnel_cos", "FresnelCos", fresnel.fresnel_cos, types.FLOAT, lambda x, y, dy: dy * cos(_QUARTER * square(x)),
                    default="fresnel_cos", unserved="bfloat16 float16")
fresnel_sin = unary("fresnel_sin", "FresnelSin", fresnel.fresnel_sin, types.FLOAT, lambda x, y, dy: dy * sin(_QUARTER * square(x)),
                    default="fresnel_sin", unserved="bfloat16 float16")


def _betainc_infer(inputs, attrs):
    a, b, x = (tensor._dims for tensor in inputs)
    return infer.merged(infer.merged(a or None, b or None), x or None) if (a, b, x) != ((), (), ()) else ()


BETAINC = op("Betainc", "a: T, b: T, x: T -> z: T", kernel=kernels.betainc, infer=_betainc_infer,
             types={"T": types.SINGLE_DOUBLE},
             grad=lambda op, dz: [None, None, dz * _beta_density(*op.inputs)])


def _beta_density(a, b, x):
    return exp((b - 1) * log1p(-x) + (a - 1) * log(x) - (lgamma(a) + lgamma(b) - lgamma(a + b)))


def _igamma_grad_a(a, x):
    return dispatch(_IGAMMA_GRAD_A, (a, x))


def _gamma_density(a, x):
    return exp(-x + (a - 1) * log(x) - lgamma(a))


def zeta(x, q, name=None):
    """Hurwitz' zeta function: the sum of ``(q + n) ** -x`` over n from 0."""
    return dispatch(_ZETA, (x, q), None, name)


def polygamma(a, x, name=None):
    """The derivative of order `a` of `digamma` at `x`."""
    return dispatch(_POLYGAMMA, (a, x), None, name)


def igamma(a, x, name=None):
    """The regularised lower incomplete gamma function."""
    return dispatch(_IGAMMA, (a, x), None, name)


def igammac(a, x, name=None):
    """The regularised upper incomplete gamma function."""
    return dispatch(_IGAMMAC, (a, x), None, name)


def betainc(a, b, x, name=None):
    """The regularised incomplete beta function."""
    return dispatch(BETAINC, (a, b, x), None, name)


def erfcinv(x, name=None):
    """The inverse of `erfc`."""
    with scope(name, "erfcinv"):
        x = convert_to_tensor(x, name="start")
        return -ndtri(0.5 * x) * np.sqrt(0.5)


def lbeta(x, name=None):
    """The log of the beta function of the last dimension of `x`."""
    with scope(name, "lbeta"):
        x = convert_to_tensor(x, name="x")
        return reduce_sum(lgamma(x), [-1]) - lgamma(reduce_sum(x, [-1]))
