"""What a function does, in order, in terms of its own parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from astroid import nodes

from graphlint.analysis.syntax.uses import Need
from graphlint.analysis.values.conditions import Condition, Guard
from graphlint.analysis.values.places import Argument, Graph, Value, where


@dataclass(eq=False, slots=True)
class Call:
    """Something is called. Which functions that may be, and with what effect, is known where the parameters are."""

    node: nodes.NodeNG
    callee: frozenset[Value]
    arguments: tuple[Argument, ...]
    guards: tuple[Guard, ...]
    loops: int
    """How many loops the call is in."""
    number: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.number = hash((where(self.node), self.callee, self.arguments))

    def __hash__(self) -> int:
        return self.number  # as those of values, the same in all runs


@dataclass(eq=False, slots=True)
class Store:
    """A variable of an outer scope, an attribute or an item is assigned or deleted."""

    node: nodes.NodeNG
    place: Value
    values: frozenset[Value]
    augmented: bool
    guards: tuple[Guard, ...]


@dataclass(eq=False, slots=True)
class Change:
    """``name += …``: changes the object if it is a container, rebinds the name if it is not."""

    node: nodes.NodeNG
    place: Value
    guards: tuple[Guard, ...]


@dataclass(eq=False, slots=True)
class Read:
    """A place that something in the module assigns is read."""

    node: nodes.NodeNG
    place: Value
    guards: tuple[Guard, ...]


@dataclass(eq=False, slots=True)
class Loop:
    """A loop or comprehension has ended; `bounds` are the arguments of the ``range`` that it goes over."""

    node: nodes.NodeNG
    bounds: tuple[frozenset[Value], ...]
    guards: tuple[Guard, ...]


@dataclass(eq=False, slots=True)
class Use:
    """Python does something for which it needs the value of what may be a tensor."""

    node: nodes.NodeNG
    how: Need
    given: tuple[frozenset[Value], ...]
    guards: tuple[Guard, ...]
    condition: Condition | None = None
    """The test."""
    name: str = ""
    """The method (``numpy``), or the canonical name of the function (``numpy.sum``), that is called."""
    caught: bool = False
    """It is in the body of a ``try`` that handles what TensorFlow raises."""


Event = Union[Call, Store, Change, Read, Loop, Use]


@dataclass(slots=True)
class Summary:
    """The effects of one function, module or class body."""

    events: list[Event] = field(default_factory=list)
    returns: frozenset[Value] = frozenset()
    ways: list[tuple[frozenset[Value], tuple[Guard, ...]]] = field(default_factory=list)
    """What each ``return`` gives, where a function has several, and what it depends on."""
    yields: frozenset[Value] = frozenset()
    variables: dict[str, frozenset[Value]] = field(default_factory=dict)
    """Each local variable and all that it may hold."""
    stores: dict[nodes.NodeNG, frozenset[Value]] = field(default_factory=dict)
    """What each assignment to an attribute or an outer variable stores, by its target node."""
    operations: list[nodes.NodeNG] = field(default_factory=list)
    """The calls of the framework's operations."""
    operators: dict[nodes.NodeNG, tuple[frozenset[Value], ...]] = field(default_factory=dict)
    """The operators in loops, with operands that may be tensors: these make operations, too."""
    graphs: list[tuple[Graph, nodes.NodeNG, tuple[Guard, ...]]] = field(default_factory=list)
    """The graph functions that are made here, with the calls that make them and what these depend on."""
    _by_node: dict[nodes.NodeNG, list[tuple[int, Call]]] = field(default_factory=dict, repr=False)
    """The calls of each node, with their places in the order of the events; of a summary that is whole."""

    def close(self) -> None:
        """Says that it is whole: its events stay as they are."""
        for place, event in enumerate(self.events):
            if isinstance(event, Call):
                self._by_node.setdefault(event.node, []).append((place, event))

    def calls_of(self, *called: nodes.NodeNG) -> list[Call]:
        """The calls that some nodes are, in the order of the events: of one node several, where it runs on several ways."""
        if not self._by_node and self.events:  # still being made
            return [event for event in self.events if isinstance(event, Call) and event.node in called]
        found = [call for node in called for call in self._by_node.get(node, ())]
        return [call for _, call in (sorted(found, key=lambda one: one[0]) if len(found) > 1 else found)]
