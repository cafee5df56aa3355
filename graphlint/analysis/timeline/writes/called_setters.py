"""Methods and functions that are called between two calls of a graph function, and set what it has read to something else.

``model.predict(x); model.calibrate(); model.predict(x)``: what `calibrate` sets, itself or by a method of one of its parts,
the second call does not see. Other rules tell of what such a method is given; this one of what it has of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import Rebinding, assigned_values, changes, is_at_later_turn, is_empty
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline.runs import is_part, shared_loops
from graphlint.analysis.values.places import Attribute, Const, Variable

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.targets import Targets

#: How many methods lie between the one that is called and the one that sets.
_MAX_CALLERS = 2


class CalledSetters:
    """The calls of methods that set attributes, and of functions that bind globals, whatever they are given."""

    def __init__(self, targets: Targets, runs: Runs) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs

    def find(self, place: Attribute | Variable, function: FunctionNode) -> nodes.NodeNG | None:
        """The call between two calls of a graph function, or at a later turn of a loop of these, that sets what it has read."""
        setters = [target for target in self.targets.of(place) if self._is_setter(target)]
        calls = {target: list(self._calls(names.function_scope(target), 0)) for target in setters}
        everything = {call for found in calls.values() for call in found}
        for target in setters:
            for call in calls[target] if self._is_other(target, place) else ():
                scope = names.function_scope(call)
                if self._is_set_again(call, scope, place, everything):
                    continue
                owner = call.func.expr if isinstance(call.func, nodes.Attribute) and isinstance(place, Attribute) else None
                alike = (run for run in self.runs.of(scope) if owner is None or is_part(owner, run, scope))
                runs = [run for run in alike if self.runs.leads_to(run, function) or owner is not None and self.runs.may_lead_to_parts(run)]
                if call in runs or self.runs.are_made_after(call, scope):
                    continue
                later = any(is_at_later_turn(call, loop, place.name) for loop in shared_loops(call, scope, runs))
                if later or self.runs.is_between(call, runs):
                    return call
        return None

    def _is_setter(self, target: nodes.NodeNG) -> bool:
        """Whether a method or function sets it that is not part of a trace, nor makes an object ready."""
        method = names.function_scope(target)
        if not isinstance(target, (nodes.AssignAttr, nodes.AssignName)) or not isinstance(method, nodes.FunctionDef):
            return False
        return not self.runs.is_traced(method) and not self.runs.is_preparation(method)

    def _is_other(self, target: nodes.NodeNG, place: Attribute | Variable) -> bool:
        """Whether it is set to something else than what is there: no attribute to what is given, nor where it is missing, nor emptied."""
        values, method = assigned_values(target), names.function_scope(target)
        if not values or is_empty(Rebinding(target, values, changes(target))):
            return False
        shown = target.as_string()
        if any(shown in branch.test.as_string() for branch in target.node_ancestors() if isinstance(branch, nodes.If)):
            return False
        if isinstance(values[0], nodes.Const):
            held = classes.contents(self.program, place)
            same = Const(values[0].value, type(values[0].value))
            return values[0].value is not None and any(value != same for value in held)
        return isinstance(place, Variable) or not (isinstance(values[0], nodes.Name) and values[0].name in method.argnames())

    def _calls(self, method: Scope, depth: int) -> Iterator[nodes.Call]:
        """The calls of a method on an object, and of the methods that call it, or of a function and of those that call it."""
        is_method = isinstance(method.parent, nodes.ClassDef)
        for call in self.runs.calls_of(method):
            if is_method and not isinstance(call.func, nodes.Attribute):
                continue
            yield call
            caller = names.function_scope(call)
            is_alike = isinstance(caller, nodes.FunctionDef) and isinstance(caller.parent, nodes.ClassDef) is is_method
            if is_alike and depth < _MAX_CALLERS:
                if caller is not method and not self.runs.is_traced(caller) and not self.runs.is_preparation(caller):
                    yield from self._calls(caller, depth + 1)

    def _is_set_again(self, call: nodes.Call, scope: Scope, place: Attribute | Variable, calls: set[nodes.Call]) -> bool:
        """Whether something else there sets it, too: as it was, for all that is known."""
        if any(other is not call and names.function_scope(other) is scope for other in calls):
            return True
        return any(names.function_scope(target) is scope for target in self.targets.of(place))
