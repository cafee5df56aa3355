"""What the function of a dataset has read when the dataset was made, and what is written before that is gone over."""

import tensorflow as tf


class Scale:
    def __init__(self, by=2.0):
        self.by = by

    def __call__(self, x):
        return x * self.by  # [outer-value-frozen-in-graph]


def scaled(dataset):
    return dataset.map(lambda x: SCALE(tf.cast(x, tf.float32)))


rate = 1.0
scale = Scale()
other = Scale()
early = Scale()
late = Scale()
early.by = 4.0
ds = tf.data.Dataset.range(3).map(lambda x: scale(tf.cast(x, tf.float32)) * rate)  # [outer-value-frozen-in-graph]
of_early = tf.data.Dataset.range(3).map(lambda x: early(tf.cast(x, tf.float32)))
of_late = tf.data.Dataset.range(3).map(lambda x: late(tf.cast(x, tf.float32)))
for x in of_late:
    print(x)
scale.by = 3.0
other.by = 5.0
late.by = 6.0
rate = 2.0
for x in ds:
    print(x)
for x in of_early:
    print(x)


def main():
    factor = Scale()
    data = tf.data.Dataset.range(3).map(lambda x: factor(tf.cast(x, tf.float32)))
    factor.by = 3.0
    for x in data:
        print(x)
    factor.by = 4.0


class _Reader:
    def _served(self, dataset, count, robin):
        if robin:
            numbers = tf.data.Dataset.range(count)
            options = {"job_name": "a", "num_consumers": count}
            dataset = numbers.map(lambda i: dataset.apply(
                tf.data.experimental.service.distribute("parallel_epochs", "grpc://host", consumer_index=i, **options)))
            dataset = dataset.interleave(lambda x: x, cycle_length=count)
        else:
            options = {"job_name": "a"}
            dataset = dataset.apply(tf.data.experimental.service.distribute("parallel_epochs", "grpc://host", **options))
        return dataset
