import numpy as np
import tensorflow as tf
from tell import headline, show

C = tf.constant
NAN, INF = float("nan"), float("inf")


def both(*cases):
    """What each function gives, or how it fails, eagerly and in a graph."""
    for case in cases:
        case.__name__ = "f"  # TensorFlow words the errors of "<lambda>" otherwise
        for run in (case, tf.function(case, autograph=False)):
            try:
                result = run()
            except Exception as error:  # the class is what is asked for
                print(f"{type(error).__name__}: {headline(str(error))}")
            else:
                show(*tf.nest.flatten(result))


# %% complex-1
both(
    lambda: tf.dtypes.complex(1.0, 2.0),
    lambda: tf.dtypes.complex(C(1.0, tf.float64), C(2.0, tf.float64)),
    lambda: tf.dtypes.complex(1, 2),
    lambda: tf.dtypes.complex(C(1.0), C(2.0, tf.float64)),
    lambda: tf.math.real(C(1+2j)),
    lambda: tf.math.real(C([1, 2])),
    lambda: tf.math.real(C(["a"])),
    lambda: tf.math.imag(C(1+2j)),
    lambda: tf.math.imag(C(1.5)),
    lambda: tf.math.angle(C(1+2j)),
    lambda: tf.math.angle(C([1.0, -1.0])),
    lambda: tf.math.conj(C(1+2j)),
)

# %% complex-2
both(
    lambda: tf.math.conj(C(["a"])),
    lambda: tf.math.conj(C([True])),
    lambda: tf.dtypes.saturate_cast(C([1+2j]), tf.uint8),
    lambda: tf.equal(C(1+2j), C(1+2j)),
    lambda: tf.math.squared_difference(C(1+1j), C(2j)),
    lambda: tf.sigmoid(C([1+1j])),
    lambda: tf.cast(C([True, False]), tf.complex64),
    lambda: tf.cast(C([1+1j]), tf.complex64),
    lambda: tf.cast([1, 2], tf.complex128),
    lambda: tf.complex(1.0, 2.0)*tf.complex(0.0, 1.0),
    lambda: tf.complex(1.0, 2.0)/tf.complex(0.0, 1.0),
    lambda: tf.complex(1.0, 2.0)**2,
)

# %% complex-3
both(
    lambda: tf.sqrt(tf.complex(-1.0, 0.0)),
    lambda: tf.exp(tf.complex(0.0, 3.14159)),
    lambda: tf.abs(tf.complex(3.0, 4.0)),
    lambda: tf.equal(tf.complex(1.0, 2.0), 1),
)

# %% casts
both(
    lambda: tf.dtypes.saturate_cast(C([300.0, -5.0, 1.7]), tf.uint8),
    lambda: tf.dtypes.saturate_cast(C([300, -5, 1]), tf.uint8),
    lambda: tf.dtypes.saturate_cast(C([3e10, -3e10, 1.7]), tf.int32),
    lambda: tf.dtypes.saturate_cast(C([3e10, -3e10], tf.float64), tf.int32),
    lambda: tf.dtypes.saturate_cast(C([1e30]), tf.float16),
    lambda: tf.dtypes.saturate_cast(C([1e30, INF, NAN]), tf.int64),
    lambda: tf.dtypes.saturate_cast(C([1, 2]), tf.float32),
    lambda: tf.dtypes.saturate_cast(C([-1, 1]), tf.uint64),
    lambda: tf.dtypes.saturate_cast(C([2**40]), tf.int32),
    lambda: tf.cast(C([1.5, -1.5], tf.float16), tf.int8),
)

