"""A script that uses the packages in src, and has a module called like one of the standard library beside it."""

import random

import tensorflow as tf
from engine import graph
from engine.metrics import noise


@graph
def run(x):
    return noise(x) + random.random()  # [python-random-in-graph]


@tf.function
def fine(x):
    return x + random.random()
