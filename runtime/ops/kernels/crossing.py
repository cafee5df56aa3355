"""Kernels of feature crosses: for each row all combinations of one value of each column."""

from __future__ import annotations

import itertools

import numpy as np

from runtime.ops.kernels.hashing import fingerprint64

_MUL, _MASK = 0xC6A4A7935BD1E995, 2 ** 64 - 1


def _mixed(value):
    return value ^ (value >> 47)


def joined_fingerprint(first, second):
    """One fingerprint of two, which depends on their order."""
    result = first ^ _MUL ^ (_mixed(second * _MUL & _MASK) * _MUL & _MASK)
    result = result * _MUL & _MASK
    return _mixed(_mixed(result) * _MUL & _MASK)


def rows_of_sparse(indices, values, count):
    """The values of each row."""
    rows = indices[:, 0]
    return [values[rows == row].tolist() for row in range(count)]


def texts(columns, separator):
    """For each row the texts of all combinations. `columns` are lists of rows."""
    columns = [[[item if isinstance(item, bytes) else str(item).encode() for item in row] for row in column] for column in columns]
    return [[separator.join(combination) for combination in itertools.product(*rows)] for rows in zip(*columns)]


def numbers(columns, hash_key, num_buckets):
    """For each row the hashes of all combinations."""
    columns = [[[fingerprint64(item) if isinstance(item, bytes) else item & _MASK for item in row] for row in column] for column in columns]

    def hashed(combination):
        result = hash_key & _MASK
        for item in combination:
            result = joined_fingerprint(result, item)
        return result % (num_buckets or 2 ** 63 - 1)
    return [[hashed(combination) for combination in itertools.product(*rows)] for rows in zip(*columns)]


def flat(rows, dtype):
    """The items of all rows as one array."""
    items = [item for row in rows for item in row]
    result = np.empty(len(items), dtype)
    result[:] = items
    return result


def as_sparse(rows, dtype):
    """The rows as indices, values and dense shape."""
    indices = np.array([(row, column) for row, items in enumerate(rows) for column in range(len(items))], np.int64).reshape(-1, 2)
    return indices, flat(rows, dtype), np.array([len(rows), max(map(len, rows), default=0)], np.int64)
