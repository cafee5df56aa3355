"""Batches by number: `keras.utils.PyDataset`, and what `fit` makes of it."""

from __future__ import annotations

import itertools
import random

import numpy as np

_LOOKED_AT = 2  # batches that are asked for before the first epoch, to see what they are like


class PyDataset:
    """Batches by number: subclasses define `__len__` and `__getitem__`; `on_epoch_end` is called after each epoch.

    All is done in one process and one thread, whatever the arguments say.
    """

    workers, use_multiprocessing, max_queue_size = 1, False, 10

    def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
        self.workers, self.use_multiprocessing, self.max_queue_size = workers, use_multiprocessing, max_queue_size

    def __getitem__(self, index):
        raise NotImplementedError

    @property
    def num_batches(self):
        """How many batches an epoch has; None for no end."""
        if hasattr(self, "__len__"):
            return len(self)
        raise NotImplementedError("You need to implement the `num_batches` property:\n\n@property\ndef num_batches(self):\n  return ...")

    def on_epoch_begin(self):
        """Called before each epoch."""

    def on_epoch_end(self):
        """Called after each epoch."""

    def __iter__(self):
        try:
            count = self.num_batches
        except NotImplementedError:
            count = None
        for index in itertools.count() if count is None else range(count):
            yield self[index]


class Numbered:
    """One epoch's batches of a `PyDataset`, each time it is iterated, in another order by Python's generator if `shuffle` is set."""

    def __init__(self, source, shuffle):
        self._source, self._shuffle, self._is_known = source, shuffle, False
        self.on_epoch_begin, self.on_epoch_end = source.on_epoch_begin, source.on_epoch_end

    def look(self):
        """Ask for the first batches, once. Raises ValueError if there is none."""
        if self._is_known:
            return
        count = self._source.num_batches
        if count == 0:
            raise ValueError("The PyDataset has length 0")
        for index in range(_LOOKED_AT if count is None else min(_LOOKED_AT, count)):
            _as_tuple(self._source[index])
        self._is_known = True

    def __iter__(self):
        self.look()
        count = self._source.num_batches
        numbers = itertools.count() if count is None else range(count)
        if self._shuffle and count is not None:
            numbers = list(numbers)
            random.shuffle(numbers)
        return (_as_tuple(self._source[index]) for index in numbers)


def _as_tuple(batch):
    """A batch as a dict or a tuple of up to three parts. Raises ValueError for others."""
    if isinstance(batch, dict):
        return batch
    batch = (batch,) if isinstance(batch, np.ndarray) else tuple(batch) if isinstance(batch, list) else batch
    if not isinstance(batch, tuple) or len(batch) not in (1, 2, 3):
        raise ValueError("PyDataset.__getitem__() must return a tuple or a dict. If a tuple, it must be ordered either (input,) or "
                         f"(inputs, targets) or (inputs, targets, sample_weights). Received: {str(batch)[:100]}... of type {type(batch)}")
    return batch
