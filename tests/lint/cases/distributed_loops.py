"""Loops over what a strategy makes of a dataset: AutoGraph stages them, but not what leaves them early."""

import tensorflow as tf

strategy = tf.distribute.MirroredStrategy()
dataset = tf.data.Dataset.range(8).batch(2)
distributed = strategy.experimental_distribute_dataset(dataset)


@tf.function
def until(batches):
    total = 0.0
    for batch in batches:
        total += tf.reduce_sum(strategy.run(tf.square, (batch,)))
        if total > 3.0:
            break  # [unsupported-in-tensor-loop]
    return total


until(distributed)


@tf.function
def first_large():
    for batch in distributed:
        if tf.reduce_sum(batch) > 3.0:
            return batch  # [unsupported-in-tensor-loop]
    return tf.constant(0.0)


@tf.function
def collected():
    losses = []
    for batch in distributed:
        losses.append(tf.reduce_sum(batch))  # [unsupported-in-tensor-loop]
    return losses


class Trainer:
    def __init__(self, make):
        self.steps = 10
        self.data = strategy.distribute_datasets_from_function(make)

    @tf.function
    def epoch(self):
        total, step = 0.0, 0
        for batch in self.data:
            step += 1
            if step > self.steps:
                break  # [unsupported-in-tensor-loop]
            if tf.reduce_sum(batch) < 0.0:
                continue
            for part in (1.0, 2.0):
                if part > 1.0:
                    break
                total += part
            total += tf.reduce_sum(batch)
        return total


@tf.function
def taken(steps):
    total = 0.0
    iterator = iter(distributed)
    for _ in tf.range(steps):
        total += tf.reduce_sum(next(iterator))
    return total


@tf.function
def plain(batches=dataset):
    total = tf.constant(0, tf.int64)
    for batch in dataset:
        total += tf.reduce_sum(batch)
        if total > 3:
            break
    return total


def eagerly():
    for batch in distributed:
        if until(batch) > 3.0:
            break
