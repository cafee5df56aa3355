"""Whether anybody sees what a trace has stored: what runs outside of the trace, or the next call."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import blocks, names, stores
from graphlint.analysis.syntax.restored import is_opposite
from graphlint.analysis.trace.changes import Changes, Pending
from graphlint.analysis.values.offence import Offence
from graphlint.analysis.values.places import Attribute, Const, Function
from graphlint.frameworks.meaning import Kind

#: Methods of layers that run in Python, before a graph is made of them or after.
_NEVER_TRACED = frozenset({"get_config", "compute_output_shape", "__repr__", "__str__"})


class Observers:
    """Who reads the places that one trace changes."""

    def __init__(self, changes: Changes) -> None:
        self.changes = changes
        self.trace = changes.trace
        self.program = changes.program
        self.uses = changes.uses

    def offences(self) -> list[Offence]:
        """The stores that somebody can see; the others are the trace's `unseen` ones."""
        found: list[Offence] = []
        for pending in self.changes.pending:
            if self.is_seen(pending):
                found.append(pending.offence)
            else:
                self.changes.unseen.append(pending)
        return found

    def is_seen(self, pending: Pending) -> bool:
        """Whether something that runs outside of the trace, or at its next call, finds what the trace has left."""
        if pending.carried:
            return not self._is_taken_back(pending)
        place = pending.place
        uses = self.uses.of(place)
        makers = {names.function_scope(target) for target in self.uses.assignments(place)}
        made = {one for one in makers if getattr(one, "name", "") == "__init__"}
        outside = [use for use in uses if names.function_scope(use) not in made or self._is_run_before(use)]
        scopes = dict.fromkeys(map(names.function_scope, outside))
        readers = [scope for scope in scopes if scope not in self.trace.entered]
        if isinstance(place, Attribute) and readers and self._may_be_read_within(place, readers):
            return False
        if self.trace.root.tracer == "Keras" and isinstance(place, Attribute):
            return self._is_seen_of_layer(pending, place, uses, readers)
        if all(isinstance(value, Const) or self.uses.is_settled(value) for value in pending.values):
            # The same constant or object at each call: once is as good, unless something else is put there in between.
            return bool(readers) and self.uses.is_reset(place, pending.values)
        if pending.offence.kind is Kind.MUTATE and place in self.changes.read_later:
            if self._is_counted_to(pending.offence.effect):
                return True  # the calls before that read what is there, and those after it what is put there
            is_alias = bool(pending.values) and all(isinstance(value, Attribute) for value in pending.values)
            if is_alias or not self.uses.is_reset(place):
                return self.uses.is_read_elsewhere(place)  # else each trace sets it for itself, as each call would
        return bool(readers) or all(map(stores.is_filled, uses)) or self.uses.is_read_elsewhere(place)

    def _may_be_read_within(self, place: Attribute, readers: list[nodes.NodeNG]) -> bool:
        """Whether nothing but methods of the object's own read an attribute, and may do so within this trace."""
        is_of_a_part = isinstance(place.base, Attribute) and place in self.changes.read_later
        if not is_of_a_part and not self.changes.has_escaped(place.base):
            return False
        own = classes.of_program(self.program, place.base)
        return all(reader.parent in own or is_of_a_part and names.is_in_class(reader) for reader in readers)

    def _is_seen_of_layer(self, pending: Pending, place: Attribute, uses: list[nodes.NodeNG], readers: list[nodes.NodeNG]) -> bool:
        """Layers keep tensors for their other methods, which Keras runs in the same trace; a setting is there after the trace."""
        leaks = pending.offence.kind is Kind.LEAK
        if leaks and (self.uses.is_for_others(place, uses) or self.uses.is_read_elsewhere(place, self._needs_value)):
            return True
        if leaks and self.uses.is_read_by_callback(place):
            return True
        valued = {names.function_scope(use) for use in uses if self._needs_value(use)}
        static = {names.function_scope(use) for use in uses if stores.asks_shape(use)}
        readers = [
            one
            for one in readers
            if not names.is_in_class(one) or classes.is_callback(self.program, one.parent) or leaks and (one in valued or one not in static and self._describes(one, place))
        ]
        return bool(readers) and not all(isinstance(value, Const) for value in pending.values)

    def _is_taken_back(self, pending: Pending) -> bool:
        """Whether the same trace takes from a counter what it has put there."""
        if not pending.always or not isinstance(pending.offence.effect, nodes.AugAssign):
            return False
        others = (one for one in self.changes.pending if one.always and one.place == pending.place)
        return any(is_opposite(pending.offence.effect, one.offence.effect) for one in others)

    def _is_counted_to(self, node: nodes.NodeNG) -> bool:
        """Whether a store waits for what the trace itself counts: ``if self.count > 100: self.start = self.count``."""
        counted = {getattr(pending.place, "name", "") for pending in self.changes.pending if pending.carried}
        tests = (branch.test for branch, holds in blocks.branches_around(node) if holds)
        return any(
            compare.ops[0][0] in (">", ">=") and names.last_name(compare.left) in counted
            for test in tests
            for compare in test.nodes_of_class(nodes.Compare)
        )

    def _describes(self, reader: nodes.NodeNG, place: Attribute) -> bool:
        """Whether it is a method that tells of a layer outside of any trace, and the one that the place's object has.

        At the end of an epoch Keras asks its metrics for their `result` once more, outside of the graph.
        """
        of_metric = getattr(reader, "name", "") == "result" and getattr(self.trace.root.node, "name", "") == "update_state"
        return (of_metric or getattr(reader, "name", "") in _NEVER_TRACED) and any(
            isinstance(member, Function) and member.node is reader
            for kind in classes.kinds(self.program, place.base)
            if isinstance(kind, nodes.ClassDef)
            for member in classes.members(self.program, kind, reader.name)
        )

    def _needs_value(self, use: nodes.NodeNG) -> bool:
        """Whether a function takes the value of what it reads, which has been put there by another call: not where it asks how it runs."""
        asks = "executing_eagerly" in names.called(names.function_scope(use))
        return stores.takes_value(use) and not asks and not self._is_run_before(use)

    def _is_run_before(self, use: nodes.NodeNG) -> bool:
        """Whether a function calls the graph function, or the layer that it is of, before it reads something.

        What a constructor reads besides, it reads before.
        """
        name = getattr(self.trace.root.node, "name", "")
        calls = names.function_scope(use).nodes_of_class(nodes.Call)
        return any(call.lineno < use.lineno and names.last_name(call.func) in (name, "self") for call in calls)
