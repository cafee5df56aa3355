"""Violations that are known not to be found: what would have to be guessed, or is left to come."""

import contextlib
import functools

import tensorflow as tf
from elsewhere import helper_that_prints

HISTORY = []
counter = 0
REGISTRY = {}


def timed(fn):
    @functools.wraps(fn)
    def inner(*args):
        print("timed")  # [print-in-graph]
        return fn(*args)

    return inner


@timed
def decorated_helper(x):
    return x


@contextlib.contextmanager
def section(name):
    print(name)  # [print-in-graph]
    yield
    print(name)  # [print-in-graph]


class Section:
    def __enter__(self):
        print("enter")  # [print-in-graph]

    def __exit__(self, *exception):
        print("exit")  # [print-in-graph]


class Value:
    def __add__(self, other):
        print("add")  # [print-in-graph]
        return other


def register(fn):
    REGISTRY[fn.__name__] = fn
    return fn


@register
def registered(x):
    print(x)  # [print-in-graph]


@tf.function
def step(x, model, name):
    helper_that_prints(x)  # miss: [print-in-graph]
    decorated_helper(x)
    with section("a"):
        x += 1
    with Section():
        x += 1
    Value() + x
    REGISTRY[name](x)
    getattr(model, name)(x)
    globals()["counter"] += 1  # [outer-mutation-in-graph]
    model.history.append(x)  # [outer-mutation-in-graph]
    exec("HISTORY.append(x)")  # miss: [outer-mutation-in-graph]
    return x


class Scheduled:
    def __init__(self):
        self.rate = 0.1

    def prepare(self, rate):
        # Called from elsewhere: whether before the first trace or between the calls cannot be told.
        self.rate = rate

    @tf.function
    def step(self, x):
        return x * self.rate  # miss: [outer-value-frozen-in-graph]
