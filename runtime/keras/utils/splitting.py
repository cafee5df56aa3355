"""Small data sets, divided in two."""

from __future__ import annotations

import random

import numpy as np

import runtime as tf
from runtime.core import nest


def split_dataset(dataset, left_size=None, right_size=None, shuffle=False, seed=None, preferred_backend=None):
    """Two datasets of the first and the last samples of a dataset or of arrays, which are all read into memory.

    Args:
        left_size, right_size: numbers of samples, or shares below 1; one may be left out.
        shuffle: whether the samples are mixed before, by Python's generator with `seed`.

    Raises:
        TypeError, ValueError: what is no data set, is empty, or sizes that do not fit.
    """
    is_dataset = isinstance(dataset, tf.data.Dataset)
    if not is_dataset and not isinstance(dataset, (list, tuple, np.ndarray)):
        raise TypeError(f"Unsupported dataset type: {type(dataset)}")
    if right_size is None and left_size is None:
        raise ValueError("At least one of the `left_size` or `right_size` must be specified. Received: left_size=None and "
                         "right_size=None")
    batch_size = getattr(dataset, "_batch_size", None)
    samples = _samples(dataset, is_dataset, batch_size)
    if shuffle:
        random.seed(random.randint(0, int(1e6)) if seed is None else seed)
        random.shuffle(samples)
    left, right = _sizes(left_size, right_size, len(samples))
    parts = []
    for part in (samples[:left], samples[-right:]):
        made = tf.data.Dataset.from_tensor_slices(_stacked(part) if not isinstance(dataset, np.ndarray) else part)
        parts.append((made if batch_size is None else made.batch(batch_size)).prefetch(tf.data.AUTOTUNE))
    return tuple(parts)


def _samples(dataset, is_dataset, batch_size):
    if is_dataset:
        samples = list(dataset if batch_size is None else dataset.unbatch())
    elif isinstance(dataset, np.ndarray):
        samples = list(dataset)
    else:
        _check_arrays(dataset)
        samples = list(zip(*dataset))
    if not samples:
        raise ValueError("Received an empty dataset. Argument `dataset` must be a non-empty list/tuple of `numpy.ndarray` objects or "
                         "`tf.data.Dataset` objects.")
    first = samples[0]
    if isinstance(first, (np.ndarray, tf.Tensor)):
        for index, sample in enumerate(samples[1:]):
            if np.shape(sample) != np.shape(first):
                raise ValueError(f"All `dataset` samples must have same shape, Expected shape: {np.shape(first)} Received shape: "
                                 f"{np.shape(sample)} at index {index}.")
    return samples


def _check_arrays(arrays):
    kind = type(arrays).__name__
    if not len(arrays):
        raise ValueError("Received an empty list dataset. Please provide a non-empty list of arrays." if kind == "list" else
                         "Received an empty list dataset.Please provide a non-empty tuple of arrays.")
    for index, array in enumerate(arrays):
        if not isinstance(array, np.ndarray):
            raise ValueError(f"Expected a {kind} of `numpy.ndarray` objects,Received: {type(array)} at index {index}.")
        if array.shape[0] != arrays[0].shape[0]:
            raise ValueError(f"Received a {kind} of NumPy arrays with different lengths.Mismatch found at index {index}, Expected "
                             f"shape={arrays[0].shape} Received shape={array.shape}.Please provide a {kind} of NumPy arrays of the same "
                             "length.")


def _stacked(samples):
    """Arrays of all samples in the structure of one, with tuples for lists."""
    columns = [np.array([np.asarray(leaf) for leaf in column]) for column in zip(*map(nest.flatten, samples))]
    return _with_tuples(nest.pack_sequence_as(samples[0], columns))


def _with_tuples(value):
    if isinstance(value, dict):
        return {key: _with_tuples(item) for key, item in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, (list, tuple)) else value


def _sizes(left, right, total):
    """(number of samples on the left, on the right). Raises TypeError or ValueError for sizes that do not fit."""
    odd = {name: type(size) for name, size in (("left_size", left), ("right_size", right))
           if size is not None and type(size) not in (int, float)}
    if len(odd) == 2:
        raise TypeError("Invalid `left_size` and `right_size` Types. Expected: integer or float or None, Received: type(left_size)="
                        f"{type(left)} and type(right_size)={type(right)}")
    if "left_size" in odd:
        raise TypeError(f"Invalid `left_size` Type. Expected: int or float or None, Received: type(left_size)={type(left)}.  ")
    if "right_size" in odd:
        raise TypeError(f"Invalid `right_size` Type. Expected: int or float or None,Received: type(right_size)={type(right)}.")
    if left == 0 and right == 0:
        raise ValueError("Both `left_size` and `right_size` are zero. At least one of the split sizes must be non-zero.")
    for name, size, joined in (("left_size", left, ", or"), ("right_size", right, " or")):
        if type(size) is int and not 0 < size < total or type(size) is float and not 0 < size < 1:
            raise ValueError(f"`{name}` should be either a positive integer {'and ' if name == 'right_size' else ''}smaller than {total}"
                             f"{joined} a float within the range `[0, 1]`. Received: {name}={size}")
    if type(left) is type(right) is float and right + left > 1:
        raise ValueError("The sum of `left_size` and `right_size` is greater than 1. It must be less than or equal to 1.")
    left, right = (round(size * total) if type(size) is float else None if size is None else float(size) for size in (left, right))
    left, right = total - right if left is None else left, total - left if right is None else right
    if left + right > total:
        raise ValueError(f"The sum of `left_size` and `right_size` should be smaller than the {total}. Received: left_size + right_size = "
                         f"{left + right}and total_length = {total}")
    for size, side in ((left, "left"), (right, "right")):
        if size == 0:
            raise ValueError(f"With `dataset` of length={total}, `left_size`={left} and `right_size`={right}.Resulting {side} side dataset "
                             "split will be empty. Adjust any of the aforementioned parameters")
    return int(left), int(right)
