"""Models whose layers are frozen or thawed between the calls of a graph function: it goes on with the variables that it has read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import layer_access, names
from graphlint.analysis.syntax.assignments import assigned_values, is_at_later_turn
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline.parts import parts
from graphlint.analysis.timeline.runs import shared_loops
from graphlint.analysis.values.places import Attribute, Fresh, Value, Variable, attribute

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.targets import Targets

class Thawed:
    """The statements of a program that set `trainable`, and the calls of functions that do."""

    def __init__(self, targets: Targets, runs: Runs) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs

    def find(self, place: Attribute, function: FunctionNode) -> nodes.NodeNG | None:
        """What changes which layers of a model are trained, between two calls of a graph function that reads its variables."""
        leading: dict[Scope, list[nodes.Call]] = {}
        for statement, values in self._changes:
            scope = names.function_scope(statement)
            if scope not in leading:
                leading[scope] = [call for call in self.runs.of(scope) if self.runs.leads_to(call, function)]
            if self._is_between(statement, leading[scope]) and any(self._is_of(value, place.base) for value in values):
                return statement
        return None

    def _is_between(self, statement: nodes.NodeNG, runs: list[nodes.Call]) -> bool:
        """Whether a statement stands between two calls, or a later turn of a loop of them comes to it: ``if epoch == 5: base.trainable = True``."""
        if self.runs.stands_between(statement, runs):
            return True
        loops = shared_loops(statement, names.function_scope(statement), runs)
        return any(_is_of_later_turn(statement, loop) and not self.runs.makes_graphs(loop) for loop in loops)

    @cached_property
    def _changes(self) -> list[tuple[nodes.NodeNG, frozenset[Value]]]:
        """The statements that may change it, each with the model that it is changed in."""
        stored = (target for module in self.runs.modules for target in self.program.index(module).stored.get("trainable", ()))
        targets = [one for one in stored if isinstance(one, nodes.AssignAttr) and not self.runs.is_traced(names.function_scope(one))]
        if all(getattr(value, "value", None) is True for target in targets for value in assigned_values(target)):
            return []  # so it was before
        return [spot for target in targets for spot in self._spots(target)]

    def _spots(self, target: nodes.AssignAttr) -> Iterator[tuple[nodes.NodeNG, frozenset[Value]]]:
        """The statement that sets it, or the calls of the function that does, each with the model that it is set in."""
        scope, statement, owner = names.function_scope(target), target.statement(), target.expr
        for loop in names.loops_around(target, scope):
            if isinstance(loop, nodes.For) and isinstance(owner, nodes.Name) and owner.name in names.assigned_in(loop):
                statement, owner = loop, loop.iter
        taken = list(layer_access.named(owner, scope))
        if len(taken) == 1 and layer_access.taken_from(taken[0]) is not None:
            (owner,) = taken  # `layer = model.get_layer("head"); layer.trainable = True`
        owner = layer_access.model_of(owner)
        yield statement, self.program.detached(owner, scope)
        start = owner.expr if isinstance(owner, nodes.Attribute) else owner
        if not isinstance(scope, nodes.FunctionDef) or not isinstance(start, nodes.Name) or start.name not in scope.argnames():
            return
        receives = classes.receives(scope, start.name)
        for call in self.runs.calls_of(scope):
            given = call.func.expr if receives and isinstance(call.func, nodes.Attribute) else given_expression(call, scope, start.name)
            if given is not None:
                values = self.program.detached(given, names.function_scope(call))
                yield call.statement(), frozenset(attribute(value, owner.attrname) for value in values) if owner is not start else values

    def _is_of(self, value: Value, model: Value) -> bool:
        """Whether it is the model, or a part that it is put together of."""
        if self.targets.is_same(value, model):
            return True
        held = {value, *classes.objects(self.program, value)}
        made = {one for one in classes.objects(self.program, model) if isinstance(one, Fresh) and isinstance(one.node, nodes.Call)}
        return not made.isdisjoint(held) or any(not held.isdisjoint(parts(self.program, one.node, names.function_scope(one.node))) for one in made)


def _is_of_later_turn(statement: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether a later turn of a loop than the first sets something, or something else: ``base.trainable = epoch >= 5``."""
    if is_at_later_turn(statement, loop, "trainable"):
        return True
    value = statement.value if isinstance(statement, nodes.Assign) and statement.parent is loop else None
    counted = names.assigned_in(loop.target) if isinstance(loop, nodes.For) else set()
    return value is not None and names.reads_any(value, counted)
