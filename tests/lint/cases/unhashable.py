"""What a graph function is called with that cannot be part of the key of a graph."""

import argparse
import array
import collections
import enum
import functools
import types
from dataclasses import dataclass, field
from typing import NamedTuple, Optional

import numpy as np
import tensorflow as tf


@dataclass
class Settings:
    rate: float = 0.1
    names: list = field(default_factory=list)


class Wider(Settings):
    pass


class Hashed(Settings):
    def __hash__(self):
        return id(self)


@dataclass(frozen=True)
class Frozen:
    rate: float = 0.1


@dataclass(frozen=True)
class Holder:
    """Its hash is that of its fields."""

    names: list
    rate: float = 0.1


@dataclass(frozen=True)
class LeftOut:
    names: list = field(default_factory=list, compare=False)


@dataclass(frozen=True)
class Tuples:
    names: tuple = ()


@dataclass(eq=False)
class ByIdentity:
    rate: float = 0.1


@dataclass(unsafe_hash=True)
class Unsafe:
    rate: float = 0.1


@dataclass(order=True)
class Ordered:
    rate: float = 0.1


class Equal:
    def __eq__(self, other):
        return True


class Without:
    __hash__ = None


class Both:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


class Plain:
    pass


class Typed(Equal):
    def __tf_tracing_type__(self, context):
        return context.make_reference_type(None, None)


class Flat(Equal):
    def __tf_flatten__(self):
        return (), ()

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls()


class Array(Equal):
    def __array__(self, dtype=None):
        return np.zeros(3)


class Pair(NamedTuple):
    first: float
    second: float


class Table(dict):
    def __eq__(self, other):
        return True


class Names(set):
    pass


class Mode(enum.Enum):
    TRAIN = 1


class Extended(tf.experimental.ExtensionType):
    x: tf.Tensor


class Scale(tf.keras.layers.Layer):
    def __eq__(self, other):
        return self is other


def decorated(cls):
    cls.__hash__ = object.__hash__
    return cls


@decorated
@dataclass
class Decorated:
    rate: float = 0.1


@dataclass
class SetLater:
    rate: float = 0.1


SetLater.__hash__ = object.__hash__


@tf.function
def f(x, settings=None, *rest, **more):
    return x


@tf.function
def by_default(x, names={1}):
    return x


@tf.function
def by_keyword(x, *, settings=Settings()):
    return x


@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([])])
def signed(x, y):
    return x


x = tf.constant(1.0)
SETTINGS = Settings()

f(x, Settings())  # [unhashable-argument-in-graph]
f(x, SETTINGS)  # [unhashable-argument-in-graph]
f(x, settings=SETTINGS)  # [unhashable-argument-in-graph]
f(x, None, Settings())  # [unhashable-argument-in-graph]
f(x, other=Settings())  # [unhashable-argument-in-graph]
f(x, Holder(["a"]))  # [unhashable-argument-in-graph]
f(x, Wider())  # [unhashable-argument-in-graph]
f(x, Ordered())  # [unhashable-argument-in-graph]
f(x, Equal())  # [unhashable-argument-in-graph]
f(x, Without())  # [unhashable-argument-in-graph]
f(x, Scale())  # [unhashable-argument-in-graph]
f(x, {1, 2})  # [unhashable-argument-in-graph]
f(x, set())  # [unhashable-argument-in-graph]
f(x, {name for name in "ab"})  # [unhashable-argument-in-graph]
f(x, Names())  # [unhashable-argument-in-graph]
f(x, bytearray(b"a"))  # [unhashable-argument-in-graph]
f(x, collections.deque([1]))  # [unhashable-argument-in-graph]
f(x, collections.UserList([1]))  # [unhashable-argument-in-graph]
f(x, array.array("i", [1]))  # [unhashable-argument-in-graph]
f(x, types.SimpleNamespace(rate=1.0))  # [unhashable-argument-in-graph]
f(x, argparse.ArgumentParser().parse_args())  # [unhashable-argument-in-graph]
f(x, [Settings()])  # [unhashable-argument-in-graph]
f(x, {"a": (1, {2})})  # [unhashable-argument-in-graph]
f.get_concrete_function(x, Frozen())
functools.partial(f, settings={1})(x)  # [unhashable-argument-in-graph]
by_default(x)  # [unhashable-argument-in-graph]
by_keyword(x)  # [unhashable-argument-in-graph]

