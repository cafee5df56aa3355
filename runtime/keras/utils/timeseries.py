"""Datasets of windows of a series."""

from __future__ import annotations

import numpy as np

import runtime as tf


def timeseries_dataset_from_array(data, targets, sequence_length, sequence_stride=1, sampling_rate=1, batch_size=128, shuffle=False,
                                  seed=None, start_index=None, end_index=None):
    """A dataset of windows of `data` along its first axis, with the targets at their starts.

    Raises:
        ValueError: lengths, strides or indices that do not fit the data.
    """
    for name, number in (("sequence_length", sequence_length), ("sampling_rate", sampling_rate), ("sequence_stride", sequence_stride)):
        if number <= 0 or number >= len(data):
            raise ValueError(f"`{name}` must be higher than 0 and lower than the length of the data. Received: {name}={number}, for data "
                             f"of length {len(data)}")
    start, end = start_index or 0, len(data) if end_index is None else end_index
    count = end - start - (sequence_length - 1) * sampling_rate
    if targets is not None:
        count = min(count, len(targets))
    starts = np.arange(0, count, sequence_stride, dtype="int32")
    if shuffle:
        seed = np.random.randint(1e6) if seed is None else seed
        np.random.RandomState(seed).shuffle(starts)
    data = tf.convert_to_tensor(data[start:end])
    dataset = tf.data.Dataset.from_tensor_slices(starts).map(
        lambda first: tf.gather(data, tf.range(first, first + sequence_length * sampling_rate, sampling_rate)))
    if targets is not None:
        targets = tf.convert_to_tensor(targets[start:end])
        dataset = tf.data.Dataset.zip((dataset, tf.data.Dataset.from_tensor_slices(starts).map(lambda first: tf.gather(targets, first))))
    if batch_size is None:
        return dataset.shuffle(1024, seed=seed) if shuffle else dataset
    return (dataset.shuffle(batch_size * 8, seed=seed) if shuffle else dataset).batch(batch_size)
