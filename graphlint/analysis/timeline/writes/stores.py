"""What is written to a place, from the engine's events.

Assignments, deletions, `setattr`, ``vars(x).update(…)`` and ``x.__dict__[…]`` alike, what is put into a container, and
the `compile` of Keras.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.heap import classes, construction
from graphlint.analysis.syntax import layer_access, names
from graphlint.analysis.syntax.assignments import assigned_values, changes
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.writes.fillings import Contents
from graphlint.analysis.timeline.writes.write import Token, Write, as_parameter
from graphlint.analysis.values.events import Store
from graphlint.analysis.values.places import UNKNOWN, Attribute, Class, Super, Value, Variable

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.targets import Targets

#: Names by which attributes are set that no assignment shows.
_INDIRECT = ("setattr", "delattr", "__setattr__", "__delattr__", "__dict__", "vars", "globals")


class Writes:
    """The writes in the modules that a program's graph functions depend on."""

    def __init__(self, targets: Targets, runs: Runs, contents: Contents) -> None:
        self.program = runs.program
        self.contents = contents
        self.targets = targets
        self.runs = runs
        self._known: dict[Value, list[Write]] = {}
        self._scopes: list[Scope] | None = None

    def of(self, place: Variable | Attribute, key: object = None) -> list[Write]:
        """All that may be to the place; with a `key` those to what a container holds by that."""
        if key is not None:
            return list(self.contents.writes(place, key))
        if place not in self._known:
            is_trained = isinstance(place, Attribute) and place.name in frameworks.TRAINED
            self._known[place] = list(self._trainable_changes()) if is_trained else [*self._assigned(place), *self._indirect(place), *self._compiled(place)]
        return self._known[place]

    def first(self, place: Variable | Attribute, key: object = None) -> Token:
        """What tells the value that a place has from the start from others."""
        if key is not None:
            return self.contents.first(place, key)
        if place.name in frameworks.TRAINED:
            return ("first",)
        if isinstance(place, Variable):
            scopes = (place.scope,)
            held = [assigned_values(one) for one in self.targets.of(place) if names.function_scope(one) in scopes]
        else:
            made = [one for one in self.targets.of(place) if self._is_of_maker(names.function_scope(one))]
            owners = classes.owners(self.program, place.base)
            bodies = (one for owner in owners[:1] for base in classes.ancestors(self.program, owner) for one in base.locals.get(place.name, ()))
            held = [assigned_values(one) for one in made] or [assigned_values(one) for one in bodies]
        told = {(type(value.value), repr(value.value)) if isinstance(value, nodes.Const) else None for values in held for value in values or (None,)}
        return ("constant", *next(iter(told))) if len(told) == 1 and None not in told else ("first",)

    def _is_of_maker(self, scope: Scope) -> bool:
        return isinstance(scope, nodes.FunctionDef) and self.runs.is_preparation(scope)

    def _assigned(self, place: Variable | Attribute) -> Iterator[Write]:
        for target in self.targets.of(place):
            scope, statement = names.function_scope(target), target.statement()
            stores = [event for event in self._stores(scope) if event.node is statement and _is_to(event.place, place)]
            values = frozenset().union(*(event.values for event in stores)) if stores else self._written(target, scope)
            guarded = any(guard.condition.test == "missing" for event in stores for guard in event.guards)
            bases = {event.place.base for event in stores if isinstance(event.place, Attribute)} if isinstance(place, Attribute) else {None}
            if isinstance(place, Attribute) and not bases:
                bases = set(map(as_parameter, self.program.detached(target.expr, scope)))
            for base in bases:
                yield Write(scope, statement, target, base, values, assigned_values(target), changes(target), guarded)

    def _trainable_changes(self) -> Iterator[Write]:
        """What freezes layers of models or thaws them, which changes what variables of these are trained."""
        stored = (target for module in self.runs.modules for target in self.program.index(module).stored.get("trainable", ()))
        targets = [one for one in stored if isinstance(one, nodes.AssignAttr)]
        if all(getattr(value, "value", None) is True for target in targets for value in assigned_values(target)):
            return  # so it was before
        for target in targets:
            scope, owner = names.function_scope(target), target.expr
            taken = list(layer_access.named(owner, scope))
            if len(taken) == 1 and (layer_access.taken_from(taken[0]) is not None or _goes_over(taken[0])):
                (owner,) = taken  # `layer = model.get_layer("head"); layer.trainable = True`
            for base in map(as_parameter, self.program.detached(layer_access.model_of(owner), scope)):
                yield Write(scope, target.statement(), target, base, self._written(target, scope), assigned_values(target), False, False)

    def is_compiled(self, place: Variable | Attribute) -> bool:
        """Whether `compile` of Keras sets it in a model, and nothing else in the model's classes has it."""
        if not isinstance(place, Attribute) or place.name not in frameworks.COMPILED:
            return False
        owners = classes.owners(self.program, place.base)
        family = [base for owner in owners for base in classes.ancestors(self.program, owner)]
        is_their_own = any(place.name in base.locals or construction.stored_members(base, place.name) for base in family)
        return any(classes.is_model(self.program, owner) for owner in owners) and not is_their_own

    def _compiled(self, place: Variable | Attribute) -> Iterator[Write]:
        """The calls of `compile`, each of which makes a loss, metrics and an optimizer anew, but where a model is made of a file."""
        owners = classes.owners(self.program, place.base) if isinstance(place, Attribute) and self.is_compiled(place) else []
        calls = [call for module in self.runs.modules for call in self.program.index(module).calls(("compile",))] if owners else []
        for scope, call in ((names.function_scope(call), call) for call in calls):
            called = {value for event in self.program.summary(scope).calls_of(call) for value in event.callee if isinstance(value, Attribute)}
            if getattr(scope, "name", "") == "compile_from_config" or any(one.function for one in callees.callees(self.program, frozenset(called))):
                continue
            for base in (value.base.receiver if isinstance(value.base, Super) else value.base for value in called):
                if any(not set(classes.ancestors(self.program, kind)).isdisjoint(owners) for kind in classes.of_program(self.program, base)):
                    yield Write(scope, call, call, as_parameter(base), UNKNOWN, (*call.args, *(one.value for one in call.keywords)), True, False)

    def _written(self, target: nodes.NodeNG, scope: Scope) -> frozenset[Value]:
        (value,) = assigned_values(target) or (None,)
        return UNKNOWN if value is None else self.program.detached(value, scope)

    def _indirect(self, place: Variable | Attribute) -> Iterator[Write]:
        owners = classes.owners(self.program, place.base) if isinstance(place, Attribute) else []
        for scope in self._indirect_scopes():
            for event in self._stores(scope):
                if not _is_to(event.place, place) or _is_assigned(event.node):
                    continue
                base = event.place.base if isinstance(event.place, Attribute) else None
                if base is None or self.targets.is_of(base, owners) and not isinstance(base, Class) or self.targets.is_same(base, place.base):
                    guarded = any(guard.condition.test == "missing" for guard in event.guards)
                    yield Write(scope, event.node, event.node, base, event.values, _given(event.node), event.augmented, guarded)

    def _indirect_scopes(self) -> list[Scope]:
        if self._scopes is None:
            found: dict[Scope, None] = {}
            for module in self.runs.modules:
                index = self.program.index(module)
                found |= dict.fromkeys(names.function_scope(use) for name in _INDIRECT for use in index.uses.get(name, ()))
                found |= dict.fromkeys(names.function_scope(one) for one in index.deleted)
            self._scopes = list(found)
        return self._scopes

    def _stores(self, scope: Scope) -> Iterable[Store]:
        return (event for event in self.program.summary(scope).events if isinstance(event, Store))


