"""Elementwise functions of `tf.experimental.numpy`."""

from __future__ import annotations

import numbers

import numpy as np

import runtime as tf
from runtime.core.tensor import Tensor
from runtime.numpy_ops.creation import array, as_float, asarray, full_like, promoted
from runtime.numpy_ops.result_types import of_kind, result_type

_math = tf.math


def of_two(function, a, b):
    """``function`` of two arrays, brought to their common dtype."""
    return function(*promoted(a, b))


def _both_bool(x1, x2):
    if x1.dtype != tf.bool:
        return False
    assert x2.dtype == tf.bool
    return True


def _named(name, says, function):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = says
    return function


def _arithmetic(name, function, of_bool=None, bool_as=None):
    """A function of two arrays. Booleans have a function of their own, or are taken as numbers."""
    def chosen(x1, x2):
        if (of_bool or bool_as) and _both_bool(x1, x2):
            if of_bool:
                return of_bool(x1, x2)
            dtype = bool_as() if callable(bool_as) else bool_as
            x1, x2 = tf.cast(x1, dtype), tf.cast(x2, dtype)
        return function(x1, x2)

    def public(x1, x2):
        return of_two(chosen, x1, x2)
    return _named(name, f"`numpy.{name}` of tensors.", public)


add = _arithmetic("add", _math.add, _math.logical_or)
subtract = _arithmetic("subtract", _math.subtract)
multiply = _arithmetic("multiply", _math.multiply, _math.logical_and)
true_divide = _arithmetic("true_divide", _math.truediv, bool_as=lambda: result_type(float))
floor_divide = _arithmetic("floor_divide", _math.floordiv, bool_as=tf.int8)
mod = _arithmetic("mod", _math.floormod, bool_as=tf.int8)
minimum = _arithmetic("minimum", _math.minimum, _math.logical_and)
_maximum = _arithmetic("maximum", _math.maximum, _math.logical_or)
power = _arithmetic("power", _math.pow)
arctan2 = _arithmetic("arctan2", _math.atan2)
nextafter = _arithmetic("nextafter", _math.nextafter)


def divide(x1, x2):
    """The same as `true_divide`."""
    return true_divide(x1, x2)


def remainder(x1, x2):
    """The same as `mod`."""
    return mod(x1, x2)


def divmod(x1, x2):  # noqa: A001
    """The floor of the quotient, and the remainder."""
    return floor_divide(x1, x2), mod(x1, x2)


def maximum(x1, x2):
    """The larger of both."""
    if isinstance(x2, numbers.Real) and not isinstance(x2, bool) and x2 == 0 and isinstance(x1, Tensor) and x1.dtype != tf.bool:
        return tf.nn.relu(x1)
    return _maximum(x1, x2)


def float_power(x1, x2):
    """The same as `power`."""
    return power(x1, x2)


def clip(a, a_min, a_max):
    """`a` with elements beyond the limits replaced by these."""
    if a_min is None and a_max is None:
        raise ValueError("Not more than one of `a_min` and `a_max` may be `None`.")
    if a_min is None:
        return minimum(a, a_max)
    if a_max is None:
        return maximum(a, a_min)
    return tf.clip_by_value(*broadcast(*promoted(a, a_min, a_max)))


def broadcast(*arrays):
    """All arrays in their common shape."""
    if len(arrays) <= 1:
        return list(arrays)
    shape = tf.shape(arrays[0])
    for one in arrays[1:]:
        shape = tf.broadcast_dynamic_shape(shape, tf.shape(one))
    return [tf.broadcast_to(one, shape) for one in arrays]


def heaviside(x1, x2):
    """0 below zero, 1 above, and `x2` at zero."""
    def step(x1, x2):
        return tf.where(x1 < 0, tf.constant(0, x2.dtype), tf.where(x1 > 0, tf.constant(1, x2.dtype), x2))
    return as_float(of_two(step, x1, x2))


def hypot(x1, x2):
    """The square root of the sum of squares."""
    return sqrt(square(x1) + square(x2))


def _log_add(x1, x2, exponential, scale):
    largest, delta = maximum(x1, x2), x1 - x2
    grown = log1p(exponential(-abs(delta)))
    return tf.where(asarray(isnan(delta), np.bool_), *promoted(x1 + x2, largest + (grown if scale is None else grown / scale)))


def logaddexp(x1, x2):
    """The logarithm of the sum of exponentials."""
    return _log_add(x1, x2, exp, None)


