"""Records that hold a number which varies, themselves or in another record."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import tensorflow as tf


@dataclass(frozen=True)
class Rates:
    rate: float = 0.1


@dataclass(frozen=True)
class Config:
    rates: Rates = Rates()
    size: int = 3


class Pair(NamedTuple):
    x: object
    y: object


@tf.function
def scaled(y, rates):
    return tf.reduce_mean(y) * rates.rate


@tf.function
def first(pair):
    return pair.x


@tf.function
def loss_step(x, y, loss_fn):
    return loss_fn(y, x)


config = Config()
for power in range(8):
    trial = Rates(rate=0.1 * power)
    scaled(tf.ones([3]), trial)  # [python-scalar-retrace]
for power in range(8):
    changed = replace(config, rates=replace(config.rates, rate=0.1 * power))
    scaled(tf.ones([3]), changed.rates)  # [python-scalar-retrace]
for _ in range(8):
    same = Rates(rate=0.1)
    scaled(tf.ones([3]), same)
for batch in tf.data.Dataset.range(3):
    first(Pair(batch, batch + 1))
for number in range(3):
    first(Pair(tf.constant(1), number))  # [python-scalar-retrace]
for batch in tf.data.Dataset.range(3):
    loss = tf.keras.losses.MeanSquaredError()
    loss_step(batch, batch, loss)  # [python-scalar-retrace]
    loss_step(batch, batch, tf.keras.losses.MeanSquaredError())  # [python-scalar-retrace]


@dataclass
class State:
    step: int
    rate: float

    def __post_init__(self):
        self.rate = tf.constant(self.rate)

    def __tf_flatten__(self):
        return (), (self.rate,)


@tf.function
def of_state(state, x):
    return state.rate * x


@tf.function
def block(x, size):
    return x * size


for number in range(4):
    of_state(State(1, 0.1 * number), tf.ones(3))
y = tf.ones(3)
for turn, size in enumerate([1, 64, 4096]):
    if turn == 0:
        y = block(y, size)
    else:
        y = block(y, size)  # [python-scalar-retrace]
