"""Objects that are replaced around the calls of a graph function: it goes on with the one that it has traced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import (
    assigned_values,
    is_at_later_turn,
    is_element,
    is_in_each_turn,
    is_name,
    is_of_one_turn,
    makes_optimizer,
)
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline.makings.renewed import makes_variables
from graphlint.analysis.timeline.runs import is_part
from graphlint.analysis.values.places import Attribute, Fresh, Value, Variable

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.targets import Targets
    from graphlint.analysis.values.graph_function import GraphFunction


class Replaced:
    """What puts another object in a variable or attribute, for each turn of a loop that calls a graph function or between two calls."""

    def __init__(self, targets: Targets, runs: Runs) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs
        self._parts: dict[tuple[Value, FunctionNode], nodes.NodeNG | None] = {}
        self._known: dict[tuple[Variable, GraphFunction], list[tuple[nodes.NodeNG, bool]]] = {}

    def find(self, place: Variable, root: GraphFunction) -> nodes.NodeNG | None:
        """What puts another object in a variable for each turn of a loop that calls a graph function, or between two calls."""
        return next((target for target, again in self._replacements(place, root) if not again), None)

    def find_part(self, place: Attribute, function: FunctionNode) -> nodes.NodeNG | None:
        """What puts another object in an attribute between two calls of a method, or for each turn of a loop of them."""
        key = (place, function)
        if key not in self._parts:
            self._parts[key] = self._find_part(place, function)
        return self._parts[key]

    def renewed(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """What puts another optimizer in a variable where a graph function is traced again, for it is given another model."""
        found = self._replacements(place, root) if isinstance(place, Variable) else ()
        target = next((target for target, again in found if again and self.makes_variables(target)), None)
        return None if target is None or self._is_built(place) else target

    def makes_variables(self, target: nodes.NodeNG) -> bool:
        """Whether an optimizer is made that has no variables until it is used."""
        scope = names.function_scope(target)
        made = [one for value in assigned_values(target) for one in self.program.detached(value, scope) if isinstance(one, Fresh)]
        return any(str(one.kind).startswith("keras.optimizers.") and makes_variables(self.program, one) for one in made)

    def _is_built(self, place: Variable) -> bool:
        """Whether the variables of an optimizer are made before it is used: ``optimizer.build(model.trainable_variables)``."""
        uses = (use for module in self.runs.modules for use in self.program.index(module).uses.get(place.name, ()))
        built = (use for use in uses if isinstance(use, nodes.Name) and getattr(use.parent, "attrname", "") == "build")
        return any(place in self.program.lookup(names.function_scope(use), use.name) for use in built)

    def _replacements(self, place: Variable, root: GraphFunction) -> list[tuple[nodes.NodeNG, bool]]:
        if (place, root) not in self._known:
            self._known[place, root] = list(self._find_replacements(place, root))
        return self._known[place, root]

    def _find_replacements(self, place: Variable, root: GraphFunction) -> Iterator[tuple[nodes.NodeNG, bool]]:
        """What replaces the object in a variable around the calls of a graph function, and whether these are traced again for it."""
        function = root.node
        if root.tracer is not None or not isinstance(function, nodes.FunctionDef) or isinstance(function.parent, nodes.ClassDef):
            return
        if function.decorators is None or names.loops_around(function, place.scope):
            return  # what makes the graph function again reads anew
        targets = self.targets.of(place)
        for target in targets:
            scope = names.function_scope(target)
            if self.runs.is_traced(scope) or not (self.makes_object(target) or makes_optimizer(target)):
                continue
            is_set_by_call = isinstance(scope, nodes.FunctionDef) and isinstance(place.scope, nodes.Module)
            for spot in (target, *(self.runs.calls_of(scope) if is_set_by_call else ())):
                runs = [call for call in self.runs.of(names.function_scope(spot)) if self.runs.leads_to(call, function)]
                loop = _headed(spot) or next(iter(names.loops_around(spot, names.function_scope(spot))), None)
                if loop is not None and (loop is _headed(spot) or is_in_each_turn(spot, loop) or len(targets) > 1 and is_at_later_turn(spot, loop, place.name)):
                    runs = [call for call in runs if loop.parent_of(call)]
                    if runs:
                        yield target, any(self._is_given_new(call, loop) for call in runs)
                elif self.runs.is_between(spot, runs):
                    yield target, False

    def _find_part(self, place: Attribute, function: FunctionNode) -> nodes.NodeNG | None:
        for target in self.targets.of(place):
            scope = names.function_scope(target)
            if self.runs.is_traced(scope) or not isinstance(target, nodes.AssignAttr):
                continue
            if isinstance(scope, nodes.FunctionDef) and any(map(scope.parent_of, self.runs.traced)):
                continue  # what makes a graph function there reads it anew
            runs = [call for call in self.runs.of(scope) if is_part(target.expr, call, scope)]
            if self.makes_object(target) and (self.runs.is_between(target, runs) or self._is_renewed(scope)):
                return target
            is_other = self.makes_object(target) or self._is_made_before(target)
            for loop in names.loops_around(target, scope):
                within = [call for call in runs if loop.parent_of(call) and self.runs.leads_to(call, function)]
                if within and is_other and not is_of_one_turn(target, loop) and is_at_later_turn(target, loop, place.name):
                    if not self.runs.are_made_after(target, scope):
                        return target
                if is_in_each_turn(target, loop) and not is_of_one_turn(target, loop):
                    if self._serves_other_turns(target, loop, within):
                        return target
        return None

    def _serves_other_turns(self, target: nodes.AssignAttr, loop: nodes.NodeNG, runs: list[nodes.Call]) -> bool:
        """Whether each turn of a loop puts another object in an attribute, and runs a graph function that is given nothing to tell it by."""
        if self.makes_object(target):
            own = names.assigned_in(loop.target) if isinstance(loop, nodes.For) else set()
            return any(not self._is_given_new(call, loop) and not any(_mentions(call, name) for name in own) for call in runs)
        values = assigned_values(target)
        return is_name(values) and is_element(values[0], loop) and any(not _mentions(call, values[0].name) for call in runs)

    def _is_renewed(self, scope: Scope) -> bool:
        """Whether a method that makes a part of its object anew is called in a loop that runs a graph function, too."""
        return isinstance(scope, nodes.FunctionDef) and not self.runs.is_preparation(scope) and self.runs.is_called_in_loops(scope)

    def _is_made_before(self, target: nodes.AssignAttr) -> bool:
        """Whether an object is assigned that was made for it and has not been used: ``sgd = SGD()``."""
        values, scope = assigned_values(target), names.function_scope(target)
        bindings = scope.locals.get(values[0].name, ()) if is_name(values) else ()
        if len(bindings) != 1 or not isinstance(bindings[0], nodes.AssignName) or not self.makes_object(bindings[0]):
            return False
        uses = (name for name in scope.nodes_of_class(nodes.Name) if name.name == values[0].name)
        return all(use.lineno >= target.lineno for use in uses)

    def makes_object(self, target: nodes.NodeNG) -> bool:
        """Whether a call that makes an object of a class, of the program's or of another package's, is assigned."""
        scope = names.function_scope(target)
        loop = _headed(target)
        shown = loop.iter.elts if loop is not None and isinstance(loop.iter, (nodes.List, nodes.Tuple)) else assigned_values(target)
        made = [value for value in shown if isinstance(value, nodes.Call)]
        if loop is not None and len(made) < len(shown):
            return False
        if made and all(self._is_of_package(call.func, scope) for call in made):
            return True
        found = [kind for call in made for value in self.program.detached(call, scope) for kind in classes.kinds(self.program, value)]
        return bool(found) and all(
            isinstance(kind, nodes.ClassDef) or kind.startswith(("keras.", "tensorflow.")) and kind != "tensorflow.Tensor"
            for kind in found
        )

    def _is_of_package(self, func: nodes.NodeNG, scope: Scope) -> bool:
        """Whether a class is called of a package of which nothing is known (a distribution, a kernel), or a function that returns such a call."""
        found = callees.callees(self.program, self.program.detached(func, scope))
        if names.names_class(func):
            return bool(found) and all("." in (one.name or "") and one.receiver is None and frameworks.meaning(one.name) is None for one in found)
        makers = [one.function.node for one in found if one.function is not None and isinstance(one.function.node, nodes.FunctionDef)]
        made = [(maker, one.value) for maker in makers for one in maker.nodes_of_class(nodes.Return)]
        return bool(made) and all(
            isinstance(value, nodes.Call) and names.names_class(value.func) and self._is_of_package(value.func, maker) for maker, value in made
        )

    def _is_given_new(self, call: nodes.Call, loop: nodes.NodeNG) -> bool:
        """Whether a call gives an object that each turn makes: it is traced anew with each."""
        given = {name.name for name in call.nodes_of_class(nodes.Name)}
        made = (target for target in loop.nodes_of_class(nodes.AssignName) if target.name in given)
        return any(self.makes_object(target) for target in made)


def _headed(target: nodes.NodeNG) -> nodes.For | None:
    """The loop whose variable it is: ``for encoder in (A(), B()):``."""
    loop = target.parent
    return loop if isinstance(loop, nodes.For) and loop.target is target else None


def _mentions(node: nodes.NodeNG, name: str) -> bool:
    return any(one.name == name for one in node.nodes_of_class(nodes.Name))
