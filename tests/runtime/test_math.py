"""tf.math, tf.linalg and their relatives: identities, dtypes, and static shapes that agree with the results."""

import math
import subprocess
import sys

import numpy as np
import pytest

import runtime as tf

C = tf.constant
RANDOM = np.random.RandomState(0)
X = RANDOM.randn(2, 3).astype(np.float32)
Q = (RANDOM.randn(2, 3, 3) + 3 * np.eye(3)).astype(np.float32)
SYMMETRIC = Q @ Q.transpose(0, 2, 1)


@pytest.mark.parametrize("function, reference, points", [
    (tf.math.erf, math.erf, np.linspace(-6, 6, 301)), (tf.math.erfc, math.erfc, np.linspace(-6, 26, 301)),
    (tf.math.lgamma, math.lgamma, np.linspace(0.05, 40, 301)),
])
def test_special_functions_against_the_standard_library(function, reference, points):
    np.testing.assert_allclose(function(C(points)), [reference(p) for p in points], rtol=2e-13, atol=1e-300)


def test_special_functions_invert_each_other():
    p = np.linspace(1e-6, 1 - 1e-6, 301)
    np.testing.assert_allclose(0.5 * tf.math.erfc(-tf.math.ndtri(C(p)) / math.sqrt(2)), p, rtol=1e-12)
    np.testing.assert_allclose(tf.math.erf(tf.math.erfinv(C(2 * p - 1))), 2 * p - 1, rtol=1e-12, atol=1e-15)
    a, x = C(np.linspace(0.1, 30, 60)), C(np.linspace(40, 0.01, 60))
    np.testing.assert_allclose(tf.math.igamma(a, x) + tf.math.igammac(a, x), np.ones(60), rtol=1e-12)
    b = C(np.linspace(3.0, 0.2, 60))
    y = C(np.linspace(0.01, 0.99, 60))
    np.testing.assert_allclose(tf.math.betainc(a, b, y) + tf.math.betainc(b, a, 1.0 - y), np.ones(60), rtol=1e-12)


def test_special_values():
    assert tf.math.digamma(C(1.0, tf.float64)).numpy() == pytest.approx(-0.5772156649015329, rel=1e-14)
    assert tf.math.zeta(C(2.0, tf.float64), C(1.0, tf.float64)).numpy() == pytest.approx(math.pi ** 2 / 6, rel=1e-14)
    assert tf.math.polygamma(C(1.0, tf.float64), C(1.0, tf.float64)).numpy() == pytest.approx(math.pi ** 2 / 6, rel=1e-14)
    assert tf.math.erf([float("inf"), float("-inf"), float("nan")]).numpy()[:2].tolist() == [1.0, -1.0]
    assert np.isnan(tf.math.erf(float("nan")))
    assert tf.math.lgamma([-1.0, 0.0]).numpy().tolist() == [math.inf, math.inf]
    assert np.isnan(tf.math.digamma([-1.0, 0.0])).all()


