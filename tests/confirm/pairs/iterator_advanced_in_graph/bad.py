"""The same batch at every step, and a queue that only the first trace finds full."""

import tensorflow as tf


def batches():
    for start in range(10):
        yield tf.range(start, start + 2)


class Trainer:
    def __init__(self):
        self.batches = batches()

    @tf.function
    def step(self):
        return tf.reduce_sum(next(self.batches))  # [iterator-advanced-in-graph]


queue = iter([1, 2, 3, 4])


@tf.function
def drain(total):
    for item in queue:  # [iterator-advanced-in-graph]
        total += item
    return total


trainer = Trainer()
for _ in range(3):
    print("step:", trainer.step().numpy())
for _ in range(2):
    print("drained:", drain(tf.constant(0)).numpy())
