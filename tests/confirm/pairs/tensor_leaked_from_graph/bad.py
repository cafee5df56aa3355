"""Losses that are kept where they cannot be read."""

import tensorflow as tf

history = []


def remember(items, item):
    items.append(item)  # [tensor-leaked-from-graph]


class Trainer:
    def __init__(self):
        self.last = None

    @tf.function
    def step(self, x):
        loss = tf.reduce_sum(x * x)
        self.last = loss  # [tensor-leaked-from-graph]
        remember(history, loss + 1.0)
        return loss


trainer = Trainer()
for value in (1.0, 2.0, 3.0):
    trainer.step(tf.constant([value, value]))
try:
    print("last:", float(trainer.last))
except TypeError as error:
    print("last:", type(error).__name__)
