"""What a trace stores behind a guard that lets it happen once: every later trace finds it, and the graph does it at each call."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis import classes, names, tensors
from graphlint.analysis.calls import weaker
from graphlint.analysis.conditions import about
from graphlint.analysis.events import Call, Store
from graphlint.analysis.frames import Frame, bind, stored, substitute
from graphlint.analysis.offence import Way
from graphlint.analysis.places import Attribute, Fresh, Function, Result, Value
from graphlint.analysis.stored import clears_by_operations, is_of_operations

if TYPE_CHECKING:
    from graphlint.analysis.reach import Trace


class Kept:
    """The stores of one trace that fill what is empty, or clear a flag."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.program = trace.program

    def store(self, event: Store, frame: Frame, way: Way) -> None:
        """What is stored once, and found there by every later trace: a tensor is one of the first graph."""
        if _is_set_otherwise(event.node):
            return
        held = substitute(self.program, event.values, frame)
        returned = (self.program.returned(value) for value in event.values if isinstance(value, Result))  # which is not followed
        if any(tensors.hold(values, self.program) for values in (held, *returned)) or any(map(self._is_made_of_tensors, held)):
            for outer in stored(self.program, event.place, frame):
                self.trace.changes.keep(event.node, outer, way)
        elif is_of_operations(event.node) and self._is_run_alone:
            for outer in stored(self.program, event.place, frame):
                self.trace.changes.clear(event.node, outer, way)

    @property
    def _is_run_alone(self) -> bool:
        """Whether nothing has run the function before it is traced, as Keras runs the layers of a model that it builds."""
        return self.trace.root.tracer is None or self.trace.root.node.name in frameworks.STEPS

    def _is_made_of_tensors(self, value: Value) -> bool:
        """Whether it is an object that is made here, whose constructor keeps tensors that it computes."""
        if not isinstance(value, Fresh) or not isinstance(value.kind, nodes.ClassDef):
            return False
        makers = (one.node for one in classes.members(self.program, value.kind, "__init__") if isinstance(one, Function))
        stores = (one for maker in makers for one in self.program.summary(maker).events if isinstance(one, Store) and not one.guards)
        return any(isinstance(one.place, Attribute) and tensors.hold(one.values, self.program) for one in stores)

    def call(self, event: Call, frame: Frame, way: Way) -> None:
        """What a method stores that is called once, and found there by every later trace: ``if not self.built: self.make()``."""
        places = {place for guard in event.guards for place in substitute(self.program, about(guard.condition), frame)}
        for callee in self.trace.callees(event.callee, substitute(self.program, event.callee, frame), frame):
            if callee.function is None or callee.graph is not None or callee.receiver is None:
                continue
            function = callee.function.node
            if function.name == "build" and isinstance(function.parent, nodes.ClassDef) and classes.is_keras(self.program, function.parent):
                continue  # Keras has called it before
            if any(self.trace.changes.is_reset(place, filler=function) for place in places):
                continue  # it is empty again before each trace, for all that is known
            arguments = tuple(replace(one, values=substitute(self.program, one.values, frame)) for one in event.arguments)
            inner = Frame(function, bind(self.program, function, callee.receiver, callee.arguments + arguments), callee.function.home, traced=True)
            further = Way((*way.calls, (names.qualified(function), event.node)), weaker(way.confidence, callee.confidence))
            for store in self.program.summary(function).events:
                if isinstance(store, Store) and not store.guards:
                    self.store(store, inner, further)
                    if self._is_run_alone and clears_by_operations(store.node):
                        for outer in places & stored(self.program, store.place, inner):
                            self.trace.changes.clear(store.node, outer, further)


def _is_set_otherwise(node: nodes.NodeNG) -> bool:
    """Whether the other way of a branch sets what an assignment sets: each trace does it, on the one way or the other."""
    targets = {target.as_string() for target in getattr(node, "targets", ())}
    child = node
    for current in node.node_ancestors():
        if isinstance(current, nodes.FunctionDef):
            return False
        if isinstance(current, nodes.If):
            other = current.orelse if child in current.body else current.body
            if any(target.as_string() in targets for part in other for target in part.nodes_of_class(nodes.AssignAttr)):
                return True
        child = current
    return False
