"""`keras.activations`."""

from __future__ import annotations

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras import hooks
from runtime.keras.registry import Names
from runtime.keras.saving.config import deserialize_keras_object, plain
from runtime.keras.symbolic import as_tensor


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


def threshold(x, threshold, default_value):
    """x above `threshold`, `default_value` elsewhere."""
    x = as_tensor(x)
    return tf.where(x > threshold, x, tf.cast(default_value, x.dtype))


def celu(x, alpha=1.0):
    """x above 0, below it an exponential that ends at -`alpha`."""
    x = as_tensor(x)
    alpha = tf.cast(alpha, x.dtype)
    return tf.maximum(x, 0.0) + alpha * tf.math.expm1(tf.minimum(x, 0.0) / alpha)


def glu(x, axis=-1):
    """The first half times the sigmoid of the second. Raises ValueError for an odd number."""
    x = as_tensor(x)
    if x.shape[axis] % 2:
        raise ValueError(f"axis size must be divisible by 2. Received: x.shape={x.shape} with axis={axis}")
    first, second = tf.split(x, 2, axis)
    return first * tf.sigmoid(second)


def hard_shrink(x, threshold=0.5):
    return tf.where(tf.abs(x) > threshold, x, tf.zeros_like(x))


def soft_shrink(x, threshold=0.5):
    return tf.where(x > threshold, x - threshold, tf.where(x < -threshold, x + threshold, tf.zeros_like(x)))


def squareplus(x, b=4):
    x = as_tensor(x)
    return (x + tf.sqrt(x ** 2 + tf.cast(b, x.dtype))) / 2


def sparsemax(x, axis=-1):
    """A softmax with zeros."""
    x = as_tensor(x)
    ordered = tf.sort(x, axis, "DESCENDING")
    sums = tf.cumsum(ordered, axis)
    count = x.shape[axis]
    shape = [1] * x.shape.rank
    shape[axis] = count
    numbers = tf.reshape(tf.range(1, count + 1), shape)
    support = ordered - (sums - 1) / tf.cast(numbers, x.dtype) > 0
    size = tf.reduce_sum(tf.cast(support, tf.int32), axis, keepdims=True)
    total = tf.reduce_sum(tf.where(support, sums, tf.zeros_like(sums)), axis, keepdims=True)  # of sums: Keras's slip
    return tf.maximum(x - (total - 1) / tf.cast(size, x.dtype), 0.0)


def sparse_plus(x):
    return tf.where(x <= -1, tf.zeros_like(x), tf.where(x < 1, 0.25 * tf.square(x + 1), x))


def sparse_sigmoid(x):
    return tf.where(x <= -1, tf.zeros_like(x), tf.where(x >= 1, tf.ones_like(x), 0.5 * (x + 1)))


def hard_tanh(x):
    return tf.clip_by_value(x, -1.0, 1.0)


def tanh_shrink(x):
    return x - tf.tanh(x)


swish, hard_swish = silu, hard_silu
_named = Names("activation function", [linear, relu, softmax, log_softmax, sigmoid, tanh, elu, selu, gelu, softplus, softsign,
                                     silu, leaky_relu, exponential, relu6, hard_sigmoid, hard_silu, log_sigmoid, mish, celu, glu,
                                       hard_shrink, hard_tanh, soft_shrink, sparse_plus, sparse_sigmoid, sparsemax, squareplus,
                                       tanh_shrink, threshold],
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
