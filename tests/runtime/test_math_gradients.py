"""Gradients against central differences in float64, eagerly, in graphs and with unknown sizes."""

import numpy as np
import pytest

import runtime as tf

POSITIVE = [0.3, 0.7, 1.6]
MATRIX = [[0.5, -1.2, 2.0], [1.5, 0.25, -0.75]]
SQUARE = [[2.0, 1.0], [0.5, 3.0]]
SYMMETRIC = [[2.0, 0.5], [0.5, 3.0]]
ROW = tf.constant([0.4, 1.1, 0.2], tf.float64)
WEIGHTS = tf.constant([[1.0, -2.0], [0.5, 3.0]], tf.float64)

ELEMENTWISE = [tf.square, tf.sqrt, tf.math.rsqrt, tf.math.reciprocal, tf.exp, tf.math.expm1, tf.math.log, tf.math.log1p,
               tf.sin, tf.cos, tf.tan, tf.atan, tf.sinh, tf.cosh, tf.tanh, tf.asinh, tf.sigmoid, tf.math.softplus,
               tf.math.softsign, tf.math.erf, tf.math.erfc, tf.math.lgamma, tf.math.digamma, tf.math.bessel_i0,
               tf.math.bessel_i0e, tf.math.bessel_i1, tf.math.bessel_i1e, tf.math.log_sigmoid, tf.abs]
INSIDE_ONE = [tf.asin, tf.acos, tf.atanh, tf.math.erfinv]
CASES = [(function, POSITIVE) for function in ELEMENTWISE]
CASES += [(function, [-0.4, 0.1, 0.6]) for function in INSIDE_ONE]
CASES += [
    (tf.math.ndtri, [0.2, 0.5, 0.9]), (tf.acosh, [1.2, 3.0]),
    (lambda x: x * ROW + ROW / x - x ** 2, MATRIX), (lambda x: x % ROW, [[0.5, -1.2, 2.1], [1.5, 0.25, -0.75]]), (lambda x: x ** ROW, POSITIVE),
    (lambda x: ROW ** x, POSITIVE), (lambda x: tf.maximum(x, ROW) * tf.minimum(x, ROW), MATRIX),
    (lambda x: tf.math.atan2(x, ROW) + tf.math.atan2(ROW, x), MATRIX), (lambda x: tf.math.squared_difference(x, ROW), MATRIX),
    (lambda x: tf.math.xlogy(x, ROW) + tf.math.xlogy(ROW, x), POSITIVE), (lambda x: tf.math.xdivy(ROW, x), POSITIVE),
    (lambda x: tf.math.zeta(ROW + 2.0, x), POSITIVE), (lambda x: tf.math.polygamma(tf.ones_like(x), x), POSITIVE),
    (lambda x: tf.math.betainc(tf.ones_like(x) * 2.0, tf.ones_like(x) * 3.0, x), [0.2, 0.5, 0.7]),
    (lambda x: tf.reduce_sum(x * x, 1), MATRIX), (lambda x: tf.reduce_mean(x * x), MATRIX),
    (lambda x: tf.reduce_max(x, 1) * tf.reduce_min(x), MATRIX), (lambda x: tf.reduce_prod(x, 1), MATRIX),
    (lambda x: tf.reduce_logsumexp(x, 0), MATRIX), (lambda x: tf.math.reduce_std(x, 1), MATRIX),
    (lambda x: tf.math.reduce_euclidean_norm(x, 0), MATRIX), (lambda x: tf.norm(x, 3), MATRIX),
    (lambda x: tf.cumsum(x, 1, exclusive=True, reverse=True), MATRIX), (lambda x: tf.math.cumprod(x, 1), MATRIX),
    (lambda x: tf.math.cumulative_logsumexp(x, 1), MATRIX), (lambda x: tf.clip_by_norm(x, 1.0), MATRIX),
    (lambda x: tf.clip_by_value(x, -1.0, 1.0), MATRIX),
    (lambda x: tf.math.polyval([tf.constant(c, tf.float64) for c in (1, 2, 3)], x), MATRIX),
    (lambda x: tf.abs(tf.complex(x, ROW * x)), MATRIX), (lambda x: tf.math.angle(tf.complex(x, ROW)), MATRIX),
    (lambda x: tf.math.real(tf.exp(tf.complex(x, ROW)) / tf.complex(ROW, x)), MATRIX),
    (lambda x: tf.math.unsorted_segment_prod(x, [1, 0, 1], 2), POSITIVE),
    (lambda x: tf.math.unsorted_segment_max(x, [1, 0, 1], 2), POSITIVE),
    (lambda x: tf.math.segment_mean(x, [0, 0, 1]), POSITIVE), (lambda x: tf.math.segment_min(x, [0, 0, 1]), POSITIVE),
    (lambda x: tf.matmul(x, WEIGHTS, transpose_a=True), SQUARE), (lambda x: tf.matmul(WEIGHTS, x, transpose_b=True), SQUARE),
    (lambda x: x @ x @ WEIGHTS, SQUARE), (lambda x: tf.tensordot(x, WEIGHTS, [[0], [1]]), SQUARE),
    (lambda x: tf.einsum("ij,jk,ik->k", x, WEIGHTS, x), SQUARE), (lambda x: tf.einsum("ii->i", x), SQUARE),
    (lambda x: tf.einsum("...j,kj->k...", x, WEIGHTS), SQUARE), (lambda x: tf.einsum("ij->", x * x), SQUARE),
    (lambda x: tf.linalg.det(x), SQUARE), (lambda x: tf.linalg.slogdet(x)[1], SQUARE), (tf.linalg.inv, SQUARE),
    (lambda x: tf.linalg.solve(x, WEIGHTS), SQUARE), (lambda x: tf.linalg.triangular_solve(x, WEIGHTS, lower=False), SQUARE),
    (lambda x: tf.linalg.cholesky(x + tf.linalg.matrix_transpose(x)), SYMMETRIC),
    (lambda x: tf.linalg.eigh(x + tf.linalg.matrix_transpose(x))[1] ** 2 * WEIGHTS, SYMMETRIC),
    (lambda x: tf.linalg.svd(x)[1] ** 2 * WEIGHTS, SQUARE), (lambda x: tf.linalg.svd(x, compute_uv=False), SQUARE),
    (lambda x: tf.linalg.qr(x)[0] ** 2 * WEIGHTS, SQUARE), (tf.linalg.expm, SQUARE), (tf.linalg.trace, SQUARE),
    (lambda x: tf.linalg.set_diag(x * x, x[0]) @ tf.linalg.diag(x[1]), SQUARE),
    (lambda x: tf.linalg.band_part(x * x, 0, -1) + tf.linalg.diag_part(x * x), SQUARE),
    (lambda x: tf.linalg.cross(x, tf.broadcast_to(ROW, [2, 3])), MATRIX),
]