# %% bits
both(
    lambda: tf.bitwise.left_shift(C([1, 2]), C([3, 40])),
    lambda: tf.bitwise.left_shift(C([1, 2], tf.int8), C([3, -1], tf.int8)),
    lambda: tf.bitwise.right_shift(C([-8, 8]), C([1, 2])),
    lambda: tf.bitwise.right_shift(C([-8], tf.int8), C([20], tf.int8)),
    lambda: tf.bitwise.right_shift(C([200], tf.uint8), C([1], tf.uint8)),
    lambda: tf.bitwise.invert(C([1], tf.uint8)),
    lambda: tf.bitwise.bitwise_and([5], [3]),
    lambda: tf.bitwise.bitwise_and([5.0], [3.0]),
)

# %% comparisons
both(
    lambda: tf.math.logical_xor([True, False], [True, True]),
    lambda: tf.equal([1, 2], [1, 3]),
    lambda: tf.equal([1, 2], [1, 2, 3]),
    lambda: tf.equal(["a"], ["a"]),
    lambda: tf.equal([1], [1.0]),
    lambda: tf.equal(1, "a"),
    lambda: tf.not_equal(C([NAN]), C([NAN])),
    lambda: tf.less([1, 2], [2, 1]),
    lambda: tf.less([True], [False]),
    lambda: tf.greater(C(1), C(2.0)),
)

# %% division-1
both(
    lambda: tf.math.floormod(C([5.5, -5.5, 5.5, -5.5]), C([2.0, 2.0, -2.0, -2.0])),
    lambda: tf.math.floormod(C(-4.0), 2.0),
    lambda: tf.math.floordiv(C(1.0), 0.1),
    lambda: tf.math.floordiv(C([-7, 7]), C([2, -2])),
    lambda: tf.truncatediv(C([-7.0]), 2.0),
    lambda: tf.math.xdivy(0.0, 0.0),
    lambda: tf.math.multiply_no_nan(NAN, 0.0),
    lambda: tf.math.multiply_no_nan(2, 3),
    lambda: tf.math.reciprocal_no_nan([0.0, 2.0]),
    lambda: C([0.1, 0.7])/C([0.3, 0.9]),
    lambda: C([0.1, 0.7])%C([0.3, 0.2]),
    lambda: C([0.1, 0.7])//C([0.3, 0.2]),
)

# %% division-2
both(
    lambda: C(5)//C(-2),
    lambda: C(-5)%C(3),
)

# %% powers
both(
    lambda: tf.math.pow(C([2, 3]), C([10, 20])),
    lambda: tf.pow(2.0, 0.5),
    lambda: tf.pow(-2.0, 0.5),
    lambda: tf.pow(C(0.0), -1.0),
    lambda: tf.pow(2, 3),
    lambda: tf.pow(2, 3.0),
    lambda: tf.pow(C(2, tf.uint8), C(3, tf.uint8)),
    lambda: tf.pow(C([0.1, 0.5, 1.1, 3.0, 9.0]), C([2.5, 0.3, -1.2, 0.5, 3.0])),
    lambda: C([0.1, 0.7])**2,
    lambda: C([0.1, 0.7])**0.5,
    lambda: C(2**62, tf.int64)*4,
)

# %% special-functions-1
both(
    lambda: tf.math.lgamma([0.5, -1.0, 3.0]),
    lambda: tf.math.digamma([0.5, -1.0, 3.0, 0.0]),
    lambda: tf.math.lbeta([[1.0, 2.0], [3.0, 4.0]]),
    lambda: tf.math.igamma(1.0, 2.0),
    lambda: tf.math.igammac(1.0, 2.0),
    lambda: tf.math.betainc(1.0, 2.0, 0.5),
    lambda: tf.math.zeta(2.0, 1.0),
    lambda: tf.math.polygamma(1.0, 2.0),
    lambda: tf.math.bessel_i0(1.0),
    lambda: tf.math.bessel_i1(1.0),
    lambda: tf.math.bessel_i0e(1.0),
    lambda: tf.math.bessel_i1e(1.0),
)

