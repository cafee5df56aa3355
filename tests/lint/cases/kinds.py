"""What objects are: annotations, data classes, lists put together, classes of objects."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Dict, List, Optional

import tensorflow as tf

try:
    import numpy as np
except ImportError:
    np = None

ZEROS = [0] * 3
JOINED = [1] + [2]
ROWS = [[] for _ in range(3)]
DECLARED: list[int] = make()
BY_NAME = {"a": []}


@dataclass
class State:
    items: list[int] = field(default_factory=list)
    table: Dict[str, int] = dataclasses.field(default_factory=dict)
    maybe: Optional[List[int]] = None
    count: int = 0


STATE = State()


class Model:
    made = 0

    def __init__(self, state: State, log: list | None = None, other=None):
        self.state = state
        self.log: list[str] = log
        self.other = other
        self.values = other.values()

    @tf.function
    def step(self, x):
        type(self).made += 1  # [outer-mutation-in-graph]
        self.__class__.made += 1  # [outer-mutation-in-graph]
        self.log.append("x")  # [outer-mutation-in-graph]
        self.state.items.append(x)  # [outer-mutation-in-graph]
        self.other.append(x)
        self.values.append(x)
        self.values["x"] = x  # [outer-mutation-in-graph]
        return x


@tf.function
def step(x, state: State, noise: np.ndarray, rows: list[list[int]]):
    ZEROS.append(x)  # [outer-mutation-in-graph]
    JOINED.append(x)  # [outer-mutation-in-graph]
    ROWS[0].append(x)  # [outer-mutation-in-graph]
    for row in ROWS:
        row.append(x)  # [outer-mutation-in-graph]
    for name, values in BY_NAME.items():
        values.append(x)  # [outer-mutation-in-graph]
    for values in BY_NAME.values():
        values.append(x)  # [outer-mutation-in-graph]
    BY_NAME.get("a").append(x)  # [outer-mutation-in-graph]
    DECLARED.append(x)  # [outer-mutation-in-graph]
    STATE.items.append(x)  # [outer-mutation-in-graph]
    STATE.table["x"] = x  # [outer-mutation-in-graph]
    STATE.maybe.append(x)  # [outer-mutation-in-graph]
    STATE.count += 1  # [outer-mutation-in-graph]
    state.count += 1  # [outer-mutation-in-graph]
    state.items.append(x)  # [outer-mutation-in-graph]
    noise[0] = 1.0  # [outer-mutation-in-graph]
    local = [0] * 3
    local.append(x)
    own = State()
    own.items.append(x)
    own.count += 1
    return np.random.normal() + x  # [numpy-random-in-graph]


@tf.function
def distributed(iterator, strategy):
    def replica_step(x):
        print(x)  # [print-in-graph]
        return x

    return strategy.run(replica_step, args=(next(iterator),))
