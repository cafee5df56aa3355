"""`tf.nn.local_response_normalization`: channels divided by the size of their neighbours."""

from __future__ import annotations

import numpy as np

from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import gradient, op
from runtime.ops import infer

_KINDS = {"types": {"T": "float16 bfloat16 float32"}, "unserved": {"T": "bfloat16"}}


def _window_sums(x, radius):
    """The sum of each channel and its neighbours, up to `radius` away."""
    channels = x.shape[-1]
    total = np.zeros_like(x)
    for shift in range(-min(radius, channels - 1), min(radius, channels - 1) + 1):
        first, last = max(shift, 0), channels + min(shift, 0)
        total[..., first - shift:last - shift] += x[..., first:last]
    return total


def _check(x, depth_radius):
    if x.ndim != 4:
        raise invalid("in must be 4-dimensional")
    return x.astype(np.float32, copy=False), depth_radius


def _normalised(x, depth_radius, bias, alpha, beta):
    wide, radius = _check(x, depth_radius)
    norm = np.float32(bias) + np.float32(alpha) * _window_sums(wide * wide, radius)
    return (wide * norm ** np.float32(-beta)).astype(x.dtype, copy=False)


def _slopes(dy, x, y, depth_radius, bias, alpha, beta):
    wide, radius = _check(x, depth_radius)
    slope = dy.astype(np.float32, copy=False)
    norm = np.float32(bias) + np.float32(alpha) * _window_sums(wide * wide, radius)
    shared = _window_sums(slope * y.astype(np.float32, copy=False) / norm, radius)
    return (slope * norm ** np.float32(-beta) - np.float32(2 * alpha * beta) * wide * shared).astype(x.dtype, copy=False)


_ATTRS = {"depth_radius": 5, "bias": 1.0, "alpha": 1.0, "beta": 0.5}
LRN = op("LRN", "input: T -> output: T", kernel=_normalised, infer=lambda inputs, attrs: infer.with_rank(inputs[0]._dims, 4), attrs=_ATTRS,
         **_KINDS)
LRN_GRAD = op("LRNGrad", "input_grads: T, input_image: T, output_image: T -> output: T", kernel=_slopes,
              infer=lambda inputs, attrs: infer.with_rank(inputs[1]._dims, 4), attrs=_ATTRS, **_KINDS)


@gradient("LRN")
def _grad(operation, dy):
    return [dispatch(LRN_GRAD, (dy, operation.inputs[0], operation.outputs[0]), {name: operation.attrs[name] for name in _ATTRS})]


def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):  # noqa: A002
    """[batch, height, width, channels] divided by ``(bias + alpha * the sum of squares of 2 * depth_radius + 1 channels) ** beta``."""
    return dispatch(LRN, (input,), {"depth_radius": int(depth_radius), "bias": float(bias), "alpha": float(alpha), "beta": float(beta)},
                    name)
