"""What the function of a dataset reads, where the dataset is kept: it has been traced when the dataset was made."""

import tensorflow as tf


class Loader:
    def __init__(self, files):
        self.files = files
        self.epoch = 1
        self.count = 0
        self.size = 8
        self.dataset = None

    def read(self):
        self.dataset = tf.data.Dataset.from_tensor_slices(self.files)
        self.dataset = self.dataset.map(lambda x: x * self.epoch + self.size + self.count)  # [outer-value-frozen-in-graph]
        self.count += 1

    def next(self):
        for batch in self.dataset:
            yield batch
        self.epoch += 1

    def grow(self):
        self.size += 1  # before the dataset is made again, for all that is known


class MadeAgain:
    def __init__(self, files):
        self.files = files
        self.epoch = 1

    def next(self):
        dataset = tf.data.Dataset.from_tensor_slices(self.files).map(lambda x: x * self.epoch)
        for batch in dataset:
            yield batch
        self.epoch += 1
