"""NumPy random numbers in graph contexts."""

import numpy
import numpy as np
import numpy.random as npr
import tensorflow as tf
from numpy import random
from numpy.random import RandomState, default_rng, normal
from scipy import stats

RNG = np.random.default_rng(0)
STATE = RandomState(1)


class Sampler:
    rng = np.random.RandomState(2)

    def __init__(self, seed, rng=None):
        self.seed = seed
        self.own = default_rng(seed)
        self.given = rng
        self.maybe = rng or np.random.RandomState(seed)

    @tf.function
    def draw(self, x):
        a = self.rng.uniform()  # [numpy-random-in-graph]
        b = self.own.integers(3)  # [numpy-random-in-graph]
        c = self.maybe.permutation(4)  # [numpy-random-in-graph]
        d = self.given.normal()
        return x + a + b + c + d


@tf.function
def direct(x, rng, generator: np.random.Generator):
    x += np.random.normal()  # [numpy-random-in-graph]
    x += numpy.random.rand(2, 3)  # [numpy-random-in-graph]
    x += npr.randint(3)  # [numpy-random-in-graph]
    x += random.choice([1, 2])  # [numpy-random-in-graph]
    x += normal(size=2)  # [numpy-random-in-graph]
    x += RNG.random()  # [numpy-random-in-graph]
    x += STATE.randn(2)  # [numpy-random-in-graph]
    x += np.random.default_rng().normal()  # [numpy-random-in-graph]
    x += stats.norm.rvs(size=3)  # [numpy-random-in-graph]
    x += generator.normal()  # [numpy-random-in-graph]
    x += rng.normal()
    draw = np.random.uniform
    x += draw()  # [numpy-random-in-graph]
    local = RNG
    x += local.normal()  # [numpy-random-in-graph]
    np.random.shuffle([1, 2, 3])  # [numpy-random-in-graph]
    if np.random.rand() < 0.5:  # [numpy-random-in-graph]
        x = -x
    return x


@tf.function
def repeatable(x):
    # The same numbers at each call, eagerly too.
    x += np.random.RandomState(7).normal()
    rng = np.random.default_rng(seed=3)
    return x + rng.normal()


@tf.function
def innocent(x):
    x += tf.random.normal([2])
    x += tf.random.Generator.from_seed(1).normal([2]) if False else 0.0
    x += tf.experimental.numpy.random.randn(2)
    return x + np.prod(x.shape) + np.sqrt(2.0)


def eager(x):
    return x + np.random.normal()


NOISE = np.random.normal(size=3)


@tf.function
def drawn_outside(x):
    return x + NOISE


@tf.function
def seeded(x):
    np.random.seed(7)  # [numpy-random-in-graph]
    return x


class Backend:
    def __init__(self):
        self.np = np
        self.tf = tf
        self.random = np.random

    @tf.function
    def noise(self, x):
        x += self.tf.random.normal([])
        x += self.random.normal()  # [numpy-random-in-graph]
        return x + self.np.random.uniform()  # [numpy-random-in-graph]
