"""What is written to a place between two runs of a graph function that has read it, wherever the runs and the write stand.

A run of the graph function keeps what the place holds then; a later run on the same object, while the place holds
something else, goes on with the old value. Followed by `order.Flow` through each function that leads to a run and to a
write, and through the functions that it calls, on one object at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.timeline.runs import Runs
from graphlint.analysis.timeline.writes.following import Following
from graphlint.analysis.timeline.writes.question import Question
from graphlint.analysis.timeline.writes.stores import Writes
from graphlint.analysis.values.places import Attribute, Value, Variable

if TYPE_CHECKING:
    from graphlint.analysis.values.graph_function import GraphFunction


class Between:
    """The writes that stand between two runs of a graph function."""

    def __init__(self, runs: Runs, writes: Writes) -> None:
        self.program = runs.program
        self.runs = runs
        self.writes = writes
        self._known: dict[tuple[Value, GraphFunction], tuple[nodes.NodeNG, ...]] = {}
        self._questions: dict[tuple[Value, GraphFunction], Question] = {}

    def find(self, place: Variable | Attribute, root: GraphFunction) -> tuple[nodes.NodeNG, ...]:
        """What changes a place between two runs: each write, or the call that leads to it, in the order of the source."""
        key = (place, root)
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = tuple(Following(self._question(place, root)).answer())
        return self._known[key]

    def settles(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether all objects in question are known in the scope of a write, or of a call that leads to one: nothing else need be asked."""
        return self._question(place, root).is_settled(node)

    def is_of_local(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether something is written to an object that lives for one call of the function: what is written there is all that counts."""
        return self._question(place, root).is_of_local(node)

    def _question(self, place: Variable | Attribute, root: GraphFunction) -> Question:
        key = (place, root)
        if key not in self._questions:
            self._questions[key] = Question(self.runs, self.writes, place, root)
        return self._questions[key]
