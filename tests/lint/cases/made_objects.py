"""Objects of classes that are chosen from a dict, made by class methods, or kept by the class."""

import random

import tensorflow as tf


class Greedy:
    def pick(self, x):
        return x


class Random:
    def __init__(self, eps):
        self.eps = eps
        self.picks = 0

    def pick(self, x):
        self.picks += 1  # [outer-mutation-in-graph]
        return -x if random.random() < self.eps else x  # [python-random-in-graph]


STRATEGIES = {"greedy": Greedy, "random": Random}


class Agent:
    def __init__(self, strategy="greedy", **settings):
        self.strategy = STRATEGIES[strategy](**settings)

    @tf.function
    def act(self, x):
        return self.strategy.pick(x)


class Log:
    _log = None
    lines = 0

    @classmethod
    def get(cls):
        if cls._log is None:
            cls._log = cls()
        return cls._log

    def write(self):
        self.lines += 1  # [outer-mutation-in-graph]


@tf.function
def step(x):
    Log.get().write()
    return x
