"""What the modules of a program assign that may be a place: by its name, and by what is known of the object that it is set in."""

from __future__ import annotations

import functools

from astroid import nodes

from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.heap import classes, construction
from graphlint.analysis.engine.heap.subclasses import derived
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import blocks, layer_access, names
from graphlint.analysis.syntax.assignments import is_optimizer, owner_of
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.runs import Runs
from graphlint.analysis.values.places import (
    Attribute,
    Class,
    Function,
    Graph,
    Module,
    Param,
    Value,
    Variable,
    attribute,
)


class Targets:
    """The targets of assignments in some modules."""

    def __init__(self, program: Program, modules: list[nodes.Module], runs: Runs) -> None:
        self.program = program
        self.modules = modules
        self.runs = runs
        self._known: dict[Value, list[nodes.NodeNG]] = {}
        self._classes: dict[str, list[nodes.ClassDef]] = {}
        self._mates: dict[nodes.ClassDef, set[nodes.ClassDef]] = {}

    def of(self, place: Variable | Attribute) -> list[nodes.NodeNG]:
        """Those that may be the place."""
        if place not in self._known:
            self._known[place] = [target for target in self._find(place) if not callees.is_put_back(self.program, target)]
        return self._known[place]

    def _find(self, place: Variable | Attribute) -> list[nodes.NodeNG]:
        found: list[nodes.NodeNG] = []
        owners: list[nodes.ClassDef] = []
        if isinstance(place, Variable):
            found += [binding for binding in self.program.bindings(place) if isinstance(binding, nodes.AssignName)]
            if not isinstance(place.scope, nodes.Module):
                return found
        else:
            owners = classes.owners(self.program, place.base)
        for module in self.modules:
            for target in self.program.index(module).stored.get(place.name, ()):
                values = self.program.detached(target.expr, names.function_scope(target))
                if isinstance(place, Variable):
                    path = self.program.modules.path(place.scope)
                    if any(isinstance(value, Module) and value.path == path for value in values):
                        found.append(target)
                elif isinstance(place.base, Class):
                    if any(isinstance(value, Class) and self.is_of(value, owners) for value in values):
                        found.append(target)
                elif any(self.is_of(value, owners) for value in (*values, *tested(self.program, target))):
                    found.append(target)
                elif self._is_of_loop(target, values, owners):
                    found.append(target)
                elif not owners and not is_optimizer(target.expr) and any(self.is_same(value, place.base) for value in values):
                    found.append(target)
        return found

    def is_same(self, value: Value, base: Value) -> bool:
        """Whether two expressions name one object of which nothing is known: ``args`` or ``self.args``."""
        if isinstance(base, Variable) and isinstance(value, Param):
            return (value.scope, value.name) == (base.scope, base.name)
        if not isinstance(value, Attribute) or not isinstance(base, Attribute) or value.name != base.name:
            return value == base and isinstance(base, (Variable, Function, Graph))
        return self.is_of(value.base, classes.owners(self.program, base.base)) or self.is_same(value.base, base.base)

    def _is_of_loop(self, target: nodes.AssignAttr, values: frozenset[Value], owners: list[nodes.ClassDef]) -> bool:
        """Whether it is set in an object of which nothing is known, and only one class has it: by a callback, in what is given, in a layer."""
        scope, in_layer = names.function_scope(target), _is_in_layer(target)
        parameter = parameter_of(target)
        if not (habits.is_run_by_epochs(scope) or in_layer or parameter) or any(classes.kinds(self.program, value) for value in values):
            return False
        if any(isinstance(member, Function) for owner in owners for member in classes.members(self.program, owner, target.attrname)):
            return False  # a property, which does something else
        is_one = self._is_given_one(target, parameter, owners) if parameter else None
        if is_one is None:
            is_one = (habits.is_run_by_epochs(scope) or not parameter) and self._is_the_one(target, in_layer, owners)
        return is_one and (in_layer or self.is_run_between(scope, parameter))

    def _is_the_one(self, target: nodes.AssignAttr, in_layer: bool, owners: list[nodes.ClassDef]) -> bool:
        """Whether only one class has an attribute, of those that the place of a target may be of."""
        having = self._having(target.attrname)
        if self._is_of_callback(names.function_scope(target)):
            having = [cls for cls in having if classes.is_keras(self.program, cls)]  # what a model is made of
            if not in_layer and not habits.is_of_model(target.expr) and all(owner.root() is not target.root() for owner in owners):
                return False
        family = {cls for owner in owners for cls in classes.ancestors(self.program, owner)}
        return bool(having) and family.issuperset(having)

    def _is_of_callback(self, method: nodes.FunctionDef) -> bool:
        """Whether it is a method of a callback of Keras."""
        return self.runs.is_callback(Param(method, next(iter(method.argnames()), "")))

    def _having(self, name: str) -> list[nodes.ClassDef]:
        """The classes that set an attribute by a name."""
        if name not in self._classes:
            there = (cls for module in self.modules for cls in self.program.index(module).classes)
            self._classes[name] = [cls for cls in there if construction.stored_members(cls, name)]
        return self._classes[name]

    def _is_given_one(self, target: nodes.AssignAttr, parameter: str, owners: list[nodes.ClassDef]) -> bool | None:
        """Whether some call gives a function an object of one of the classes, or one that holds it, as the target is written.

        None if nothing shows what is given: as of a hook that is fired by its name.
        """
        scope = names.function_scope(target)
        parts = target.expr.as_string().split(".")[1:]
        calls_ = [call for call in self.runs.calls_of(scope) if not any(isinstance(one, nodes.Starred) for one in call.args)]
        given = [(call, given_expression(call, scope, parameter)) for call in calls_]
        values = [value for call, one in given if one is not None for value in self.program.detached(one, names.function_scope(call))]
        values = [functools.reduce(attribute, parts, value) for value in values]
        return any(self.is_of(value, owners) for value in values) if given else None

    def is_run_between(self, method: nodes.FunctionDef, given: str = "") -> bool:
        """Whether a method of a callback, Keras' or the program's own, runs between the calls of graph functions."""
        return self._is_of_callback(method) or self.runs.is_called_in_loops(method, given)

    def is_of(self, value: Value, owners: list[nodes.ClassDef]) -> bool:
        """Whether an object may be of one of some classes, of one that it derives from, or of a class derived from it."""
        if isinstance(value, Attribute) and value.name == "model" and self.runs.is_callback(value.base):
            return any(classes.is_model(self.program, cls) for cls in owners)
        if isinstance(value, Class):
            return any(value.node in classes.ancestors(self.program, owner) for owner in owners)
        kinds = classes.of_program(self.program, value)
        return any(classes.are_akin(self.program, kind, owner) or kind in self._met(owner) for kind in kinds for owner in owners)

    def _met(self, cls: nodes.ClassDef) -> set[nodes.ClassDef]:
        """The other bases of the classes in its module that derive from a class: what a method of these sets, a method of it reads."""
        if cls not in self._mates:
            subclasses = derived(self.program, cls, [cls.root()])
            self._mates[cls] = {base for subclass in subclasses for base in classes.ancestors(self.program, subclass)}
        return self._mates[cls]


