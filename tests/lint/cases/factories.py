"""Objects that come through several hands: factories of factories, class methods, registries, generic classes, loops over objects."""

import enum
import random
from typing import Generic, TypeVar

import numpy as np
import tensorflow as tf

S = TypeVar("S")


class Plain:
    def __call__(self, x):
        return x


class Counting:
    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1  # [outer-mutation-in-graph]
        return x


class Noise:
    def __init__(self, scale, rng=None):
        self.scale = scale
        self.rng = rng or np.random.RandomState(0)

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def add(self, x):
        return x + self.rng.normal() * self.scale  # [numpy-random-in-graph]


def make_part(name):
    return {"plain": Plain, "counting": Counting}[name]()


def make_default_part():
    return make_part("counting")


def make(kind):
    return kind()


class Printing:
    def __call__(self, x):
        print("called")  # [print-in-graph]
        return x


class Agent:
    def __init__(self, noise, part=None):
        self.noise = noise
        self.part = part or Plain()

    @classmethod
    def build(cls):
        return cls(Noise.from_config({"scale": 0.1}), make_default_part())

    @tf.function
    def act(self, x):
        return self.noise.add(self.part(x))


agent = Agent.build()
printing = make(Printing)


@tf.function
def made_by_its_class(x):
    return printing(x)


class Runner(Generic[S]):
    def __init__(self, policy):
        self.policy = policy

    @tf.function
    def run(self, x):
        return self.policy(x)


class Drawing:
    def __call__(self, x):
        return x * random.random()  # [python-random-in-graph]


runner = Runner[int](Drawing())


class Registry:
    def __init__(self):
        self._items = {}

    def register(self, name):
        def enter(kind):
            self._items[name] = kind
            return kind

        return enter

    def get(self, name):
        return self._items[name]

    def build(self, config):
        settings = dict(config)
        return self.get(settings.pop("type"))(**settings)


LOSSES = Registry()
READERS = Registry()


@LOSSES.register("focal")
class Focal:
    def __init__(self, gamma):
        self.gamma = gamma

    def __call__(self, x):
        print("loss", x)  # [print-in-graph]
        return x * self.gamma


@READERS.register("files")
class Files:
    """Of another registry: no graph function calls it."""

    def __call__(self, x):
        print("reading", x)
        return x


class Stage:
    kinds = {}

    def __init_subclass__(cls, key=None):
        Stage.kinds[key] = cls


class Shift(Stage, key="shift"):
    def run(self, x):
        print("shift", x)  # [print-in-graph]
        return x + 1


class Model:
    def __init__(self, config):
        self.loss = LOSSES.build(config)
        self.reader = READERS.get("files")()
        self.stage = Stage.kinds["shift"]()

    @tf.function
    def step(self, x):
        return self.loss(self.stage.run(x))

    def read(self, x):
        return self.reader(x)


class Mode(enum.Enum):
    TRAIN = "train"
    EVALUATE = "evaluate"

    def tell(self):
        print(self.value)  # [print-in-graph]


@tf.function
def of_a_member(x):
    Mode.TRAIN.tell()
    return x


class Block:
    def __init__(self):
        self.uses = 0

    def __call__(self, x):
        self.uses += 1  # [outer-mutation-in-graph]
        return x


class Blocks:
    def __init__(self, number):
        self.blocks = {f"block{i}": Block() for i in range(number)}

    def __iter__(self):
        return iter(self.blocks.values())


class Layers:
    def __init__(self):
        self.layers = [Layer()]

    def __iter__(self):
        for layer in self.layers:
            print("next", layer)  # [print-in-graph]
            yield layer

    def __getitem__(self, i):
        return self.layers[i]


class Layer:
    def __call__(self, x):
        return x + np.random.rand()  # [numpy-random-in-graph]


def doubled(parts):
    for part in parts:
        yield part, part


class Scaled:
    def __call__(self, x):
        return x * random.random()  # [python-random-in-graph]


blocks = Blocks(2)
layers = Layers()
parts = [Scaled()]


@tf.function
def loops(x):
    for block in blocks:
        x = block(x)
    for _, layer in enumerate(layers):
        x = layer(x)
    for first, _ in doubled(parts):
        x = first(x)
    return x


def squared(a, b):
    print("squared")  # [print-in-graph]
    return (a - b) ** 2


def absolute(a, b):
    print("absolute, which no graph function takes")
    return tf.abs(a - b)


DISTANCES = {"squared": squared, "absolute": absolute}
OF_NUMPY = {"sqrt": np.sqrt, "draw": np.random.normal}


@tf.function
def taken_by_name(x, y):
    x = OF_NUMPY["sqrt"](tf.abs(x))  # [eager-only-call-in-graph]
    return DISTANCES["squared"](x, y) + OF_NUMPY["draw"]()  # [numpy-random-in-graph]
