"""Modules of the package itself: relative imports."""

from . import common
from .accelerated import Compiler
from .common import function as jit


@jit
def relative(x):
    print(x)  # [print-in-graph]
    return x


@common.function(jit_compile=True)
def through_the_module(x):
    print(x)  # [print-in-graph]
    return x


@Compiler
def of_a_class(x):
    print(x)  # [print-in-graph]
    return x
