"""Variables and attributes that a trace reads and that plain Python rebinds later: the graph keeps what it read.

Most that is assigned outside `__init__` is assigned before the first trace. What counts is a place that is assigned again
and again around the calls of a graph function: counted, scaled, set in the loop that calls it, or switched on and off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW

from graphlint.analysis import callers, calls, classes, names
from graphlint.analysis.calls import weaker
from graphlint.analysis.events import Call
from graphlint.analysis.frames import default_expression
from graphlint.analysis.places import (
    Attribute,
    Bound,
    Class,
    Const,
    Fresh,
    Function,
    FunctionNode,
    Graph,
    Module,
    Param,
    Partial,
    Scope,
    Value,
    Variable,
    order,
)
from graphlint.analysis.program import Program
from graphlint.analysis.offence import Offence, file_of
from graphlint.analysis.reach import Trace
from graphlint.analysis.contexts import GraphFunction
from graphlint.analysis.settings import RUN_BY_KERAS, Settings
from graphlint.frameworks.meaning import Kind

_LOOPS = (nodes.For, nodes.While)
#: Methods that make an object ready before it is used.
_FIRST = ("__init__", "__new__", "__post_init__", "__setstate__", "build", "setup", "setUp", "compile", "_build", "_setup")
#: Methods of Keras' callbacks that run between the calls of a model's graph functions.
_BY_EPOCHS = ("on_epoch_", "on_batch_", "on_train_batch_")
#: How many functions lie between the code that assigns and the call of a graph function.
_MAX_CALLERS = 2


class _Rebinding(NamedTuple):
    """Something that rebinds a place: an assignment, or the call of a function that assigns what it is given."""

    node: nodes.NodeNG
    values: tuple[nodes.NodeNG, ...]
    """What the new value is computed from, as far as it is written here."""
    changes: bool
    """The new value is made of the old one."""


def frozen(program: Program, module: nodes.Module, traces: Iterable[Trace]) -> list[Offence]:
    """The reads of each trace whose places are rebound later; one for each place and graph function."""
    traces = list(traces)
    used = [(node, place) for trace in traces for node, place, _ in trace.reads if _is_used(node)]
    if not used:
        return []
    traced = set().union(*(trace.entered for trace in traces))
    rebindings = _Rebindings(program, module, traced, {place for node, place in used if _is_value(node)})
    found: list[Offence] = []
    for trace in traces:
        told: set[Value] = set()
        lines: set[nodes.NodeNG] = set()
        for node, place, way in trace.reads:
            if place in told or not _is_used(node):
                continue
            target = rebindings.find(place, trace.root, _is_value(node))
            if target is not None and target not in lines:  # what a property reads is told as the property
                told.add(place)
                lines.add(target)
                offence = trace.offence(Kind.FROZEN, node, way, weaker(way.confidence, CONTROL_FLOW), place)
                where = "" if target.root() is module else f" of {file_of(target)}"
                offence.words["line"] = f"{target.lineno}{where}"
                found.append(offence)
    return found


def _is_used(node: nodes.NodeNG) -> bool:
    """Whether what is read makes a difference to the graph: it is not only shown, or asserted."""
    return not isinstance(node.parent, (nodes.FormattedValue, nodes.DelAttr)) and not isinstance(node.statement(), nodes.Assert)


def _is_value(node: nodes.NodeNG) -> bool:
    """Whether the value that is read goes into the computation: an object whose parts are used is not frozen itself."""
    parent = node.parent
    if isinstance(parent, nodes.Attribute):
        return False
    if isinstance(parent, nodes.Call) and parent.func is node:
        return False
    if isinstance(parent, nodes.Compare):
        return parent.ops[0][0] not in ("is", "is not", "in", "not in")
    return True


class _Rebindings:
    """What a program assigns around the calls of the graph functions of a module."""

    def __init__(self, program: Program, module: nodes.Module, traced: set[FunctionNode], places: set[Value]) -> None:
        self.program = program
        self.module = module
        self.traced = traced
        self.settings = Settings(program, self._is_traced, self._is_preparation)
        homes = {self._home(place): None for place in sorted(places, key=order)}
        assigned = {place.name for place in places if isinstance(place, (Variable, Attribute))}
        modules = {module: None, **homes}
        words = {f".{name}" for name in assigned} | {f"{name}(" for home in modules for name in self._setters(home, assigned)}
        for home in list(modules):
            modules |= dict.fromkeys(callers.importers(program, home, *words))
        self.modules = list(modules)

    def _setters(self, module: nodes.Module, assigned: set[str]) -> Iterator[str]:
        """The names of functions of a module that assign something by one of the names."""
        index = self.program.index(module)
        for name in assigned:
            for target in (*index.stored.get(name, ()), *module.locals.get(name, ())):
                scope = names.function_scope(target)
                if isinstance(scope, nodes.FunctionDef) and scope.name != "__init__":
                    yield scope.name

    def _home(self, place: Value) -> nodes.Module:
        """The module that a place is of."""
        if isinstance(place, Variable):
            return place.scope.root()
        owners = self._owners(place) if isinstance(place, Attribute) else []
        return owners[0].root() if owners else self.module

    @cached_property
    def _runs(self) -> dict[Scope, list[nodes.Call]]:
        """The calls in each scope that run a graph function, directly or through functions that do."""
        found: dict[Scope, list[nodes.Call]] = {}
        index = self.program.index(self.module)
        runners = set(self.traced)
        called = set(index.graph_names) | {getattr(node, "name", "") for node in self.traced} | RUN_BY_KERAS
        for _ in range(_MAX_CALLERS):
            running: set[nodes.FunctionDef] = set()
            for module in self.modules:
                there = self.program.index(module)
                for call in (*there.calls(called), *there.item_calls(called)):
                    scope = names.function_scope(call)
                    # What a name means is sure enough in the module itself.
                    if not self._is_traced(scope) and (module is self.module or self._reaches(call, runners)):
                        found.setdefault(scope, []).append(call)
                        if isinstance(scope, nodes.FunctionDef):
                            running.add(scope)
            called = {function.name for function in running}
            runners |= running
        return found

    def _reaches(self, call: nodes.Call, functions: set[FunctionNode]) -> bool:
        """Whether a call runs one of the functions, by itself or through Keras."""
        for event in self.program.summary(names.function_scope(call)).events:
            if isinstance(event, Call) and event.node is call:
                for value in event.callee:
                    if isinstance(value, Attribute) and value.name in RUN_BY_KERAS:
                        kinds = classes.kinds(self.program, value.base)
                        return any(isinstance(kind, nodes.ClassDef) and not functions.isdisjoint(kind.body) for kind in kinds)
                return any(
                    callee.function is not None and callee.function.node in functions
                    for callee in calls.callees(self.program, event.callee)
                )
        return False

    def find(self, place: Value, root: GraphFunction, is_value: bool) -> nodes.NodeNG | None:
        """What rebinds the place after a graph function was traced, if there is something for sure."""
        target = self._rebound(place, root.node) if is_value else None
        if target is None and isinstance(place, Attribute):
            return self.settings.find(place, root.node, root.tracer)
        return target

    def _rebound(self, place: Value, function: FunctionNode) -> nodes.NodeNG | None:
        if not isinstance(place, (Variable, Attribute)) or not self._is_plain(place):
            return None
        if isinstance(place, Variable) and _loops(function, place.scope):
            return None  # a new graph function for each turn reads it anew
        targets = [target for target in self._targets(place) if not self._is_traced(names.function_scope(target))]
        if not targets:
            return None
        direct = [_Rebinding(target, _assigned(target), _changes(target)) for target in targets]
        for rebinding in direct:
            if self._repeats(rebinding, place, function):
                return rebinding.node
        setters = {target: list(self._settings(target)) for target in targets}
        for rebinding in (setting for settings in setters.values() for setting in settings):
            if self._repeats(rebinding, place, function):
                return rebinding.node
        own = [one for one in direct if one.node.root() is self._home(place)]
        settings = [one for target in targets for one in self._own_settings(target, setters[target])]
        return self._switch(own, place, function) or self._switch(settings, place, function)

    def _is_plain(self, place: Variable | Attribute) -> bool:
        """Whether the place may hold a number, string, flag or tensor: not an object that is made, nor one that is missing."""
        held = classes.contents(self.program, place)
        if isinstance(place, Attribute) and Const(None, type(None)) in held:
            return False
        return not any(isinstance(value, (Bound, Class, Fresh, Function, Graph, Partial)) for value in held)

    def _owners(self, place: Attribute) -> list[nodes.ClassDef]:
        return [kind for kind in classes.kinds(self.program, place.base) if isinstance(kind, nodes.ClassDef)]

    def _targets(self, place: Variable | Attribute) -> list[nodes.NodeNG]:
        """What is assigned that may be the place."""
        found: list[nodes.NodeNG] = []
        family: set[nodes.ClassDef] = set()
        if isinstance(place, Variable):
            found += [binding for binding in place.scope.locals.get(place.name, ()) if isinstance(binding, nodes.AssignName)]
            if not isinstance(place.scope, nodes.Module):
                return found
        else:
            family = {cls for owner in self._owners(place) for cls in classes.ancestors(self.program, owner)}
        for module in self.modules:
            for target in self.program.index(module).stored.get(place.name, ()):
                values = self.program.detached(target.expr, names.function_scope(target))
                if isinstance(place, Variable):
                    path = self.program.modules.path(place.scope)
                    if any(isinstance(value, Module) and value.path == path for value in values):
                        found.append(target)
                elif any(self._is_of(value, family) for value in values):
                    found.append(target)
        return found

    def _is_of(self, value: Value, family: set[nodes.ClassDef]) -> bool:
        """Whether an object may be of a class, of one that it derives from, or of a class derived from it."""
        if isinstance(value, Attribute) and value.name == "model" and self._is_callback(value.base):
            return any(classes.is_model(self.program, cls) for cls in family)
        kinds = [kind for kind in classes.kinds(self.program, value) if isinstance(kind, nodes.ClassDef)]
        return any(not family.isdisjoint(classes.ancestors(self.program, kind)) for kind in kinds)

    def _is_callback(self, value: Value) -> bool:
        """Whether Keras runs the methods of an object between the calls of a model's graph functions."""
        return any(
            base.startswith("keras.callbacks.")
            for kind in classes.kinds(self.program, value)
            if isinstance(kind, nodes.ClassDef)
            for base in classes.external_bases(self.program, kind)
        )

    def _settings(self, target: nodes.NodeNG) -> Iterator[_Rebinding]:
        """The calls of a function that assigns what it is given, or what is assigned to a property."""
        function = names.function_scope(target)
        if not isinstance(function, nodes.FunctionDef) or self._is_preparation(function):
            return
        given = {name.name for value in _assigned(target) for name in value.nodes_of_class(nodes.Name)}
        parameters = [argument.name for argument in function.args.args or () if not classes.receives(function, argument.name)]
        if given.isdisjoint(parameters):
            return
        if classes.sets_property(function):
            family = set(classes.ancestors(self.program, function.parent))
            for module in self.modules:
                for stored in self.program.index(module).stored.get(function.name, ()):
                    values = self.program.detached(stored.expr, names.function_scope(stored))
                    if any(self._is_of(value, family) for value in values):
                        yield _Rebinding(stored, _assigned(stored), _changes(stored))
            return
        for site in callers.call_sites(self.program, function, everywhere=True):
            call = site.event.node
            if isinstance(call, nodes.Call) and not self._is_traced(site.scope):
                yield _Rebinding(call, (*call.args, *(keyword.value for keyword in call.keywords)), False)

    def _own_settings(self, target: nodes.NodeNG, settings: list[_Rebinding]) -> Iterator[_Rebinding]:
        """Those that the object makes itself; calls from elsewhere may be of other objects."""
        setter = names.function_scope(target)
        for setting in settings:
            scope = names.function_scope(setting.node)
            if isinstance(scope.parent, nodes.ClassDef) and setter.parent in classes.ancestors(self.program, scope.parent):
                yield setting
        default = default_expression(setter, _assigned(target)[0].name) if settings and _is_name(_assigned(target)) else None
        if default is not None:
            yield _Rebinding(target, (default,), False)

    def _is_traced(self, scope: Scope | None) -> bool:
        while scope is not None:
            if scope in self.traced:
                return True
            scope = names.enclosing(scope)
        return False

    def _repeats(self, rebinding: _Rebinding, place: Variable | Attribute, function: FunctionNode) -> bool:
        """Whether the place is rebound between calls of the graph function."""
        node, scope = rebinding.node, names.function_scope(rebinding.node)
        if isinstance(scope, nodes.FunctionDef) and self._is_preparation(scope):
            return False
        if _is_run_by_epochs(scope) and self._is_callback(Param(scope, scope.args.arguments[0].name)):
            return rebinding.changes or _reads_arguments(rebinding, scope)
        runs = self._runs.get(scope, ())
        for loop in _loops(node, scope):
            if _is_of_one_turn(node, loop):
                continue
            if any(loop.parent_of(call) for call in runs):
                if rebinding.changes or _follows_loop(rebinding, loop) or self._is_turned(rebinding, loop, place):
                    return True
        if not rebinding.changes:
            return self._is_between(node, runs)
        if isinstance(place, Variable) and place.scope is scope:
            return self._is_between(node, runs)  # a local variable lives for one call of its function
        return bool(runs) or self._is_called_beside_runs(scope)

    def _is_turned(self, rebinding: _Rebinding, loop: nodes.NodeNG, place: Variable | Attribute) -> bool:
        """Whether a later turn of a loop sets another constant: ``if epoch > 5: self.phase = "main"``."""
        if len(rebinding.values) != 1 or not isinstance(rebinding.values[0], nodes.Const):
            return False
        held = classes.contents(self.program, place)
        if all(value == Const(rebinding.values[0].value, type(rebinding.values[0].value)) for value in held):
            return False
        current = rebinding.node.statement()
        while current is not loop:
            if isinstance(current.parent, nodes.If) and current in current.parent.body:
                return _is_later(current.parent, loop, place.name)
            current = current.parent
        return False

    def _is_between(self, node: nodes.NodeNG, runs: Iterable[nodes.Call]) -> bool:
        """Whether one statement after the other calls a graph function, rebinds, and calls it again."""
        statement = node.statement()
        if not isinstance(statement, (nodes.Assign, nodes.AugAssign, nodes.Expr)):
            return False
        same = {_called(call) for call in runs if call.lineno < node.lineno and _is_beside(call, statement)}
        return any(_called(call) in same for call in runs if call.lineno > statement.tolineno and _is_beside(call, statement))

    def _calls(self, function: nodes.FunctionDef) -> Iterator[nodes.Call]:
        """The calls of a function: by its name in its own module, by what they reach in others."""
        for module in self.modules:
            for call in self.program.index(module).calls({function.name}):
                if module is function.root() or self._reaches(call, {function}):
                    yield call

    def _is_called_beside_runs(self, scope: Scope) -> bool:
        """Whether a function that changes something is called where a graph function is called, or by Keras."""
        if not isinstance(scope, nodes.FunctionDef):
            return False
        if scope.name.startswith("on_"):
            return True
        return any(
            names.function_scope(call) in self._runs and not isinstance(names.function_scope(call), nodes.Module)
            or any(isinstance(loop, _LOOPS) and self._has_run(loop) for loop in _loops(call, names.function_scope(call)))
            for call in self._calls(scope)
        )

    def _is_called_beside(self, scope: Scope, function: FunctionNode) -> bool:
        """Whether a function is called where a graph function, or what Keras runs it by, is called too."""
        index = self.program.index(self.module)
        runs = index.calls({getattr(function, "name", ""), *RUN_BY_KERAS})
        here = {names.function_scope(call) for call in index.calls({getattr(scope, "name", "")})}
        return any(names.function_scope(call) in here for call in runs)

    def _has_run(self, loop: nodes.NodeNG) -> bool:
        return any(loop.parent_of(call) for call in self._runs.get(names.function_scope(loop), ()))

    def _switch(
        self, rebindings: list[_Rebinding], place: Variable | Attribute, function: FunctionNode
    ) -> nodes.NodeNG | None:
        """A flag or number that functions set to one constant and to another."""
        constants: dict[object, nodes.NodeNG] = {}
        for node, values, _ in rebindings:
            scope = names.function_scope(node)
            if len(values) == 1 and isinstance(values[0], nodes.Const):
                if values[0].value is None:
                    return None  # something that is there or not: a cache
                if isinstance(scope, nodes.FunctionDef) and not self._is_preparation(scope):
                    if not (isinstance(place, Variable) and place.scope is scope):
                        constants.setdefault(repr(values[0].value), node)
        if len(constants) < 2 or isinstance(place, Variable) and not any(
            self._is_called_beside(names.function_scope(target), function) for target in constants.values()
        ):
            return None  # a setting of the whole module is switched before anything runs, unless it is seen elsewhere
        return list(constants.values())[-1]

    def _is_preparation(self, function: nodes.FunctionDef, depth: int = 0) -> bool:
        """Whether a function only runs before the object is used: `__init__`, and what nothing but these calls."""
        if function.name in _FIRST or function.name.startswith(("_init", "init_", "initialize", "setup_", "_setup_", "build_")):
            return True
        if depth > 2:
            return False
        scopes = [names.function_scope(call) for call in self._calls(function)]
        return bool(scopes) and all(
            isinstance(scope, nodes.FunctionDef) and scope is not function and self._is_preparation(scope, depth + 1)
            for scope in scopes
        )


