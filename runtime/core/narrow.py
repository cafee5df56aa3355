"""Computing with bfloat16 and its like: as TensorFlow's kernels do, in a wider type, with the result rounded once."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes

_HELD = frozenset({dtypes.resource, dtypes.variant, dtypes.string})  # what holds or shows values does so in their own type


def widened(kernel, op_def, inputs, outputs):
    """`kernel`, or if an input is of a narrow type, a kernel that calls it with wider arrays and rounds what it gives.

    Args:
        inputs: the tensors that the op takes.
        outputs: a function that gives the DTypes of its outputs.
    """
    if op_def.stateful or op_def.reads_bits or not op_def.outputs or not any(
            tensor.dtype.numpy_dtype in dtypes.WIDE for tensor in inputs if tensor.dtype not in _HELD):
        return kernel
    if any(arg.is_list and arg.number_attr is None for arg in op_def.inputs):  # passed on to functions, not computed with
        return kernel
    results = outputs()
    if not _HELD.isdisjoint(results) or any(tensor.dtype in _HELD for tensor in inputs):
        return kernel

    def run(*values, **attrs):
        with np.errstate(all="ignore"):
            result = kernel(*map(_wide, values), **attrs)
            if op_def.single:
                return _rounded(result, results[0])
            return [_rounded(value, dtype) for value, dtype in zip(result, results)]

    return run


def _wide(value):
    wide = dtypes.WIDE.get(getattr(value, "dtype", None))
    return value if wide is None else value.astype(wide)


def _rounded(value, dtype):
    return value.astype(dtype.numpy_dtype) if dtype.numpy_dtype in dtypes.WIDE and value.dtype != dtype.numpy_dtype else value
