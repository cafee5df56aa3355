"""Where a program runs the graph functions of a module, and what it does between the calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import is_made_in, owner_of
from graphlint.analysis.syntax.index import Index
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline import order
from graphlint.analysis.values.places import Attribute, Value
from graphlint.frameworks.keras import DRIVERS

#: What makes graph functions, has Keras make its own anew, or does without any.
_MAKES_GRAPHS = frozenset({*frameworks.GRAPH_WORDS, *frameworks.STEP_MAKERS, *frameworks.EAGER_SWITCHES, "compile", "_reset_compile_cache"})
#: Where Keras keeps the functions that it has made.
_MADE_BY_KERAS = frozenset({"train_function", "test_function", "predict_function"})
#: How many functions lie between the code that assigns and the call of a graph function.
_MAX_CALLERS = 2


class Runs:
    """The calls of graph functions, in the modules that assign what these read. `traced` functions are no plain Python."""

    def __init__(
        self, program: Program, module: nodes.Module, modules: list[nodes.Module], traced: set[FunctionNode]
    ) -> None:
        self.program = program
        self.module = module
        self.modules = modules
        self.traced = traced
        self._run_by: dict[nodes.Call, frozenset[nodes.NodeNG]] = {}
        #: By function and depth.
        self._preparations: dict[tuple[nodes.FunctionDef, int], bool] = {}

    def of(self, scope: Scope) -> list[nodes.Call]:
        """The calls in a scope that run a graph function."""
        return self._runs.get(scope, [])

    @cached_property
    def _runs(self) -> dict[Scope, list[nodes.Call]]:
        """The calls in each scope that run a graph function, directly or through functions that do."""
        found: dict[Scope, list[nodes.Call]] = {}
        index = self.program.index(self.module)
        runners = set(self.traced)
        called = sorted(set(index.graph_names) | {getattr(node, "name", "") for node in self.traced} | DRIVERS)
        for _ in range(_MAX_CALLERS + 1):
            running: set[nodes.FunctionDef] = set()
            for module in self.modules:
                there = self.program.index(module)
                for call in (*there.calls(called), *there.item_calls(called), *self._calls_of_self(there)):
                    scope = names.function_scope(call)
                    # What a name means is sure enough in the module itself.
                    if not self.is_traced(scope) and (module is self.module or self.reaches(call, runners)) and not self._is_eager(call):
                        found.setdefault(scope, []).append(call)
                        if isinstance(scope, nodes.FunctionDef):
                            running.add(scope)
            called = sorted({function.name for function in running})  # in an order that is the same in all runs
            runners |= running
        return found

    def _is_eager(self, call: nodes.Call) -> bool:
        """Whether plain Python calls what graph functions call, too: no graph runs there."""
        called = self._reached(call)
        return bool(called) and all(one in self.traced and one not in self.program.roots for one in called)

    def _calls_of_self(self, index: Index) -> Iterator[nodes.Call]:
        """The calls of objects by their own methods, where the class is called as a graph function: ``self(x)``."""
        traced = {node.parent for node in self.traced if getattr(node, "name", "") == "__call__"}
        for call in index.calls({"self"}) if traced else ():
            cls = getattr(names.function_scope(call), "parent", None)
            if isinstance(cls, nodes.ClassDef) and not traced.isdisjoint(classes.ancestors(self.program, cls)):
                yield call

    def reaches(self, call: nodes.Call, functions: set[FunctionNode]) -> bool:
        """Whether a call runs one of the functions, by itself or through Keras."""
        return not functions.isdisjoint(self._reached(call))

    def _reached(self, call: nodes.Call) -> frozenset[nodes.NodeNG]:
        """What `_called_by` says, asked once for each call."""
        if call not in self._run_by:
            self._run_by[call] = self._called_by(call)
        return self._run_by[call]

    def _called_by(self, call: nodes.Call) -> frozenset[nodes.NodeNG]:
        """What a call runs; of a Keras model that is fitted, all of its methods."""
        for event in self.program.summary(names.function_scope(call)).calls_of(call):
            for value in event.callee:
                if isinstance(value, Attribute) and value.name in DRIVERS:
                    return frozenset(method for kind in classes.of_program(self.program, value.base) for method in kind.body)
            called = callees.callees(self.program, event.callee)
            return frozenset(callee.function.node for callee in called if callee.function is not None)
        return frozenset()

    def leads_to(self, call: nodes.Call, function: FunctionNode, depth: int = 0) -> bool:
        """Whether a call runs a graph function, itself or through functions that do."""
        if self.reaches(call, {function}):
            return True
        runners = [one for one in self._runs if isinstance(one, nodes.FunctionDef)] if depth < _MAX_CALLERS else []
        name = names.last_name(call.func)
        through = (one for one in runners if one.name == name and self.reaches(call, {one}))
        return any(self.leads_to(inner, function, depth + 1) for one in through for inner in self._runs[one])

    def may_lead_to_parts(self, call: nodes.Call) -> bool:
        """Whether a call has Keras run a model of no class in sight, which is put together of layers: ``keras.Sequential([noise, dense])``."""
        return names.last_name(call.func) in DRIVERS and not self._reached(call)

    def is_traced(self, scope: Scope | None) -> bool:
        """Whether a scope is part of a traced function, or a method in the place of one."""
        return names.is_within(scope, self.traced) or isinstance(scope, nodes.FunctionDef) and self._is_in_place_of_traced(scope)

    def _is_in_place_of_traced(self, method: nodes.FunctionDef) -> bool:
        if not isinstance(method.parent, nodes.ClassDef):
            return False
        overridden = [one for base in classes.ancestors(self.program, method.parent)[1:] for one in base.locals.get(method.name, ())]
        # A decorator that makes a graph function is of its own method alone.
        return any(one in self.traced and one.decorators is None for one in overridden)

    def calls_of(self, function: nodes.FunctionDef) -> Iterator[nodes.Call]:
        """The calls of a function: by its name in its own module, if nothing else has it there, by what they reach in others.

        Not as `callers` says: in the modules that may write, all of them, and a call in its own module counts whatever its callee.
        """
        is_only = all(self._is_akin(one, function) for one in self.program.index(function.root()).functions if one.name == function.name)
        for call in calls_named(self.program, self.modules, (function.name,)):
            if call.root() is function.root() and is_only or self.reaches(call, {function}):
                yield call

    def _is_akin(self, other: nodes.FunctionDef, function: nodes.FunctionDef) -> bool:
        """Whether one is the other, or a method in the place of it."""
        mine, others = function.parent, other.parent
        if other is function or not isinstance(mine, nodes.ClassDef) or not isinstance(others, nodes.ClassDef):
            return other is function
        return not set(classes.ancestors(self.program, mine)).isdisjoint(classes.ancestors(self.program, others))

    def is_preparation(self, function: nodes.FunctionDef, depth: int = 0) -> bool:
        """Whether a function only runs before the object is used: `__init__`, and what nothing but these calls."""
        if habits.prepares(function.name):
            return True
        if depth > 2:
            return False
        key = (function, depth)
        if key not in self._preparations:
            scopes = dict.fromkeys(names.function_scope(call) for call in self.calls_of(function))
            self._preparations[key] = bool(scopes) and all(
                isinstance(scope, nodes.FunctionDef) and scope is not function and self.is_preparation(scope, depth + 1)
                for scope in scopes
            )
        return self._preparations[key]

    def is_called_beside_runs(self, scope: Scope, depth: int = 0) -> bool:
        """Whether a function that changes something is called where a graph function is called, or by Keras, or one that calls it."""
        if not isinstance(scope, nodes.FunctionDef):
            return False
        if scope.name.startswith("on_"):
            return True
        sites = [(call, names.function_scope(call)) for call in self.calls_of(scope)]
        if any(
            caller in self._runs and not isinstance(caller, nodes.Module) or any(map(self._has_run, names.loops_around(call, caller)))
            for call, caller in sites
        ):
            return True
        return depth < _MAX_CALLERS and any(
            caller is not scope and not self.is_preparation(caller) and self.is_called_beside_runs(caller, depth + 1)
            for _, caller in sites
            if isinstance(caller, nodes.FunctionDef) and not self.is_traced(caller)
        )

    def is_of_new_object(self, call: nodes.Call, function: FunctionNode, loop: nodes.NodeNG) -> bool:
        """Whether each turn of a loop makes the object whose method is the graph function: that has graphs of its own."""
        cls, owner = function.parent, owner_of(call)
        if not isinstance(cls, nodes.ClassDef):
            return False
        if owner is not call.func and isinstance(owner, (nodes.Name, nodes.Call)):
            return is_made_in(owner, loop)
        bodies = [one for module in self.modules for one in module.locals.get(getattr(owner, "name", ""), ())]
        return any(getattr(made.func, "name", "") == cls.name for body in bodies for made in body.nodes_of_class(nodes.Call))

    def is_called_in_loops(self, function: nodes.FunctionDef, given: str = "", depth: int = 0) -> bool:
        """Whether a function is called in a loop that calls a graph function, too: not of an object that each turn makes.

        It may be through a function that does nothing else: ``hooks.fire(trainer, step)``. The object may be what is `given`
        for a parameter.
        """
        fired = self._calls_by_text.get(function.name, ()) if habits.is_run_by_epochs(function) else ()
        calls = [(call, names.function_scope(call)) for call in (*self.calls_of(function), *fired)]
        if any(
            self._has_run(loop) and not is_made_in(owner_of(call), loop) and not (given and _is_given_new(call, function, given, loop))
            for call, scope in calls
            for loop in names.loops_around(call, scope)
        ):
            return True
        through = (scope for _, scope in calls if isinstance(scope, nodes.FunctionDef) and scope is not function and len(scope.body) == 1)
        return depth < _MAX_CALLERS and any(not self.is_traced(scope) and self.is_called_in_loops(scope, depth=depth + 1) for scope in through)

    @cached_property
    def _calls_by_text(self) -> dict[object, list[nodes.Call]]:
        """The calls that are given a text: the name of a hook, to run all that have it, as ``self.fire("before_epoch", epoch)``."""
        found: dict[object, list[nodes.Call]] = {}
        for call in (call for scope in self._runs for call in scope.nodes_of_class(nodes.Call)):
            if call.args and isinstance(call.args[0], nodes.Const):
                found.setdefault(call.args[0].value, []).append(call)
        return found

    def is_called_beside(self, scope: Scope, function: FunctionNode) -> bool:
        """Whether a function is called where a graph function, or what Keras runs it by, is called too."""
        runs = calls_named(self.program, [self.module], {getattr(function, "name", ""), *DRIVERS})
        here = {names.function_scope(call) for call in calls_named(self.program, [self.module], (getattr(scope, "name", ""),))}
        return any(names.function_scope(call) in here for call in runs)

    def _has_run(self, loop: nodes.NodeNG) -> bool:
        return any(loop.parent_of(call) for call in self.of(names.function_scope(loop)))

    def is_after(self, node: nodes.NodeNG, runs: Iterable[nodes.Call], function: FunctionNode) -> bool:
        """Whether a method runs a graph function and then, on every way, changes something: for the next call of the method."""
        scope = names.function_scope(node)
        if not isinstance(scope, nodes.FunctionDef) or not isinstance(scope.parent, nodes.ClassDef) or node.statement().parent is not scope:
            return False
        return any(call.statement().parent is scope and call.lineno < node.lineno and self.reaches(call, {function}) for call in runs)

    def is_between(self, node: nodes.NodeNG, runs: Iterable[nodes.Call]) -> bool:
        """Whether one statement after the other calls a graph function, rebinds, and calls it again."""
        statement = node.statement()
        owner = owner_of(node) if isinstance(node, nodes.Call) else None
        if not isinstance(statement, (nodes.Assign, nodes.AugAssign, nodes.Expr)):
            return False
        if isinstance(owner, nodes.Call) and names.last_name(owner.func)[:1].isupper():
            return False  # `first = Particle().set_children(a, b)` is another object
        return self.stands_between(statement, runs, owner if isinstance(owner, nodes.Name) else None)

    def stands_between(self, statement: nodes.NodeNG, runs: Iterable[nodes.Call], owner: nodes.Name | None = None) -> bool:
        """Whether a statement stands between two calls of the same graph function, on the same object.

        Where the `owner` of what the statement calls is given to one of them, it has to be given to both.
        """

        def are_alike(before: nodes.NodeNG, after: nodes.NodeNG) -> bool:
            same = _called(before) == _called(after) and not is_replaced(before, after)
            return same and (owner is None or _are_given_the_same(before, after, owner))

        return order.stands_between(statement, list(runs), are_alike)

    def is_again(self, before: nodes.Call, after: nodes.Call) -> bool:
        """Whether a later statement of the same block calls the same graph function, on the same object."""
        same = _called(before) == _called(after) and not is_replaced(before, after)
        return same and after.lineno > before.statement().tolineno and _is_beside(after, before.statement())

    def are_made_after(self, node: nodes.NodeNG, scope: Scope) -> bool:
        """Whether a scope calls something, there or later, that may make graph functions anew: `compile`, ``self.rebuild()``."""
        later = (call for call in scope.nodes_of_class(nodes.Call) if call.lineno >= node.lineno and names.function_scope(call) is scope)
        return any(self._makes_graphs(names.last_name(call.func), 0) for call in later)

    def makes_graphs(self, loop: nodes.NodeNG) -> bool:
        """Whether each turn of a loop may make graph functions anew, also by dropping those that Keras has made: ``model.predict_function = None``."""
        if any(map(self.drops_graphs, loop.nodes_of_class(nodes.Assign))):
            return True
        return any(self._makes_graphs(names.last_name(call.func), 0) for call in loop.nodes_of_class(nodes.Call))

    def drops_graphs(self, node: nodes.NodeNG) -> bool:
        """Whether a statement drops what Keras has made: ``model.predict_function = None``."""
        targets = node.targets if isinstance(node, nodes.Assign) and isinstance(node.value, nodes.Const) else ()
        return any(getattr(target, "attrname", "") in _MADE_BY_KERAS for target in targets)

    def makes_graphs_by(self, call: nodes.Call) -> bool:
        """Whether a call may make graph functions anew, by its name."""
        return self._makes_graphs(names.last_name(call.func), 0)

    def _makes_graphs(self, name: str, depth: int) -> bool:
        if name in _MAKES_GRAPHS:
            return True
        called = (one for module in self.modules for one in self.program.index(module).functions if one.name == name)
        return depth < _MAX_CALLERS and any(self._makes_graphs(inner, depth + 1) for one in called for inner in sorted(names.called(one)))

    def is_callback(self, value: Value) -> bool:
        """Whether Keras runs the methods of an object between the calls of a model's graph functions."""
        return any(classes.is_callback(self.program, kind) for kind in classes.kinds(self.program, value))


