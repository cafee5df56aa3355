"""Simulated quantisation (`tf.quantization`): floats that a few bits could hold."""

from __future__ import annotations

import numpy as np

from runtime.core.dispatch import dispatch
from runtime.core.op_def import gradient, op
from runtime.ops import infer
from runtime.ops.kernels.expressions import expression

_ATTRS = {"min": -6.0, "max": 6.0, "num_bits": 8, "narrow_range": False}
_single = np.float32  # TensorFlow computes the limits in single precision


def _limits(min, max, num_bits, narrow_range):
    """(lowest, highest, step) of the numbers that are left, moved so that zero is one of them."""
    first, last = _single(1 if narrow_range else 0), _single((1 << num_bits) - 1)
    low, high = _single(min), _single(max)
    step = (high - low) / (last - first)
    zero = first - low / step
    zero = first if zero < first else last if zero > last else np.floor(zero + _single(0.5))
    return (first - zero) * step, (last - zero) * step, step


def _rounded(x, **attrs):
    low, high, step = _limits(**attrs)
    scale = _single(1) / step
    zero = np.floor(-low * scale + _single(0.5))
    above = np.maximum(np.minimum(x, high), low) - low
    return np.floor(above * scale - zero + _single(0.5)) * step


def _passed(dy, x, **attrs):
    low, high, _ = _limits(**attrs)
    return np.where((x >= low) & (x <= high), dy, 0)


FAKE_QUANT = op("FakeQuantWithMinMaxArgs", "inputs: float32 -> outputs: float32", attrs=_ATTRS, infer=infer.same,
                lower=expression(_rounded))
FAKE_QUANT_GRAD = op("FakeQuantWithMinMaxArgsGradient", "gradients: float32, inputs: float32 -> backprops: float32", attrs=_ATTRS,
                     infer=infer.same, lower=expression(_passed))


@gradient("FakeQuantWithMinMaxArgs")
def _fake_quant_grad(operation, dy):
    return [dispatch(FAKE_QUANT_GRAD, (dy, operation.inputs[0]), {name: operation.attrs[name] for name in _ATTRS})]
