"""A program as it is for one linted module: what is traced there, what is a tensor, and where objects come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.faults import assumed
from graphlint.analysis.engine.heap import provenance
from graphlint.analysis.engine.memo import Memo
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.events import Call, Summary
from graphlint.analysis.values.places import Argument, Attribute, Bound, Const, Entry, Item, Param, Result, Value, ordered

if TYPE_CHECKING:
    from graphlint.analysis.engine.callgraph.callees import Callee
    from graphlint.analysis.engine.callgraph.callers import CallSite
    from graphlint.analysis.engine.callgraph.reach import Reach

#: From the parameter of one function to what callers give, and on from there, as often as this.
_MAX_ORIGINS = 6
#: With more calls than this, in what is looked into for one linted module, what an activation gives is no longer told apart.
_MAX_GIVEN_CALLS = 4000


class View(Program):
    """The program, and what depends on the module that is linted. Lives as long as the checker's run over that."""

    is_settled = True

    def __init__(self, program: Program, linted: nodes.Module) -> None:
        super().__init__(program.graph_decorators, program.relevance, program.contexts, program.default_keras)
        self.shared = program
        self.linted = linted
        self.bases, self.ancestors = program.bases, program.ancestors
        self.calls_seen, self.given_calls = program.calls_seen, program.given_calls
        self.roots, self.makers, self.tensors, self.structures = set(), set(), set(), set()
        self._followed = 0
        self._is_taking = False
        self.forget()

    def forget(self) -> None:
        """Begins anew with all that is found out on demand: what an error has interrupted is there by half."""
        self.memo = Memo(self.dependencies)
        #: The files that are looked into because they import another one.
        self.importers: set[str] = set()
        #: Of functions whose calls were looked for in other modules, too.
        self.call_sites: dict[tuple[nodes.FunctionDef, Reach], list[CallSite]] = {}
        self.truncated = set()
        #: What calls give for parameters, and how many calls that is away from what is asked for.
        self.given_for: dict[tuple[Value, int], frozenset[Value]] = {}
        self.callees: dict[frozenset[Value], list[Callee]] = {}
        self._evaluated: dict[tuple, frozenset[Value]] = {}
        self._own_kinds: dict[Value, list[str | nodes.ClassDef]] = {}
        self._settings: dict[Attribute, Value] = {}
        self._origins: dict[Value, frozenset[Value]] = {}
        self._computed: dict[Attribute, bool] = {}
        self._given_calls: set[tuple[Call, frozenset[Value], tuple[Argument, ...]]] = set()

    @property
    def is_at_rest(self) -> bool:
        return self._followed == 0

    # What does not depend on the linted module

    def summary(self, scope: Scope) -> Summary:
        self.shared.faults = self.faults
        return self.shared.summary(scope)

    def lookup(self, scope: Scope, name: str) -> frozenset[Value]:
        self.shared.faults = self.faults
        return self.shared.lookup(scope, name)

    def function_value(self, node: nodes.FunctionDef) -> frozenset[Value]:
        self.shared.faults = self.faults
        return self.shared.function_value(node)

    def imported(self, binding: nodes.Import | nodes.ImportFrom, name: str) -> frozenset[Value]:
        self.shared.faults = self.faults
        return self.shared.imported(binding, name)

    def member(self, path: str, name: str) -> frozenset[Value]:
        self.shared.faults = self.faults
        return self.shared.member(path, name)

    def keras_version(self, module: nodes.Module) -> int:
        return self.shared.keras_version(module)

    def special_methods(self, module: nodes.Module) -> frozenset[str]:
        return self.shared.special_methods(module)

    def assigned_outside(self, module: nodes.Module) -> frozenset[str]:
        return self.shared.assigned_outside(module)

    # What does

    def detached(self, expression: nodes.NodeNG, scope: Scope | None) -> frozenset[Value]:
        if not self.is_at_rest or self._detached:
            return super().detached(expression, scope)
        # What is a tensor is found out little by little.
        key = (expression, scope, len(self.roots), len(self.tensors), len(self.structures))
        known = self._evaluated.get(key)
        if known is None:
            known = self._evaluated[key] = super().detached(expression, scope)
        return known

    def given_call(self, call: Call, callee: frozenset[Value], arguments: tuple[Argument, ...]) -> Call:
        key = (call, callee, arguments)
        if key not in self._given_calls:
            if len(self._given_calls) >= _MAX_GIVEN_CALLS:
                return call
            self._given_calls.add(key)
        return super().given_call(*key)

    def _setting(self, attribute: Attribute) -> Value:
        known = self._settings.get(attribute)
        if known is None:
            known = self._settings[attribute] = super()._setting(attribute)
        return known

    def kinds_of(self, value: Value) -> list[str | nodes.ClassDef]:
        known = self._own_kinds.get(value)
        if known is None:
            followed, self._followed = self._followed, _MAX_ORIGINS
            try:
                known = self._own_kinds[value] = super().kinds_of(value)
            finally:
                self._followed = followed
        return known

    # Where objects come from

    def given(self, parameter: Param) -> frozenset[Value]:
        """What the calls in the program give for a parameter."""
        return self._origin(parameter, provenance.given, parameter)

    def fields(self, attribute: Attribute) -> frozenset[Value]:
        """What calls give for a field of a dataclass."""
        return self._origin(attribute, provenance.fields, attribute)

    def read(self, getter: Bound) -> frozenset[Value]:
        """What a property gives."""
        return self._origin(getter, provenance.read, getter)

    def is_computed(self, attribute: Attribute) -> bool:
        """Whether an attribute is a property that gives a tensor, which it makes when it is read."""
        known = self._computed.get(attribute)
        if known is None:
            with assumed(self._computed, attribute, False):  # one that reads itself
                known = self._computed[attribute] = provenance.is_computed(self, attribute)
        return bool(known)

    def returned(self, result: Result) -> frozenset[Value]:
        """What a call of the program's own functions returns."""
        return self._origin(result, provenance.returned, result)

    def put(self, taken: Item) -> frozenset[Value]:
        """What statements put into the container that an item is of."""
        taken = Item(taken.base, taken.key if isinstance(taken.key, Entry) else None)
        return self._origin(taken, provenance.put, taken)

    def keys(self, key: object) -> list[Entry]:
        """The keys of a registry that calls give for a parameter, if all that give any are known."""
        if not isinstance(key, Entry) or not isinstance(key.key, Param):
            return []
        return [Entry(one) for one in ordered(self._origin(Item(key.key, key), provenance.keys, key.key)) if isinstance(one, Const)]

    def taken(self, place: Value) -> frozenset[Value]:
        """What a loop over an object of the program takes from it."""
        if self._is_taking:
            return frozenset()  # what an object holds that is itself taken from one is not followed
        self._is_taking = True
        try:
            return self._origin(Attribute(place, "__iter__"), provenance.taken, place)
        finally:
            self._is_taking = False

    def _origin(self, key: Value, find: Callable[[View, Value], frozenset[Value]], value: Value) -> frozenset[Value]:
        known = self._origins.get(key)
        if known is not None or self._followed >= _MAX_ORIGINS:
            return known or frozenset()
        self._followed += 1
        try:
            with assumed(self._origins, key, frozenset()):  # what is found on the way to itself adds nothing
                self._origins[key] = find(self, value)
        finally:
            self._followed -= 1
        return self._origins[key]
