"""Numbers that loops take from lists, from the command line, or that are counted by what has a length."""

import argparse

import numpy as np
import tensorflow as tf

RATES = [0.1, 0.2, 0.3]


@tf.function
def step(x, rate):
    return x * rate


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--high", type=float, default=1.0)
    parser.add_argument("--name")
    return parser.parse_args()


def anneal(x, sigmas):
    for i, sigma in enumerate(sigmas):
        rate = 0.1 * (sigma / sigmas[-1]) ** 2
        for _ in range(3):
            x = step(x, rate)  # [python-scalar-retrace]
        x = step(x, sigmas[0])
    return x


def of_options(x):
    args = arguments()
    for rate in [args.high * i for i in range(4)]:
        x = step(x, rate)  # [python-scalar-retrace]
    for given in [args.name for _ in range(4)]:
        x = step(x, given)
    return step(x, args.high)


def of_lists(x):
    for rate in np.linspace(0.0, 1.0, 5).tolist():
        x = step(x, rate)  # [python-scalar-retrace]
    for i in range(3):
        x = step(x, RATES[i])  # [python-scalar-retrace]
    return step(x, RATES[0])


def levels(count):
    return [float(level) for level in np.geomspace(1.0, 0.1, count)]


def same(count):
    return [1.0 for _ in range(count)]


def of_functions(x):
    for level in levels(5):
        x = step(x, level)  # [python-scalar-retrace]
    for one in same(5):
        x = step(x, one)
    return x


def of_arrays(x):
    for point in np.linspace(0.0, 1.0, 5):
        x = step(x, point)
    for few in [1.0, 2.0]:
        x = step(x, few)
    return x


def of_callers(x, schedule):
    for i in range(3):
        x = step(x, schedule[i])
    return x


class Policy:
    def __init__(self, traced):
        self.steps = 0
        if traced:
            self.act = tf.function(self.act)
        self.look = tf.function(self.look)

    def act(self, x, timestep):
        return x * timestep

    def look(self, x, timestep):
        return x * timestep

    def run(self, batch):
        size = len(batch)
        self.act(tf.constant(batch), self.steps)  # [python-scalar-retrace]
        self.look(tf.constant(batch), self.steps)  # [python-scalar-retrace]
        self.look(tf.constant(batch), size)
        self.steps += int(size)


@tf.function
def several(*args, **options):
    return args


class Static:
    @staticmethod
    @tf.function
    def step(x, *rest):
        return x

    @tf.function
    def method(self, x, *rest):
        return x


def of_several(*args):
    static = Static()
    for n in range(10):
        several(n)  # [python-scalar-retrace]
        several(1, [n, 2])  # [python-scalar-retrace]
        several({"a": tf.constant(n), "b": n})  # [python-scalar-retrace]
        several({"a": tf.constant(n)}, tf.constant(n))
        several(*args, n)
        static.step(1.0, n)  # [python-scalar-retrace]
        static.method(1.0, n)  # [python-scalar-retrace]
        static.method(1.0, tf.constant(n))


anneal(tf.constant(1.0), [0.5**i for i in range(10)])
of_callers(tf.constant(1.0), np.linspace(0.0, 1.0, 5))


class Policy:
    def __init__(self):
        self.global_timestep = 0
        self.num_steps = 0

    def on_global_update(self, values):
        self.global_timestep = values["timestep"]
        self.num_steps = values["steps"]

    @tf.function
    def act(self, x, timestep):
        return x / (1.0 + timestep)

    def compute_actions(self, x):
        self.act(x, self.num_steps)
        return self.act(x, self.global_timestep)  # [python-scalar-retrace]