def _assigned(target: nodes.NodeNG) -> tuple[nodes.NodeNG, ...]:
    """What a plain assignment assigns to a target."""
    statement = target.parent
    return (statement.value,) if isinstance(statement, nodes.Assign) else ()


def _is_name(values: tuple[nodes.NodeNG, ...]) -> bool:
    return len(values) == 1 and isinstance(values[0], nodes.Name)


def _changes(target: nodes.NodeNG) -> bool:
    """Whether what is assigned is made of what was there: ``x += 1``, ``x = 0.9 * x``."""
    statement = target.parent
    if isinstance(statement, nodes.AugAssign):
        return statement.target is target
    if not isinstance(statement, nodes.Assign) or isinstance(statement.value, (nodes.BoolOp, nodes.IfExp)):
        return False  # `self.x = self.x or …` fills what is missing
    moving = {target.as_string()} | _counted_before(target)
    reads = [use for use in statement.value.nodes_of_class((nodes.Name, nodes.Attribute)) if use.as_string() in moving]
    return any(not isinstance(use.parent, nodes.Attribute) for use in reads)


def _counted_before(target: nodes.NodeNG) -> set[str]:
    """What a function has counted before it assigns to an attribute, and its variables that are made of that."""
    function = names.function_scope(target)
    found: set[str] = set()
    if isinstance(target, nodes.AssignAttr) and isinstance(function, nodes.FunctionDef):
        for statement in function.nodes_of_class((nodes.AugAssign, nodes.Assign)):
            if statement.lineno >= target.lineno:
                break
            if isinstance(statement, nodes.AugAssign):
                if isinstance(statement.target, nodes.AssignAttr):
                    found.add(statement.target.as_string())
            elif any(one.as_string() in found for one in statement.value.nodes_of_class((nodes.Name, nodes.Attribute))):
                found |= {one.name for one in statement.nodes_of_class(nodes.AssignName)}
    return found