def numeric(function, value):
    """The gradient of the weighted sum of the result, by central differences."""
    def total(point):
        z = function(tf.constant(point, tf.float64)).numpy()
        return float(np.sum(z * np.arange(1.0, z.size + 1).reshape(z.shape)))

    result = np.zeros_like(value)
    for index in np.ndindex(*value.shape):
        step = np.zeros_like(value)
        step[index] = 1e-5
        result[index] = (total(value + step) - total(value - step)) / 2e-5
    return result


@pytest.mark.parametrize("number", range(len(CASES)))
def test_gradient(number):
    function, start = CASES[number]
    value = np.array(start)
    weights = np.arange(1.0, function(tf.constant(value)).numpy().size + 1)

    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            z = function(x)
        return tape.gradient(z, x, output_gradients=tf.reshape(tf.constant(weights), tf.shape(z)))

    expected = numeric(function, value)
    np.testing.assert_allclose(slope(tf.constant(value)), expected, rtol=1e-6, atol=1e-7)
    in_graph = tf.function(slope, autograph=False)
    concrete = in_graph.get_concrete_function(tf.TensorSpec(value.shape, tf.float64))
    concrete.graph.verify()
    np.testing.assert_allclose(in_graph(tf.constant(value)), expected, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("function, start", [
    (lambda x: x * x + x, MATRIX), (lambda x: x * tf.reduce_sum(x, 1, keepdims=True), MATRIX),
    (lambda x: tf.reduce_mean(x, 0), MATRIX), (lambda x: tf.reduce_max(x, 1), MATRIX), (lambda x: tf.reduce_prod(x), MATRIX),
    (lambda x: tf.matmul(x, x, transpose_b=True), MATRIX), (lambda x: tf.linalg.inv(x), SQUARE),
    (lambda x: tf.linalg.cholesky(x), SYMMETRIC), (lambda x: x / tf.norm(x, axis=1, keepdims=True), MATRIX),
])
def test_gradient_with_unknown_sizes_is_the_same(function, start):
    x = tf.constant(start)

    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            z = function(x)
        return tape.gradient(z, x)

    unknown = tf.function(slope, autograph=False, input_signature=[tf.TensorSpec([None, None])])
    np.testing.assert_allclose(unknown(x), slope(x), rtol=1e-5, atol=1e-6)
    no_rank = tf.function(slope, autograph=False, input_signature=[tf.TensorSpec(None)])
    if function(x).shape.rank != 2 or "linalg" not in str(function.__code__.co_names):
        np.testing.assert_allclose(no_rank(x), slope(x), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("function", [tf.floor, tf.round, tf.math.ceil, lambda x: tf.cast(x, tf.int32), lambda x: tf.argmax(x),
                                      lambda x: tf.cast(x > 0.5, tf.float32)])
def test_what_has_no_slope_gives_none(function):
    x = tf.constant(POSITIVE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = function(x)
    assert tape.gradient(z, x) is None


@pytest.mark.parametrize("function, op", [(tf.math.is_nan, "IsNan"), (lambda x: tf.truncatemod(x, 2.0), "TruncateMod")])
def test_an_op_that_tensorflow_forgot_to_register_is_an_error(function, op):
    x = tf.constant(POSITIVE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = function(x)
    with pytest.raises(LookupError, match=f"gradient registry has no entry for: {op}$"):
        tape.gradient(z, x)


def test_where_hides_an_infinite_slope():
    x = tf.constant([0.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.where(x > 0, tf.sqrt(x), 0.0)
    assert tape.gradient(y, x).numpy().tolist() == [0.0, 0.25]
