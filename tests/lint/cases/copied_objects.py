"""Copies of plain objects that each call gives to a graph function: it keeps a graph for each."""

import copy
import functools

import tensorflow as tf


class Config:
    def __init__(self, rate):
        self.rate = rate

    def copy(self):
        return copy.copy(self)

    def itself(self):
        return self


def make(rate):
    return Config(rate)


@functools.lru_cache
def made_once(rate):
    return Config(rate)


def known(rate, table={}):
    if rate not in table:
        table[rate] = Config(rate)
    return table[rate]


class Only:
    made = None

    def __new__(cls):
        cls.made = cls.made or super().__new__(cls)
        return cls.made


def only():
    return Only()


@tf.function
def step(x, config):
    return x * config.rate


def train(data, config: Config):
    for x in data:
        step(x, config.copy())  # [python-scalar-retrace]
        step(x, copy.deepcopy(config))  # [python-scalar-retrace]
        step(x, make(0.1))  # [python-scalar-retrace]
        step(x, made_once(0.1))
        step(x, known(0.1))
        step(x, only())
        step(x, config.itself())
        step(x, config)


def train_with_anything(data, config):
    for x in data:
        step(x, config.copy())  # a dict, a tensor: nobody knows
        step(x, copy.copy(config))


class Encoder:
    def fit(self, x, config, minimize):
        minimize(lambda guess: self.weighed(guess, config))  # one graph, however often that calls it
        return self.inner(x, config)  # [python-scalar-retrace]

    @tf.function
    def inner(self, x, config):
        return x * config.rate

    @tf.function
    def weighed(self, guess, config):
        return guess / config.rate


class Trainer:
    def __init__(self, minimize):
        self.config = Config(0.2)
        self.encoder = Encoder()
        self.minimize = minimize

    def train(self, data):
        for x in data:
            self.encoder.fit(x, self.config.copy(), self.minimize)