def tested(program: Program, target: nodes.AssignAttr | nodes.Attribute) -> frozenset[Value]:
    """The classes that are asked for before an attribute is set or called: ``if isinstance(layer, Pruned): layer.rate = …``.

    It may be one of several, and all others may be passed over: ``if not isinstance(layer, (Pruned, Quantized)): continue``.
    """
    current, shown, scope = target.statement(), target.expr.as_string(), names.function_scope(target)
    while isinstance(current.parent, (nodes.If, nodes.For, nodes.With)):
        for before in blocks.leaving_before(current):
            if isinstance(before.test, nodes.UnaryOp) and before.test.op == "not" and _asks(before.test.operand, shown):
                return _asked(program, before.test.operand.args[1], scope)
        branch, current = current, current.parent
        test = current.test if isinstance(current, nodes.If) and branch in current.body else None
        conditions = test.values if isinstance(test, nodes.BoolOp) and test.op == "and" else [test]
        for condition in conditions:
            if _asks(condition, shown):
                return _asked(program, condition.args[1], scope)
    return frozenset()


def _asks(test: nodes.NodeNG | None, shown: str) -> bool:
    is_question = isinstance(test, nodes.Call) and getattr(test.func, "name", "") == "isinstance" and len(test.args) == 2
    return is_question and test.args[0].as_string() == shown


def _asked(program: Program, kinds: nodes.NodeNG, scope: Scope) -> frozenset[Value]:
    """The classes that `isinstance` is given."""
    each = kinds.elts if isinstance(kinds, nodes.Tuple) else [kinds]
    return frozenset(value for one in each for value in program.detached(one, scope))


def parameter_of(target: nodes.NodeNG) -> str:
    """The parameter of its function that an attribute is set of, or of its parts: ``def after(self, trainer): trainer.step += 1``."""
    scope, start = names.function_scope(target), owner_of(target)
    if not isinstance(target, nodes.AssignAttr) or not isinstance(start, nodes.Name) or not isinstance(scope, nodes.FunctionDef):
        return ""
    return start.name if start.name in scope.argnames() and not classes.receives(scope, start.name) else ""


def _is_in_layer(target: nodes.AssignAttr) -> bool:
    """``model.get_layer("dropout").rate = 0.1``, of a model that no turn makes, and that is not compiled or made ready again after it."""
    model = layer_access.taken_from(target.expr)
    if not isinstance(model, nodes.Name):
        return False
    scope = names.function_scope(target)
    later = (use for use in scope.nodes_of_class((nodes.Attribute, nodes.AssignAttr)) if use.lineno > target.lineno)
    if any(use.attrname == "compile" or use.attrname.endswith("_function") for use in later):
        return False
    return not any(model.name in names.assigned_in(loop) for loop in names.loops_around(target, scope))
