"""Layers that prepare data: they also take what is no tensor yet, and in datasets they compute in their own dtype."""

from __future__ import annotations

import itertools

import numpy as np

import runtime as tf
from runtime.core import nest
from runtime.core.composite import CompositeTensor
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.ops.core import convert_to_tensor
from runtime.keras.symbolic import KerasTensor


class DataLayer(BuiltinLayer):
    """A layer that casts its inputs to its dtype in graphs, while eager integers stay as they are."""

    _allow_non_tensor_positional_args = True

    def __call__(self, inputs, **kwargs):
        if tf.executing_eagerly() or isinstance(nest.flatten(inputs)[0], KerasTensor):
            return super().__call__(inputs, **kwargs)
        inputs = nest.map_structure(lambda leaf: convert_to_tensor(leaf, self.compute_dtype), inputs)
        converts, self._convert_input_args = self._convert_input_args, False
        try:
            return super().__call__(inputs, **kwargs)
        finally:
            self._convert_input_args = converts


def ensure_tensor(value, dtype=None):
    """`value` as a tensor, ragged or sparse if it is, cast to `dtype`."""
    if not isinstance(value, (tf.Tensor, CompositeTensor)):
        value = tf.convert_to_tensor(value, dtype)
    return value if dtype is None or value.dtype == dtype else tf.cast(value, dtype)


def check_choice(layer, argument, value, allowed):
    """Raises ValueError, which names the argument, for a value that is none of those allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"Unknown value for `{argument}` argument of {type(layer).__name__}. Allowed values are: {allowed}. Received: "
                         f"{argument}={value}")


def is_iterable_of_batches(data, *kinds):
    """Whether `data` is something to iterate over, and no tensor and none of these kinds."""
    return hasattr(data, "__iter__") and not isinstance(data, (np.ndarray, tf.Tensor, CompositeTensor, *kinds))


def batches_of(data, steps, kinds=()):
    """The batches of a dataset or an iterable, `steps` of them; None if `data` is one batch itself."""
    if isinstance(data, tf.data.Dataset) or is_iterable_of_batches(data, *kinds):
        return itertools.islice(data, steps)
    return None


def listed(value):
    """A tensor or an array as a list, for configs."""
    if tf.is_tensor(value):
        value = value.numpy()
    return value.tolist() if isinstance(value, np.ndarray) else value