def _goes_over(iterable: nodes.NodeNG) -> bool:
    """Whether it is what a loop goes over."""
    return isinstance(iterable.parent, nodes.For) and iterable.parent.iter is iterable


def _is_to(stored: Value, place: Variable | Attribute) -> bool:
    """Whether a place has the name of another, and is one of the same kind."""
    if isinstance(place, Variable):
        return stored == place
    return isinstance(stored, Attribute) and stored.name == place.name


def _is_assigned(node: nodes.NodeNG) -> bool:
    """Whether it is a statement with targets of its own, which are found by their names."""
    if isinstance(node, nodes.Assign):
        return not any(isinstance(one, nodes.Subscript) for one in node.targets)
    return isinstance(node, (nodes.AugAssign, nodes.AnnAssign, nodes.For, nodes.With)) and not isinstance(getattr(node, "target", None), nodes.Subscript)


def _given(node: nodes.NodeNG) -> tuple[nodes.NodeNG, ...]:
    """What a call or statement that no target shows puts into a place."""
    match node:
        case nodes.Call(args=[_, _, value, *_]):
            return (value,)
        case nodes.Call(keywords=keywords):
            return tuple(keyword.value for keyword in keywords)
        case nodes.Assign(value=value) | nodes.AugAssign(value=value):
            return (value,)
    return ()
