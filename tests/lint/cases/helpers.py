"""Effects in what a graph function calls, with arguments bound to parameters."""

import functools
import typing

import tensorflow as tf

LOG = []


@tf.function
def train(x):
    outer_helper(x)
    return x


def outer_helper(x):
    inner_helper(x)


def inner_helper(x):
    print(x)  # [print-in-graph]


class Base:
    def __init__(self):
        self.log = []
        self.callback = noisy
        self.made = functools.partial(noisy_with, prefix="p")
        self.layer = Layer()

    @tf.function
    def step(self, x):
        self.hook(x)
        self.common(x)
        self.callback(x)
        self.made(x)
        self.layer(x)
        self.layer.forward(x)
        self.static(x)
        self.build(x)
        Base.unbound(self, x)
        self.value
        return x

    def hook(self, x):
        raise NotImplementedError

    def common(self, x):
        self.log.append(x)  # [outer-mutation-in-graph]

    @staticmethod
    def static(x):
        print(x)  # [print-in-graph]

    @classmethod
    def build(cls, x):
        print(cls, x)  # [print-in-graph]

    def unbound(self, x):
        print(x)  # [print-in-graph]

    @property
    def value(self):
        print("value")  # [print-in-graph]
        return 1

    def not_called(self, x):
        print(x)


class Child(Base):
    def hook(self, x):
        print(x)  # [print-in-graph]

    def common(self, x):
        super().common(x)
        print(x)  # [print-in-graph]


class Layer:
    def __call__(self, x):
        print(x)  # [print-in-graph]

    def forward(self, x):
        print(x)  # [print-in-graph]


def noisy(x):
    print(x)  # [print-in-graph]


def noisy_with(x, prefix):
    print(prefix, x)  # [print-in-graph]


@tf.function
def passes_functions(x):
    apply(noisy_callback, x)
    apply(lambda y: print(y), x)  # [print-in-graph]
    apply(functools.partial(noisy_partial, 1), x)
    apply(print, x)
    list(map(noisy_mapped, [1, 2]))
    sorted([x], key=noisy_key)
    tf.map_fn(noisy_map_fn, x)
    tf.cond(x > 0, lambda: noisy_branch(x), lambda: x)
    return x


def apply(fn, x):
    return fn(x)  # [print-in-graph]


def noisy_callback(x):
    print(x)  # [print-in-graph]


def noisy_partial(a, x):
    print(a, x)  # [print-in-graph]


def noisy_mapped(x):
    print(x)  # [print-in-graph]


def noisy_key(x):
    print(x)  # [print-in-graph]


def noisy_map_fn(x):
    print(x)  # [print-in-graph]
    return x


def noisy_branch(x):
    print(x)  # [print-in-graph]
    return x


def make_step(log):
    def record(x):
        log.append(x)
        LOG.append(x)  # [outer-mutation-in-graph]

    @tf.function
    def step(x):
        record(x)
        nested(x)
        return x

    def nested(x):
        def deeper():
            print(x)  # [print-in-graph]

        deeper()

    return step


@tf.function
def returns_storage(x):
    storage().append(x)  # [outer-mutation-in-graph]
    fresh().append(x)
    own = identity(LOG)
    own.append(x)  # [outer-mutation-in-graph]
    mine = identity([])
    mine.append(x)
    return x


def storage():
    return LOG


def fresh():
    return []


def identity(value):
    return value


@tf.function
def recursive(x, n):
    if n > 0:
        print(x)  # [print-in-graph]
        return recursive(x, n - 1)
    return mutual_a(x)


def mutual_a(x):
    return mutual_b(x)


def mutual_b(x):
    print(x)  # [print-in-graph]
    return mutual_a(x)


@tf.function
def generator(x):
    for y in generate(x):
        x += y
    return x


def generate(x):
    print(x)  # [print-in-graph]
    yield x


@functools.lru_cache
def cached(x):
    print(x)
    return x


@tf.function
def calls_cached(x):
    return cached(1)


@tf.function
def inner_graph(x):
    print(x)  # [print-in-graph]
    return x


@tf.function
def outer_graph(x):
    return inner_graph(x)


def unreached(x):
    print(x)


T = typing.TypeVar("T")


class Rule(typing.Generic[T]):
    def choose(self, x):
        print(x)  # [print-in-graph]
        return self.score(x)

    def score(self, x):
        raise NotImplementedError


class Greedy(Rule[typing.Dict[str, int]]):
    @tf.function
    def step(self, x):
        return self.choose(x)

    def score(self, x):
        print(x)  # [print-in-graph]
        return x
