"""The wrapper through the package and through modules, by each of its names."""

import compiled as lib
import compiled.src.staging as direct
from compiled import functional as fn
from compiled.functional import jit, off
from compiled.src import staging

kept = staging.jit


def loss(x):
    print("loss")  # [print-in-graph]
    return x


def total(x):
    print("total")  # [print-in-graph]
    return x


def mean(x):
    print("mean")  # [print-in-graph]
    return x


def peak(x):
    print("peak")  # [print-in-graph]
    return x


def spread(x):
    print("spread")  # [print-in-graph]
    return x


def eager(x):
    print("eager")
    return x


def main():
    steps = [lib.functional.jit(loss), fn.jit(total), jit(mean), direct.jit(peak), kept(spread), off(eager)]
    return [step(1) for step in steps]