# %% special-functions-2
both(
    lambda: tf.math.erf(0.5),
    lambda: tf.math.erfc(0.5),
    lambda: tf.math.ndtri(0.3),
    lambda: tf.math.erf(C([0.1, 0.5, 1.0, 3.0, -0.3, -2.7])),
    lambda: tf.math.erfc(C([0.1, 0.5, 1.0, 3.0, -0.3, -2.7])),
    lambda: tf.math.lgamma(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
    lambda: tf.math.digamma(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
    lambda: tf.math.ndtri(C([0.1, 0.5, 0.3])),
    lambda: tf.math.igamma(C([0.1, 0.5, 3.0]), C([1.0, 2.0, 0.5])),
    lambda: tf.math.zeta(C([1.1, 2.5, 3.0]), C([1.0, 2.0, 0.5])),
    lambda: tf.math.polygamma(C([1.0, 2.0, 3.0]), C([1.0, 2.0, 0.5])),
)

# %% elementary-1
both(
    lambda: tf.math.xlogy(0.0, 0.0),
    lambda: tf.math.xlogy(C([0.0, 2.0]), C([0.0, 3.0])),
    lambda: tf.math.xlog1py(0.0, -1.0),
    lambda: tf.math.reciprocal(C([2.0, 0.0])),
    lambda: tf.math.squared_difference([1, 5], [3, 2]),
    lambda: tf.math.atan2(1.0, 2.0),
    lambda: tf.math.nextafter(1.0, 2.0),
    lambda: tf.sign([-2.0, 0.0, 3.0, NAN]),
    lambda: tf.sign(C([-2, 0, 3])),
    lambda: tf.sign(C(3+4j)),
    lambda: tf.math.ceil([1.2, -1.2]),
    lambda: tf.math.ceil(1),
)

# %% elementary-2
both(
    lambda: tf.math.rint([0.5, 1.5]),
    lambda: tf.math.softsign([-1.0, 1.0]),
    lambda: tf.math.log_sigmoid([-1.0, 1.0]),
    lambda: tf.math.is_nan([1.0, NAN]),
    lambda: tf.math.is_finite([1.0, INF]),
    lambda: tf.math.is_non_decreasing([1, 1, 2]),
    lambda: tf.math.is_strictly_increasing([1, 1, 2]),
    lambda: tf.math.log1p(1e-10),
    lambda: tf.tanh(C([0.1, 0.5, 1.0, 3.0, 9.0])),
    lambda: tf.sigmoid(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
    lambda: tf.exp(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
    lambda: tf.math.log(C([0.1, 0.5, 1.0, 3.0, 9.0, 0.3, 2.7])),
)

# %% elementary-3
both(
    lambda: tf.sin(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7, 1000.0])),
    lambda: tf.cos(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7, 1000.0])),
    lambda: tf.tan(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
    lambda: tf.math.rsqrt(C([0.1, 0.5, 1.0, 3.0, 9.0, 0.3, 2.7])),
    lambda: tf.math.softplus(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
    lambda: tf.math.log1p(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3])),
    lambda: tf.math.expm1(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3])),
    lambda: tf.asin(C([0.1, 0.5, 1.0, -0.3])),
    lambda: tf.acos(C([0.1, 0.5, 1.0, -0.3])),
    lambda: tf.atan(C([0.1, 0.5, 1.0, -0.3, 9.0])),
    lambda: tf.sinh(C([0.1, 0.5, 1.0, -0.3, 9.0])),
    lambda: tf.cosh(C([0.1, 0.5, 1.0, -0.3, 9.0])),
)

# %% elementary-4
both(
    lambda: tf.asinh(C([0.1, 0.5, 1.0, -0.3, 9.0])),
    lambda: tf.acosh(C([1.1, 1.5, 9.0])),
    lambda: tf.atanh(C([0.1, 0.5, -0.3])),
    lambda: tf.math.atan2(C([0.1, 0.5, -0.3]), C([1.0, -2.0, 3.0])),
    lambda: tf.square(C([0.1, 0.3])),
    lambda: tf.math.reciprocal(C([0.3, 0.7])),
    lambda: tf.round(C([1.5, 2.5], tf.float16)),
    lambda: tf.math.sign(C([1, -1], tf.int8)),
)

