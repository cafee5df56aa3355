"""Operations on the bits of integers."""

from __future__ import annotations

import numpy as np

from runtime.core.op_def import LIGHT, not_differentiable
from runtime.ops import types
from runtime.ops.math import binary, unary


def _shifted(ufunc):
    """Shifts by a count outside the width are clamped to it, as TensorFlow's kernel does."""
    def kernel(x, y):
        return ufunc(x, np.clip(y, 0, x.dtype.itemsize * 8 - 1).astype(x.dtype))
    return kernel


bitwise_and = binary("bitwise_and", "BitwiseAnd", np.bitwise_and, types.INTEGER, commutative=True, weight=LIGHT)
bitwise_or = binary("bitwise_or", "BitwiseOr", np.bitwise_or, types.INTEGER, commutative=True, weight=LIGHT)
bitwise_xor = binary("bitwise_xor", "BitwiseXor", np.bitwise_xor, types.INTEGER, commutative=True, weight=LIGHT)
left_shift = binary("left_shift", "LeftShift", _shifted(np.left_shift), types.INTEGER)
right_shift = binary("right_shift", "RightShift", _shifted(np.right_shift), types.INTEGER)
invert = unary("invert", "Invert", np.invert, types.INTEGER, weight=LIGHT)
not_differentiable("BitwiseAnd", "BitwiseOr", "BitwiseXor", "Invert", "LeftShift", "RightShift")
