"""Batches by number: `keras.utils.PyDataset`."""

from __future__ import annotations


class PyDataset:
    """Batches by number: subclasses define `__len__` and `__getitem__`; `on_epoch_end` is called after each epoch."""

    def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
        self.workers, self.use_multiprocessing, self.max_queue_size = workers, use_multiprocessing, max_queue_size

    def __getitem__(self, index):
        raise NotImplementedError

    @property
    def num_batches(self):
        return len(self)

    def on_epoch_begin(self):
        """Called before each epoch."""

    def on_epoch_end(self):
        """Called after each epoch."""

    def __iter__(self):
        for index in range(self.num_batches):
            yield self[index]