def test_decompositions_restore_the_matrix():
    for matrix, factors in [
        (Q, lambda m: tf.matmul(*tf.linalg.qr(m))),
        (SYMMETRIC, lambda m: (lambda c: c @ tf.linalg.adjoint(c))(tf.linalg.cholesky(m))),
        (Q, lambda m: (lambda s, u, v: u @ tf.linalg.diag(s) @ tf.linalg.adjoint(v))(*tf.linalg.svd(m))),
        (SYMMETRIC, lambda m: (lambda e, v: v @ tf.linalg.diag(e) @ tf.linalg.adjoint(v))(*tf.linalg.eigh(m))),
        (Q, lambda m: tf.linalg.inv(tf.linalg.inv(m))), (Q, lambda m: m @ tf.linalg.pinv(m) @ m),
    ]:
        np.testing.assert_allclose(factors(C(matrix)), matrix, rtol=1e-3, atol=1e-4)
    lu, p = tf.linalg.lu(C(Q))
    lower = tf.linalg.set_diag(tf.linalg.band_part(lu, -1, 0), tf.ones([2, 3]))
    np.testing.assert_allclose(lower @ tf.linalg.band_part(lu, 0, -1), np.take_along_axis(Q, p.numpy()[..., None], 1),
                               rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(tf.linalg.expm(C(np.zeros((2, 2), np.float32))), np.eye(2))
    np.testing.assert_allclose(tf.linalg.expm(C([[0.0, 30.0], [-30.0, 0.0]])),
                               [[math.cos(30), math.sin(30)], [-math.sin(30), math.cos(30)]], atol=1e-5)


def test_a_matrix_that_is_not_positive_definite_has_no_cholesky_factor():
    factor = tf.linalg.cholesky([[[4.0, 2.0], [2.0, 3.0]], [[1.0, 2.0], [2.0, 1.0]]]).numpy()
    assert np.isfinite(factor[0]).all() and np.isnan(factor[1][np.tril_indices(2)]).all()


def test_banded_diagonals_round_trip():
    matrix = np.arange(12.0, dtype=np.float32).reshape(3, 4)
    for k in (-2, -1, 0, 1, 3, (-1, 1), (-2, 3), (0, 2)):
        for align in ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"):
            low, high = (k, k) if isinstance(k, int) else k
            band = tf.linalg.diag_part(matrix, k=k, align=align)
            inside = tf.linalg.diag(band, k=k, num_rows=3, num_cols=4, align=align).numpy()
            offset = np.arange(4)[None] - np.arange(3)[:, None]
            assert inside.tolist() == np.where((offset >= low) & (offset <= high), matrix, 0).tolist()
            assert tf.linalg.set_diag(np.zeros((3, 4), np.float32), band, k=k, align=align).numpy().tolist() == inside.tolist()


SHAPED = [
    (lambda x: x + tf.ones([3]), [2, 3]), (lambda x: tf.equal(x, tf.ones([2, 1])), [2, 3]),
    (lambda x: tf.reduce_sum(x, 0), [2, 3]), (lambda x: tf.reduce_max(x, [-1], keepdims=True), [2, 3]),
    (lambda x: tf.argmax(x, 1), [2, 3]), (lambda x: tf.cumsum(x, 1), [2, 3]), (lambda x: tf.norm(x, axis=0), [2, 3]),
    (lambda x: tf.matmul(x, x, transpose_b=True), [2, 3]), (lambda x: tf.matmul(x, x, adjoint_a=True), [4, 2, 3]),
    (lambda x: tf.matmul(x, tf.ones([3, 5])), [4, 2, 3]), (lambda x: tf.linalg.matvec(x, tf.ones([3])), [2, 3]),
    (lambda x: tf.tensordot(x, x, [[1], [1]]), [2, 3]), (lambda x: tf.einsum("ab,cb->ca", x, x), [2, 3]),
    (lambda x: tf.einsum("...b->b...", x), [4, 2, 3]), (lambda x: tf.einsum("ab->", x), [2, 3]),
    (tf.linalg.det, [4, 3, 3]), (tf.linalg.inv, [3, 3]), (lambda x: tf.linalg.slogdet(x)[1], [4, 3, 3]),
    (lambda x: tf.linalg.solve(x, x[..., :1]), [3, 3]), (lambda x: tf.linalg.qr(x)[0], [4, 2]),
    (lambda x: tf.linalg.qr(x)[1], [2, 4]),
    (lambda x: tf.linalg.qr(x, full_matrices=True)[0], [4, 2]), (lambda x: tf.linalg.svd(x)[0], [4, 2]),
    (lambda x: tf.linalg.svd(x)[2], [2, 4]), (lambda x: tf.linalg.eigh(x)[1], [3, 3]), (lambda x: tf.linalg.lu(x)[1], [3, 3]),
    (lambda x: tf.linalg.diag(x), [2, 3]), (lambda x: tf.linalg.diag(x, k=1), [3]),
    (lambda x: tf.linalg.diag_part(x), [4, 2, 3]),
    (lambda x: tf.linalg.diag_part(x, k=(-1, 1)), [3, 3]), (lambda x: tf.linalg.trace(x), [4, 3, 3]),
    (lambda x: tf.linalg.tensor_diag(x), [2, 3]), (lambda x: tf.linalg.tensor_diag_part(x), [3, 3]),
    (lambda x: tf.math.unsorted_segment_sum(x, [0, 1], 5), [2, 3]), (lambda x: tf.math.segment_sum(x, [0, 1]), [2, 3]),
    (lambda x: tf.histogram_fixed_width(x, [0.0, 1.0], 7), [2, 3]), (lambda x: tf.linspace(x[0], x[1], 5), [2, 3]),
    (lambda x: tf.eye(3, 4, batch_shape=[2]), [2, 3]), (lambda x: tf.cast(x, tf.int32), [2, 3]),
]


@pytest.mark.parametrize("number", range(len(SHAPED)))
def test_static_shapes_agree_with_results(number):
    function, shape = SHAPED[number]
    value = np.random.RandomState(1).rand(*shape)
    value = C((value + np.eye(*shape[-2:]) if len(shape) > 1 else value).astype(np.float32))
    actual = function(value)
    for known in (shape, [None] * len(shape), None):
        try:
            concrete = tf.function(function, autograph=False).get_concrete_function(tf.TensorSpec(known, tf.float32))
        except ValueError as error:
            assert known is None and "static shape" in str(error)  # a few need to know the rank, and say so
            continue
        concrete.graph.verify()
        static = concrete.outputs[0].shape
        assert static.is_compatible_with(actual.shape)
        if known is shape:
            assert static.rank == actual.shape.rank
        result = concrete(value)
        assert result.shape == actual.shape and result.dtype is actual.dtype
        np.testing.assert_allclose(result, actual, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod"])
def test_reductions_against_numpy(name):
    reference = getattr(np, name.removeprefix("reduce_"))
    value = RANDOM.randn(2, 3, 4)
    for axis in (None, 0, -1, (0, 2), [1], ()):
        for keep in (False, True):
            expected = reference(value, axis=tuple(axis) if isinstance(axis, list) else axis, keepdims=keep)
            np.testing.assert_allclose(getattr(tf, name)(value, axis, keep), expected, rtol=1e-12)


def test_kernels_do_not_change_their_inputs():
    x = C([[3.0, 1.0], [2.0, 5.0]])
    for function in (tf.linalg.lu, lambda m: tf.linalg.set_diag(m, [9.0, 9.0]), lambda m: tf.cumsum(m, exclusive=True),
                     lambda m: tf.linalg.triangular_solve(m, m), tf.linalg.expm, lambda m: tf.linalg.band_part(m, 0, 0)):
        function(x)
        assert x.numpy().tolist() == [[3.0, 1.0], [2.0, 5.0]]


def test_deep_precision_of_a_float32_sum():
    assert tf.reduce_sum(tf.fill([100_000], 0.1)).numpy() == pytest.approx(10_000, rel=1e-6)


def test_without_ml_dtypes_the_error_says_what_to_install():
    program = ("import sys; sys.modules['ml_dtypes'] = None\nimport runtime as tf\n"
               "assert tf.bfloat16.is_floating and tf.bfloat16.size == 2 and repr(tf.bfloat16) == 'tf.bfloat16'\n"
               "assert tf.as_dtype('bfloat16') is tf.bfloat16 and tf.cast(1.5, tf.float16).dtype != tf.bfloat16\n"
               "for make in (lambda: tf.constant(1.0, tf.bfloat16), lambda: tf.cast(1.0, tf.bfloat16), lambda: tf.zeros([2], 'bfloat16')):\n"
               "    try:\n        make()\n    except ImportError as error:\n        print(error)\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == ("tf.bfloat16 needs ml_dtypes, which is not installed; install it with "
                           "`pip install pylint-graphlint[bfloat16]`\n") * 3


def test_ml_dtypes_is_not_imported_before_it_is_used():
    program = "import sys, runtime as tf; tf.constant(1.0) + 1; print('ml_dtypes' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"
