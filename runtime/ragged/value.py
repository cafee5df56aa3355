"""Ragged tensors as arrays: what sessions take and give, and the names of `tf.compat.v1.ragged`."""

from __future__ import annotations

import numpy as np


class RaggedTensorValue:
    """Row `i` is ``values[row_splits[i]:row_splits[i + 1]]``; `values` is an array, or ragged itself.

    Raises:
        TypeError, ValueError: the parts are of another kind.
    """

    def __init__(self, values, row_splits):
        if not (isinstance(row_splits, (np.ndarray, np.generic)) and row_splits.dtype in (np.int64, np.int32) and row_splits.ndim == 1):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:
            raise ValueError("row_splits and values.row_splits must have the same dtype")
        self._values, self._row_splits = values, row_splits

    values = property(lambda self: self._values)
    row_splits = property(lambda self: self._row_splits)
    dtype = property(lambda self: self._values.dtype)

    @property
    def flat_values(self):
        """The innermost values."""
        return self._values.flat_values if isinstance(self._values, RaggedTensorValue) else self._values

    @property
    def nested_row_splits(self):
        """The row splits of all ragged axes, outermost first."""
        return (self._row_splits, *(self._values.nested_row_splits if isinstance(self._values, RaggedTensorValue) else ()))

    @property
    def ragged_rank(self):
        return len(self.nested_row_splits)

    @property
    def shape(self):
        return (len(self._row_splits) - 1, None, *self._values.shape[1:])

    def to_list(self):
        """The rows as nested lists."""
        values = self._values.to_list() if isinstance(self._values, RaggedTensorValue) else self._values.tolist()
        return [values[start:stop] for start, stop in zip(self._row_splits, self._row_splits[1:])]

    def __str__(self):
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self):
        return f"tf.RaggedTensorValue(values={self._values!r}, row_splits={self._row_splits!r})"


def of_parts(parts):
    """The value of row splits, outermost first, and the innermost values."""
    *splits, value = parts
    for one in reversed(splits):
        value = RaggedTensorValue(value, one)
    return value


def parts_of(value):
    return [*value.nested_row_splits, value.flat_values]
