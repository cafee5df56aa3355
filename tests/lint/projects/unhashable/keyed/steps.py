"""Graph functions, and helpers that pass on what they are given."""

import tensorflow as tf


@tf.function
def step(x, settings):
    return x


def run(x, settings):
    return step(x, settings)  # [unhashable-argument-in-graph]


def run_frozen(x, settings):
    return step(x, settings)


class Trainer:
    def __init__(self, settings):
        self.settings = settings

    @tf.function
    def step(self, x, settings):
        return x

    def train(self, x):
        return self.step(x, self.settings)  # [unhashable-argument-in-graph]