f(x, Hashed())
f(x, Frozen())
f(x, LeftOut())
f(x, Tuples())
f(x, ByIdentity())
f(x, Unsafe())
f(x, Both())
f(x, Plain())
f(x, Typed())
f(x, Flat())
f(x, Array())
f(x, Pair(1.0, 2.0))
f(x, Table(a=1))
f(x, Mode.TRAIN)
f(x, Extended(x))
f(x, Decorated())
f(x, SetLater())
f(x, frozenset({1}))
f(x, [1, 2])
f(x, {"a": [1]})
f(x, collections.OrderedDict(a=1))
f(x, collections.defaultdict(list))
f(x, collections.Counter("ab"))
f(x, range(3))
f(x, np.dtype("float32"))
f(x, np.ones(3))
f(x, functools.partial(len, {1}))
f(x, Settings)
f(x, lambda: {1})
f(x, list({1, 2}))
f(x, vars(types.SimpleNamespace(rate=1.0)))
f(x, len({1, 2}))
f(x, SETTINGS.rate)
by_default(x, 2)
by_keyword(x, settings=None)
tf.function(functools.partial(lambda names, x: x, {1}))(x)


def not_traced(x, settings):
    return x


not_traced(x, Settings())


def passes(x, settings):
    return f(x, settings)  # [unhashable-argument-in-graph]


def passes_further(x, settings):
    return passes(x, settings)


passes_further(x, Settings())


def passes_frozen(x, settings):
    return f(x, settings)


passes_frozen(x, Frozen())


def annotated(x, settings: Settings):
    return f(x, settings)  # [unhashable-argument-in-graph]


def maybe(x, names=None):
    if names is not None:
        names = frozenset(names)
    return f(x, names)


maybe(x, {1})


def one_of(x, kind):
    settings = Settings() if kind else Frozen()
    return f(x, settings)


def either(x, kind):
    settings = None
    if kind:
        settings = Settings()
    return f(x, settings)  # [unhashable-argument-in-graph]


@tf.function
def outer(x):
    return f(x, {1})  # [unhashable-argument-in-graph]


class Trainer:
    def __init__(self, names: Optional[list] = None):
        self.settings = Settings()
        self.frozen = Frozen()
        self.names = set(names or ())
        self.later = None
        self.made = tf.function(self.plain)

    def prepare(self):
        self.later = {1}

    def plain(self, x, settings):
        return x

    @tf.function
    def step(self, x, settings):
        return x

    def train(self, x):
        self.step(x, self.settings)  # [unhashable-argument-in-graph]
        self.step(x, self.names)  # [unhashable-argument-in-graph]
        self.made(x, self.names)  # [unhashable-argument-in-graph]
        self.step(x, self.frozen)
        self.step(x, self)
        self.step(x, self.later)


Trainer().train(x)


@dataclass
class Model:
    """TensorFlow keeps one graph function for each object, by its hash."""

    rate: float = 0.1

    def __post_init__(self):
        self.made = tf.function(self.plain)

    def plain(self, x):
        return x * self.rate

    @tf.function
    def step(self, x):
        return x * self.rate

    def run(self, x):
        self.made(x)
        return self.step(x)  # [unhashable-argument-in-graph]


Model().step(x)  # [unhashable-argument-in-graph]
Model().run(x)


@dataclass
class Base:
    rate: float = 0.1

    @tf.function
    def step(self, x):
        return x

    def run(self, x):
        return self.step(x)


class Heir(Base):
    __hash__ = object.__hash__


Heir().step(x)
Heir().run(x)


def expected(test):
    with test.assertRaises(TypeError):
        f(x, {1})
    try:
        f(x, {1})
    except TypeError:
        pass
