"""Functions of arrays: classes as rows of zeros and ones, vectors of length 1, lists of one length."""

from __future__ import annotations

import numpy as np

from runtime.keras.ops import functions
from runtime.keras.variable import is_tensor


def to_categorical(x, num_classes=None):
    """One-hot rows for class numbers; a last axis of size 1 is dropped. A tensor for a tensor."""
    if is_tensor(x):
        if len(x.shape) > 1 and x.shape[-1] == 1:
            x = functions.reshape(x, tuple(x.shape[:-1]))
        return functions.one_hot(x, num_classes)
    x = np.array(x, "int64")
    if x.ndim > 1 and x.shape[-1] == 1:
        x = x.reshape(x.shape[:-1])
    rows = np.zeros((x.size, num_classes or int(np.max(x)) + 1))
    rows[np.arange(x.size), x.ravel()] = 1
    return rows.reshape((*x.shape, rows.shape[1]))


def normalize(x, axis=-1, order=2):
    """`x` with vectors of length 1 along `axis`, in the norm of `order`."""
    if not isinstance(x, np.ndarray):
        return functions.normalize(x, axis=axis, order=order)
    lengths = np.atleast_1d(np.linalg.norm(x, order, axis))
    lengths[lengths == 0] = 1
    return x / np.expand_dims(lengths, axis or -1)


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value=0.0):
    """Lists of different lengths as one array (count, maxlen, …), cut or filled with `value` at the front or the end.

    Raises:
        ValueError: sequences that have no length or different shapes, other words than "pre" and "post", or a text as `value`
            in an array of numbers.
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    for sequence in sequences:
        if not hasattr(sequence, "__len__"):
            raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {sequence}")
    if maxlen is None:
        maxlen = np.max([len(sequence) for sequence in sequences])
    if isinstance(value, str) and dtype is not object and not np.issubdtype(dtype, np.str_) and not np.issubdtype(dtype, np.bytes_):
        raise ValueError(f"`dtype` {dtype} is not compatible with `value`'s type: {type(value)}\nYou should set `dtype=object` for "
                         "variable length strings.")
    shape = next((np.asarray(sequence).shape[1:] for sequence in sequences if len(sequence)), ())
    padded = np.full((len(sequences), maxlen, *shape), value, dtype=dtype)
    for number, sequence in enumerate(sequences):
        if not len(sequence):
            continue
        if truncating not in ("pre", "post"):
            raise ValueError(f'Truncating type "{truncating}" not understood')
        kept = np.asarray(sequence[-maxlen:] if truncating == "pre" else sequence[:maxlen], dtype=dtype)
        if kept.shape[1:] != shape:
            raise ValueError(f"Shape of sample {kept.shape[1:]} of sequence at position {number} is different from expected shape {shape}")
        if padding not in ("pre", "post"):
            raise ValueError(f'Padding type "{padding}" not understood')
        padded[number, slice(None, len(kept)) if padding == "post" else slice(-len(kept), None)] = kept
    return padded
