"""Python iterators in graph contexts; those of tf.data are the graph's own."""

import csv
import itertools
from collections.abc import Iterator

import tensorflow as tf

DATA = [1, 2, 3]
DATASET = tf.data.Dataset.range(3)
ITERATOR = iter(DATA)
COUNTER = itertools.count()
ENDLESS = itertools.cycle(DATA)
PAIRS = zip(DATA, range(3))
LAZY = (value * 2 for value in DATA)
NUMPY = DATASET.as_numpy_iterator()
LINES = open("lines.txt")
ROWS = csv.reader(LINES)
OF_TENSORFLOW = iter(DATASET)
PAIRED = zip(DATASET, DATASET)


def numbers():
    yield 1
    yield 2


GENERATED = numbers()


@tf.function
def takes(x):
    x += next(ITERATOR)  # [iterator-advanced-in-graph]
    x += next(COUNTER)  # [iterator-advanced-in-graph]
    x += next(ENDLESS)  # [iterator-advanced-in-graph]
    x += next(PAIRS)[0]  # [iterator-advanced-in-graph]
    x += next(LAZY, 0)  # [iterator-advanced-in-graph]
    x += next(NUMPY)  # [iterator-advanced-in-graph]
    x += float(next(ROWS)[0])  # [iterator-advanced-in-graph]
    x += GENERATED.__next__()  # [iterator-advanced-in-graph]
    x += GENERATED.send(None)  # [iterator-advanced-in-graph]
    return x


@tf.function
def loops(x):
    for value in GENERATED:  # [iterator-advanced-in-graph]
        x += value
    for line in LINES:  # [iterator-advanced-in-graph]
        x += len(line)
    x += tf.stack([value for value in LAZY])  # [iterator-advanced-in-graph]
    x += sum(ITERATOR)  # [iterator-advanced-in-graph]
    return x + tf.stack(list(PAIRS))  # [iterator-advanced-in-graph]


@tf.function
def loops_through(x):
    for value, _ in zip(ITERATOR, range(3)):  # [iterator-advanced-in-graph]
        x += value
    for _, value in enumerate(GENERATED):  # [iterator-advanced-in-graph]
        x += value
    x += tf.stack([value for value in itertools.islice(LAZY, 3)])  # [iterator-advanced-in-graph]
    for value, _ in zip(DATA, OF_TENSORFLOW):
        x += value
    for value, _ in zip(iter(DATA), range(3)):
        x += value
    return x


def draw(iterator):
    return next(iterator)  # [iterator-advanced-in-graph]


class Feeder:
    def __init__(self, dataset, source):
        self.generator = numbers()
        self.batches = iter(dataset)
        self.source = iter(source)

    @tf.function
    def step(self, x):
        return x + draw(self.generator) + draw(self.batches) + draw(self.source)


def closure():
    iterator = iter(range(5))

    @tf.function
    def step(x):
        return x + next(iterator)  # [iterator-advanced-in-graph]

    return step


@tf.function
def innocent(x, iterator, stream: Iterator):
    x += next(OF_TENSORFLOW) + next(iterator) + next(stream)
    x += next(PAIRED)[0]
    for value in OF_TENSORFLOW:
        x += value
    for value in DATASET:
        x += value
    for value in DATA:
        x += value
    own = iter(DATA)
    x += next(own) + sum(value for value in DATA) + sum(DATA)
    made = numbers()
    x += next(made)
    for value in numbers():
        x += value
    for position, value in enumerate(DATA):
        x += position * value
    return tf.py_function(lambda: next(ITERATOR), [], tf.int32) + len(list(DATA))


@tf.function
def shadowed(x, next):
    return next(ITERATOR)


next(ITERATOR)


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.layers = [tf.keras.layers.Dense(2), tf.keras.layers.Dense(2)]
        self.rest = (layer for layer in self.layers)

    @property
    def in_order(self):
        yield from self.layers

    def call(self, x):
        for layer in list(self.in_order):
            x = layer(x)
        for layer in list(self.rest):  # [iterator-advanced-in-graph]
            x = layer(x)
        return x
