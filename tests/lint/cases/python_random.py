"""Random numbers of Python's standard library in graph contexts."""

import os
import random
import random as rnd
import secrets
import uuid
from random import Random, choice, randint

import tensorflow as tf
from uuid import uuid4

from .project import random as own_random

RNG = Random(0)
SYSTEM = random.SystemRandom()
DRAWN = random.random()
NAMES = ["a", "b"]


class Augment:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.angle = random.uniform(0, 1)

    @tf.function
    def __call__(self, x):
        if self.rng.random() < 0.5:  # [python-random-in-graph]
            x = -x
        return x * self.angle


@tf.function
def direct(x, generator: random.Random):
    x += random.random()  # [python-random-in-graph]
    x += rnd.gauss(0, 1)  # [python-random-in-graph]
    x += randint(1, 6)  # [python-random-in-graph]
    x += choice([1, 2])  # [python-random-in-graph]
    x += random.sample(range(9), 2)  # [python-random-in-graph]
    x += RNG.uniform(0, 1)  # [python-random-in-graph]
    x += SYSTEM.random()  # [python-random-in-graph]
    x += Random().random()  # [python-random-in-graph]
    x += generator.triangular()  # [python-random-in-graph]
    x += secrets.randbelow(6)  # [python-random-in-graph]
    x += len(secrets.token_hex(4))  # [python-random-in-graph]
    x += tf.constant(str(uuid4()))  # [python-random-in-graph]
    x += uuid.uuid1().int  # [python-random-in-graph]
    x += os.urandom(1)[0]  # [python-random-in-graph]
    # An outer list, shuffled: one finding, not a change of the list as well.
    random.shuffle(NAMES)  # [python-random-in-graph]
    return x


def probability():
    return random.random()  # [python-random-in-graph]


@tf.function
def through_a_helper(x):
    return x if probability() < 0.5 else -x


@tf.function
def innocent(x):
    # The same numbers at each trace, eagerly too.
    x += random.Random(7).random()
    rng = Random(3)
    x += rng.choice([1, 2])
    # From an import, from TensorFlow, of another module that is called random.
    x += DRAWN + tf.random.uniform([])
    x += own_random.random()
    x += uuid.uuid5(uuid.NAMESPACE_DNS, "name").int
    with tf.init_scope():
        x += random.random()
    return tf.py_function(lambda y: y + random.random(), [x], tf.float32)


@tf.function
def shadowed(x):
    class random:  # pylint: disable=invalid-name
        @staticmethod
        def random():
            return 4

    return x + random.random()


def outside():
    return random.random()


outside()


class Config:
    def __init__(self, seed=None):
        self.seed = seed or os.urandom(8)  # [python-random-in-graph]
        self.noise = random.random()  # [python-random-in-graph]


@tf.function
def configured(x):
    return x + Config().noise


@tf.function
def seeded(x):
    random.seed(7)  # [python-random-in-graph]
    return x


random.seed(7)
