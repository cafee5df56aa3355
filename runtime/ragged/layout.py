"""How the arrays of a ragged value are cut into rows, and stacked."""

from __future__ import annotations

import numpy as np


class RaggedLayout:
    """Flat values, then the row splits of each of `ragged_rank` axes. A rank of 0 is a dense array, -1 a row of one."""

    def __init__(self, ragged_rank):
        self._ragged_rank = ragged_rank

    def of_rows(self):
        return RaggedLayout(self._ragged_rank - 1)

    def of_stacked(self):
        return RaggedLayout(self._ragged_rank + 1)

    def count(self, arrays):
        values, *splits = arrays
        return len(splits[0]) - 1 if splits else len(values)

    def rows(self, arrays):
        """The arrays of each row."""
        values, *splits = arrays
        if not splits:
            return ((row if isinstance(row, (np.ndarray, np.generic)) else np.array(row, object),) for row in values)
        outer, *inner = splits
        return (_part(values, inner, int(start), int(end)) for start, end in zip(outer, outer[1:]))

    def stacked(self, items):
        """The arrays of the value that has `items` as its rows."""
        if self._ragged_rank == 0:
            return (np.stack([np.asarray(item[0]) for item in items]),)
        values = np.concatenate([item[0] for item in items])
        if self._ragged_rank == 1:
            return values, _splits([len(item[0]) for item in items], np.int64)
        nested = [_splits(np.concatenate([np.diff(item[axis]) for item in items]), items[0][axis].dtype)
                  for axis in range(1, self._ragged_rank)]
        return values, _splits([len(item[1]) - 1 for item in items], nested[0].dtype), *nested


def _splits(lengths, dtype):
    return np.concatenate([[0], np.cumsum(lengths)]).astype(dtype)


def _part(values, splits, start, end):
    """The values from `start` to `end`, with the splits below them."""
    if not splits:
        return (values[start:end],)
    first, *inner = splits
    bounds = first[start:end + 1]
    values, *rest = _part(values, inner, int(bounds[0]), int(bounds[-1]))
    return values, bounds - bounds[0], *rest
