"""What is called in place of what the source names: objects that decorators make, delegates, methods by a name put together, parts."""

import random

import numpy as np
import tensorflow as tf


class Counted:
    def __init__(self, fn):
        self.fn = fn
        self.count = 0

    def __call__(self, *args):
        self.count += 1  # [outer-mutation-in-graph]
        return self.fn(*args)


class Retried:
    def __init__(self, times):
        self.times = times

    def __call__(self, fn):
        def attempt(*args):
            print("attempts", self.times)  # [print-in-graph]
            return fn(*args)

        return attempt


@Counted
def counted(x):
    print("counted", x)  # [print-in-graph]
    return x


@Retried(3)
def retried(x):
    return x + 1


class Registered:
    """Keeps the function and is called by nobody."""

    def __init__(self, fn):
        self.fn = fn


@tf.function
def decorated(x):
    return retried(counted(x))


class Environment:
    def __init__(self):
        self.time = 0

    def observe(self, x):
        self.time += 1  # [outer-mutation-in-graph]
        return x

    def render(self, x):
        print("rendered outside")
        return x


class Wrapper:
    def __init__(self, environment):
        self.environment = environment

    def __getattr__(self, name):
        return getattr(self.environment, name)


class Noisy(Wrapper):
    def reward(self, x):
        return self.environment.reward(x) + np.random.rand()  # [numpy-random-in-graph]


environment = Noisy(Wrapper(Environment()))


@tf.function
def delegated(x):
    return environment.reward(environment.observe(x))


class Executor:
    def __init__(self):
        self.trace = []

    def visit_add(self, x):
        self.trace.append("add")  # [outer-mutation-in-graph]
        return x + 1

    def visit_drop(self, x):
        return x * random.random()  # [python-random-in-graph]

    def visit_(self, x):
        print("has no name")
        return x

    def report(self):
        print("called outside", self.trace)

    def run(self, kind, x):
        return getattr(self, "visit_" + kind)(x)

    def check(self, kind, x):
        return getattr(self, f"{kind}_")(x)


executor = Executor()


@tf.function
def visited(x, kind):
    return executor.run(kind, x) + executor.check(kind, x)


def brighter(x):
    return x + random.uniform(0, 1)  # [python-random-in-graph]


def darker(x):
    return x - tf.random.uniform([])


ADJUSTMENTS = [brighter, darker]


@tf.function
def chosen(x):
    return random.choice(ADJUSTMENTS)(x)  # [python-random-in-graph]


class Transform:
    def __call__(self, x):
        return self.apply(x)


class Flip(Transform):
    def apply(self, x):
        return x[::-1] if random.random() < 0.5 else x  # [python-random-in-graph]


class Compose(Transform):
    """Its `__call__` runs that of its parts, which is the same function."""

    def __init__(self, transforms):
        self.transforms = transforms

    def apply(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x


compose = Compose([Flip()])


@tf.function
def composed(x):
    return compose(x)
