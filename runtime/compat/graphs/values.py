"""What sessions and tests give for tensors that are made of several arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class SparseTensorValue(NamedTuple):
    """A sparse tensor as arrays."""

    indices: np.ndarray
    values: np.ndarray
    dense_shape: np.ndarray
