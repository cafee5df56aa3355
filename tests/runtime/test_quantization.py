"""`tf.quantization`: the numbers of TensorFlow 2.21, bit for bit."""

import numpy as np
import pytest

import runtime as tf

X = [np.inf, -np.inf, np.nan, -0.0, 6.0, -2.4, 0.013, 3.1]


def numbers(**options):
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.quantization.fake_quant_with_min_max_args(x, **options)
    return y.numpy().tolist(), tape.gradient(y, x).numpy().tolist()


CASES = [
    ({}, [5.97647047, -6.02352953, np.nan, 0.0, 5.97647047, -2.4000001, 0.0, 3.10588241],
     [0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0]),
    ({'min': -1.5, 'max': 3.2, 'num_bits': 4}, [3.13333321, -1.5666666, np.nan, 0.0, 3.13333321, -1.5666666, 0.0, 3.13333321],
     [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0]),
    ({'min': 0.0, 'max': 5.0, 'narrow_range': True}, [5.0, 0.0, np.nan, 0.0, 5.0, 0.0, 0.0196850393, 3.09055114],
     [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0]),
]


@pytest.mark.parametrize("options, values, slopes", CASES)
def test_numbers_and_gradients(options, values, slopes):
    found = numbers(**options)
    np.testing.assert_array_equal(np.float32(found[0]), np.float32(values))
    assert found[1] == slopes
    traced = tf.function(tf.quantization.fake_quant_with_min_max_args)
    np.testing.assert_array_equal(traced(tf.constant(X), **options).numpy(), np.float32(values))


def test_what_does_not_fit():
    with pytest.raises(tf.errors.InvalidArgumentError, match="min has to be smaller than max, was: 3 >= 1"):
        numbers(min=3.0, max=1.0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="num_bits must be between 2 and 16, inclusive"):
        tf.function(lambda: tf.quantization.fake_quant_with_min_max_args(X, num_bits=17))()
    with pytest.raises(ValueError, match="Tensor conversion requested dtype float32 for Tensor with dtype float64"):
        tf.quantization.fake_quant_with_min_max_args(tf.constant([1.0], tf.float64))
