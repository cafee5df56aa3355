"""What puts something else into a list, dict, set or array between the calls of a graph function that reads it.

``weights["l1"] = epoch * 0.1``, ``mask[i] = 0.0``, ``blocks.append(block)``, ``rng.shuffle(order)``: the graph holds what was
in the container when it was traced. Most containers are filled before anything runs: what counts is what is changed
in a loop that also calls the graph function, or between two of its calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.index import FILLED_FIRST
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.timeline.runs import Runs, is_result
from graphlint.analysis.values.places import (
    Attribute,
    Class,
    Const,
    External,
    Fresh,
    Function,
    Graph,
    Value,
    Variable,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.values.graph_function import GraphFunction

#: Stands for any item, and for the container as a whole.
ANY = object()
#: Methods of lists and the like that another item is read by, and of arrays what is known of them without their items.
_READERS = frozenset({"items", "values", "copy", "index", "count", "keys"})
_SHAPES = frozenset({"shape", "dtype", "ndim", "size"})
#: Methods that make a container empty: what is put into it before or after that is of one turn.
_EMPTYING = frozenset({"clear", "pop", "popleft", "popitem"})
#: How many functions lie between the loop that calls a graph function and the one that fills what it reads.
_MAX_CALLERS = 2


class Filling(NamedTuple):
    """Something is put into a container, or taken out of it."""

    use: nodes.Name | nodes.Attribute
    """The container, where that is done."""
    key: object
    """The item that is set, if it is known; ANY otherwise."""
    parts: tuple[nodes.NodeNG, ...]
    """What the new content and its place are computed from."""
    changes: bool
    """The container holds something else each time: it grows, or what is put into it is made of what was there."""
    named: str = ""
    """The parameter that says which item is set."""
    every: bool = False
    """A loop sets one item after the other."""


class Fillings:
    """The changes of containers around the calls of the graph functions of a module."""

    def __init__(self, program: Program, runs: Runs, is_of: Callable[[Value, list[nodes.ClassDef]], bool]) -> None:
        self.program = program
        self.runs = runs
        self._is_of = is_of

    def find(self, place: Value, read: nodes.NodeNG, root: GraphFunction) -> nodes.NodeNG | None:
        """What changes the part of a container that a graph function reads, after it was traced."""
        function = root.node
        if not isinstance(place, (Variable, Attribute)):
            return None
        if not any(place.name in self.program.index(m).filled for m in self.runs.modules) and not any(True for _ in self._by_callbacks(place)):
            return None
        kinds = self._kinds(place)
        key = _key_read(read, kinds)
        if key is None or kinds is None or isinstance(place, Variable) and names.loops_around(function, place.scope):
            return None
        for use in self._uses(place):
            filling = _filling(use)
            if root.tracer is not None and self._is_layer(filling):
                continue  # a Keras model that is given other layers is compiled again
            if isinstance(read.parent, nodes.Subscript) and _is_missing(use):
                continue  # what a key gives stays the same
            if key is ANY or filling.key == key or filling.key is ANY and (filling.named or filling.every or not isinstance(key, str)):
                if self._repeats(filling, function, place, key) and not self._is_emptied(use):
                    return use.parent if isinstance(use.parent, nodes.Subscript) else use
        return None

    def _is_layer(self, filling: Filling) -> bool:
        """Whether an object, or an attribute that may hold one, is put into the container, rather than a number or a tensor."""
        scope = names.function_scope(filling.use)
        for value in (value for part in filling.parts for value in self.program.detached(part, scope)):
            kinds = classes.kinds(self.program, value)
            if any(isinstance(kind, nodes.ClassDef) or kind.startswith("keras.") for kind in kinds) or not kinds and isinstance(value, Attribute):
                return True
        return False

    def _kinds(self, place: Variable | Attribute) -> set[str] | None:
        """The kinds of container that the place holds: empty if nothing is known of it, None if it holds anything else."""
        found: set[str] = set()
        for value in classes.contents(self.program, place):
            if isinstance(value, Fresh):
                if not isinstance(value.kind, str) or value.kind not in frameworks.MUTATORS:
                    return None
                found.add(value.kind)
            elif isinstance(value, (Const, Class, External, Function, Graph)):
                return None
        return found

    def _uses(self, place: Variable | Attribute) -> Iterator[nodes.Name | nodes.Attribute]:
        """What changes the container, in plain Python that runs after the object was made."""
        owners = classes.owners(self.program, place.base) if isinstance(place, Attribute) else []
        for module in self.runs.modules:
            for use in self.program.index(module).filled.get(place.name, ()):
                scope = names.function_scope(use)
                if self.runs.is_traced(scope) or isinstance(scope, nodes.FunctionDef) and self.runs.is_preparation(scope):
                    continue
                if isinstance(place, Variable):
                    held = self.program.lookup(scope, use.name) if isinstance(use, nodes.Name) else self.program.detached(use, scope)
                    if place in held:
                        yield use
                elif isinstance(use, nodes.Attribute) and any(
                    self._is_of(value, owners) for value in self.program.detached(use.expr, scope)
                ):
                    yield use
        yield from self._by_callbacks(place)

    def _by_callbacks(self, place: Variable | Attribute) -> Iterator[nodes.Attribute]:
        """What changes the container that a callback is made with, under a name of its own: ``self.holder["weight"] = 0.1 * epoch``."""
        for use in self._in_callbacks if isinstance(place, Variable) else ():
            held = (one for value in self.program.detached(use, names.function_scope(use)) for one in classes.objects(self.program, value))
            if any(isinstance(one, Fresh) for one in classes.objects(self.program, place).intersection(held)):
                yield use

    @cached_property
    def _in_callbacks(self) -> list[nodes.Attribute]:
        """The containers in attributes that callbacks change at each batch or epoch."""
        uses = (use for module in self.runs.modules for uses in self.program.index(module).filled.values() for use in uses)
        attributes = ((use, names.function_scope(use)) for use in uses if isinstance(use, nodes.Attribute))
        return [use for use, scope in attributes if habits.is_run_by_epochs(scope) and not self.runs.is_traced(scope)]

    def _repeats(self, filling: Filling, function: FunctionNode, place: Variable | Attribute, key: object) -> bool:
        """Whether the item that is read is changed between calls of the graph function."""
        scope = names.function_scope(filling.use)
        if filling.named and isinstance(key, str):
            return isinstance(scope, nodes.FunctionDef) and self._is_called_again(scope, filling, function, place, key)
        runs = [call for call in self.runs.of(scope) if self._is_same(call, function, place)]
        for loop in names.loops_around(filling.use, scope):
            if not _is_of_one_turn(filling.use, loop) and any(loop.parent_of(call) for call in runs):
                if filling.changes or _follows(filling, loop) or any(is_result(filling.parts, call) for call in runs):
                    return True
        if self.runs.is_between(filling.use, runs):
            return True
        if isinstance(place, Attribute) and self.runs.is_after(filling.use, runs, function):
            return filling.changes or _follows(filling, scope)
        if not isinstance(scope, nodes.FunctionDef) or isinstance(place, Variable) and place.scope is scope:
            return False
        if habits.is_run_by_epochs(scope):
            return filling.changes or _reads(filling, set(scope.argnames()[1:]))
        return self._is_called_again(scope, filling, function, place, ANY)

    def _is_called_again(
        self, scope: nodes.FunctionDef, filling: Filling, function: FunctionNode, place: Variable | Attribute, key: object, depth: int = 0
    ) -> bool:
        """Whether the function that changes the container is called between calls of the graph function."""
        counted = {part.attrname for one in filling.parts for part in one.nodes_of_class(nodes.Attribute)}
        if not filling.changes and not counted and not _reads(filling, set(scope.argnames())):
            return False
        for call in self.runs.calls_of(scope):
            if key is not ANY:
                given = given_expression(call, scope, filling.named)
                if not isinstance(given, nodes.Const) or given.value != key:
                    continue
            caller = names.function_scope(call)
            runs = [run for run in self.runs.of(caller) if run is not call and self._is_same(run, function, place)]
            for loop in names.loops_around(call, caller):
                if not _is_of_one_turn(call, loop) and any(loop.parent_of(run) for run in runs):
                    if filling.changes or _reads(Filling(filling.use, ANY, tuple(call.args), False), names.assigned_in(loop)):
                        return True
                    if any(stored.attrname in counted for stored in loop.nodes_of_class(nodes.AssignAttr)):
                        return True
            if self.runs.is_between(call, runs):
                return True
            if depth < _MAX_CALLERS and isinstance(caller, nodes.FunctionDef) and caller is not scope and not self.runs.is_traced(caller):
                passed = filling._replace(parts=tuple(call.args), named="")
                if not self.runs.is_preparation(caller) and self._is_called_again(caller, passed, function, place, ANY, depth + 1):
                    return True
        return False

    def _is_same(self, call: nodes.Call, function: FunctionNode, place: Variable | Attribute) -> bool:
        """Whether a call runs the graph function that the calls before it have run: of the same object, made once."""
        if isinstance(place, Attribute):
            return True
        if isinstance(function.parent, nodes.ClassDef):
            loops = names.loops_around(call, names.function_scope(call))
            return not any(self.runs.is_of_new_object(call, function, loop) for loop in loops)
        # What is called before it is defined is another function.
        home = names.function_scope(function)
        is_home = home is place.scope or isinstance(home, nodes.Module) and isinstance(place.scope, nodes.Module)
        return is_home and (call.tolineno >= function.lineno or call.root() is not function.root())

    def _is_emptied(self, use: nodes.Name | nodes.Attribute) -> bool:
        """Whether the same function also makes the container empty: it holds what one turn has put there."""
        scope, shown = names.function_scope(use), use.as_string()
        return any(
            isinstance(other.parent, nodes.Attribute) and other.parent.attrname in _EMPTYING
            for other in self.program.index(use.root()).filled.get(names.last_name(use), ())
            if names.function_scope(other) is scope and other.as_string() == shown
        )


def _key_read(read: nodes.NodeNG, kinds: set[str] | None) -> object | None:
    """Which item of a container goes into the computation: ANY for all of it, None if what is in it does not matter."""
    parent = read.parent
    if isinstance(parent, nodes.Subscript) and parent.value is read:
        if isinstance(parent.parent, nodes.Attribute) and isinstance(parent.parent.parent, nodes.Call):
            return None  # a method of an object that the container holds
        if isinstance(parent.slice, nodes.Const):
            return parent.slice.value
        return ANY if kinds else None
    if not kinds:
        return None
    if isinstance(parent, nodes.Attribute):
        call = parent.parent
        if kinds == {"numpy.ndarray"}:
            return None if parent.attrname in _SHAPES else ANY
        if not isinstance(call, nodes.Call) or call.func is not parent:
            return None
        if parent.attrname == "get" and call.args and isinstance(call.args[0], nodes.Const):
            return call.args[0].value
        return ANY if parent.attrname in _READERS else None
    if isinstance(parent, nodes.Compare):
        return ANY if parent.ops[0][0] in ("in", "not in") and "builtins.dict" not in kinds else None
    if isinstance(parent, (nodes.For, nodes.Comprehension)):
        return ANY if parent.iter is read else None
    if isinstance(parent, nodes.BinOp):
        return ANY
    if isinstance(parent, nodes.Call) and parent.func is not read:
        return None if "builtins.dict" in kinds else ANY
    return None


def _filling(use: nodes.Name | nodes.Attribute) -> Filling:
    parent: nodes.NodeNG = use.parent
    if isinstance(parent, nodes.Attribute):
        call = parent.parent
        given = (*call.args, *(keyword.value for keyword in call.keywords))
        if parent.attrname in ("add", "update", "setdefault", "discard", "remove", "fill", "put"):
            keys = [one.arg for one in call.keywords] if parent.attrname == "update" and not call.args else []
            return Filling(use, keys[0] if len(keys) == 1 else ANY, given, False)
        return Filling(use, ANY, given, True)
    if isinstance(parent, nodes.Call):
        changes = parent.func.attrname in FILLED_FIRST - {"copyto", "putmask", "fill_diagonal"}
        return Filling(use, ANY, tuple(parent.args[1:]), changes)
    first = parent.slice.value if isinstance(parent, nodes.Subscript) and isinstance(parent.slice, nodes.Const) else ANY
    scope = names.function_scope(use)
    named = parent.slice.name if isinstance(parent, nodes.Subscript) and isinstance(parent.slice, nodes.Name) else ""
    every = bool(named) and any(isinstance(loop, nodes.For) and named in names.assigned_in(loop.target) for loop in names.loops_around(use, scope))
    if named not in getattr(scope, "argnames", list)():
        named = ""
    parts: list[nodes.NodeNG] = []
    while isinstance(parent, nodes.Subscript):
        parts.append(parent.slice)
        target, parent = parent, parent.parent
    if isinstance(parent, nodes.AugAssign):
        return Filling(use, first, (*parts, parent.value), True, named, every)
    if isinstance(parent, nodes.Assign):
        shown = target.as_string()
        changes = any(one.as_string() == shown for one in parent.value.nodes_of_class(nodes.Subscript))
        return Filling(use, first, (*parts, parent.value), changes, named, every)
    return Filling(use, first, tuple(parts), isinstance(parent, nodes.Delete))


def _is_missing(use: nodes.NodeNG) -> bool:
    """Whether an item is put into a dict that has none by that key, or into one beside it: ``if name not in models: …``."""
    if not isinstance(use.parent, nodes.Subscript):
        return False
    asked = (one.test for one in use.node_ancestors() if isinstance(one, nodes.If) and any(part.parent_of(use) for part in one.body))
    tests = (test.as_string() for one in asked for test in (one.values if isinstance(one, nodes.BoolOp) and one.op == "and" else [one]))
    return any(test.startswith(f"{use.parent.slice.as_string()} not in ") for test in tests)


def _is_of_one_turn(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether each turn of a loop has another container, or another object that it is of."""
    owner = node.func if isinstance(node, nodes.Call) else node
    shown = {owner.as_string()}
    while isinstance(owner, nodes.Attribute):
        owner = owner.expr
        shown.add(owner.as_string())
    stored = {one.as_string() for one in loop.nodes_of_class(nodes.AssignAttr)}
    return not shown.isdisjoint(names.made_in(loop) | stored)


def _follows(filling: Filling, loop: nodes.NodeNG) -> bool:
    """Whether something else is put into the container at each turn of a loop."""
    return _reads(filling, names.assigned_in(loop))


def _reads(filling: Filling, assigned: set[str]) -> bool:
    return any(names.reads_any(part, assigned) for part in filling.parts)
