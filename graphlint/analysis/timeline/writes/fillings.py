"""What puts something else into a list, dict, set or array between the calls of a graph function that reads it.

``weights["l1"] = epoch * 0.1``, ``mask[i] = 0.0``, ``blocks.append(block)``, ``rng.shuffle(order)``: the graph holds what was
in the container when it was traced. Which of these changes stand between two runs is followed as for all other writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.index import FILLED_FIRST
from graphlint.analysis.timeline.runs import Runs
from graphlint.analysis.timeline.writes.write import Token, Write, as_parameter, token_of
from graphlint.analysis.values.places import (
    UNKNOWN,
    Attribute,
    Class,
    Const,
    External,
    Fresh,
    Function,
    Graph,
    Value,
    Variable,
    item,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.values.graph_function import GraphFunction

#: Stands for some item of which nothing is known, and for all of them.
ANY = object()
WHOLE = object()
#: Methods of lists and the like that another item is read by, and of arrays what is known of them without their items.
_READERS = frozenset({"items", "values", "copy", "index", "count", "keys"})
_SHAPES = frozenset({"shape", "dtype", "ndim", "size"})
#: Methods that make a container empty: what is put into it before or after that is of one turn.
_EMPTYING = frozenset({"clear", "pop", "popleft", "popitem"})


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


class Contents:
    """What is put into the containers in the places that graph functions read."""

    def __init__(self, program: Program, runs: Runs, is_of: Callable[[Value, list[nodes.ClassDef]], bool]) -> None:
        self.program = program
        self.runs = runs
        self._is_of = is_of

    def key_read(self, place: Variable | Attribute, read: nodes.NodeNG) -> object | None:
        """Which item a graph function reads, ANY or WHOLE; None if the place holds no container, or what is in it does not matter."""
        if not any(place.name in self.program.index(m).filled for m in self.runs.modules) and not any(True for _ in self._by_callbacks(place)):
            return None
        kinds = self._kinds(place)
        return None if kinds is None else _key_read(read, kinds)

    def first(self, place: Variable | Attribute, key: object) -> Token:
        """What tells an item that a container is made with from others."""
        made = [value for value in classes.contents(self.program, place) if isinstance(value, Fresh)]
        held = {one for value in made if key in (value.keys or ()) for one in item(value, key)}
        only = next(iter(held)) if len(held) == 1 else None
        return token_of(only.value) if isinstance(only, Const) else ("first",)

    def writes(self, place: Variable | Attribute, key: object) -> Iterator[Write]:
        """The changes of the part of a container that a key stands for."""
        for use in self._uses(place):
            filling, scope = _filling(use), names.function_scope(use)
            is_any = filling.key is ANY and (filling.named or filling.every or not isinstance(key, str))
            if not (key in (ANY, WHOLE) or filling.key == key or is_any) or self._is_emptied(use):
                continue
            for base in map(as_parameter, self.program.detached(use.expr, scope)) if isinstance(place, Attribute) else (None,):
                is_one = filling.parts and (filling.key is not ANY or filling.named)
                values = frozenset(map(as_parameter, self.program.detached(filling.parts[-1], scope))) if is_one else UNKNOWN
                is_guarded = key is not WHOLE and _is_missing(use)  # what a key gives stays the same
                spot = use.parent if isinstance(use.parent, nodes.Subscript) else use
                yield Write(scope, _doing(use), spot, base, values, filling.parts, filling.changes, is_guarded, filling.named)

    def repeated(self, place: Variable | Attribute, key: object, root: GraphFunction) -> Iterator[Write]:
        """Those that a callback makes at each epoch, or a method after it has run the graph function, with something else each time."""
        for write in self.writes(place, key):
            is_after = isinstance(place, Attribute) and self.runs.is_after(write.spot, self.runs.of(write.scope), root.node)
            if is_after or habits.is_run_by_epochs(write.scope):
                read = names.assigned_in(write.scope) if is_after else set(write.scope.argnames()[1:])
                if write.changes or any(names.reads_any(part, read) for part in write.parts):
                    yield write

    def is_layer(self, target: nodes.NodeNG) -> bool:
        """Whether an object, or an attribute that may hold one, is put into a container, rather than a number or a tensor."""
        use = target.value if isinstance(target, nodes.Subscript) else target
        scope = names.function_scope(use)
        for value in (value for part in _filling(use).parts for value in self.program.detached(part, scope)):
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

    def _is_emptied(self, use: nodes.Name | nodes.Attribute) -> bool:
        """Whether the same function also makes the container empty: it holds what one turn has put there."""
        scope, shown = names.function_scope(use), use.as_string()
        stored = self.program.index(use.root()).stored.get(names.last_name(use), ()) if isinstance(use, nodes.Attribute) else ()
        if any(names.function_scope(one) is scope and one.as_string() == shown for one in stored):
            return True  # another container, which is told as such
        return any(
            isinstance(other.parent, nodes.Attribute) and other.parent.attrname in _EMPTYING
            for other in self.program.index(use.root()).filled.get(names.last_name(use), ())
            if names.function_scope(other) is scope and other.as_string() == shown
        )


def _key_read(read: nodes.NodeNG, kinds: set[str] | None) -> object | None:
    """Which item of a container goes into the computation, ANY or WHOLE; None if what is in it does not matter."""
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
            return None if parent.attrname in _SHAPES else WHOLE
        if not isinstance(call, nodes.Call) or call.func is not parent:
            return None
        if parent.attrname == "get" and call.args and isinstance(call.args[0], nodes.Const):
            return call.args[0].value
        return WHOLE if parent.attrname in _READERS else None
    if isinstance(parent, nodes.Compare):
        return WHOLE if parent.ops[0][0] in ("in", "not in") and "builtins.dict" not in kinds else None
    if isinstance(parent, (nodes.For, nodes.Comprehension)):
        return WHOLE if parent.iter is read else None
    if isinstance(parent, nodes.BinOp):
        return WHOLE
    if isinstance(parent, nodes.Call) and parent.func is not read:
        return None if "builtins.dict" in kinds else WHOLE
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


def _doing(use: nodes.Name | nodes.Attribute) -> nodes.NodeNG:
    """What changes a container: the statement, or the call."""
    parent = use.parent
    if isinstance(parent, nodes.Attribute):
        return parent.parent
    return parent if isinstance(parent, nodes.Call) else use.statement()