def is_result(values: Iterable[nodes.NodeNG], run: nodes.Call) -> bool:
    """Whether a call gives what is put in a place, or a part of it: ``self.state = self.step()``, ``x, loss = step(c)``."""
    return any(value is run or value.parent_of(run) for value in values)


def _is_given_new(call: nodes.Call, function: nodes.FunctionDef, name: str, loop: nodes.NodeNG) -> bool:
    """Whether a call gives for a parameter what each turn of a loop makes."""
    expression = given_expression(call, function, name)
    return expression is not None and is_made_in(expression, loop)


def _is_beside(call: nodes.Call, statement: nodes.NodeNG) -> bool:
    """Whether a call is in a statement of the same block."""
    current: nodes.NodeNG | None = call
    while current is not None and current.parent is not statement.parent:
        current = current.parent
    return current is not None


def is_replaced(before: nodes.Call, after: nodes.Call) -> bool:
    """Whether the object of a method call is another one in a later call: ``model = Sequential()`` stands in between."""
    owner = owner_of(after)
    while isinstance(owner, nodes.Subscript):
        owner = owner_of(owner.value)
    bindings = names.function_scope(after).locals.get(getattr(owner, "name", ""), ())
    return owner is not after.func and any(before.lineno < binding.lineno < after.lineno for binding in bindings)


def _are_given_the_same(before: nodes.Call, after: nodes.Call, owner: nodes.Name) -> bool:
    """Whether two calls are both given the object that goes by a name, or neither, as far as that shows."""
    if any(before.lineno < binding.lineno < after.lineno for binding in names.function_scope(after).locals.get(owner.name, ())):
        return False  # it is another one by then
    given = [[*call.args, *(keyword.value for keyword in call.keywords)] for call in (before, after)]
    if any(isinstance(one, nodes.Starred) for one in sum(given, [])) or any(one.arg is None for call in (before, after) for one in call.keywords):
        return True
    first, second = (any(isinstance(one, nodes.Name) and one.name == owner.name for one in there) for there in given)
    return first == second


def _called(call: nodes.Call) -> str:
    return call.func.as_string()