# %% linspace-and-polyval-1
both(
    lambda: tf.scalar_mul(2.0, C([1.0, 2.0])),
    lambda: tf.scalar_mul(2, C([1.0, 2.0])),
    lambda: tf.scalar_mul(C([2.0]), C([1.0, 2.0])),
    lambda: tf.scalar_mul(2.5, C([1, 2])),
    lambda: tf.math.polyval([1.0, 2.0, 3.0], 2.0),
    lambda: tf.math.polyval([1, 2, 3], 2),
    lambda: tf.math.polyval([], 2.0),
    lambda: tf.linspace(0.0, 1.0, 5),
    lambda: tf.linspace(0, 10, 5),
    lambda: tf.linspace(0.0, 1.0, 1),
    lambda: tf.linspace(0.0, 1.0, 0),
    lambda: tf.linspace([0.0, 1.0], [2.0, 3.0], 3),
)

# %% linspace-and-polyval-2
both(
    lambda: tf.linspace([0.0, 1.0], [2.0, 3.0], 3, axis=-1),
    lambda: tf.linspace([0.0, 1.0], [2.0, 3.0], 3, axis=1),
    lambda: tf.linspace(0.0, 1.0, C(3)),
    lambda: tf.linspace(C(0.0, tf.float64), 1.0, 3),
    lambda: tf.linspace(0.0, 1, 3),
    lambda: tf.linspace(0, 1.0, 3),
    lambda: tf.linspace(0, 5, num=6),
)

# %% operators-and-conversion-1
both(
    lambda: tf.maximum(1.0, NAN),
    lambda: tf.maximum(NAN, 1.0),
    lambda: tf.minimum(1.0, NAN),
    lambda: tf.math.invert_permutation([2, 0, 1]),
    lambda: tf.math.in_top_k([0, 1], [[1.0, 2.0], [3.0, 4.0]], 1),
    lambda: tf.abs("a"),
    lambda: tf.abs(None),
    lambda: tf.add(None, 1),
    lambda: tf.add(1, None),
    lambda: tf.multiply(C([1, 2]), "a"),
    lambda: tf.multiply(C([1.0, 2.0]), [1, 2]),
    lambda: tf.multiply(C([1.0, 2.0]), [[1, 2], [3, 4]]),
)

# %% operators-and-conversion-2
both(
    lambda: tf.multiply(C([1, 2]), np.array([1, 2], np.int64)),
    lambda: tf.multiply(C([1, 2]), np.array([1.5, 2])),
    lambda: C([1, 2])*np.int64(3),
    lambda: C([1.0, 2.0])*np.float64(3),
    lambda: np.float64(3)*C([1.0, 2.0]),
    lambda: np.array([1.0, 2.0])*C([1.0, 2.0]),
    lambda: tf.linalg.eig([[2.0, 1.0], [1.0, 3.0]]),
    lambda: tf.negative(C([1, -1], tf.int8)),
    lambda: tf.identity(C(1.0)),
    lambda: abs(C([-1.5, 2.0])),
    lambda: C(5, tf.uint8)-C(6, tf.uint8),
    lambda: C(100, tf.int8)*C(2, tf.int8),
)

# %% operators-and-conversion-3
both(
    lambda: -C(-128, tf.int8),
    lambda: C(["a", "b"])+C("x"),
    lambda: C("a")+1,
    lambda: C("a")==C("a"),
    lambda: C(["a", "b"])!=C("a"),
    lambda: C("a")<C("b"),
    lambda: C(1)+None,
    lambda: None+C(1),
    lambda: C(1)+"a",
    lambda: "a"*C(1),
    lambda: C(1)+C([1, 2, 3]),
    lambda: C([[1], [2]])+C([1, 2, 3]),
)

# %% operators-and-conversion-4
both(
    lambda: C([1, 2])+C([[1, 2, 3]]),
)
