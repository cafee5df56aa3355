"""Constants that the calls of dataclasses give: how long loops are, and which branches are dead."""

from dataclasses import dataclass
from typing import NamedTuple

import tensorflow as tf


@dataclass(frozen=True)
class Config:
    start: float
    steps: int = 64
    verbose: bool = False
    debug: bool = True


class Sizes(NamedTuple):
    steps: int


@dataclass
class Changed:
    turns: int = 200


LONG = Config(start=1.0, steps=300)
SHORT = Config(1.0)
CHANGED = Changed()
CHANGED.turns = 3


def step(y):
    return tf.sin(y) + tf.cos(y) * tf.tanh(y)


def solve(x, config):
    for _ in range(config.steps):  # [python-loop-unrolled]
        x = step(x)
    if config.verbose:
        print("solved", x)
    if config.debug:
        print("end", x)  # [print-in-graph]
    return x


def solve_short(x, config):
    for _ in range(config.steps):
        x = step(x)
    return x


def solve_sizes(x, sizes):
    for _ in range(sizes.steps):  # [python-loop-unrolled]
        x = step(x)
    return x


@tf.function
def long(x):
    return solve(x, LONG)


@tf.function
def short(x):
    return solve_short(x, SHORT)


@tf.function
def named(x):
    return solve_sizes(x, Sizes(500))


@tf.function
def changed(x):
    for _ in range(CHANGED.turns):
        x = step(x)
    return x
