"""The greatest elements of rows."""

from __future__ import annotations

import numpy as np


def top_k(x, k):
    """(values, indices) of the `k` greatest along the last axis: the greatest first, the lower index first among equals, NaN last."""
    size = x.shape[-1]
    if k and 4 * k < size and size > 64 and not (x.dtype.kind == "f" and np.isnan(x).any()):
        return _few(x.reshape(-1, size), k, x.shape[:-1])
    if x.dtype.kind == "f":
        order = np.argsort(-x, axis=-1, kind="stable")[..., :k]
    else:  # -x would overflow at the least integer
        order = (size - 1 - np.argsort(x[..., ::-1], axis=-1, kind="stable"))[..., ::-1][..., :k]
    return np.take_along_axis(x, order, -1), order


def _few(rows, k, dims):
    """Sorts none but the elements that are not below the k-th greatest of their row."""
    least = np.partition(rows, rows.shape[1] - k, axis=-1)[:, rows.shape[1] - k]
    at, index = np.divmod(np.flatnonzero(rows >= least[:, None]), rows.shape[1])  # row by row, the lower index first
    values = rows[at, index]
    upwards = np.argsort(values[::-1], kind="stable")[::-1]  # the greatest first; of equals the order stays
    order = len(values) - 1 - upwards
    order = order[np.argsort(at[order], kind="stable")]
    starts = np.searchsorted(at, np.arange(len(rows)))
    chosen = order[(starts[:, None] + np.arange(k)).ravel()]
    return values[chosen].reshape(*dims, k), index[chosen].reshape(*dims, k)
