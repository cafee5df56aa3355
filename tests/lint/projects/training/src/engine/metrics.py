"""Helpers that have effects: nothing here is a graph function."""

import random

__all__ = ["record", "HISTORY"]

HISTORY = []
count = 0


def record(x):
    _store(x)


def _store(x):
    HISTORY.append(x)


def noise(x):
    return x + random.random()


def bump():
    global count
    count += 1


def quiet(x):
    values = []
    values.append(x)
    return values


def timed(fn):
    def inner(*args, **kwargs):
        print("timed")
        return fn(*args, **kwargs)

    return inner
