"""The wrapper in every spelling."""

import functools

import lib
import lib.common as wrappers
from lib import compiled, graph
from lib.common import function
from other.common import function as plain


@function
def decorated(x):
    print(x)  # [print-in-graph]
    return helper(x)


@function(jit_compile=True)
def with_arguments(x):
    print(x)  # [print-in-graph]
    return x


def helper(x):
    print(x)  # [print-in-graph]
    return x


def called(x):
    print(x)  # [print-in-graph]
    return x


called_as_function = function(called)


@wrappers.function
def through_the_module(x):
    print(x)  # [print-in-graph]
    return x


@lib.function
def through_the_package(x):
    print(x)  # [print-in-graph]
    return x


@graph
def passed_on_by_another_name(x):
    print(x)  # [print-in-graph]
    return x


@functools.partial(function, jit_compile=True)
def partial(x):
    print(x)  # [print-in-graph]
    return x


@compiled
def passed_on(x):
    print(x)  # [print-in-graph]
    return x


class Model:
    def __init__(self):
        self.fast = function(self.step)

    def step(self, x):
        print(x)  # [print-in-graph]
        return x

    @function
    def method(self, x):
        print(x)  # [print-in-graph]
        return x


@plain
def of_another_module(x):
    print(x)
    return x


for rate in (0.1, 0.2, 0.3):
    decorated(rate)  # [python-scalar-retrace]
    of_another_module(rate)
