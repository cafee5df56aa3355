"""Simulated quantisation (`tf.quantization`): floats that a few bits could hold."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import gradient, not_differentiable, op
from runtime.ops import infer
from runtime.ops.kernels.expressions import expression

_ATTRS = {"min": -6.0, "max": 6.0, "num_bits": 8, "narrow_range": False}
_single = np.float32  # TensorFlow computes the limits in single precision


def _limits(min, max, num_bits, narrow_range):
    """(lowest, highest, step) of the numbers that are left, moved so that zero is one of them."""
    if not 2 <= num_bits <= 16:
        raise invalid("num_bits must be between 2 and 16, inclusive")
    if min >= max:
        raise invalid(f"min has to be smaller than max, was: {min:g} >= {max:g}")
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
not_differentiable("FakeQuantWithMinMaxArgsGradient")


@gradient("FakeQuantWithMinMaxArgs")
def _fake_quant_grad(operation, dy):
    return [dispatch(FAKE_QUANT_GRAD, (dy, operation.inputs[0]), {name: operation.attrs[name] for name in _ATTRS})]


def fake_quant_with_min_max_args(inputs, min=-6, max=6, num_bits=8, narrow_range=False, name=None):
    """`inputs` rounded to what `num_bits` bits could hold between `min` and `max`; float32.

    Raises:
        InvalidArgumentError: `min` is not below `max`, or there are not 2 to 16 bits.
        ValueError: a tensor of another dtype is given.
    """
    attrs = {"min": float(min), "max": float(max), "num_bits": num_bits, "narrow_range": narrow_range}
    return dispatch(FAKE_QUANT, (convert_to_tensor(inputs, dtypes.float32, name="inputs"),), attrs, name)


def fake_quant_with_min_max_args_gradient(gradients, inputs, min=-6, max=6, num_bits=8, narrow_range=False, name=None):
    """The gradient of `fake_quant_with_min_max_args`: `gradients` where `inputs` is between the limits, else 0."""
    attrs = {"min": float(min), "max": float(max), "num_bits": num_bits, "narrow_range": narrow_range}
    tensors = [convert_to_tensor(value, dtypes.float32) for value in (gradients, inputs)]
    return dispatch(FAKE_QUANT_GRAD, tensors, attrs, name)
