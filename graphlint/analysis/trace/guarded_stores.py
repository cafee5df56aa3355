"""What a trace stores behind a guard that lets it happen once: every later trace finds it, and the graph does it at each call."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import bind, stored, substitute
from graphlint.analysis.engine.callgraph.callees import Callee, weaker
from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.syntax.stores import clears_by_operations, is_of_operations
from graphlint.analysis.trace.changes import Changes
from graphlint.analysis.trace.place_uses import MAKERS
from graphlint.analysis.values import tensors
from graphlint.analysis.values.conditions import about
from graphlint.analysis.values.events import Call, Store
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.offence import Way
from graphlint.analysis.values.places import (
    Argument,
    Attribute,
    Fresh,
    Function,
    Item,
    Result,
    Value,
    Variable,
    item,
    join,
)

if TYPE_CHECKING:
    from graphlint.analysis.trace.followed import Followed


class GuardedStores:
    """The stores of one trace that fill what is empty, or clear a flag."""

    def __init__(self, trace: Followed, changes: Changes) -> None:
        self.trace = trace
        self.changes = changes
        self.program = trace.program
        self._measured: dict[nodes.NodeNG, set[str]] = {}

    def store(self, event: Store, frame: Frame, way: Way) -> None:
        """What is stored once, and found there by every later trace: a tensor is one of the first graph."""
        if _is_set_otherwise(event.node):
            return
        held = substitute(self.program, event.values, frame)
        returned = map(self._returned, event.values)  # which is not followed
        holds = any(tensors.hold(values, self.program) for values in (held, *returned)) or tensors.are_structures(held, self.program)
        if holds or any(map(self._is_made_of_tensors, held)):
            for outer in stored(self.program, event.place, frame):
                if not self._is_emptied(outer):
                    self.changes.keep(event.node, outer, way)
        elif is_of_operations(event.node) and self._is_run_alone:
            for outer in stored(self.program, event.place, frame):
                self.changes.clear(event.node, outer, way)

    def _is_emptied(self, place: Value) -> bool:
        """Whether `call` of a layer empties a place of another one before each trace: ``self.cell._dropout_mask = None``."""
        set_in_parts = (one for one in self.changes.uses.assignments(place) if isinstance(getattr(one, "expr", None), nodes.Attribute))
        return any(
            isinstance(names.assigned(one), nodes.Const) and getattr(one.statement().parent, "name", "") == "call" for one in set_in_parts
        )

    def _returned(self, value: Value) -> frozenset[Value]:
        """What a function returns, or what is an element of that: ``rows, columns = self.make()``."""
        if isinstance(value, Item) and isinstance(value.base, Result):
            return join(*(item(one, value.key) for one in self.program.returned(value.base)))
        return self.program.returned(value) if isinstance(value, Result) else frozenset()

    @property
    def _is_run_alone(self) -> bool:
        """Whether nothing has run the function before it is traced, as Keras runs the layers of a model that it builds."""
        return self.trace.root.tracer is None or self.trace.root.node.name in (*frameworks.STEPS, *frameworks.traced_methods("keras.optimizers"))

    def _is_made_of_tensors(self, value: Value) -> bool:
        """Whether it is an object that is made here, whose constructor keeps tensors that it computes."""
        if not isinstance(value, Fresh) or not isinstance(value.kind, nodes.ClassDef):
            return False
        makers = (one.node for one in classes.members(self.program, value.kind, "__init__") if isinstance(one, Function))
        stores = (one for maker in makers for one in self.program.summary(maker).events if isinstance(one, Store) and not one.guards)
        return any(isinstance(one.place, Attribute) and tensors.hold(one.values, self.program) for one in stores)

    def measured(self, event: Store | Call, frame: Frame, way: Way) -> None:
        """What is stored where something kept has another size, by itself or by a method, and found there by later traces of that size."""
        if event.node not in self._measured:
            self._measured[event.node] = _measured(event.node)
        measured = self._measured[event.node]
        if not measured:
            return
        if isinstance(event, Store):
            if _attributes(event.node) & measured:
                self.store(event, frame, way)
            return
        for callee in self.trace.callees(event.callee, substitute(self.program, event.callee, frame), frame):
            function = callee.function.node if callee.function is not None and callee.graph is None else None
            if isinstance(function, nodes.FunctionDef) and callee.receiver is not None:
                stores = [one for one in self.program.summary(function).events if isinstance(one, Store) and not one.guards]
                if any(_attributes(one.node) & measured for one in stores):
                    self._stores(stores, event, callee, frame, way)

    def call(self, event: Call, frame: Frame, way: Way) -> None:
        """What a method stores that is called once, and found there by every later trace: ``if not self.built: self.make()``."""
        places = {place for guard in event.guards for place in substitute(self.program, about(guard.condition), frame)}
        for callee in self.trace.callees(event.callee, substitute(self.program, event.callee, frame), frame):
            if callee.function is None or callee.graph is not None or callee.receiver is None:
                continue
            function = callee.function.node
            if function.name == "build" and isinstance(function.parent, nodes.ClassDef) and classes.is_keras(self.program, function.parent):
                continue  # Keras has called it before
            if any(self.changes.uses.is_reset(place, filler=function) for place in places):
                continue  # it is empty again before each trace, for all that is known
            stores = [one for one in self.program.summary(function).events if isinstance(one, Store) and not one.guards]
            inner, further = self._stores(stores, event, callee, frame, way)
            for store in stores if self._is_run_alone else ():
                if clears_by_operations(store.node):
                    for outer in places & stored(self.program, store.place, inner):
                        self.changes.clear(store.node, outer, further)

    def cached_property(self, place: Value, way: Way) -> None:
        """What a property computes once for each object: tensors of the graph whose trace reads it first."""
        if isinstance(place, Attribute):
            for cls in classes.owners(self.program, place.base):
                self._cached_method(cls, place, way)

    def cached_call(self, event: Call, callee: frozenset[Value], given: tuple[Argument, ...], way: Way) -> None:
        """What a function returns that runs once, and is called with nothing that each trace has another one of."""
        called = event.node.func if isinstance(event.node, nodes.Call) else None
        module, name = event.node.root(), names.last_name(called)
        if name not in self.program.index(module).cached or any(tensors.may_be(one.values) for one in given):
            return
        if isinstance(called, nodes.Name) and name in module.locals:
            self._cached(module.locals[name][-1], Variable(module, name), way)
        for place in callee:
            for cls in classes.owners(self.program, place.base) if isinstance(place, Attribute) else ():
                self._cached_method(cls, place, way)

    def _cached_method(self, cls: nodes.ClassDef, place: Attribute, way: Way) -> None:
        """What the nearest method by the name of an attribute returns."""
        defined = (base.locals[place.name][-1] for base in classes.ancestors(self.program, cls) if place.name in base.locals)
        self._cached(next(defined, None), place, way)

    def _cached(self, function: nodes.NodeNG | None, place: Attribute | Variable, way: Way) -> None:
        """What a decorator keeps, unless something has run the function before: a constructor, or the module itself."""
        decorator = names.cache_of(function) if isinstance(function, nodes.FunctionDef) else None
        if decorator is None:
            return
        uses = self.program.index(function.root()).uses.get(function.name, ())
        if any(self._comes_first(names.function_scope(use), function) and not self._follows_run(use) for use in uses):
            return
        if tensors.hold(self.program.summary(function).returns, self.program):
            self.changes.cache(decorator, place, way)

    def _follows_run(self, use: nodes.NodeNG) -> bool:
        """Whether the same scope has run the graph function before, by its name: what it traced is there."""
        scope = names.function_scope(use)
        runs = calls_named(self.program, [use.root()], (getattr(self.trace.root.node, "name", ""),))
        return any(run.lineno < use.lineno and names.function_scope(run) is scope for run in runs)

    def _comes_first(self, scope: Scope, function: nodes.FunctionDef) -> bool:
        """Whether code runs before anything is traced that uses a function: the module or its main function, or a constructor."""
        if isinstance(function.parent, nodes.ClassDef):
            cls = scope.parent
            is_maker = isinstance(cls, nodes.ClassDef) and getattr(scope, "name", "") in MAKERS
            return is_maker and classes.are_akin(self.program, cls, function.parent)
        return isinstance(scope, nodes.Module) or getattr(scope, "name", "") in ("main", *MAKERS)

    def _stores(self, stores: list[Store], event: Call, callee: Callee, frame: Frame, way: Way) -> tuple[Frame, Way]:
        """What a method that is called stores; its frame, and the way there."""
        function = callee.function.node
        arguments = tuple(replace(one, values=substitute(self.program, one.values, frame)) for one in event.arguments)
        inner = Frame(function, bind(self.program, function, callee.receiver, callee.arguments + arguments), callee.function.home, traced=True)
        further = Way((*way.calls, (names.qualified(function), event.node)), weaker(way.confidence, callee.confidence))
        for store in stores:
            self.store(store, inner, further)
        return inner, further


def _is_set_otherwise(node: nodes.NodeNG) -> bool:
    """Whether the other way of a branch, which asks for something else, sets what an assignment sets: each trace does the one or the other."""
    targets = {target.as_string() for target in getattr(node, "targets", ())}
    return any(
        target.as_string() in targets
        for branch, holds in blocks.branches_around(node)
        if all(use.as_string() not in targets for use in branch.test.nodes_of_class(nodes.Attribute))
        for part in (branch.orelse if holds else branch.body)
        for target in part.nodes_of_class(nodes.AssignAttr)
    )


def _measured(node: nodes.NodeNG) -> set[str]:
    """The attributes whose size the branches around a statement compare, or that one before it returns as they are.

    ``if x.shape[1] != self.mask.shape[0]: …``; ``if size <= self.size: return self.table[:size]``.
    """
    tests = (branch.test for branch, holds in blocks.branches_around(node) if holds)
    shapes = (use.expr for test in tests for use in test.nodes_of_class(nodes.Attribute) if use.attrname == "shape")
    found = {use.attrname for use in shapes if isinstance(use, nodes.Attribute)}
    for before in blocks.before(node.statement()):
        if isinstance(before, nodes.If) and isinstance(before.body[-1], nodes.Return):
            found |= {use.attrname for use in before.body[-1].nodes_of_class(nodes.Attribute)}
    return found - _set_before(node)


def _set_before(node: nodes.NodeNG) -> set[str]:
    """The attributes that the blocks around a statement set before it comes to that: each trace has its own there."""
    around = (node.statement(), *(branch for branch, _ in blocks.branches_around(node)))
    return set().union(*(_attributes(before) for statement in around for before in blocks.before(statement)))


def _attributes(node: nodes.NodeNG) -> set[str]:
    """The attributes that an assignment sets."""
    return {target.attrname for target in getattr(node, "targets", ()) if isinstance(target, nodes.AssignAttr)}
