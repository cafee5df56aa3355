"""What may happen to one place and one graph function: where it is written to, where the graph function runs, and on which objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import substitute
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import Rebinding, is_done_once, is_empty, is_later, is_of_first_turn
from graphlint.analysis.syntax.blocks import branches_around, is_in, leaving_before
from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode, Scope
from graphlint.analysis.timeline.order import Plan
from graphlint.analysis.timeline.parts import parts
from graphlint.analysis.timeline.runs import Runs
from graphlint.analysis.timeline.writes.acts import Acts, Entered, Run
from graphlint.analysis.timeline.writes.stores import Writes
from graphlint.analysis.timeline.writes.write import Token, Write
from graphlint.analysis.values.events import Call, Store
from graphlint.analysis.values.places import (
    Attribute,
    Class,
    Fresh,
    Param,
    Result,
    Value,
    Variable,
    const,
    links,
    ordered,
)
from graphlint.frameworks.keras import DRIVERS

if TYPE_CHECKING:
    from graphlint.analysis.values.graph_function import GraphFunction

#: How many functions lie between the one that is looked at and one that writes.
_MAX_CALLERS = 3
#: What is there or not is a cache, which is emptied to be filled again.
_NONE = const(None)
#: What tells the arguments of a call from those of another one.
Env = tuple[tuple[str, Token], ...]


class Subject(NamedTuple):
    """One object, by the values that stand for it in a scope; None for the one variable that there is."""

    values: frozenset[Value] | None
    receivers: frozenset[Value] | None
    """The object whose graphs are asked for, where that is another one; None for the one graph function that there is."""
    env: Env
    driver: str = ""


class Question:
    """One place and one graph function."""

    def __init__(
        self, runs: Runs, writes: Writes, place: Variable | Attribute, root: GraphFunction,
        cls: nodes.ClassDef | None = None, key: object = None,
    ) -> None:
        #: Which item of the container in the place is asked for, if it is not the place itself.
        self.key = key
        #: Of which class the object is whose methods are followed; None if each is of the class that it is written in.
        self.cls = cls
        self.program = runs.program
        self.runs = runs
        self.place = place
        self.root = root
        options = root.options.keywords if isinstance(root.options, nodes.Call) else ()
        #: Whether an `input_signature` makes one trace serve whatever is given.
        self.has_one_trace = any(one.arg == "input_signature" for one in options)
        #: Whether traces are followed that call the function: none of them traces a second one.
        self.is_run_in_traces = self.has_one_trace and cls is not None
        self.writes: dict[Scope, dict[nodes.NodeNG, list[Write]]] = {}
        begun: set[Value] = set()
        all_writes = writes.of(place, key)
        is_only = len(all_writes) == 1 and isinstance(place, Variable) and key is None  # nothing can be read before it
        for write in all_writes:
            if not self._is_of_no_account(write) and not (is_only and _is_of_one_turn(write)):
                self.writes.setdefault(write.scope, {}).setdefault(write.node, []).append(write)
            elif isinstance(write.scope, nodes.FunctionDef) and self.runs.is_preparation(write.scope):
                begun |= write.values
        self._begun = frozenset(begun)
        self.first = writes.first(place, key)
        self.setters = self._callers_of(self.writes)
        #: The functions that run the graph function in a trace; outside of one, `runs` knows them.
        self.runners = self._callers_of((root.node,)) if self.is_run_in_traces else set()
        self._acts = Acts(runs, place, root, cls, self._leads_on)
        #: Whether each object has graphs of its own, which another object decides.
        self.is_of_others = self._acts.is_of_others
        #: Whether something else than the class makes graphs, and may make them anew.
        self.is_made = root.tracer == "Keras" or not isinstance(getattr(root.options, "parent", None), nodes.Decorators)
        self.is_of_variables = place.name in frameworks.TRAINED
        self._plans: dict[tuple[Scope, frozenset[Value] | None, frozenset[Value] | None], Plan | None] = {}
        self._renewing: dict[tuple[Scope, frozenset[Value]], frozenset[nodes.NodeNG]] = {}
        self._makers: dict[Scope, list[nodes.NodeNG]] = {}
        self._stored: dict[Scope, dict[nodes.NodeNG, set[Value]]] = {}
        self._values: dict[Scope, tuple[frozenset[Value], frozenset[Value]]] = {}
        self._objects: dict[Value, frozenset[Value]] = {}

    # Where to look

    def _is_of_no_account(self, write: Write) -> bool:
        """Whether it is part of what makes an object ready, or of a trace, or only done where something is missing or at first."""
        if not self._is_plain(write.scope):
            return True
        if write.values == _NONE or write.is_guarded or is_of_first_turn(write.node) or is_done_once(write.target or write.node):
            return True
        return is_empty(Rebinding(write.node, write.parts, write.changes)) or _is_counted_from_start(write, self.place.name)

    def _callers_of(self, scopes: Iterable[Scope]) -> set[Scope]:
        """Some scopes, and those that call them."""
        found: dict[Scope, None] = dict.fromkeys(scopes)
        level = list(found)
        for _ in range(_MAX_CALLERS):
            called = [call for scope in level if isinstance(scope, nodes.FunctionDef) for call in self._calls_of(scope)]
            level = [one for one in dict.fromkeys(map(names.function_scope, called)) if one not in found and self._is_plain(one)]
            found |= dict.fromkeys(level)
        return set(found)

    def _calls_of(self, function: nodes.FunctionDef) -> Iterator[nodes.NodeNG]:
        yield from self.runs.calls_of(function)
        yield from (site.event.node for site in callers.calls_of_instances(self.program, function, PROGRAM))
        yield from self._own_calls_of(function)
        if function.name in ("__enter__", "__exit__") and isinstance(function.parent, nodes.ClassDef):
            made = calls_named(self.program, self.runs.modules, (function.parent.name,))
            yield from (call for call in made if isinstance(call.parent, nodes.With))

    def _own_calls_of(self, function: nodes.FunctionDef) -> Iterator[nodes.Call]:
        """The calls of a method by others of an object of the class that is asked for: a base may call what a subclass defines."""
        family = classes.ancestors(self.program, self.cls) if self.cls is not None else []
        if function.parent in family:
            homes = dict.fromkeys(cls.root() for cls in family)
            for call in (call for home in homes for call in self.program.index(home).calls((function.name,))):
                scope = names.function_scope(call)
                owner = call.func.expr if isinstance(call.func, nodes.Attribute) else None
                if scope.parent in family and isinstance(owner, nodes.Name) and classes.receives(scope, owner.name):
                    yield call

    def _is_plain(self, scope: Scope) -> bool:
        """Whether a scope is plain Python that runs once an object is there."""
        return (self.is_run_in_traces or not self.runs.is_traced(scope)) and not (isinstance(scope, nodes.FunctionDef) and self.runs.is_preparation(scope))

    def entries(self) -> list[Scope]:
        """The scopes that lead to a run and to a write."""
        found = [scope for scope in self.setters if self.runs.of(scope) and self._is_plain(scope)]
        if isinstance(self.place, Variable) and not isinstance(self.place.scope, nodes.Module):
            found = [scope for scope in found if scope is self.place.scope]
        maker = names.enclosing(self.root.node)
        if isinstance(maker, nodes.FunctionDef):  # each of its calls makes another graph function
            found = [scope for scope in found if scope is maker]
        return sorted(found, key=lambda scope: (scope.root().name, scope.lineno or 0))

    def is_of_local(self, node: nodes.NodeNG) -> bool:
        scope = names.function_scope(node)
        made = [one for base in self._written_at(node, scope) if base is not None for one in self.made(base) or (base,)]
        is_here = all(isinstance(one, Fresh) and names.function_scope(one.node) is scope for one in made)
        return isinstance(scope, nodes.FunctionDef) and bool(made) and is_here and self.is_settled(node)

    def _written_at(self, node: nodes.NodeNG, scope: Scope) -> list[Value | None]:
        """The objects that a target, or a call that leads to one, is of."""
        here = [write.base for writes in self.writes.get(scope, {}).values() for write in writes if write.spot is node]
        for act in self.acts(scope).get(node, ()):
            here += self._of_act(act)[0] if isinstance(act, Entered) else ()
        return here

    def is_settled(self, node: nodes.NodeNG) -> bool:
        """Whether all objects in question are known in the scope of a write, or of a call that leads to one."""
        scope = names.function_scope(node)
        if scope not in self.entries():
            return False
        acts, runs = self.acts(scope), self.runs.of(scope)
        here = self._written_at(node, scope)
        if not here or any(run not in acts for run in runs):
            return False
        run_on = [value for run in runs for act in acts[run] for value in self._of_act(act)[0]]
        known = (self._is_same(base, value) or self.made(base) and self.made(value) for base in here if base is not None for value in run_on)
        return all(known)

    def _leads_on(self, function: FunctionNode) -> bool:
        """Whether a function that is called leads to a write or to a run."""
        leads = function in self.setters or function in self.runners or bool(self.runs.of(function))
        return leads and (self.is_run_in_traces or not self.runs.is_traced(function))

    def acts(self, scope: Scope) -> dict[nodes.NodeNG, list[Run | Entered]]:
        """The calls of a scope that run the graph function, on which objects, or a function that leads to one or to a write."""
        return self._acts.of(scope)

    def values(self, scope: Scope) -> tuple[frozenset[Value], frozenset[Value]]:
        """What stands for the objects in question in a scope: those that are written to, and those whose graphs run."""
        known = self._values.get(scope)
        if known is None:
            self._values[scope] = frozenset(), frozenset()  # of what calls itself
            found = {write.base for writes in self.writes.get(scope, {}).values() for write in writes if write.base is not None}
            receivers: set[Value] = set()
            for act in (act for acts in self.acts(scope).values() for act in acts):
                objects, run = self._of_act(act)
                found |= objects
                receivers |= run
            known = self._values[scope] = frozenset(found), frozenset(receivers)
        return known

    def _of_act(self, act: Run | Entered) -> tuple[frozenset[Value], frozenset[Value]]:
        """What stands for the objects in question in a call, as its scope knows them."""
        if isinstance(act, Run):
            return act.objects, act.receivers or frozenset()
        objects, receivers = self.values(act.function)
        return substitute(self.program, objects, act.frame), substitute(self.program, receivers, act.frame)

    def subjects(self, scope: Scope) -> Iterator[Subject]:
        objects, receivers = self.values(scope)
        for held in [None] if isinstance(self.place, Variable) else self._grouped(objects):
            for run in self._grouped(receivers) if self.is_of_others else [None]:
                for driver in sorted(DRIVERS) if self.root.tracer == "Keras" else [""]:
                    yield Subject(held, run, (), driver)

    def is_kept(self) -> bool:
        """Whether the graph function is made once, when the object is made ready or before."""
        is_decorated = not isinstance(self.root.options, nodes.Call) or isinstance(self.root.options.parent, nodes.Decorators)
        maker = names.enclosing(self.root.node) if is_decorated else names.function_scope(self.root.options)
        return not isinstance(maker, nodes.FunctionDef) or self.runs.is_preparation(maker)

    def own_subjects(self, method: nodes.FunctionDef) -> list[Subject]:
        """Those of the object that a method is called on, or of what its attributes hold."""
        own = Param(method, next(iter(method.argnames()), ""))
        return [one for one in self.subjects(method) if any(own in links(value) for value in one.values or ())]

    def depends_on_state(self, node: nodes.NodeNG, scope: Scope) -> bool:
        """Whether what an object has been through decides that a method does something: ``if self.first is None: …``."""
        first = next(iter(scope.argnames()), "") if isinstance(scope, nodes.FunctionDef) else ""
        if not first or not classes.receives(scope, first):
            return False
        around = [branch for branch, _ in branches_around(node) if not self._is_on_both_ways(branch)]
        left = [branch for branch in leaving_before(node.statement()) if _is_done(branch.test)]
        return any(names.reads_any(branch.test, {first}) for branch in (*around, *left))

    def _is_on_both_ways(self, branch: nodes.If) -> bool:
        """Whether each way through a branch writes to the place."""
        written = [node for node in self.writes.get(names.function_scope(branch), ()) if branch.parent_of(node)]
        return all(any(is_in(node, block) for node in written) for block in (branch.body, branch.orelse))

    def _grouped(self, values: frozenset[Value]) -> list[frozenset[Value]]:
        """Some values, those that stand for one object together."""
        return list(dict.fromkeys(frozenset(one for one in values if self._is_same(one, value)) for value in ordered(values)))

    def _is_same(self, value: Value, other: Value) -> bool:
        """Whether two values stand for the same object, as far as that is known."""
        return value == other or not self.made(value).isdisjoint(self.made(other))

    def made(self, value: Value) -> frozenset[Value]:
        """The objects that a value may be, all of which are made in sight."""
        known = self._objects.get(value)
        if known is None:
            found = classes.objects(self.program, value)
            is_known = all(isinstance(one, (Class, Fresh)) for one in found)
            known = frozenset(Fresh(one.kind, one.node) if isinstance(one, Fresh) else one for one in found) if is_known else frozenset()
            self._objects[value] = known
        return known

    def is_on(self, bases: frozenset[Value] | None, values: frozenset[Value] | None) -> bool:
        """Whether something is done to an object; of what there is only one of, always."""
        if bases is None or values is None:
            return True
        return any(self._is_same(base, value) or self._is_part(base, value) for base in bases for value in values)

    def is_begun_with(self, value: Value) -> bool:
        """Whether it is the object that the place had from the start, as far as that is known."""
        return any(not self.made(value).isdisjoint(self.made(one)) for one in self._begun)

    def _is_part(self, value: Value, whole: Value) -> bool:
        """Whether an object is part of a model, whose variables are those of its parts, too."""
        if not self.is_of_variables:
            return False
        held = {value, *self.made(value)}
        made = (one.node for one in self.made(whole) if isinstance(one.node, nodes.Call))
        return any(not held.isdisjoint(parts(self.program, one, names.function_scope(one))) for one in made)

    def renewing(self, scope: Scope, values: frozenset[Value] | None) -> frozenset[nodes.NodeNG]:
        """The nodes of a scope from which on what stands for an object stands for another one."""
        if not values:
            return frozenset()
        key = (scope, values)
        if key not in self._renewing:
            found = {value.node for value in values if isinstance(value, Fresh)} | {value.call.node for value in values if isinstance(value, Result)}
            held = {link for value in values for link in links(value)}
            found |= {node for node, stored in self._stored_in(scope).items() if not held.isdisjoint(stored)}
            self._renewing[key] = frozenset(node for node in found if names.function_scope(node) is scope)
        return self._renewing[key]

    def _stored_in(self, scope: Scope) -> dict[nodes.NodeNG, set[Value]]:
        if scope not in self._stored:
            found = self._stored[scope] = {}
            for event in self.program.summary(scope).events:
                if isinstance(event, Store):
                    found.setdefault(event.node, set()).add(event.place)
        return self._stored[scope]

    def plan(self, scope: Scope, subject: Subject) -> Plan | None:
        """What of a scope has to do with an object; None if nothing happens to it there."""
        key = (scope, subject.values, subject.receivers)
        if key not in self._plans:
            happens = [*self.writes.get(scope, ()), *self.acts(scope)]
            made = [*self.renewing(scope, subject.values), *self.renewing(scope, subject.receivers), *self._making(scope)]
            watched = [*happens, *made]
            loops = {loop for node in watched for loop in names.loops_around(node, scope) if isinstance(loop, nodes.For)}
            if names.is_context_manager(scope):
                watched += scope.nodes_of_class(nodes.Yield, skip_klass=FUNCTIONS)
            self._plans[key] = Plan(scope, {*watched, *loops}) if happens else None
        return self._plans[key]

    def _making(self, scope: Scope) -> list[nodes.NodeNG]:
        """What may make the graph function anew, or drop it, in a scope."""
        if scope not in self._makers:
            events = (event for event in self.program.summary(scope).events if isinstance(event, Call)) if self.is_made else ()
            calls = [event.node for event in events if isinstance(event.node, nodes.Call)]
            dropped = scope.nodes_of_class(nodes.Assign, skip_klass=FUNCTIONS) if self.root.tracer == "Keras" else ()
            found = [*filter(self.runs.makes_graphs_by, calls), *filter(self.runs.drops_graphs, dropped)]
            self._makers[scope] = [node for node in found if node not in self.acts(scope) and node not in self.writes.get(scope, ())]
        return self._makers[scope]

    def is_making(self, node: nodes.NodeNG, scope: Scope) -> bool:
        return node in self._making(scope)

    def within(self, entered: Entered, subject: Subject, env: Env) -> Subject:
        objects, receivers = self.values(entered.function)
        held, run = self._alike(entered, objects, subject.values), self._alike(entered, receivers, subject.receivers)
        return Subject(held, run, env, subject.driver)

    def _alike(self, entered: Entered, values: frozenset[Value], outer: frozenset[Value] | None) -> frozenset[Value] | None:
        """What stands for an object in a function that is called."""
        if outer is None:
            return None
        return frozenset(one for one in ordered(values) if self.is_on(substitute(self.program, frozenset((one,)), entered.frame), outer))


def _is_of_one_turn(write: Write) -> bool:
    """Whether it is only done at one turn of a loop: ``if epoch == 3: …``."""
    tests = (branch.test for branch, holds in branches_around(write.node) if holds and names.loops_around(branch, write.scope))
    return any(isinstance(test, nodes.Compare) and test.ops[0][0] == "==" and isinstance(test.ops[0][1], nodes.Const) for test in tests)


def _is_done(test: nodes.NodeNG) -> bool:
    """Whether a condition holds once something is there: ``self.ready``, ``self.model is not None``."""
    if isinstance(test, nodes.BoolOp):
        return (all if test.op == "and" else any)(map(_is_done, test.values))
    if isinstance(test, nodes.Compare):
        return test.ops[0][0] == "is not"
    return isinstance(test, (nodes.Attribute, nodes.Call))


def _is_counted_from_start(write: Write, name: str) -> bool:
    """Whether what a loop counts decides that something is written, and does so from the first turn: ``if i >= 0: …``."""
    for branch, holds in branches_around(write.node):
        for loop in names.loops_around(branch, write.scope):
            is_counted = isinstance(branch.test, nodes.Compare) and names.reads_any(branch.test, names.assigned_in(loop))
            if holds and is_counted and isinstance(branch.test.ops[0][1], nodes.Const) and not is_later(branch, loop, name):
                return True
    return False
