"""Functions of `keras.ops` that work element by element."""

from __future__ import annotations

import math

import numpy as np

import runtime as tf
from runtime.keras import activations
from runtime.keras.ops.making import as_float, binary, promoted, unary
from runtime.keras.ops.operation import operation
from runtime.keras.symbolic import as_tensor
from runtime.keras.variable import standardize_dtype

arcsinh = unary("Arcsinh", tf.asinh)
arccosh = unary("Arccosh", tf.acosh)
arctanh = unary("Arctanh", tf.atanh)
exp2 = unary("Exp2", lambda x: tf.pow(tf.cast(2, x.dtype), x))
log2 = unary("Log2", lambda x: tf.math.log(x) / tf.cast(math.log(2.0), x.dtype))
log10 = unary("Log10", lambda x: tf.math.log(x) / tf.cast(math.log(10.0), x.dtype))


def _exact_float(x):
    """A tensor of floats; int64 becomes float64."""
    return tf.cast(x, tf.float64) if x.dtype is tf.int64 else as_float(x)


def _exact(function):
    return lambda x: function(_exact_float(x))


cbrt = unary("Cbrt", _exact(lambda x: tf.sign(x) * tf.pow(tf.abs(x), tf.cast(1.0 / 3.0, x.dtype))), floats=False)
deg2rad = unary("Deg2rad", _exact(lambda x: x * tf.cast(math.pi / 180, x.dtype)), floats=False)
rad2deg = unary("Rad2deg", _exact(lambda x: x * tf.cast(180 / math.pi, x.dtype)), floats=False)
erfc = unary("Erfc", tf.math.erfc, "math")
erfinv = unary("Erfinv", tf.math.erfinv, "math")
fabs = unary("Fabs", tf.abs)
sinc = unary("Sinc", lambda x: tf.where(x == 0, tf.ones_like(x), tf.sin(x * math.pi) / (tf.where(x == 0, tf.ones_like(x), x) * math.pi)))

trunc = unary("Trunc", lambda x: tf.where(x < 0, tf.math.ceil(x), tf.floor(x)) if x.dtype.is_floating else x, floats=False)
conj = unary("Conj", tf.math.conj, floats=False)
conjugate = unary("Conjugate", tf.math.conj, floats=False)
real = unary("Real", tf.math.real, floats=False)
imag = unary("Imag", lambda x: tf.math.imag(x) if x.dtype.is_complex else tf.zeros_like(x), floats=False)
angle = unary("Angle", lambda x: tf.math.angle(x) if x.dtype.is_complex else tf.where(x < 0, tf.cast(math.pi, x.dtype), tf.zeros_like(x)))
isreal = unary("Isreal", lambda x: tf.equal(tf.math.imag(x), 0) if x.dtype.is_complex else tf.ones_like(x, tf.bool), floats=False)
isposinf = unary("Isposinf", lambda x: tf.equal(x, math.inf) if x.dtype.is_floating else tf.zeros_like(x, tf.bool), floats=False)
isneginf = unary("Isneginf", lambda x: tf.equal(x, -math.inf) if x.dtype.is_floating else tf.zeros_like(x, tf.bool), floats=False)


def _sign_bits(x):
    if not x.dtype.is_floating:
        return x < 0 if x.dtype.is_integer else tf.zeros_like(x, tf.bool)
    return tf.logical_or(x < 0, tf.logical_and(tf.equal(x, 0), tf.math.reciprocal(x) < 0))


signbit = unary("Signbit", _sign_bits, floats=False)
bitwise_not = unary("BitwiseNot", tf.bitwise.invert, floats=False)
bitwise_invert = unary("BitwiseInvert", tf.bitwise.invert, floats=False)


def _logical_xor(a, b):
    return tf.not_equal(tf.cast(a, tf.bool), tf.cast(b, tf.bool))


def _of_floats(function):
    return lambda a, b: function(as_float(a), as_float(b))


def _log_of_sum(a, b):
    greatest = tf.maximum(a, b)
    same = tf.equal(a, b)  # also of two infinities
    return tf.where(same, a + math.log(2.0), greatest + tf.math.log1p(tf.exp(-tf.abs(a - b))))


def _other_if_nan(function):
    def call(a, b):
        if not a.dtype.is_floating:
            return function(a, b)
        return tf.where(tf.math.is_nan(a), b, tf.where(tf.math.is_nan(b), a, function(a, b)))
    return call


