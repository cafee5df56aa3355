"""Datasets of windows of a series."""

from __future__ import annotations

import numpy as np

import runtime as tf


def timeseries_dataset_from_array(data, targets, sequence_length, sequence_stride=1, sampling_rate=1, batch_size=128, shuffle=False,
                                  seed=None, start_index=None, end_index=None, format="tf"):  # noqa: A002 - Keras's name
    """A dataset of windows of `data` along its first axis, with the targets at their starts.

    Raises:
        ValueError: lengths, strides or indices that do not fit the data, or another format than "tf".
    """
    _check(len(data), sequence_stride, sampling_rate, start_index, end_index)
    if format != "tf":
        raise ValueError(f"`format` should be \"tf\", which alone the runtime has. Received: format={format}")
    start, end = start_index or 0, len(data) if end_index is None else end_index
    count = end - start - (sequence_length - 1) * sampling_rate
    if targets is not None:
        count = min(count, len(targets))
    starts = np.arange(0, count, sequence_stride, dtype="int32" if count < 2147483647 else "int64")
    if shuffle:
        seed = np.random.randint(1e6) if seed is None else seed
        np.random.RandomState(seed).shuffle(starts)
    reach, step = (tf.cast(number, starts.dtype) for number in (sequence_length * sampling_rate, sampling_rate))

    def gathered(array, indices):
        array = tf.convert_to_tensor(array[start:end])
        return tf.data.Dataset.from_tensor_slices(starts).map(lambda first: tf.gather(array, indices(first)))

    dataset = gathered(data, lambda first: tf.range(first, first + reach, step))
    if targets is not None:
        dataset = tf.data.Dataset.zip((dataset, gathered(targets, lambda first: first)))
    if shuffle:
        dataset = dataset.shuffle(1024 if batch_size is None else batch_size * 8, seed=seed)
    return dataset if batch_size is None else dataset.batch(batch_size)


def _check(length, sequence_stride, sampling_rate, start_index, end_index):
    if start_index:
        if start_index < 0:
            raise ValueError(f"`start_index` must be 0 or greater. Received: start_index={start_index}")
        if start_index >= length:
            raise ValueError(f"`start_index` must be lower than the length of the data. Received: start_index={start_index}, for data of "
                             f"length {length}")
    if end_index:
        if start_index and end_index <= start_index:
            raise ValueError(f"`end_index` must be higher than `start_index`. Received: start_index={start_index}, and "
                             f"end_index={end_index} ")
        if end_index >= length:
            raise ValueError(f"`end_index` must be lower than the length of the data. Received: end_index={end_index}, for data of length "
                             f"{length}")
        if end_index <= 0:
            raise ValueError(f"`end_index` must be higher than 0. Received: end_index={end_index}")
    for name, number in (("sampling_rate", sampling_rate), ("sequence_stride", sequence_stride)):
        if number <= 0:
            raise ValueError(f"`{name}` must be higher than 0. Received: {name}={number}")
        if number >= length:
            raise ValueError(f"`{name}` must be lower than the length of the data. Received: {name}={number}, for data of length {length}")
