"""The vocabulary of the tables."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple


class Kind(enum.Enum):
    """What a piece of Python does besides computing a value."""

    NUMPY_RANDOM = "draws NumPy random numbers"
    PYTHON_RANDOM = "draws random numbers of Python's"
    PRINT = "writes output"
    CREATE_VARIABLE = "creates a variable"
    ADVANCE = "takes from an iterator"
    WORLD = "reads or changes the world outside the program"
    FROZEN = "reads what is rebound later"
    MUTATE = "changes a place"
    UNROLL = "puts the body of a long loop into the graph"
    REMADE = "makes a graph function again and again"
    LEAK = "keeps a symbolic tensor"
    EAGER_ONLY = "needs the value of a tensor"
    UNCONVERTED = "branches or loops on a tensor in Python"
    UNSUPPORTED = "does in a staged branch or loop what cannot be staged"
    LATE = "makes functions in a loop that read its variable"
    CACHED = "keeps random numbers of the first epoch for all"
    SHARE = "calls a graph function with another scalar that is equal"
    DISCARD = "drops the result of a functional update"
    RETRACE = "calls a graph function with Python values that vary"
    UNSHAPED = "needs the rank of a tensor, which is not known"
    UNHASHABLE = "calls a graph function with what cannot be hashed"
    RESHAPE = "calls a graph function with tensors whose shapes vary"
    TENSOR_ATTRIBUTE = "reads an attribute that is on another tensor"
    NEW_OBJECT = "calls a graph function with another object at each call"


class Deed(NamedTuple):
    """What is read from the world, or done to it or to a generator, in words."""

    does: str
    """``reads the clock``"""
    instead: str
    deliberate: bool = False
    """It is often meant to happen once, at the trace: a setting."""
    for_dataset: bool = False
    """So it is where a dataset is put together, whose functions are traced once."""


@dataclass(frozen=True)
class Meaning:
    """What a call of one name does, as far as the analysis cares."""

    effect: Kind | None = None
    """What the call does besides computing a value."""
    deed: Deed | None = None
    """For `Kind.WORLD`, which; for random numbers, if it is none that is drawn."""
    makes: str | None = None
    """The kind of object that it returns, a key of `MEANINGS` (for its methods) or of `MUTATORS`."""
    called: Kind | None = None
    """What the object does when it is called for the first time."""
    keeps: bool = False
    """The object keeps what it is given: calling it calls that."""
    seeded: bool = False
    """The object draws the same numbers each time that it is made with the same, given seed."""
    graph: bool = False
    """It makes a graph function of its first argument, or a decorator if there is none."""
    factory: bool = False
    """It only makes decorators: its arguments are settings."""
    calls: tuple[int | str, ...] = ()
    """Arguments that it calls in place, by position and by keyword."""
    traces: tuple[int | str, ...] = ()
    """Arguments that it traces into graphs of their own, wherever it is called, by position and by keyword."""
    returns: int | None = None
    """The position of the function that it returns as good as unchanged."""
    changes: int | None = None
    """The position of the argument that it changes in place."""
    advances: int | None = None
    """The position of the argument that it takes elements from, if that is an iterator."""
    escapes: bool = False
    """What it decorates is no part of a graph: it runs in Python at every execution, or only once."""
    named: bool = False
    """It goes by its name: what keeps variables by their names makes it once."""
    keeps_named: bool = False
    """A decorator of a function, which keeps the variables of that by their names."""
    lifts: bool = False
    """A context manager whose body is lifted out of the graph."""
    in_graph: bool | None = None
    """What it returns in a graph: True or False."""
    eager: tuple[str, str] | None = None
    """It runs in Python alone: what it raises in a graph, and what to use instead."""

    @property
    def matters(self) -> bool:
        """Whether a call has to be followed at all."""
        followed = self.effect or self.called or self.keeps or self.calls or self.traces or self.escapes or self.eager
        return bool(followed) or self.changes is not None or self.advances is not None


def effects(kind: Kind, prefix: str, names: str) -> dict[str, Meaning]:
    """One meaning for many names: `names` are separated by spaces."""
    return {f"{prefix}.{name}": Meaning(effect=kind) for name in names.split()}


def makers(kind: str, prefix: str, names: str, effect: Kind | None = None) -> dict[str, Meaning]:
    """Names that return an object of one kind, with what else they do."""
    return {f"{prefix}.{name}": Meaning(effect, makes=kind) for name in names.split()}
