"""Graph functions that properties make each time that they are read, and batch functions, which are traced at each call anyway."""

from functools import cached_property

import tensorflow as tf


class Steps:
    def __init__(self, model, debug=False):
        self.model = model
        self.debug = debug
        self.made = None

    def _train(self, x):
        return self.model(x)

    def _compile(self, fn):
        if self.debug:
            return fn
        return tf.function(fn)  # [graph-function-in-loop]

    @cached_property
    def train_step(self):
        return self._compile(self._train)

    @property
    def test_step(self):
        return self._compile(self._train)

    @property
    def own_step(self):
        return tf.function(self._train)  # [graph-function-in-loop]

    @property
    def kept_step(self):
        if self.made is None:
            self.made = tf.function(self._train)
        return self.made

    @property
    def given_step(self):
        return tf.function(self._train)


class Experiment(Steps):
    def epoch(self, data):
        for x in data:
            self.train_step(x)
            self.kept_step(x)
        return [self.test_step(x) for x in data]

    def score(self, x):
        return self.own_step(x)


def once(model, data):
    step = Experiment(model).given_step
    return [step(x) for x in data]


def served(model, x):
    @tf.nondifferentiable_batch_function(num_batch_threads=1, max_batch_size=4, batch_timeout_micros=10)
    def batched(x):
        return model(x)

    return batched(x)


class Energy(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n

    @property
    def energy(self):
        @tf.function
        def energy(x):
            return x * self.n

        return energy


def sweep(x):
    for n in range(3):
        model = Energy(n)
        print(model.energy(x))


def single(x):
    model = Energy(1)
    return model.energy(x)
