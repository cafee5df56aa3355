"""`keras.preprocessing.sequence`: windows of series, and pairs of words in sentences."""

from __future__ import annotations

import json
import random

import numpy as np

from runtime.core.absent import absent_from
from runtime.keras.utils.arrays import pad_sequences  # noqa: F401 - a name of this module
from runtime.keras.py_dataset import PyDataset


class TimeseriesGenerator(PyDataset):
    """Batches of windows of a series, each with the target behind it.

    Args:
        length: steps that a window reaches back.
        sampling_rate: distance of the steps in a window.
        stride: distance of the windows.
        start_index, end_index: the part of the series that is used.
        reverse: whether the windows run backwards.

    Raises:
        ValueError: data and targets of different lengths, or no window in the part.
    """

    def __init__(self, data, targets, length, sampling_rate=1, stride=1, start_index=0, end_index=None, shuffle=False, reverse=False,
                 batch_size=128, **kwargs):
        super().__init__(**kwargs)
        if len(data) != len(targets):
            raise ValueError(f"Data and targets have to be of same length. Data length is {len(data)} while target length is "
                             f"{len(targets)}")
        self.data, self.targets, self.length, self.sampling_rate, self.stride = data, targets, length, sampling_rate, stride
        self.start_index, self.end_index = start_index + length, len(data) - 1 if end_index is None else end_index
        self.shuffle, self.reverse, self.batch_size = shuffle, reverse, batch_size
        if self.start_index > self.end_index:
            raise ValueError(f"`start_index+length={self.start_index} > end_index={self.end_index}` is disallowed, as no part of the "
                             "sequence would be left to be used as current step.")

    def __len__(self):
        reach = self.batch_size * self.stride
        return (self.end_index - self.start_index + reach) // reach

    def __getitem__(self, index):
        if self.shuffle:
            rows = np.random.randint(self.start_index, self.end_index + 1, size=self.batch_size)
        else:
            first = self.start_index + self.batch_size * self.stride * index
            rows = np.arange(first, min(first + self.batch_size * self.stride, self.end_index + 1), self.stride)
        samples = np.array([self.data[row - self.length:row:self.sampling_rate] for row in rows])
        targets = np.array([self.targets[row] for row in rows])
        return samples[:, ::-1, ...] if self.reverse else samples, targets

    def get_config(self):
        """The constructor's arguments, data and targets as JSON. Raises TypeError where they cannot be written so."""
        series = {}
        for name, what in (("data", "Data"), ("targets", "Targets")):
            value = getattr(self, name)
            value = value.tolist() if isinstance(value, np.ndarray) else value
            try:
                series[name] = json.dumps(value)
            except TypeError as error:
                raise TypeError(f"{what} not JSON Serializable: {value}") from error
        return {**series, "length": self.length, "sampling_rate": self.sampling_rate, "stride": self.stride,
                "start_index": self.start_index, "end_index": self.end_index, "shuffle": self.shuffle, "reverse": self.reverse,
                "batch_size": self.batch_size}

    def to_json(self, **kwargs):
        """Class and config as JSON."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def make_sampling_table(size, sampling_factor=1e-05):
    """How probably the word of each rank is kept, if frequencies follow Zipf's law."""
    rank = np.arange(size)
    rank[0] = 1
    inverse = rank * (np.log(rank) + 0.577) + 0.5 - 1.0 / (12.0 * rank)
    share = sampling_factor * inverse
    return np.minimum(1.0, share / np.sqrt(share))


def skipgrams(sequence, vocabulary_size, window_size=4, negative_samples=1.0, shuffle=True, categorical=False, sampling_table=None,
              seed=None):
    """(pairs of words, labels): 1 for words that stand in one window, 0 for random pairs, by Python's generator."""
    couples = []
    for place, word in enumerate(sequence):
        if not word or sampling_table is not None and sampling_table[word] < random.random():
            continue
        for other in range(max(0, place - window_size), min(len(sequence), place + window_size + 1)):
            if other != place and sequence[other]:
                couples.append([word, sequence[other]])
    labels = [[0, 1] if categorical else 1 for _ in couples]
    if negative_samples > 0:
        count = int(len(labels) * negative_samples)
        words = [couple[0] for couple in couples]
        random.shuffle(words)
        couples += [[words[number % len(words)], random.randint(1, vocabulary_size - 1)] for number in range(count)]
        labels += [[1, 0] if categorical else 0] * count
    if shuffle:
        seed = random.randint(0, int(10e6)) if seed is None else seed
        for items in (couples, labels):
            random.seed(seed)
            random.shuffle(items)
    return couples, labels


__getattr__ = absent_from("tf.keras.preprocessing.sequence")
