# options: --graph-decorators=mylib.graph,mylib.utils.function
"""A project's own wrappers, named by the option."""

import mylib
from mylib import graph, utils
from mylib.utils import function as fn


@graph
def one(x):
    print(x)  # [print-in-graph]


@mylib.graph(autograph=False)
def two(x):
    print(x)  # [print-in-graph]


@utils.function
def three(x):
    print(x)  # [print-in-graph]


@fn()
def four(x):
    print(x)  # [print-in-graph]


def five(x):
    print(x)  # [print-in-graph]


five_graph = mylib.graph(five)


@mylib.other
def six(x):
    print(x)
