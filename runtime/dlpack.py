"""`tf.experimental.dlpack`: arrays handed to other libraries, and taken from them, without a copy where NumPy can do that."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.absent import absent_from
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import EagerTensor


class _Held:
    """A capsule in the dress that `numpy.from_dlpack` asks for."""

    def __init__(self, capsule):
        self._capsule = capsule

    def __dlpack__(self, **unused):
        return self._capsule

    def __dlpack_device__(self):
        return 1, 0  # the memory of the CPU


def to_dlpack(tf_tensor):
    """A capsule with the elements of an eager tensor. Raises InvalidArgumentError for anything else."""
    if not isinstance(tf_tensor, EagerTensor):
        raise errors.InvalidArgumentError(None, None, "The argument to `to_dlpack` must be a TF tensor, not Python object")
    return np.array(tf_tensor._numpy()).__dlpack__()


def from_dlpack(dlcapsule):
    """The tensor in a capsule, which can be taken out once."""
    holder = dlcapsule if hasattr(dlcapsule, "__dlpack__") else _Held(dlcapsule)
    return convert_to_tensor(np.from_dlpack(holder))


__getattr__ = absent_from("tf.experimental.dlpack")
