"""Softmax of rows."""

from __future__ import annotations

import numpy as np

from runtime.ops.kernels.threads import share

_BLOCK = 1 << 17  # elements that are taken through all steps while they are in the cache


def shifted(logits, out=None):
    """`logits` less the greatest of each row, so that no exponential overflows."""
    return np.subtract(logits, np.max(logits, axis=-1, keepdims=True), out=out)


def softmax_rows(logits, logarithm):
    """The exponentials along the last axis divided by their sum, or the logarithm of that."""
    if not logits.size:
        return logits
    if logits.dtype.kind != "f":
        return _softmax(logits, logarithm).astype(logits.dtype, copy=False)
    if logits.size <= _BLOCK:
        return _softmax(logits, logarithm)
    rows = logits.reshape(-1, logits.shape[-1])
    result = np.empty(rows.shape, logits.dtype)
    step = max(1, _BLOCK // rows.shape[1])

    def work(taken):
        for first in taken:
            _softmax(rows[first:first + step], logarithm, result[first:first + step])
    share(range(0, len(rows), step), work, logits.size)
    return result.reshape(logits.shape)


def _softmax(logits, logarithm, out=None):
    result = shifted(logits, out)
    if logarithm:
        return np.subtract(result, np.log(np.sum(np.exp(result), axis=-1, keepdims=True)), out=out)
    np.exp(result, out=result)
    return np.divide(result, np.sum(result, axis=-1, keepdims=True), out=result)