def _loops(node: nodes.NodeNG, scope: Scope) -> list[nodes.NodeNG]:
    """The loops of a scope that a node is in, the innermost first."""
    found, current = [], node.parent
    while current is not None and current is not scope:
        if isinstance(current, _LOOPS):
            found.append(current)
        current = current.parent
    return found


def _is_run_by_epochs(scope: Scope) -> bool:
    """Whether Keras calls a method of a callback again and again, by its name."""
    return isinstance(scope, nodes.FunctionDef) and scope.name.startswith(_BY_EPOCHS) and bool(scope.args.arguments)


def _reads_arguments(rebinding: _Rebinding, scope: nodes.FunctionDef) -> bool:
    """Whether what is assigned, or whether it is, depends on what a function is given: ``if epoch > 5: …``."""
    given = {argument.name for argument in scope.args.arguments[1:]}
    parts = list(rebinding.values)
    current = rebinding.node.statement().parent
    while current is not scope:
        if isinstance(current, nodes.If):
            parts.append(current.test)
        current = current.parent
    return any(name.name in given for part in parts for name in part.nodes_of_class(nodes.Name))


def _is_of_one_turn(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether an attribute is set of an object, or by a method of one, that each turn of the loop assigns anew."""
    owner = node.func if isinstance(node, nodes.Call) else node
    while isinstance(owner, (nodes.Attribute, nodes.AssignAttr)):
        owner = owner.expr
    assigned = {name.name for name in loop.nodes_of_class(nodes.AssignName)}
    return isinstance(owner, nodes.Name) and owner.name in assigned


def _follows_loop(rebinding: _Rebinding, loop: nodes.NodeNG) -> bool:
    """Whether the value is another one at each turn: a loop's variable, or computed from what the loop assigns."""
    if isinstance(loop, nodes.For) and (loop.target is rebinding.node or loop.target.parent_of(rebinding.node)):
        return True
    assigned = {name.name for name in loop.nodes_of_class(nodes.AssignName)}
    return any(name.name in assigned for value in rebinding.values for name in value.nodes_of_class(nodes.Name))


def _is_later(condition: nodes.If, loop: nodes.NodeNG, name: str) -> bool:
    """Whether a condition holds at a later turn of a loop than the first, by what the loop counts, and the loop goes on."""
    test = condition.test
    if not isinstance(test, nodes.Compare) or any(condition.nodes_of_class((nodes.Break, nodes.Return, nodes.Raise))):
        return False
    operator, other = test.ops[0]
    if operator not in (">", ">=", "==") or isinstance(other, nodes.Const) and other.value in (0, 1):
        return False
    counted = {target.name for target in loop.nodes_of_class(nodes.AssignName)}
    read = {getattr(one, "attrname", getattr(one, "name", "")) for one in test.nodes_of_class((nodes.Name, nodes.Attribute))}
    return bool(counted & read) and name not in read


def _is_beside(call: nodes.Call, statement: nodes.NodeNG) -> bool:
    """Whether a call is in a statement of the same block."""
    current: nodes.NodeNG | None = call
    while current is not None and current.parent is not statement.parent:
        current = current.parent
    return current is not None


def _called(call: nodes.Call) -> str:
    return call.func.as_string()