def logaddexp2(x1, x2):
    """The same to the base 2."""
    return _log_add(x1, x2, exp2, np.log(2))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements differ by little."""
    def close(a, b):
        if not of_kind(a, np.inexact):
            return a == b
        real = a.dtype.real_dtype
        result = tf.abs(a - b) <= tf.convert_to_tensor(atol, real) + tf.convert_to_tensor(rtol, real) * tf.abs(b)
        return result | (_math.is_nan(a) & _math.is_nan(b)) if equal_nan else result
    return of_two(close, a, b)


def _gcd(x1, x2):
    if not of_kind(x1, np.integer) or not of_kind(x2, np.integer):
        raise ValueError("Arguments to gcd must be integers.")

    def step(x1, x2):
        some = x2 != 0
        safe = tf.where(some, x2, tf.constant(1, x2.dtype))
        x1, x2 = tf.where(some, x2, x1), tf.where(some, _math.floormod(x1, safe), tf.constant(0, x2.dtype))
        return tf.where(x1 < x2, x2, x1), tf.where(x1 < x2, x1, x2)
    x1, x2 = broadcast(x1, x2)
    return tf.while_loop(lambda _, x2: tf.reduce_any(x2 != 0), step, (tf.abs(x1), tf.abs(x2)))[0]


def gcd(x1, x2):
    """The greatest common divisor."""
    return of_two(_gcd, x1, x2)


def lcm(x1, x2):
    """The least common multiple."""
    def multiple(x1, x2):
        divisor = _gcd(x1, x2)
        safe = tf.where(tf.equal(divisor, 0), tf.constant(1, divisor.dtype), divisor)
        return tf.where(tf.equal(divisor, 0), tf.constant(0, divisor.dtype), tf.abs(x1) * _math.floordiv(tf.abs(x2), safe))
    return of_two(multiple, x1, x2)


def _bitwise(name, function):
    def on_ints(x1, x2):
        if _both_bool(x1, x2):
            return tf.cast(function(tf.cast(x1, tf.int8), tf.cast(x2, tf.int8)), tf.bool)
        return function(x1, x2)

    def public(x1, x2):
        return of_two(on_ints, x1, x2)
    return _named(name, f"`numpy.{name}` of tensors.", public)


bitwise_and = _bitwise("bitwise_and", tf.bitwise.bitwise_and)
bitwise_or = _bitwise("bitwise_or", tf.bitwise.bitwise_or)
bitwise_xor = _bitwise("bitwise_xor", tf.bitwise.bitwise_xor)


def bitwise_not(x):
    """All bits turned over."""
    x = asarray(x)
    return tf.logical_not(x) if x.dtype == tf.bool else tf.bitwise.invert(x)


# -- of one array ---------------------------------------------------------------------------------------------------------

def _unary(name, function, as_floats=False):
    def public(x):
        return function(as_float(x) if as_floats else asarray(x))
    return _named(name, f"`numpy.{name}` of a tensor.", public)


def _floats(name, function):
    return _unary(name, function, as_floats=True)


log, exp, sqrt, ceil, floor = (_floats(name, getattr(_math, name)) for name in ("log", "exp", "sqrt", "ceil", "floor"))
sin, cos, tan, sinh, cosh, tanh = (_floats(name, getattr(_math, name)) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh"))
arcsin, arccos, arctan = _floats("arcsin", _math.asin), _floats("arccos", _math.acos), _floats("arctan", _math.atan)
arcsinh, arccosh, arctanh = _floats("arcsinh", _math.asinh), _floats("arccosh", _math.acosh), _floats("arctanh", _math.atanh)
expm1, log1p = _floats("expm1", _math.expm1), _floats("log1p", _math.log1p)
isnan, isfinite = _floats("isnan", _math.is_nan), _floats("isfinite", _math.is_finite)
abs = _unary("abs", _math.abs)  # noqa: A001
absolute, fabs = _unary("absolute", _math.abs), _unary("fabs", _math.abs)
conj, conjugate = _unary("conj", _math.conj), _unary("conjugate", _math.conj)
negative, reciprocal, square = (_unary(name, getattr(_math, name)) for name in ("negative", "reciprocal", "square"))
positive = _unary("positive", lambda x: x)
deg2rad = _floats("deg2rad", lambda x: x * (np.pi / 180.0))
exp2 = _floats("exp2", lambda x: 2 ** x)
fix = _floats("fix", lambda x: tf.where(x < 0, tf.math.ceil(x), tf.floor(x)))
signbit = _unary("signbit", lambda x: tf.fill(tf.shape(x), False) if x.dtype == tf.bool else x < 0)


def _cube_root(x):
    root = tf.abs(x) ** (1.0 / 3)
    return tf.where(x < 0, -root, root)


def _sinc(x):
    scaled = x * np.pi
    return tf.where(tf.equal(x, 0), tf.ones_like(x), tf.sin(scaled) / scaled)


cbrt, sinc = _floats("cbrt", _cube_root), _floats("sinc", _sinc)


def rad2deg(x):
    """Radians as degrees."""
    return x * (180.0 / np.pi)


def angle(z, deg=False):
    """The angle of complex numbers."""
    z = as_float(z)
    found = tf.where(z < 0, np.pi, 0) if z.dtype.is_floating else _math.angle(z)
    return rad2deg(found) if deg else found


def log2(x):
    """The logarithm to the base 2."""
    return log(x) / np.log(2)


def log10(x):
    """The logarithm to the base 10."""
    return log(x) / np.log(10)


def real(val):
    """The real part."""
    return _math.real(asarray(val))


def imag(val):
    """The imaginary part."""
    return _math.imag(asarray(val))


def iscomplex(x):
    """Where there is an imaginary part."""
    return imag(x) != 0


def isreal(x):
    """Where there is no imaginary part."""
    return tf.equal(imag(x), 0)


def iscomplexobj(x):
    """Whether the dtype is complex."""
    return of_kind(array(x), np.complexfloating)


def isrealobj(x):
    """Whether the dtype is not complex."""
    return not iscomplexobj(x)


def isinf(x):
    """Where there are infinities."""
    return _math.is_inf(as_float(x)) if x.dtype.is_floating else False


def isneginf(x):
    """Where there is minus infinity."""
    return tf.equal(x, full_like(x, -np.inf)) if x.dtype.is_floating else False


def isposinf(x):
    """Where there is plus infinity."""
    return tf.equal(x, full_like(x, np.inf)) if x.dtype.is_floating else False


def sign(x, out=None, where=None, **kwargs):
    """-1, 0 or 1."""
    for name, given in (("out", out), ("where", where)):
        if given:
            raise ValueError(f"tf.numpy doesnt support setting {name}.")
    if kwargs:
        raise ValueError(f"tf.numpy doesnt support setting {kwargs.keys()}")
    return tf.sign(asarray(x))


def around(a, decimals=0):
    """Rounded to some decimals, halves to even."""
    a = asarray(a)
    wide = as_float(a)
    factor = tf.cast(10.0 ** decimals if decimals < 0 else 10 ** decimals, wide.dtype)
    return tf.divide(tf.round(tf.multiply(wide, factor)), factor).astype(a.dtype)


def round(a, decimals=0):  # noqa: A001
    """The same as `around`."""
    return around(a, decimals)


# -- comparisons and logic --------------------------------------------------------------------------------------------------

def _comparison(name, function, bool_as_int=False):
    def public(x1, x2):
        dtype = result_type(x1, x2)
        x1, x2 = array(x1, dtype=dtype), array(x2, dtype=dtype)
        if bool_as_int and x1.dtype == tf.bool:
            x1, x2 = tf.cast(x1, tf.int32), tf.cast(x2, tf.int32)
        return function(x1, x2)
    return _named(name, f"`numpy.{name}` of tensors.", public)


equal, not_equal = _comparison("equal", tf.equal), _comparison("not_equal", tf.not_equal)
greater, greater_equal = _comparison("greater", tf.greater, True), _comparison("greater_equal", tf.greater_equal, True)
less, less_equal = _comparison("less", tf.less, True), _comparison("less_equal", tf.less_equal, True)


def _logical(name, function):
    def public(x1, x2):
        return function(array(x1, dtype=np.bool_), array(x2, dtype=np.bool_))
    return _named(name, f"`numpy.{name}` of tensors.", public)


logical_and, logical_or = _logical("logical_and", tf.logical_and), _logical("logical_or", tf.logical_or)
logical_xor = _logical("logical_xor", _math.logical_xor)


def logical_not(x):
    """True where `x` is zero or False."""
    return tf.logical_not(array(x, dtype=np.bool_))


def array_equal(a1, a2):
    """Whether shapes and all elements are the same."""
    a1, a2 = promoted(a1, a2)
    if a1.shape.rank != a2.shape.rank or not a1.shape.is_compatible_with(a2.shape):
        return tf.constant(False)
    return tf.reduce_all(tf.equal(a1, a2))
