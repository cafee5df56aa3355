"""Records of settings that are replaced around the calls of a graph function: it goes on with the fields that it has read."""

import contextlib
from dataclasses import dataclass, replace

import tensorflow as tf


@dataclass(frozen=True)
class Settings:
    jitter: float = 1e-6
    digits: int = 3


_settings = Settings()
_fixed = Settings()


def settings():
    return _settings


def jitter():
    return _settings.jitter  # [outer-value-frozen-in-graph]


@tf.function
def loss(x):
    return x + jitter()


@tf.function
def fixed_loss(x):
    return x + _fixed.jitter


def set_settings(new):
    global _settings
    _settings = new


@contextlib.contextmanager
def as_context(**changes):
    before = settings()
    set_settings(replace(before, **changes))
    try:
        yield settings()
    finally:
        set_settings(before)


def study(values):
    global _fixed
    _fixed = Settings(digits=2)
    for value in values:
        with as_context(jitter=value):
            print(loss(1.0), fixed_loss(1.0))


class Model:
    def __init__(self, settings):
        self.settings = settings
        self.own = settings

    @tf.function
    def step(self, x):
        return x * self.settings.jitter  # [outer-value-frozen-in-graph]

    @tf.function
    def own_step(self, x):
        return x * self.own.jitter


def search(x):
    model = Model(Settings())
    for value in (0.1, 0.2):
        model.settings = Settings(value)
        model.step(x)
        model.own_step(x)