def _remainder(a, b):
    """What is left of a division that rounds to 0, of all dtypes."""
    dtype = a.dtype
    if dtype is tf.bool or dtype.is_unsigned:
        a, b = tf.cast(a, tf.int32), tf.cast(b, tf.int32)
    found = tf.sign(a) * tf.math.floormod(tf.abs(a), tf.abs(b))
    return found if dtype is tf.bool else tf.cast(found, dtype)


def _numpy(function):
    """A function of integers that TensorFlow has no op for."""
    def call(*values):
        found = tf.numpy_function(lambda *arrays: function(*arrays).astype(arrays[0].dtype), list(values), values[0].dtype)
        found.set_shape(tf.broadcast_static_shape(*(value.shape for value in values)))
        return found
    return call


logical_xor = binary("LogicalXor", _logical_xor)
bitwise_and = binary("BitwiseAnd", tf.bitwise.bitwise_and)
bitwise_or = binary("BitwiseOr", tf.bitwise.bitwise_or)
bitwise_xor = binary("BitwiseXor", tf.bitwise.bitwise_xor)
left_shift = binary("LeftShift", tf.bitwise.left_shift)
right_shift = binary("RightShift", tf.bitwise.right_shift)
bitwise_left_shift = binary("BitwiseLeftShift", tf.bitwise.left_shift)
bitwise_right_shift = binary("BitwiseRightShift", tf.bitwise.right_shift)
hypot = binary("Hypot", lambda a, b: tf.sqrt(tf.square(_exact_float(a)) + tf.square(_exact_float(b))))
logaddexp = binary("Logaddexp", _of_floats(_log_of_sum))
divide_no_nan = binary("DivideNoNan", _of_floats(tf.math.divide_no_nan))
fmod = binary("Fmod", _remainder)
fmax = binary("Fmax", _other_if_nan(tf.maximum))
fmin = binary("Fmin", _other_if_nan(tf.minimum))
nextafter = binary("Nextafter", _of_floats(tf.math.nextafter))
gcd = binary("Gcd", _numpy(np.gcd))
lcm = binary("Lcm", _numpy(np.lcm))


@operation("Heaviside", 2)
def heaviside(x1, x2):
    x1, x2 = map(_exact_float, promoted(x1, x2))
    return tf.where(x1 < 0, tf.zeros_like(x1), tf.where(x1 > 0, tf.ones_like(x1), x2))  # NaN gives `x2`


@operation("Isclose", 2)
def isclose(x1, x2, rtol=1e-5, atol=1e-8, equal_nan=False):
    x1, x2 = promoted(x1, x2)
    if not x1.dtype.is_floating:
        return tf.equal(x1, x2)
    close = tf.abs(x1 - x2) <= tf.cast(atol, x1.dtype) + tf.cast(rtol, x1.dtype) * tf.abs(x2)
    return tf.logical_or(close, tf.logical_and(tf.math.is_nan(x1), tf.math.is_nan(x2))) if equal_nan else close


def allclose(x1, x2, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all elements are close."""
    return tf.reduce_all(isclose(x1, x2, rtol, atol, equal_nan))


@operation("NanToNum", 1)
def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    x = as_tensor(x)
    if not x.dtype.is_floating:
        return x
    x = tf.where(tf.math.is_nan(x), tf.cast(nan, x.dtype), x)
    x = tf.where(tf.equal(x, math.inf), tf.cast(x.dtype.max if posinf is None else posinf, x.dtype), x)
    return tf.where(tf.equal(x, -math.inf), tf.cast(x.dtype.min if neginf is None else neginf, x.dtype), x)


@operation("SaturateCast", 1, "core")
def saturate_cast(x, dtype):
    return tf.saturate_cast(x, standardize_dtype(dtype))


celu = operation("Celu", 1, "nn")(activations.celu)
glu = operation("Glu", 1, "nn")(activations.glu)
hard_shrink = operation("HardShrink", 1, "nn")(activations.hard_shrink)
soft_shrink = operation("SoftShrink", 1, "nn")(activations.soft_shrink)
squareplus = operation("Squareplus", 1, "nn")(activations.squareplus)
sparsemax = operation("Sparsemax", 1, "nn")(activations.sparsemax)
threshold = operation("Threshold", 1, "nn")(activations.threshold)
hard_tanh = unary("HardTanh", activations.hard_tanh, "nn", floats=False)
hard_silu = unary("HardSilu", activations.hard_silu, "nn", floats=False)
tanh_shrink = unary("TanhShrink", activations.tanh_shrink, "nn", floats=False)
sparse_plus = unary("SparsePlus", activations.sparse_plus, "nn", floats=False)
sparse_sigmoid = unary("SparseSigmoid", activations.sparse_sigmoid, "nn", floats=False)
hard_swish = hard_silu
