"""Where the places that a trace changes are read and bound, by it and by others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.callgraph import mentions
from graphlint.analysis.engine.callgraph.named_calls import scopes_calling
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names, stores
from graphlint.analysis.values.places import Attribute, Param, Value, Variable, root
from graphlint.frameworks.keras import DRIVERS

if TYPE_CHECKING:
    from graphlint.analysis.trace.followed import Followed

#: Methods that make what an object holds, before it is used.
MAKERS = ("__init__", "build")
#: Functions that more than so many lead to are not told from the trace.
_MAX_CALLERS = 20


class PlaceUses:
    """The uses of places in the modules that one trace leads to."""

    def __init__(self, trace: Followed) -> None:
        self.trace = trace
        self.program = trace.program

    def of(self, place: Value) -> list[nodes.NodeNG]:
        """What reads a place by its name."""
        if not isinstance(place, (Attribute, Variable)):
            return []
        # A variable of another module is read as `module.name` too.
        kinds = nodes.Attribute if isinstance(place, Attribute) else (nodes.Name, nodes.Attribute)
        found: list[nodes.NodeNG] = []
        for module in self._modules(place):
            uses = self.program.index(module).uses.get(place.name, ())
            if isinstance(place, Variable) and place.scope.root() is module:
                found += [use for use in uses if isinstance(use, nodes.Name)]
            else:
                found += [use for use in uses if isinstance(use, kinds) and not self._is_of_another(use, place)]
        return found

    def _is_of_another(self, use: nodes.NodeNG, place: Value) -> bool:
        """Whether ``self.name`` is an attribute of objects of a class that has nothing to do with the place's."""
        method = names.function_scope(use)
        if not isinstance(place, Attribute) or not isinstance(method, nodes.FunctionDef) or not isinstance(use.expr, nodes.Name):
            return False
        if not classes.receives(method, use.expr.name):
            return False
        owners = classes.owners(self.program, place.base)
        return bool(owners) and not any(classes.are_akin(self.program, owner, method.parent) for owner in owners)

    def _modules(self, place: Value) -> list[nodes.Module]:
        """Where a place may be used: the linted module, those that the trace enters, and that which it belongs to."""
        start = root(place)
        homes = [start.scope.root()] if isinstance(start, (Param, Variable)) else []
        if isinstance(place, Attribute):
            owners = classes.of_program(self.program, place.base)
            homes += [base.root() for owner in owners for base in classes.ancestors(self.program, owner)]
        entered = sorted({node.root() for node in self.trace.entered}, key=lambda module: module.name)
        return list(dict.fromkeys([self.trace.module, *homes, *entered]))

    def assignments(self, place: Value) -> list[nodes.NodeNG]:
        """What binds a place."""
        if isinstance(place, Variable):
            return self.program.bindings(place)
        if isinstance(place, Attribute):
            targets = [t for module in self._modules(place) for t in self.program.index(module).stored.get(place.name, ())]
            return [target for target in targets if not self._is_of_another(target, place)]
        return []

    def is_settled(self, place: Value) -> bool:
        """Whether it is an attribute that constructors alone set, of objects that may be the place's."""
        if not isinstance(place, Attribute):
            return False
        owners = classes.owners(self.program, place.base)
        targets = [target for target in self.assignments(place) if not self._is_in_another(target, owners)]
        return bool(targets) and all(getattr(names.function_scope(target), "name", "") == "__init__" for target in targets)

    def _is_in_another(self, target: nodes.NodeNG, owners: list[nodes.ClassDef]) -> bool:
        """Whether an attribute is set in an object that is known to be of other classes."""
        values = self.program.detached(target.expr, names.function_scope(target))
        kinds = [kind for value in values for kind in classes.of_program(self.program, value)]
        return bool(kinds) and not any(classes.are_akin(self.program, kind, owner) for kind in kinds for owner in owners)

    def is_reset(self, place: Value, values: frozenset[Value] = frozenset(), filler: nodes.NodeNG | None = None) -> bool:
        """Whether something besides this trace, the `filler` and the construction assigns the place: not the same values."""
        makers = MAKERS if self.trace.root.tracer == "Keras" else MAKERS[:1]  # Keras calls `build` once
        for target in self.assignments(place):
            scope = names.function_scope(target)
            if isinstance(scope, nodes.FunctionDef) and scope.name not in makers and scope not in self.trace.entered and scope is not filler:
                if not values or self.program.summary(scope).stores.get(target) != values:
                    return True
        return False

    def is_beside_trace(self, setter: nodes.FunctionDef) -> bool:
        """Whether a function is part of the trace, or calls it, or is called by one that is or does, by their names."""
        root = self.trace.root
        tracing = {getattr(root.node, "name", ""), *(("self", *DRIVERS) if root.tracer == "Keras" else self.program.index(self.trace.module).graph_names)}
        entered = {node.root() for node in self.trace.entered}
        found: list[nodes.NodeNG] = [setter]
        for scope in found:
            if len(found) > _MAX_CALLERS or names.is_within(scope, self.trace.entered) or not names.called(scope).isdisjoint(tracing):
                return True
            calling = (one for module in {scope.root(), *entered} for one in scopes_calling(self.program, module, (scope.name,)))
            found += [one for one in dict.fromkeys(calling) if isinstance(one, nodes.FunctionDef) and one not in found and one.name != "__init__"]
        return False

    def is_for_others(self, place: Attribute, uses: list[nodes.NodeNG]) -> bool:
        """Whether an attribute is there for those who use the object: nothing in the program reads it, or only what does nothing else."""
        uses = [use for use in uses if not stores.is_filled(use)]
        getters = {names.function_scope(use) for use in uses if not stores.passes_on(use)} - self.trace.entered
        if getters:
            known = sorted(getters, key=lambda getter: (getter.root().name, getter.fromlineno))
            return all(stores.is_getter(getter, place.name) and self._is_unread(getter.name, place, by_name=False) for getter in known)
        return all(map(stores.passes_on, uses)) and not place.name.startswith("_") and self._is_unread(place.name, place)

    def is_read_by_key(self, place: Value, key: str) -> bool:
        """Whether something outside of the trace reads an item by its text, of whatever object: ``spec["grads"]``, ``spec.get("grads")``."""
        for module in self._modules(place):
            for text in module.nodes_of_class(nodes.Const):
                is_item = isinstance(text.parent, nodes.Subscript) and text.parent.slice is text or isinstance(text.parent, nodes.Call)
                if text.value == key and is_item and names.function_scope(text) not in self.trace.entered:
                    return True
        return False

    def is_read_elsewhere(self, place: Value, matters: Callable[[nodes.NodeNG], bool] = lambda use: True) -> bool:
        """Whether a module that imports the object's class reads the attribute, of what is an object of it: ``self.model.inputs``."""
        owners = classes.of_program(self.program, place.base) if isinstance(place, Attribute) else []
        for home in dict.fromkeys(base.root() for owner in owners for base in classes.ancestors(self.program, owner)):
            for module in mentions.importers(self.program, home, f".{place.name}"):
                for use in self.program.index(module).uses.get(place.name, ()):
                    if isinstance(use, nodes.Attribute) and matters(use) and self._is_of_one(use, owners):
                        return True
        return False

    def is_read_by_callback(self, place: Attribute) -> bool:
        """Whether a callback reads an attribute of its model, between the batches or epochs: ``self.model.last_code``."""
        homes = dict.fromkeys(cls.root() for cls in classes.of_program(self.program, place.base))
        modules = (module for home in homes for module in (home, *mentions.importers(self.program, home, f".{place.name}")))
        uses = (use for module in modules for use in self.program.index(module).uses.get(place.name, ()))
        return any(
            isinstance(use, nodes.Attribute) and use.expr.as_string() == "self.model" and classes.is_callback(self.program, names.function_scope(use).parent)
            for use in uses
        )

    def _is_of_one(self, use: nodes.Attribute, owners: list[nodes.ClassDef]) -> bool:
        """Whether a function that the trace does not enter reads an attribute of an object of one of the classes, but of itself."""
        scope = names.function_scope(use)
        if scope in self.trace.entered or isinstance(use.expr, nodes.Name) and use.expr.name in ("self", "cls"):
            return False
        kinds = (kind for value in self.program.detached(use.expr, scope) for kind in classes.of_program(self.program, value))
        return any(classes.are_akin(self.program, kind, owner) for kind in kinds for owner in owners)

    def _is_unread(self, name: str, place: Attribute, by_name: bool = True) -> bool:
        """Whether no other method reads an attribute by its name, but to pass it on under the same: functions that do are not traced with it.

        What goes `by_name` alone, such as a local variable, may be what is kept as well: not what a property computes, nor what
        the trace itself stores: ``attention = softmax(x); self.attention = attention``.
        """
        homes = dict.fromkeys(self._modules(place))
        for home in list(homes):
            homes |= dict.fromkeys(mentions.importers(self.program, home, f".{name}"))
        uses = [use for module in homes for use in self.program.index(module).uses.get(name, ()) if by_name or isinstance(use, nodes.Attribute)]
        takers = [scope.parent for scope in map(names.function_scope, filter(stores.passes_on, uses)) if isinstance(scope.parent, nodes.ClassDef)]
        return not any(self._may_read(use, place, takers) and not self._is_passed_on(use, name) for use in uses)

    def _may_read(self, use: nodes.NodeNG, place: Attribute, takers: list[nodes.ClassDef]) -> bool:
        """Whether it is in a method: neither filled, nor a local variable of what is traced, nor of an object that has its own from elsewhere."""
        scope = names.function_scope(use)
        if not names.is_in_class(scope) or stores.is_filled(use):
            return False
        if isinstance(use, nodes.Name):
            return scope not in self.trace.entered
        is_taker = any(classes.are_akin(self.program, taker, scope.parent) for taker in takers if isinstance(scope.parent, nodes.ClassDef))
        return is_taker or not self._is_of_another(use, place)

    def _is_passed_on(self, use: nodes.NodeNG, name: str) -> bool:
        return stores.passes_on(use) or stores.is_getter(names.function_scope(use), name)
