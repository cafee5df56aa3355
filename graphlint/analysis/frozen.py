"""Variables and attributes that a trace reads and that plain Python rebinds later: the graph keeps what it read.

Most that is assigned outside `__init__` is assigned before the first trace. What counts is a place that is assigned again
and again around the calls of a graph function: counted, scaled, set in the loop that calls it, or switched on and off.
"""

from __future__ import annotations

from collections.abc import Iterable

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW

from graphlint.analysis import classes, names
from graphlint.analysis.calls import weaker
from graphlint.analysis.places import Attribute, Const, Fresh, Function, FunctionNode, Scope, Value, Variable
from graphlint.analysis.program import Program
from graphlint.analysis.reach import Offence, Trace, file_of
from graphlint.frameworks.meaning import Kind

_LOOPS = (nodes.For, nodes.While)
#: Methods that make an object ready before it is used.
_FIRST = ("__init__", "__new__", "__post_init__", "__setstate__", "build", "setup", "setUp", "compile", "_build", "_setup")
#: How the functions that Keras traces are run.
_KERAS = frozenset({"fit", "train_on_batch", "predict", "evaluate"})
#: How many functions lie between the code that assigns and the call of a graph function.
_MAX_CALLERS = 2


def frozen(program: Program, module: nodes.Module, traces: Iterable[Trace]) -> list[Offence]:
    """The reads of each trace whose places are rebound later; one for each place and graph function."""
    traces = list(traces)
    if not any(trace.reads for trace in traces):
        return []
    traced = set().union(*(trace.entered for trace in traces))
    rebindings = _Rebindings(program, module, traced)
    found: list[Offence] = []
    for trace in traces:
        told: set[Value] = set()
        for node, place, way in trace.reads:
            if place in told or not _is_value(node):
                continue
            target = rebindings.find(place, trace.root.node)
            if target is not None:
                told.add(place)
                offence = trace.offence(Kind.FROZEN, node, way, weaker(way.confidence, CONTROL_FLOW), place)
                elsewhere = f" of {file_of(target)}" if target.root() is not module else ""
                offence.words["line"] = f"{target.lineno}{elsewhere}"
                found.append(offence)
    return found


def _is_value(node: nodes.NodeNG) -> bool:
    """Whether the value that is read goes into the computation: an object whose parts are used is not frozen itself."""
    parent = node.parent
    if isinstance(parent, (nodes.Attribute, nodes.FormattedValue)):
        return False
    if isinstance(parent, nodes.Call) and parent.func is node:
        return False
    if isinstance(parent, nodes.Compare):
        return parent.ops[0][0] not in ("is", "is not", "in", "not in")
    return not isinstance(parent, (nodes.Assert, nodes.DelAttr))


