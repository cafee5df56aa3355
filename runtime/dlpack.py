"""`tf.experimental.dlpack`: tensors to and from other libraries, without their bytes being copied."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.convert import constant
from runtime.core.tensor import EagerTensor


class _Capsule:
    """What NumPy takes a capsule from."""

    def __init__(self, capsule):
        self._capsule = capsule

    def __dlpack__(self, **_):
        return self._capsule

    def __dlpack_device__(self):
        return 1, 0  # the CPU


def to_dlpack(tf_tensor):
    """A DLPack capsule with the elements of an eager tensor. Raises InvalidArgumentError for what is none."""
    if not isinstance(tf_tensor, EagerTensor):
        raise errors.InvalidArgumentError(None, None, "The argument to `to_dlpack` must be a TF tensor, not Python object")
    array = np.asarray(tf_tensor)
    if array.dtype.kind == "O":
        raise errors.InvalidArgumentError(None, None, f"{tf_tensor.dtype.name} is not supported by dlpack")
    return (array if array.flags.writeable else array.copy()).__dlpack__()


def from_dlpack(dlcapsule):
    """The tensor in a DLPack capsule, which may be taken once. Raises InvalidArgumentError if it was, TypeError for what is no capsule."""
    if type(dlcapsule).__name__ != "PyCapsule":
        raise TypeError(f"from_dlpack takes a DLPack capsule, not {type(dlcapsule).__name__}")
    if '"dltensor' not in repr(dlcapsule):
        name = repr(dlcapsule).split('"')[1] if '"' in repr(dlcapsule) else ""
        raise errors.InvalidArgumentError(None, None, 'DLPack tensor must be a capsule with name "dltensor", got "%s". Note that a DLPack tensor '
                                          "may be consumed at most once." + name)
    return constant(np.from_dlpack(_Capsule(dlcapsule)))
