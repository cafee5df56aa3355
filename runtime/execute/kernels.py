"""Kernels bound to the attributes of one node."""

from __future__ import annotations

import functools

import numpy as np

from runtime.core import dtypes
from runtime.core.narrow import widened


def bound_kernel(operation, memories=None):
    """The kernel of `operation` as a function of its inputs alone; with a memory of its own if the op needs one.

    That is taken from and kept in `memories` (id(operation) → kernel), where it is given.
    """
    attrs = operation.kernel_attrs()
    if operation.op_def.instance is not None:
        kernel = None if memories is None else memories.get(id(operation))
        if kernel is None:
            kernel = operation.op_def.instance(**attrs)
            if memories is not None:
                memories[id(operation)] = kernel
    else:
        kernel = functools.partial(operation.op_def.kernel, **attrs) if attrs else operation.op_def.kernel
    if dtypes.WIDE:
        kernel = widened(kernel, operation.op_def, operation.inputs, lambda: [tensor.dtype for tensor in operation.outputs])
    if all(tensor.dtype is not dtypes.string for tensor in operation.outputs):
        return kernel
    return _with_arrays(kernel, operation.op_def.single)


def _with_arrays(kernel, single):
    """NumPy hands out bare bytes for 0-d arrays of objects; the next kernel needs an array."""
    def run(*args):
        result = kernel(*args)
        return _array(result) if single else [_array(value) for value in result]
    return run


def _array(value):
    return np.array(value, object) if isinstance(value, (bytes, str)) else value
