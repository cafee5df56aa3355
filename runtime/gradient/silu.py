"""`tf.nn.silu`, whose gradient is written by hand."""

from __future__ import annotations

import functools

from runtime.core.convert import convert_to_tensor
from runtime.gradient.custom_gradient import custom_gradient
from runtime.ops.math import sigmoid, square
from runtime.ops.reduction import reduce_sum


@functools.cache
def _silu():

    @custom_gradient
    def function(features, beta):
        def gradient_function(dy):
            """Computes the sigmoid anew, as TensorFlow does to save memory."""
            probability = sigmoid(beta * features)
            slope = probability * (1.0 + (beta * features) * (1.0 - probability))
            return dy * slope, reduce_sum(dy * square(features) * probability * (1.0 - probability))

        return features * sigmoid(beta * features), gradient_function

    return function


def silu(features, beta=1.0):
    """`tf.nn.silu` (swish): features * sigmoid(beta * features)."""
    features = convert_to_tensor(features, name="features")
    return _silu()(features, convert_to_tensor(beta, features.dtype, name="beta"))
