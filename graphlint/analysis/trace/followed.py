"""What those who judge a trace are told of it while it is followed."""

from __future__ import annotations

from typing import Protocol

from astroid import nodes
from pylint.interfaces import Confidence

from graphlint.analysis.engine.callgraph.callees import Callee
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.offence import Offence, Way
from graphlint.analysis.values.places import Argument, Value
from graphlint.frameworks.meaning import Kind


class Followed(Protocol):
    """One graph function that is being followed; trace.py follows it."""

    program: Program
    root: GraphFunction
    module: nodes.Module
    """The linted module."""
    entered: set[FunctionNode]
    """The functions that the trace has come into so far."""
    active: list[FunctionNode]
    """Those that it is in just now, the outermost first."""
    offences: list[Offence]
    """What is noted so far."""
    draws: list[tuple[nodes.NodeNG, Way]]
    """What draws random numbers at each run of the graph."""

    def report(self, kind: Kind | str, node: nodes.NodeNG, way: Way, confidence: Confidence, place: Value | None = None) -> Offence:
        """Notes an offence; one that changes a place only once somebody is known to see that."""

    def leaves(self, node: nodes.NodeNG) -> None:
        """Notes that what raises leaves the ``try`` around it for its handler: nothing after it in there is done."""

    def callees(self, written: frozenset[Value], values: frozenset[Value], frame: Frame) -> list[Callee]:
        """Which functions a call may reach, by what it is `written` as and the `values` that this is in the activation."""

    def step(
        self, callee: Callee, node: nodes.NodeNG, arguments: tuple[Argument, ...], way: Way, caller: str | None = None, outer: str = ""
    ) -> frozenset[Value]:
        """Follows one call to a function of the program."""

    def constants(self, values: frozenset[Value]) -> frozenset[Value]:
        """The values, with what is one constant replaced by it."""
