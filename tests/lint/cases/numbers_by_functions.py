"""Python numbers that closures, lambdas and records give to graph functions, and what progress bars count."""

from dataclasses import dataclass, replace

import tensorflow as tf
from tqdm import tqdm, trange

X = tf.constant(1.0)


@dataclass(frozen=True)
class Settings:
    rate: float = 0.1
    decay: float = 0.0

    def at(self, epoch):
        return replace(self, decay=1e-3 * epoch)

    def named(self, name):
        return replace(self, rate=0.1)


def linear(start, end, total):
    def value(turn):
        return start + (end - start) * min(1.0, turn / float(total))

    return value


def tensor_schedule(start):
    def value(turn):
        return tf.constant(start) * turn

    return value


def constant(level):
    return lambda turn: level


class Trainer:
    def __init__(self, clip=linear(0.3, 0.1, 5), settings=None):
        self.clip = clip
        self.rate = linear(1.0, 0.0, 10)
        self.scale = tensor_schedule(1.0)
        self.level = constant(0.5)
        self.settings = settings or Settings()

    @tf.function
    def step(self, x, factor):
        return x * factor

    @tf.function
    def configured(self, x, settings):
        return x * settings.rate

    @tf.function
    def probe(self, points):
        return tf.stack(points)

    def by_closures(self, x, turns):
        for turn in range(turns):
            self.step(x, self.clip(turn))  # [python-scalar-retrace]
            self.step(x, self.rate(turn))  # [python-scalar-retrace]
            self.step(x, tf.constant(self.rate(turn)))
            self.step(x, self.scale(turn))
            self.step(x, self.level(turn))

    def by_lambdas(self, x):
        grow = lambda turn: 0.5 * turn  # noqa: E731
        for turn in range(10):
            self.step(x, grow(turn))  # [python-scalar-retrace]
            self.step(x, grow(2))

    def by_records(self, x):
        for epoch in range(10):
            settings = self.settings.at(epoch)
            self.configured(x, settings)  # [python-scalar-retrace]
            self.configured(x, replace(self.settings, rate=0.5**epoch))  # [python-scalar-retrace]
            self.configured(x, self.settings.named("fast"))

    def by_lists(self, count):
        for turn in range(count):
            points = [turn / count, (turn + 0.5) / count]
            self.probe(points)  # [python-scalar-retrace]
            fixed = [0.5, 1.0]
            self.probe(fixed)

    def by_bars(self, x):
        with trange(100) as bar:
            for turn in bar:
                self.step(x, max(1.0, 100.0 * 0.99**turn))  # [python-scalar-retrace]
        for turn in tqdm(range(100)):
            self.step(x, 0.5 * turn)  # [python-scalar-retrace]
            self.step(x, tf.constant(0.5 * turn))


@tf.function
def scaled(x, rate):
    return x * rate


def passes(rate):
    return scaled(X, rate)


def of_unknown_callers(other):
    passes(other.rate)
    for turn in range(10):
        passes(turn)


def settles(rate):
    return scaled(X, rate)  # [python-scalar-retrace]


def of_known_callers():
    settles(0.5)
    for turn in range(10):
        settles(turn)
