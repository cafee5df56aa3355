"""An interface of several implementations: each may be at work."""

from __future__ import annotations

from collections.abc import Mapping as Items
from collections.abc import Sequence
from typing import Dict, List, Optional, Tuple, Union

import tensorflow as tf

from base import Op


_made = vars(tf)


class Network:
    def __init__(self, ops: Sequence[Op], named: "Dict[str, Op]", last: Optional[Op] = None, limit: float = 1.0) -> None:
        self.ops = ops
        self.named = named
        self.last = last
        self.limit = limit

    @tf.function
    def all(self, x):
        for op in self.ops:
            x = op.forward(x)  # [numpy-random-in-graph, outer-mutation-in-graph]
        return x * self.limit

    @tf.function
    def one(self, x):
        return self.named["first"].forward(x)  # [numpy-random-in-graph, outer-mutation-in-graph]

    @tf.function
    def at_last(self, x):
        if self.last is not None:
            x = self.last.forward(x)  # [numpy-random-in-graph, outer-mutation-in-graph]
        return x

    @tf.function
    def hooks(self, x):
        for op in self.ops:
            op.reset()  # an empty hook is no promise that a subclass has another
        return x


class Pipeline:
    def __init__(self, last: Op) -> None:
        self.last = last

    def run(self, x):
        return self.last.forward(x)


@tf.function
def given(x, ops: List[Op], pair: Tuple[int, Op], either: Union[int, Op], table: Items[str, Op]):
    x = ops[0].forward(x)  # [numpy-random-in-graph, outer-mutation-in-graph]
    x = pair[1].forward(x)  # miss: [numpy-random-in-graph, outer-mutation-in-graph]
    for op in table.values():
        x = op.forward(x)  # [numpy-random-in-graph, outer-mutation-in-graph]
    return either.forward(x)  # [numpy-random-in-graph, outer-mutation-in-graph]


@tf.function
def of_numbers(x, sizes: List[int], pair: Tuple[int, Op], names: "list[str]"):
    return x.forward(sizes[0]) + pair[0].forward(x) + names[0].forward(x)


def built(name: str) -> Op:
    return _made[name]


def paired(name: str) -> Tuple[str, Op]:
    return _made[name], name


class Factory:
    def op(self) -> Op:
        return vars(self)["op"]


@tf.function
def makes(x, factory: Factory):
    x = built("noise").forward(x)  # [numpy-random-in-graph]
    name, op = paired("noise")
    x = name.forward(x)
    x = op.forward(x)  # [numpy-random-in-graph]
    return factory.op().forward(x)  # [numpy-random-in-graph]