class _Rebindings:
    """What a module assigns around the calls of its graph functions."""

    def __init__(self, program: Program, module: nodes.Module, traced: set[FunctionNode]) -> None:
        self.program = program
        self.index = program.index(module)
        self.traced = traced
        #: Scope -> the calls in it that run a graph function, directly or through a function of the module.
        self._runs: dict[Scope, list[nodes.Call]] = {}
        called = set(self.index.graph_names) | {getattr(node, "name", "") for node in traced} | _KERAS
        for _ in range(_MAX_CALLERS):
            callers: set[str] = set()
            for call in self.index.calls(called):
                scope = names.function_scope(call)
                if not self._is_traced(scope):
                    self._runs.setdefault(scope, []).append(call)
                    if isinstance(scope, nodes.FunctionDef):
                        callers.add(scope.name)
            called = callers

    def find(self, place: Value, function: FunctionNode) -> nodes.NodeNG | None:
        """An assignment that rebinds the place after `function` was traced, if there is one for sure."""
        if not isinstance(place, (Variable, Attribute)) or not self._is_plain(place):
            return None
        if isinstance(place, Variable) and _loops(function, place.scope):
            return None  # a new graph function for each turn reads it anew
        targets = [target for target in self._targets(place) if not self._is_traced(names.function_scope(target))]
        for target in targets:
            if self._repeats(target, place, function):
                return target
        return self._switch(targets, place, function)

    def _is_plain(self, place: Variable | Attribute) -> bool:
        """Whether the place may hold a number, string, flag or tensor: not an object that is made, nor one that is missing."""
        held = classes.contents(self.program, place)
        if isinstance(place, Attribute) and Const(None, type(None)) in held:
            return False
        return not any(isinstance(value, (Fresh, Function)) for value in held)

    def _targets(self, place: Variable | Attribute) -> list[nodes.NodeNG]:
        if isinstance(place, Variable):
            bindings = place.scope.locals.get(place.name, ())
            return [binding for binding in bindings if isinstance(binding, nodes.AssignName)]
        owners = [kind for kind in classes.kinds(self.program, place.base) if isinstance(kind, nodes.ClassDef)]
        family = {cls for owner in owners for cls in classes.ancestors(self.program, owner)}
        found: list[nodes.NodeNG] = []
        for target in self.index.stored.get(place.name, ()):
            values = self.program.detached(target.expr, names.function_scope(target))
            kinds = {kind for value in values for kind in classes.kinds(self.program, value)}
            if any(isinstance(kind, nodes.ClassDef) and family & set(classes.ancestors(self.program, kind)) for kind in kinds):
                found.append(target)
        return found

    def _is_traced(self, scope: Scope | None) -> bool:
        while scope is not None:
            if scope in self.traced:
                return True
            scope = names.enclosing(scope)
        return False

    def _repeats(self, target: nodes.NodeNG, place: Variable | Attribute, function: FunctionNode) -> bool:
        """Whether the target is assigned anew between calls of the graph function."""
        scope = names.function_scope(target)
        if isinstance(scope, nodes.FunctionDef) and self._is_preparation(scope):
            return False
        changes = _changes(target)
        runs = self._runs.get(scope, ())
        for loop in _loops(target, scope):
            if any(loop.parent_of(call) for call in runs) and (changes or _follows_loop(target, loop)):
                return True
        if not changes:
            return self._is_between(target, runs)
        if isinstance(place, Variable) and place.scope is scope:
            return self._is_between(target, runs)  # a local variable lives for one call of its function
        return bool(runs) or self._is_called_beside_runs(scope)

    def _is_between(self, target: nodes.NodeNG, runs: Iterable[nodes.Call]) -> bool:
        """Whether one statement after the other calls a graph function, assigns, and calls it again."""
        statement = target.statement()
        if not isinstance(statement, (nodes.Assign, nodes.AugAssign)):
            return False
        same = {_called(call) for call in runs if call.lineno < target.lineno and _is_beside(call, statement)}
        return any(_called(call) in same for call in runs if call.lineno > statement.tolineno and _is_beside(call, statement))

    def _is_called_beside_runs(self, scope: Scope) -> bool:
        """Whether a function that changes something is called where a graph function is called, or by Keras."""
        if not isinstance(scope, nodes.FunctionDef):
            return False
        if scope.name.startswith("on_"):
            return True
        return any(
            names.function_scope(call) in self._runs and not isinstance(names.function_scope(call), nodes.Module)
            or any(isinstance(loop, _LOOPS) and self._has_run(loop) for loop in _loops(call, names.function_scope(call)))
            for call in self.index.calls({scope.name})
        )

    def _is_called_beside(self, scope: Scope, function: FunctionNode) -> bool:
        """Whether a function is called where a graph function, or what Keras runs it by, is called too."""
        runs = self.index.calls({getattr(function, "name", ""), *_KERAS})
        here = {names.function_scope(call) for call in self.index.calls({getattr(scope, "name", "")})}
        return any(names.function_scope(call) in here for call in runs)

    def _has_run(self, loop: nodes.NodeNG) -> bool:
        return any(loop.parent_of(call) for call in self._runs.get(names.function_scope(loop), ()))

    def _switch(
        self, targets: list[nodes.NodeNG], place: Variable | Attribute, function: FunctionNode
    ) -> nodes.NodeNG | None:
        """A flag or number that functions set to one constant and to another."""
        constants: dict[object, nodes.NodeNG] = {}
        for target in targets:
            scope, statement = names.function_scope(target), target.parent
            if isinstance(statement, nodes.Assign) and isinstance(statement.value, nodes.Const):
                if statement.value.value is None:
                    return None  # something that is there or not: a cache
                if isinstance(scope, nodes.FunctionDef) and not self._is_preparation(scope):
                    if not (isinstance(place, Variable) and place.scope is scope):
                        constants.setdefault(repr(statement.value.value), target)
        if len(constants) < 2 or isinstance(place, Variable) and not any(
            self._is_called_beside(names.function_scope(target), function) for target in constants.values()
        ):
            return None  # a setting of the whole module is switched before anything runs, unless it is seen elsewhere
        return list(constants.values())[-1]

    def _is_preparation(self, function: nodes.FunctionDef, depth: int = 0) -> bool:
        """Whether a function only runs before the object is used: `__init__`, and what nothing but these calls."""
        if function.name in _FIRST or function.name.startswith(("_init", "init_", "initialize", "setup_", "_setup_", "build_")):
            return True
        calls = list(self.index.calls({function.name}))
        if depth > 2 or not calls:
            return False
        scopes = [names.function_scope(call) for call in calls]
        return all(
            isinstance(scope, nodes.FunctionDef) and scope is not function and self._is_preparation(scope, depth + 1)
            for scope in scopes
        )


def _changes(target: nodes.NodeNG) -> bool:
    """Whether what is assigned is made of what was there: ``x += 1``, ``x = 0.9 * x``."""
    statement = target.parent
    if isinstance(statement, nodes.AugAssign):
        return statement.target is target
    if not isinstance(statement, nodes.Assign) or isinstance(statement.value, (nodes.BoolOp, nodes.IfExp)):
        return False  # `self.x = self.x or …` fills what is missing
    shown = target.as_string()
    reads = [use for use in statement.value.nodes_of_class((nodes.Name, nodes.Attribute)) if use.as_string() == shown]
    return any(not isinstance(use.parent, nodes.Attribute) for use in reads)


def _loops(node: nodes.NodeNG, scope: Scope) -> list[nodes.NodeNG]:
    """The loops of a scope that a node is in, the innermost first."""
    found, current = [], node.parent
    while current is not None and current is not scope:
        if isinstance(current, _LOOPS):
            found.append(current)
        current = current.parent
    return found


def _follows_loop(target: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether the target takes another value at each turn: a loop's variable, or computed from what the loop assigns."""
    if isinstance(loop, nodes.For) and (loop.target is target or loop.target.parent_of(target)):
        return True
    statement = target.parent
    if not isinstance(statement, nodes.Assign):
        return False
    assigned = {name.name for name in loop.nodes_of_class(nodes.AssignName)}
    return any(name.name in assigned for name in statement.value.nodes_of_class(nodes.Name))


def _is_beside(call: nodes.Call, statement: nodes.NodeNG) -> bool:
    """Whether a call is in a statement of the same block."""
    current: nodes.NodeNG | None = call
    while current is not None and current.parent is not statement.parent:
        current = current.parent
    return current is not None


def _called(call: nodes.Call) -> str:
    return call.func.as_string()
