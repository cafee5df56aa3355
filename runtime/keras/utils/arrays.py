"""Functions of arrays: classes as rows of zeros and ones, vectors of length 1, lists of one length."""

from __future__ import annotations

import numpy as np


def to_categorical(x, num_classes=None):
    """One-hot rows for class numbers; a last axis of size 1 is dropped."""
    x = np.asarray(x, "int64")
    if x.shape and x.shape[-1] == 1 and x.ndim > 1:
        x = x.reshape(x.shape[:-1])
    return np.eye(num_classes or int(x.max()) + 1)[x]


def normalize(x, axis=-1, order=2):
    """`x` with vectors of length 1 along `axis`, in the norm of `order`."""
    lengths = np.atleast_1d(np.linalg.norm(x, order, axis))
    lengths[lengths == 0] = 1
    return x / np.expand_dims(lengths, axis)


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value=0.0):
    """Lists of different lengths as one array (count, maxlen, …), cut or filled with `value` at the front or the end.

    Raises:
        ValueError: sequences that have no length or different shapes, or other words than "pre" and "post".
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    for word, argument in ((padding, "Padding"), (truncating, "Truncating")):
        if word not in ("pre", "post"):
            raise ValueError(f'{argument} type "{word}" not understood')
    for sequence in sequences:
        if not hasattr(sequence, "__len__"):
            raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {sequence}")
    if maxlen is None:
        maxlen = max(map(len, sequences), default=0)
    shape = next((np.asarray(sequence).shape[1:] for sequence in sequences if len(sequence)), ())
    padded = np.full((len(sequences), maxlen, *shape), value, dtype=dtype)
    for row, sequence in zip(padded, sequences):
        if not len(sequence):
            continue
        kept = np.asarray(sequence[-maxlen:] if truncating == "pre" else sequence[:maxlen], dtype=dtype)
        if kept.shape[1:] != shape:
            raise ValueError(f"Shape of sample {kept.shape[1:]} of sequence at position is different from expected shape {shape}")
        row[slice(None, len(kept)) if padding == "post" else slice(maxlen - len(kept), None)] = kept
    return padded
