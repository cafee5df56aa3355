"""Graph functions that reach other modules."""

import tensorflow as tf

import engine.hooks.logging
import engine.metrics as m
from engine import HISTORY, graph, record
from engine.hooks import logging

from . import model
from .model import Model, describe as tell

try:
    from engine.metrics import noise
except ImportError:
    noise = None


@tf.function
def step(x):
    record(x)  # [outer-mutation-in-graph]
    m.record(x)  # [outer-mutation-in-graph]
    logging.info(x)  # [print-in-graph]
    logging.debug(x)
    engine.hooks.logging.info(x)  # [print-in-graph]
    m.bump()  # [outer-mutation-in-graph]
    m.count += 1  # [outer-mutation-in-graph]
    HISTORY.append(x)  # [outer-mutation-in-graph]
    m.quiet(x).append(x)
    tell(Model(), x)  # [print-in-graph]
    model.describe(None, x)  # [print-in-graph]
    return noise(x)  # [python-random-in-graph]


@graph
def decorated(x):
    print(x)  # [print-in-graph]
    return x


wrapped = tf.function(m.noise)  # [python-random-in-graph]


@m.timed
def helper(x):
    print(x)  # [print-in-graph]
    return x


def make():
    from engine.metrics import bump

    @tf.function
    def inner(x):
        bump()  # [outer-mutation-in-graph]
        return helper(x)  # [print-in-graph]

    return inner
