"""`keras.activations`."""

from __future__ import annotations

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras import hooks
from runtime.keras.registry import Names
from runtime.keras.saving.config import deserialize_keras_object, plain


def linear(x):
    return x


def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
    """x above `threshold`, cut at `max_value`; below it `negative_slope` times what lacks."""
    if threshold:
        y = tf.where(x > threshold, x, negative_slope * (x - threshold))
    else:
        y = tf.nn.leaky_relu(x, negative_slope) if negative_slope else tf.nn.relu(x)
    return y if max_value is None else tf.minimum(y, tf.cast(max_value, y.dtype))


def softmax(x, axis=-1):
    return tf.nn.softmax(x, axis=axis)


def log_softmax(x, axis=-1):
    return tf.nn.log_softmax(x, axis=axis)


def sigmoid(x):
    return tf.nn.sigmoid(x)


def tanh(x):
    return tf.nn.tanh(x)


def elu(x, alpha=1.0):
    y = tf.nn.elu(x)
    return y if alpha == 1 else tf.where(x > 0, y, alpha * y)


def selu(x):
    return tf.nn.selu(x)


def gelu(x, approximate=False):
    return tf.nn.gelu(x, approximate)


def softplus(x):
    return tf.nn.softplus(x)


def softsign(x):
    return tf.nn.softsign(x)


def silu(x):
    return tf.nn.silu(x)


def leaky_relu(x, negative_slope=0.2):
    return tf.nn.leaky_relu(x, negative_slope)


def exponential(x):
    return tf.exp(x)


def relu6(x):
    return tf.nn.relu6(x)


def hard_sigmoid(x):
    return tf.nn.relu6(x + 3.0) / 6.0


def hard_silu(x):
    return x * hard_sigmoid(x)


def log_sigmoid(x):
    return tf.math.log_sigmoid(x)


def mish(x):
    return x * tf.tanh(tf.nn.softplus(x))


swish, hard_swish = silu, hard_silu
_named = Names("activation function", [linear, relu, softmax, log_softmax, sigmoid, tanh, elu, selu, gelu, softplus, softsign,
                                     silu, leaky_relu, exponential, relu6, hard_sigmoid, hard_silu, log_sigmoid, mish],
               {"swish": silu, "hard_swish": hard_silu})
has, serialize, deserialize = _named.has, plain, _named.deserialize
hooks.is_activation.provide(has)


def get(identifier):
    """The function for a name or callable; `linear` for None. Raises ValueError for other things."""
    if isinstance(identifier, dict):
        identifier = deserialize_keras_object(identifier)
        if isinstance(identifier, dict):
            raise ValueError(f"Could not interpret activation function identifier: {identifier}")
    return linear if identifier is None else _named.get(identifier)


__getattr__ = absent_from("tf.keras.activations")
