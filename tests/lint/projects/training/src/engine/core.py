"""A base class whose graph method calls hooks, and a decorator."""

import tensorflow as tf

from engine import metrics

graph = tf.function(jit_compile=False)


class Trainer:
    def __init__(self):
        self.seen = []
        self.evaluate = tf.function(self._evaluate)

    @tf.function
    def step(self, x):
        self.before(x)
        metrics.record(x)  # [outer-mutation-in-graph]
        return x

    def before(self, x):
        pass

    def _evaluate(self, x):
        return x

    @property
    def size(self):
        print("size")  # [print-in-graph]
        return 1
