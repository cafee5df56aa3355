"""The imaginary part and the argument of complex numbers, which real ones have too."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.op_def import op
from runtime.ops import infer, types
from runtime.ops.cast import complex_, part_of
from runtime.ops.creation import ones_like, zeros_like
from runtime.ops.select import where

_IMAG = op("Imag", "input: T -> output: Tout", attrs={"Tout": dtypes.float32}, infer=infer.same,
           types={"T": types.COMPLEX, "Tout": types.SINGLE_DOUBLE}, kernel=lambda x, Tout: np.imag(x).copy(),
           grad=lambda op, dz: [complex_(dz * 0, dz)])
_ANGLE = op("Angle", "input: T -> output: Tout", attrs={"Tout": dtypes.float32}, infer=infer.same,
            types={"T": types.COMPLEX, "Tout": types.SINGLE_DOUBLE},
            kernel=lambda x, Tout: np.arctan2(np.imag(x), np.real(x)))


def _angle_of_real(x):
    return where(x < 0, np.pi * ones_like(x), zeros_like(x))


imag = part_of(_IMAG, "Imag", zeros_like)
imag.__name__, imag.__doc__ = "imag", "The imaginary part; zeros for real tensors."
angle = part_of(_ANGLE, "Angle", _angle_of_real)
angle.__name__, angle.__doc__ = "angle", "The argument of complex numbers; 0 or pi for real ones."
