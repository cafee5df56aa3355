"""One effect that a rule forbids: where it is reported, and the way that leads to it. Its text is made in rules/rendering.py."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from astroid import nodes
from pylint.interfaces import HIGH, Confidence

from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.places import Param, Value, text
from graphlint.frameworks.meaning import Kind

Calls = tuple[tuple[str, nodes.NodeNG], ...]


@dataclass(frozen=True, slots=True)
class Way:
    """The calls that were made to get here: each with the name of the function that is called."""

    calls: Calls = ()
    confidence: Confidence = HIGH


class Step(NamedTuple):
    """A call on the way: `name` is called at `path`:`line`."""

    name: str
    path: str
    line: int


@dataclass(slots=True)
class Offence:
    """An effect in a graph context, and the way that leads to it; or one of plain Python that calls or makes a graph function."""

    kind: Kind | str
    """What it does: one of the tables' kinds, or the symbol of a rule that finds it by a query of its own."""
    node: nodes.NodeNG
    """Where it is reported."""
    effect: nodes.NodeNG
    """The code that has the effect, which may lie in another module; of a call that retraces, the argument."""
    function: str
    """Qualified name of the graph function."""
    confidence: Confidence
    root: GraphFunction | None = None
    """The graph function that it is reached from; None if the effect executes in plain Python."""
    way: Way = Way()
    lines: tuple[tuple[str, int], ...] = ()
    """Where the effect itself executes, as path and line."""
    place: Value | None = None
    """What is changed or read, if that is storage."""
    item: str = ""
    """Which item of it is meant: ``["lr"]``."""
    details: dict[str, str] = field(default_factory=dict)
    """What the rule's message says of this one alone, by the fields of its template."""
    parameter: Param | None = None
    """Of a call that retraces, what the argument is given for."""
    maker: nodes.NodeNG | None = None
    """Of a call that retraces, the call or decorator that makes the graph function."""

    @property
    def outside(self) -> bool:
        """Whether the effect executes in plain Python, outside of graph functions."""
        return self.root is None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The calls that lead from the graph function to the effect."""
        return tuple(Step(name, call.root().file, call.lineno) for name, call in self.way.calls)

    @property
    def storage(self) -> str | None:
        """The place, as a person would write it."""
        return None if self.place is None else text(self.place)


def of_call(
    kind: Kind | str,
    node: nodes.NodeNG,
    function: str,
    confidence: Confidence,
    details: dict[str, str],
    effect: nodes.NodeNG | None = None,
) -> Offence:
    """An offence of plain Python, where a graph function is made or called; it executes there, or in its `effect`."""
    lines = ((node.root().file, node.lineno),)
    return Offence(kind, node, effect or node, function, confidence, lines=lines, details=details)


def offence_of(
    root: GraphFunction, kind: Kind | str, node: nodes.NodeNG, way: Way, confidence: Confidence, place: Value | None = None
) -> Offence:
    """An effect of a graph function: at itself if that is in the function's module, else at the call that leads out of it."""
    at = node if node.root() is root.module else anchor(root, way)
    return Offence(kind, at, node, root.name, confidence, root, way, ((node.root().file, node.lineno),), place)


def reported_at(node: nodes.NodeNG, offence: Offence, way: Way) -> Offence:
    """The same offence, reported at another call that leads to it."""
    return replace(offence, node=node, way=way)


def anchor(root: GraphFunction, way: Way) -> nodes.NodeNG:
    """The call that leads out of the linted module, or what makes the graph function there."""
    inside = (call for _, call in reversed(way.calls) if call.root() is root.module)
    return next(inside, root.site or root.node)
