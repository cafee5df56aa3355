"""The batch is taken outside and passed in; what is made in the function starts afresh at each trace."""

import tensorflow as tf


def batches():
    for start in range(10):
        yield tf.range(start, start + 2)


@tf.function
def step(batch):
    return tf.reduce_sum(batch)


@tf.function
def drain(total):
    for item in iter([1, 2, 3, 4]):
        total += item
    return total


source = batches()
for _ in range(3):
    print("step:", step(next(source)).numpy())
for _ in range(2):
    print("drained:", drain(tf.constant(0)).numpy())
