"""FarmHash's fingerprints of rows, and what several features together hash to."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.core.tensor_shape import text
from runtime.ops import array
from runtime.ops.bitwise import bitwise_xor, right_shift
from runtime.ops.cast import cast
from runtime.ops.identity import bitcast
from runtime.ops.kernels.hashing import fingerprint64
from runtime.ops.scope import scope
from runtime.ops.math import floormod

_FIRST_KEY = 956888297470  # what TensorFlow begins every cross with
_FACTOR = 0xc6a4a7935bd1e995


def _fingerprint(data, method):
    if data.ndim < 1:
        raise errors.invalid(f"`data` should have at least one dimension: {text(data.shape)}")
    if np.ndim(method):
        raise errors.invalid(f"`method` should be a scalar string: {text(np.shape(method))}")
    if np.asarray(method).item() != b"farmhash64":
        raise errors.invalid(f"Unsupported fingerprint method: {np.asarray(method).item().decode()}")
    rows = data.reshape(len(data), -1) if data.size else np.empty((len(data), 0), data.dtype)
    if data.dtype != object:
        return _as_bytes([fingerprint64(row.tobytes()) for row in rows])
    if rows.shape[1] == 1:
        return _as_bytes([fingerprint64(row[0]) for row in rows])
    return _as_bytes([fingerprint64(_as_bytes([fingerprint64(item) for item in row]).tobytes()) for row in rows])


def _as_bytes(numbers):
    return np.array(numbers, "<u8").view(np.uint8).reshape(-1, 8)


def _infer(inputs, attrs):
    dims = inputs[0]._dims
    return (None if dims is None else dims[0] if dims else None, 8)


FINGERPRINT = op("Fingerprint", "data: T, method: string -> fingerprint: uint8", kernel=_fingerprint, infer=_infer)


def fingerprint(data, method="farmhash64", name=None):
    """Eight bytes for each row of `data`, which are the same for the same row. Raises InvalidArgumentError for other methods."""
    with scope(name, "Fingerprint"):
        return dispatch(FINGERPRINT, (convert_to_tensor(data), method), {})


def _mixed(values):
    return bitwise_xor(values, right_shift(values, constant(47, dtypes.uint64)))


def _number_of(feature):
    """The elements of a vector as uint64: integers themselves, strings by their fingerprints."""
    if feature.dtype is dtypes.string:
        return bitcast(fingerprint(array.reshape(feature, [-1, 1])), dtypes.uint64)
    return cast(cast(feature, dtypes.int64), dtypes.uint64)


def crossed(features, num_buckets):
    """Tensors of one shape, strings or integers, hashed together by element to int64 below `num_buckets` (`tf.sparse.cross_hashed`)."""
    factor = constant(_FACTOR, dtypes.uint64)
    found = constant(_FIRST_KEY, dtypes.uint64)
    for feature in features:
        number = _number_of(array.reshape(feature, [-1]))
        found = bitwise_xor(bitwise_xor(found, factor), _mixed(number * factor) * factor) * factor
        found = _mixed(_mixed(found) * factor)
    found = cast(floormod(found, constant(num_buckets, dtypes.uint64)), dtypes.int64)
    found = array.reshape(found, array.shape(features[0]))
    found.set_shape(features[0].shape)
    return found
