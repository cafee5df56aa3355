"""Assertions: what a passing one costs in a graph, and that failing ones leave the function usable."""

import numpy as np
import pytest

import runtime as tf

D = tf.debugging


@pytest.mark.parametrize("check, good, bad", [
    (D.assert_positive, [1, 2], [1, 0]), (D.assert_negative, [-1], [0]), (D.assert_non_negative, [0], [-1]), (D.assert_non_positive, [0], [1]),
    (lambda x: D.assert_equal(x, 1), [1, 1], [1, 2]), (lambda x: D.assert_none_equal(x, 1), [2], [1]), (lambda x: D.assert_less(x, 3), [2], [3]),
    (lambda x: D.assert_less_equal(x, 3), [3], [4]), (lambda x: D.assert_greater(x, 3), [4], [3]), (lambda x: D.assert_greater_equal(x, 3), [3], [2]),
    (lambda x: D.assert_near(tf.cast(x, tf.float32), 1.0), [1], [2]), (lambda x: D.Assert(tf.reduce_all(x > 0), [x]), [1], [0]),
])
def test_eager_and_graph_agree(check, good, bad):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def checked(x):
        check(x)
        return x

    check(tf.constant(good))
    with pytest.raises(tf.errors.InvalidArgumentError):
        check(tf.constant(bad))
    assert checked(good).numpy().tolist() == good
    with pytest.raises(tf.errors.InvalidArgumentError):
        checked(bad)
    assert checked(good).numpy().tolist() == good


def test_empty_tensors_pass():
    D.assert_positive(np.zeros([0]))
    D.assert_equal(tf.zeros([0, 2]), 1.0)


def test_nan_is_not_near():
    with pytest.raises(tf.errors.InvalidArgumentError):
        D.assert_near(float("nan"), float("nan"))


def test_failed_assertion_names_the_users_line():
    @tf.function
    def checked(x):
        D.assert_positive(x)
        return x

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        checked(tf.constant(-1))
    assert "test_check.py" in str(caught.value) and "assertion failed: [] [Condition x > 0 did not hold" in str(caught.value)


@pytest.mark.parametrize("shapes, ok", [
    ([((2, 3), ("A", "B")), ((3,), ("B",))], True), ([((2, 3), ("A", "B")), ((2,), ("B",))], False), ([((4, 2, 3), (..., 3))], True),
    ([((4, 2, 3), ("*", 2))], False), ([((), (1,))], True), ([((2,), ("1",))], False), ([((2, 2), ("N", "N"))], True), ([((2, 3), ("N", "N"))], False),
    ([((2, 3), (None, "."))], True),
])
def test_shapes(shapes, ok):
    pairs = [(tf.zeros(dims), wanted) for dims, wanted in shapes]
    if ok:
        assert D.assert_shapes(pairs) is None
    else:
        with pytest.raises(ValueError):
            D.assert_shapes(pairs)
