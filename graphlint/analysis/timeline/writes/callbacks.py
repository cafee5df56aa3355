"""What callbacks set for good between the calls of graph functions: at the end of an epoch, or from one epoch on.

``def on_epoch_end(self, epoch, logs=None): disable_warmup(self.model)``: whatever the constructor of a layer has put into
its flag, the graph of the first epoch keeps. A callback may set the flag itself, call the method that does, or a function that
goes through the layers of its model.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import Rebinding, assigned_values, reads_arguments
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.writes.targets import parameter_of, tested
from graphlint.analysis.values.places import Attribute, Const

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.targets import Targets

#: How many functions lie between the method of a callback and the one that sets.
_MAX_CALLERS = 2


class Hooks:
    """The methods of callbacks, Keras' or the program's own."""

    def __init__(self, targets: Targets, runs: Runs) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs

    def find_object(self, place: Attribute) -> nodes.NodeNG | None:
        """What sets an attribute that is missing at first, or holds an object."""
        for target in self.targets.of(place):
            scope = names.function_scope(target)
            if _is_helped_by(scope) and self.targets.is_run_between(scope) and not self.runs.is_traced(scope):
                if any(not isinstance(value, nodes.Const) for value in assigned_values(target)):
                    return target
        return None

    def find_constant(self, place: Attribute) -> nodes.NodeNG | None:
        """What sets an attribute to another constant than it has from the start: an assignment, or a call that leads there."""
        for target in self.targets.of(place):
            scope = names.function_scope(target)
            if self.runs.is_traced(scope) or not self._is_other_constant(target, place):
                continue
            for node in (target, *(self._calls(target, place) if isinstance(scope, nodes.FunctionDef) else ())):
                if self._is_by_hook(node, place):
                    return node
        return None

    def _is_other_constant(self, target: nodes.NodeNG, place: Attribute) -> bool:
        values = assigned_values(target)
        if len(values) != 1 or not isinstance(values[0], nodes.Const) or values[0].value is None:
            return False
        same = Const(values[0].value, type(values[0].value))
        return any(isinstance(value, Const) and value.value is not None and value != same for value in classes.contents(self.program, place))

    def _calls(self, target: nodes.NodeNG, place: Attribute) -> Iterator[nodes.Call]:
        """The calls of the function that sets something, and of those that call it: of a method those on an object that may be the place's."""
        setter = names.function_scope(target)
        is_own = isinstance(target, nodes.AssignAttr) and classes.receives(setter, target.expr.as_string())
        found = list(self._calls_of(setter, classes.owners(self.program, place.base) if is_own else []))
        for _ in range(_MAX_CALLERS):
            yield from found
            found = [call for scope in dict.fromkeys(map(names.function_scope, found)) for call in self._calls_of(scope, [])]

    def _calls_of(self, scope: Scope, owners: list[nodes.ClassDef]) -> Iterator[nodes.Call]:
        """The calls of a function that is not traced and no hook itself; of a method on objects of the `owners`, or of its own class.

        `callers` does not know of a method of an object of which nothing is known: here it counts, where no other class has one by that name.
        """
        if not isinstance(scope, nodes.FunctionDef) or habits.is_run_by_epochs(scope) or self.runs.is_traced(scope):
            return
        if not isinstance(scope.parent, nodes.ClassDef):
            yield from self.runs.calls_of(scope)
            return
        for call in calls_named(self.program, self.runs.modules, (scope.name,)):
            if isinstance(call.func, nodes.Attribute) and self._is_on_one(call.func, scope, owners or [scope.parent]):
                yield call

    def _is_on_one(self, called: nodes.Attribute, method: nodes.FunctionDef, owners: list[nodes.ClassDef]) -> bool:
        """Whether a method is called on an object of one of some classes, or on a variable that may be one for all that is known."""
        scope = names.function_scope(called)
        values = self.program.detached(called.expr, scope) | tested(self.program, called)
        if any(self.targets.is_of(value, owners) for value in values):
            return True
        if any(classes.kinds(self.program, value) for value in values) or not isinstance(called.expr, nodes.Name):
            return False
        having = [one for module in self.runs.modules for one in self.program.index(module).functions if one.name == method.name]
        return all(one.parent in classes.ancestors(self.program, owner) for one in having for owner in owners)

    def _is_by_hook(self, node: nodes.NodeNG, place: Attribute) -> bool:
        """Whether a method of a callback does something after graphs have been made, and none undoes it before they run again."""
        hook = names.function_scope(node)
        if not habits.is_run_by_epochs(hook) or not self.targets.is_run_between(hook, parameter_of(node)) or self.runs.are_made_after(node, hook):
            return False
        if not habits.is_at_end(hook) and not reads_arguments(Rebinding(node, (), False), hook):
            return False
        others = (names.function_scope(target) for target in self.targets.of(place))
        return not any(habits.are_around_one_turn(other, hook) for other in others)


def _is_helped_by(scope: Scope) -> bool:
    """Whether Keras calls a method of a callback again and again, or one of its class that calls it."""
    others = (one for one in scope.parent.body if habits.is_run_by_epochs(one)) if isinstance(scope.parent, nodes.ClassDef) else ()
    return habits.is_run_by_epochs(scope) or any(scope.name in names.called(one) for one in others)
