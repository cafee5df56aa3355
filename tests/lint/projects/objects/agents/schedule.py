"""Reads what other modules assign."""

import tensorflow as tf

from . import config
from .config import RATE


class Scheduled:
    gain = 1.0

    def __init__(self):
        self.rate = 0.1
        self.fixed = 2.0

    def set_rate(self, rate):
        self.rate = rate

    def set_fixed(self, value):
        self.fixed = value

    @tf.function
    def step(self, x):
        x = x * self.rate  # [outer-value-frozen-in-graph]
        x = x * self.gain  # [outer-value-frozen-in-graph]
        return x * self.fixed * config.FIXED * RATE

    @tf.function
    def count(self, x):
        if config.MODE == "train":  # [outer-value-frozen-in-graph]
            x = x * config.RATE  # [outer-value-frozen-in-graph]
        return x + config.STEP  # [outer-value-frozen-in-graph]

    @tf.function
    def __call__(self, x, n):
        return x * n


@tf.function
def plain(x, n):
    return x * n
