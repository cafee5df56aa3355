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
        self._known: dict[tuple[Value, GraphFunction, object], Following] = {}
        self._again: dict[tuple[Attribute, GraphFunction, nodes.ClassDef, object], Again] = {}
        self._questions: dict[tuple[Value, GraphFunction, object], Question] = {}

    def find(self, place: Variable | Attribute, root: GraphFunction, key: object = None) -> dict[nodes.NodeNG, nodes.NodeNG]:
        """What changes a place between two runs: each write, or the call that leads to one, with that, in the order of the source.

        With a `key` it is about what a container in the place holds by that.
        """
        return self._followed(place, root, key).found

    def is_kept(self, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether the graph function is made once, when the object is made ready or before."""
        return self._question(place, root).is_kept()

    def replaced_objects(self, place: Variable | Attribute, root: GraphFunction) -> list[nodes.NodeNG]:
        """The writes of objects between two runs, of which the later one is traced again for another object that it is given."""
        following = self._followed(place, root)
        return following.sorted(following.replaced_objects)

    def _followed(self, place: Variable | Attribute, root: GraphFunction, key: object = None) -> Following:
        asked = (place, root, key)
        if asked not in self._known:
            self._known[asked] = following = Following(self._question(place, root, key))
            following.answer()
        return self._known[asked]

    def again(self, place: Attribute, root: GraphFunction, cls: nodes.ClassDef, key: object = None) -> Again:
        """What somebody changes who calls methods of an object of some class again."""
        asked = (place, root, cls, key)
        if asked not in self._again:
            self._again[asked] = Again(Question(self.runs, self.writes, place, root, cls, key))
        return self._again[asked]

    def settles(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction, key: object = None) -> bool:
        """Whether all objects in question are known in the scope of a write, or of a call that leads to one: nothing else need be asked."""
        return self._question(place, root, key).is_settled(node)

    def is_of_local(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether something is written to an object that lives for one call of the function: what is written there is all that counts."""
        return self._question(place, root).is_of_local(node)

    def _question(self, place: Variable | Attribute, root: GraphFunction, key: object = None) -> Question:
        asked = (place, root, key)
        if asked not in self._questions:
            self._questions[asked] = Question(self.runs, self.writes, place, root, key=key)
        return self._questions[asked]


class Again:
    """What becomes of one place if somebody calls a method of an object again, with other arguments."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._known: dict[nodes.FunctionDef, tuple[list[nodes.NodeNG], list[nodes.NodeNG]]] = {}

    def methods(self, public: list[nodes.FunctionDef]) -> list[nodes.FunctionDef]:
        """Those of some methods that write to the place, or call what does."""
        return [method for method in public if method in self.question.setters]

    def written(self, method: nodes.FunctionDef, public: list[nodes.FunctionDef]) -> list[nodes.NodeNG]:
        """The writes after which the graph function goes on with the old value, in the same method or in another one."""
        return self._followed(method, public)[0]

    def replaced_objects(self, method: nodes.FunctionDef, public: list[nodes.FunctionDef]) -> list[nodes.NodeNG]:
        """The writes of objects for which the graph function is traced again."""
        return self._followed(method, public)[1]

    def _followed(self, method: nodes.FunctionDef, public: list[nodes.FunctionDef]) -> tuple[list[nodes.NodeNG], list[nodes.NodeNG]]:
        if method not in self._known:
            following, runs = Following(self.question), self.question.runs
            others = [one for one in public if one is not method and runs.of(one) and not runs.is_traced(one)]
            written = following.again(method, others)
            self._known[method] = written, following.sorted(following.replaced_objects)
        return self._known[method]
