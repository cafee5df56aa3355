"""Outer variables and attributes that are rebound between the calls; iterators that are advanced once."""
import itertools

import tensorflow as tf

rate = 1.0
settings = {"scale": 1.0}
lines = iter(["1", "2", "3", "4", "5", "6", "7", "8", "9"])
ticks = itertools.count(1)
cycle = itertools.cycle([1.0, 2.0, 3.0, 4.0, 5.0])


def numbers():
    for value in range(100):
        yield float(value)


stream = numbers()


@tf.function
def decayed(x):
    return x * rate  # [outer-value-frozen-in-graph] observed


class Schedule:
    def __init__(self):
        self.step = 0
        self.enabled = True

    @tf.function
    def value(self, x):
        return x / (1.0 + self.step)  # [outer-value-frozen-in-graph] observed

    @tf.function
    def switched(self, x):
        return x if self.enabled else -x  # [outer-value-frozen-in-graph] observed


def maker():
    offset = 0.0

    @tf.function
    def shifted(x):
        return x + offset  # [outer-value-frozen-in-graph] observed

    def move(by):
        nonlocal offset
        offset += by

    return shifted, move


@tf.function
def parsed(x):
    return x + float(next(lines))  # [iterator-advanced-in-graph] observed


@tf.function
def ticked(x):
    tick = next(ticks)  # [iterator-advanced-in-graph] observed
    return x + tick


@tf.function
def cycled(x):
    return x * next(cycle)  # [iterator-advanced-in-graph] observed


@tf.function
def streamed(x):
    pair = next(stream), next(stream)  # [iterator-advanced-in-graph] observed
    return x + pair[0] * pair[1]


schedule = Schedule()
shifted, move = maker()
for step in range(4):
    x = tf.constant(2.0)
    for function in (decayed, schedule.value, schedule.switched, shifted, parsed, ticked, cycled, streamed):
        function(x)
    rate *= 0.5
    schedule.step += 1
    schedule.enabled = step % 2 == 0
    move(1.0)
