"""py_function and numpy_function: lifetime, state and NumPy's settings, beyond the recorded programs."""

import gc
import warnings
import weakref

import numpy as np
import pytest

import runtime as tf


def test_the_function_lives_as_long_as_its_graph():
    class Callback:
        def __call__(self, x):
            return x + 1

    callback = Callback()
    dead = weakref.ref(callback)

    @tf.function
    def call(x):
        return tf.py_function(callback, [x], tf.int32)

    assert int(call(tf.constant(1))) == 2
    held = call
    del callback
    assert int(held(tf.constant(2))) == 3
    del held, call
    gc.collect()
    assert dead() is None


def test_a_graph_that_only_has_the_name_of_a_function():
    from runtime.ops.control_flow.py_function import EAGER_PY_FUNC
    from runtime.core.dispatch import dispatch
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not find callback with key=pyfunc_99"):
        dispatch(EAGER_PY_FUNC, [], {"token": "pyfunc_99", "Tout": []})


def test_numpy_warns_as_it_does_outside():
    @tf.function
    def divide(x):
        return tf.numpy_function(lambda v: v / np.float32(0), [x], tf.float32)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert np.isinf(divide(tf.constant(1.0)))
    assert [w.category for w in caught] == [RuntimeWarning]


def test_ops_inside_are_not_seen_by_the_tape_outside():
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = tf.py_function(lambda v: v * x, [tf.constant(2.0)], tf.float32)
    assert tape.gradient(y, x) is None


def test_tapes_inside_and_outside():
    def inner(v):
        with tf.GradientTape() as tape:
            tape.watch(v)
            y = v ** 3
        return tape.gradient(y, v)

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.py_function(inner, [x], tf.float32)
    assert float(y) == 12.0
    assert float(tape.gradient(y, x)) == 12.0  # the second derivative, through both tapes


def test_failures_leave_the_mode_as_it_was():
    @tf.function
    def fail(x):
        return tf.py_function(lambda v: 1 / 0, [x], tf.float32)

    with tf.GradientTape() as tape:
        x = tf.constant(1.0)
        tape.watch(x)
        with pytest.raises(tf.errors.UnknownError, match="ZeroDivisionError: division by zero"):
            fail(x)
        y = x * 2
    assert tf.executing_eagerly()
    assert float(tape.gradient(y, x)) == 2.0


def test_the_traceback_starts_at_the_users_function():
    def outer(v):
        return deeper(v)

    def deeper(v):
        raise ValueError("here")

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tf.py_function(outer, [1], tf.int32)
    frames = [line for line in str(caught.value).splitlines() if line.startswith("  File")]
    assert [line.rpartition(" ")[2] for line in frames] == ["outer", "deeper"]
