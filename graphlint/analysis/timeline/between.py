"""What is written to a place between two runs of a graph function that has read it, in whatever functions the runs and the write are.

A run of the graph function keeps what the place holds then; a later run on the same object, while the place holds
something else, goes on with the old value. Followed by `order.Flow` through each function that leads to a run and to a
write, and through the functions that it calls, on one object at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint.analysis.engine.activation import bind, given_expression, substitute
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import Rebinding, follows_loop, is_done_once, is_empty, is_later, is_of_first_turn, is_of_one_turn
from graphlint.analysis.syntax.blocks import branches_around
from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode, Scope
from graphlint.analysis.timeline.order import NOWHERE, Flow, States
from graphlint.analysis.timeline.parts import parts
from graphlint.analysis.timeline.writes.stores import Write
from graphlint.analysis.values.events import Call, Store
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import Attribute, Class, Const, Fresh, Item, Param, Result, Value, Variable, ordered
from graphlint.frameworks.keras import DRIVERS

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.stores import Writes
    from graphlint.analysis.values.graph_function import GraphFunction

#: How many functions lie between the one that is looked at and one that writes.
_MAX_CALLERS = 3
#: More functions than this, one within the other, are not followed.
_MAX_DEPTH = 6
#: How often functions that call one another are followed until nothing new comes of it.
_MAX_ROUNDS = 3
#: What tells one value from another: a constant, where it was made, what a call is given.
Token = tuple[object, ...]
#: What a place holds before anything in sight is written to it.
FIRST: Token = ("first",)
#: The parts of a generator that manages a context.
_BEFORE, _AFTER = "before its yield", "after its yield"
_Env = tuple[tuple[str, Token], ...]


class Moment(NamedTuple):
    """What a graph function has read of a place, what that holds now, and what has changed it last."""

    traced: Token | None
    held: Token
    spot: nodes.NodeNG | None = None
    read: frozenset[str] = frozenset()
    """The local names that the last change is made of."""
    is_stale: bool = False
    """A run has gone on with an old value, which was there when the function was entered."""


class Run(NamedTuple):
    """A call of the graph function."""

    objects: frozenset[Value]
    """Those whose attribute it reads."""
    receivers: frozenset[Value] | None
    """Those whose method it is, where each has graphs of its own."""
    call: nodes.NodeNG
    driver: str = ""
    """The method by which Keras runs it: each has a graph of its own."""


class Entered(NamedTuple):
    """A function that a call runs, with what its parameters are given."""

    function: FunctionNode
    frame: Frame
    call: nodes.NodeNG
    """As it is written in the scope that calls."""


class Subject(NamedTuple):
    """One object, by the values that stand for it in a scope; None for the one variable that there is."""

    values: frozenset[Value] | None
    receivers: frozenset[Value] | None
    """The object whose graphs are asked for, where that is another one; None for the one graph function that there is."""
    env: _Env
    driver: str = ""


#: A function, or the part of it before or after its `yield`, on one object from one moment on.
_Key = tuple[Scope, Subject, Moment, str]


class Between:
    """The writes that stand between two runs of a graph function."""

    def __init__(self, runs: Runs, writes: Writes) -> None:
        self.program = runs.program
        self.runs = runs
        self.writes = writes
        self._known: dict[tuple[Value, GraphFunction], tuple[nodes.NodeNG, ...]] = {}
        self._questions: dict[tuple[Value, GraphFunction], _Question] = {}

    def find(self, place: Variable | Attribute, root: GraphFunction) -> tuple[nodes.NodeNG, ...]:
        """What changes a place between two runs: each write, or the call that leads to it, in the order of the source."""
        key = (place, root)
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = tuple(self._question(place, root).answer())
        return self._known[key]

    def settles(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether all objects in question are known in the scope of a write, or of a call that leads to one: nothing else need be asked."""
        return self._question(place, root).is_settled(node)

    def is_of_local(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether something is written to an object that lives for one call of the function: what is written there is all that counts."""
        return self._question(place, root).is_of_local(node)

    def _question(self, place: Variable | Attribute, root: GraphFunction) -> _Question:
        key = (place, root)
        if key not in self._questions:
            self._questions[key] = _Question(self, place, root)
        return self._questions[key]


class _Question:
    """One place and one graph function."""

    def __init__(self, between: Between, place: Variable | Attribute, root: GraphFunction) -> None:
        self.program = between.program
        self.runs = between.runs
        self.place = place
        self.root = root
        self.writes: dict[Scope, dict[nodes.NodeNG, list[Write]]] = {}
        for write in between.writes.of(place):
            if not self._is_of_no_account(write):
                self.writes.setdefault(write.scope, {}).setdefault(write.node, []).append(write)
        self.first = between.writes.first(place)
        self.setters = self._setters() if self.writes else set()
        #: Whether each object has graphs of its own, which another object decides.
        self.is_of_others = isinstance(root.node.parent, nodes.ClassDef) and not _is_own(place, root)
        #: Whether something else than the class makes graphs, and may make them anew.
        self.is_made = root.tracer == "Keras" or not isinstance(getattr(root.options, "parent", None), nodes.Decorators)
        self._acts: dict[Scope, dict[nodes.NodeNG, list[Run | Entered]]] = {}
        self._flows: dict[Scope, list[nodes.NodeNG]] = {}
        self._stored: dict[Scope, dict[nodes.NodeNG, set[Value]]] = {}
        self._values: dict[Scope, tuple[frozenset[Value], frozenset[Value]]] = {}
        self._objects: dict[Value, frozenset[Value]] = {}
        self.after: dict[_Key, States] = {}
        self._round: set[_Key] = set()
        self._grew = False
        self._depth = 0
        self.found: dict[nodes.NodeNG, None] = {}

    def answer(self) -> list[nodes.NodeNG]:
        for scope in self._entries():
            for subject in self._subjects(scope):
                for _ in range(_MAX_ROUNDS):
                    self._round, self._grew = set(), False
                    self._follow(scope, subject, Moment(None, self.first))
                    if not self._grew:
                        break
        return sorted(self.found, key=lambda one: (one.root() is not self.runs.module, one.root().name, one.lineno))

    # Where to look

    def _is_of_no_account(self, write: Write) -> bool:
        """Whether it is part of what makes an object ready, or of a trace, or only done where something is missing or at first."""
        if self.runs.is_traced(write.scope) or isinstance(write.scope, nodes.FunctionDef) and self.runs.is_preparation(write.scope):
            return True
        if write.is_guarded or is_of_first_turn(write.node) or is_done_once(write.target or write.node):
            return True
        return is_empty(Rebinding(write.node, write.parts, write.changes)) or _is_counted_from_start(write, self.place.name)

    def _setters(self) -> set[Scope]:
        """The scopes that write, and those that call them."""
        found: dict[Scope, None] = dict.fromkeys(self.writes)
        level = list(found)
        for _ in range(_MAX_CALLERS):
            called = [call for scope in level if isinstance(scope, nodes.FunctionDef) for call in self._calls_of(scope)]
            level = [one for one in dict.fromkeys(map(names.function_scope, called)) if one not in found and self._is_plain(one)]
            found |= dict.fromkeys(level)
        return set(found)

    def _calls_of(self, function: nodes.FunctionDef) -> Iterator[nodes.NodeNG]:
        yield from self.runs.calls_of(function)
        if function.name in ("__enter__", "__exit__") and isinstance(function.parent, nodes.ClassDef):
            for module in self.runs.modules:
                made = self.program.index(module).calls((function.parent.name,))
                yield from (call for call in made if isinstance(call.parent, nodes.With))

    def _is_plain(self, scope: Scope) -> bool:
        """Whether a scope is plain Python that runs once an object is there."""
        return not self.runs.is_traced(scope) and not (isinstance(scope, nodes.FunctionDef) and self.runs.is_preparation(scope))

    def _entries(self) -> list[Scope]:
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
        made = [one for base in self._written_at(node, scope) if base is not None for one in self._made(base) or (base,)]
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
        if scope not in self._entries():
            return False
        acts, runs = self.acts(scope), self.runs.of(scope)
        here = self._written_at(node, scope)
        if not here or any(run not in acts for run in runs):
            return False
        run_on = [value for run in runs for act in acts[run] for value in self._of_act(act)[0]]
        known = (self._is_same(base, value) or self._made(base) and self._made(value) for base in here if base is not None for value in run_on)
        return all(known)

    # What happens in a scope

    def acts(self, scope: Scope) -> dict[nodes.NodeNG, list[Run | Entered]]:
        """The calls of a scope that run the graph function, on which objects, or a function that leads to one or to a write."""
        known = self._acts.get(scope)
        if known is None:
            known = self._acts[scope] = {}
            for event in self.program.summary(scope).events:
                if isinstance(event, Call):
                    found = list(self._of_call(scope, event))
                    if found:
                        known.setdefault(event.node, []).extend(found)
        return known

    def _of_call(self, scope: Scope, event: Call) -> Iterator[Run | Entered]:
        root = self.root.node
        for value in event.callee:
            if self.root.tracer == "Keras" and isinstance(value, Attribute) and value.name in DRIVERS:
                yield from self._by_keras(value, event.node)
        known = callees.callees(self.program, event.callee)
        for callee in known:
            function = callee.function.node if callee.function is not None else None
            if function is root:
                if self.root.tracer != "Keras":
                    given = bind(self.program, root, callee.receiver, callee.arguments + event.arguments)
                    yield self._run_in(Frame(root, given, callee.function.home, traced=False), event.node)
            elif function is not None and (function in self.setters or self.runs.of(function)) and not self.runs.is_traced(function):
                given = bind(self.program, function, callee.receiver, callee.arguments + event.arguments)
                yield Entered(function, Frame(function, given, callee.function.home, traced=False), event.node)
        if not any(callee.function is not None for callee in known) and scope.root() is self.runs.module and self.root.tracer is None:
            for value in event.callee:  # an object of which nothing is known
                if isinstance(value, Attribute) and value.name == getattr(root, "name", "") and isinstance(root.parent, nodes.ClassDef):
                    if not classes.kinds(self.program, value.base):
                        yield self._run_of(value.base, event.node)

    def _by_keras(self, method: Attribute, call: nodes.NodeNG) -> Iterator[Run]:
        """The run of a model's own method, or of that of a layer that it is put together of."""
        kinds = classes.of_program(self.program, method.base)
        if any(self.root.node in kind.body for kind in kinds):
            yield self._run_of(method.base, call, method.name)
        elif not kinds:
            made = [one.node for one in classes.objects(self.program, method.base) if isinstance(one, Fresh) and isinstance(one.node, nodes.Call)]
            for part in ordered({part for one in made for part in parts(self.program, one, names.function_scope(one))}):
                if any(self.root.node in kind.body for kind in classes.of_program(self.program, part)):
                    yield self._run_of(part, call, method.name)

    def _run_of(self, receiver: Value, call: nodes.NodeNG, driver: str = "") -> Run:
        """A run of the method of some object."""
        given = {name: frozenset((receiver,)) for name in self.root.node.argnames()[:1]}
        return self._run_in(Frame(self.root.node, given, None, traced=False), call, driver)

    def _run_in(self, frame: Frame, call: nodes.NodeNG, driver: str = "") -> Run:
        read = substitute(self.program, frozenset((self.place.base,)), frame) if isinstance(self.place, Attribute) else frozenset()
        first = next(iter(self.root.node.argnames()), "")
        return Run(read, frame.env.get(first, frozenset()) if self.is_of_others else None, call, driver)

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

    def _subjects(self, scope: Scope) -> Iterator[Subject]:
        objects, receivers = self.values(scope)
        for held in [None] if isinstance(self.place, Variable) else self._grouped(objects):
            for run in self._grouped(receivers) if self.is_of_others else [None]:
                for driver in sorted(DRIVERS) if self.root.tracer == "Keras" else [""]:
                    yield Subject(held, run, (), driver)

    def _grouped(self, values: frozenset[Value]) -> list[frozenset[Value]]:
        """Some values, those that stand for one object together."""
        return list(dict.fromkeys(frozenset(one for one in values if self._is_same(one, value)) for value in ordered(values)))

    def _is_same(self, value: Value, other: Value) -> bool:
        """Whether two values stand for the same object, as far as that is known."""
        return value == other or not self._made(value).isdisjoint(self._made(other))

    def _made(self, value: Value) -> frozenset[Value]:
        """The objects that a value may be, all of which are made in sight."""
        known = self._objects.get(value)
        if known is None:
            found = classes.objects(self.program, value)
            is_known = all(isinstance(one, Class) or isinstance(one, Fresh) and isinstance(one.kind, nodes.ClassDef) for one in found)
            known = frozenset(Fresh(one.kind, one.node) if isinstance(one, Fresh) else one for one in found) if is_known else frozenset()
            self._objects[value] = known
        return known

    def is_on(self, bases: frozenset[Value] | None, values: frozenset[Value] | None) -> bool:
        """Whether something is done to an object; of what there is only one of, always."""
        if bases is None or values is None:
            return True
        return any(self._is_same(base, value) for base in bases for value in values)

    def makes_another(self, node: nodes.NodeNG, scope: Scope, values: frozenset[Value]) -> bool:
        """Whether what stands for an object stands for another one from here on."""
        stored = self._stored_in(scope).get(node, ())
        for value in values:
            is_made = any(made == value for made in self._made(value) if getattr(made, "node", None) is node)
            if is_made or isinstance(value, Result) and value.call.node is node:
                return True
            while isinstance(value, (Attribute, Item)):
                if value in stored:
                    return True
                value = value.base
            if value in stored:
                return True
        return False

    def _stored_in(self, scope: Scope) -> dict[nodes.NodeNG, set[Value]]:
        if scope not in self._stored:
            found = self._stored[scope] = {}
            for event in self.program.summary(scope).events:
                if isinstance(event, Store):
                    found.setdefault(event.node, set()).add(event.place)
        return self._stored[scope]

    # Following

    def _follow(self, scope: Scope, subject: Subject, moment: Moment, part: str = "") -> States:
        """What becomes of one moment in a scope, from its beginning to its end; in a `part` before or after its yield."""
        key = (scope, subject, moment, part)
        if key in self._round or self._depth >= _MAX_DEPTH:
            return self.after.get(key, NOWHERE)
        self._round.add(key)
        self._depth += 1
        reached = _Walk(self, scope, subject).follow(frozenset((moment,)), part)
        self._depth -= 1
        before = self.after.get(key, NOWHERE)
        self._grew = self._grew or not reached <= before
        self.after[key] = reached | before
        return self.after[key]

    def watched(self, scope: Scope) -> list[nodes.NodeNG]:
        """The nodes of a scope at which something may happen."""
        known = self._flows.get(scope)
        if known is None:
            events = self.program.summary(scope).events
            made = [event.node for event in events if isinstance(event, (Call, Store))]
            loops = scope.nodes_of_class(nodes.For, skip_klass=FUNCTIONS)
            yields = scope.nodes_of_class(nodes.Yield, skip_klass=FUNCTIONS) if names.is_context_manager(scope) else ()
            known = self._flows[scope] = list(dict.fromkeys([*self.writes.get(scope, ()), *self.acts(scope), *made, *loops, *yields]))
        return known

    def enter(self, entered: Entered, subject: Subject, env: _Env, moment: Moment, part: str) -> States:
        """What becomes of a moment in a function that is called."""
        return self._follow(entered.function, self._within(entered, subject, env), moment, part)

    def _within(self, entered: Entered, subject: Subject, env: _Env) -> Subject:
        objects, receivers = self.values(entered.function)
        held, run = self._alike(entered, objects, subject.values), self._alike(entered, receivers, subject.receivers)
        return Subject(held, run, env, subject.driver)

    def _alike(self, entered: Entered, values: frozenset[Value], outer: frozenset[Value] | None) -> frozenset[Value] | None:
        """What stands for an object in a function that is called."""
        if outer is None:
            return None
        return frozenset(one for one in values if self.is_on(substitute(self.program, frozenset((one,)), entered.frame), outer))


class _Walk:
    """One scope, on one object."""

    def __init__(self, question: _Question, scope: Scope, subject: Subject) -> None:
        self.question = question
        self.program = question.program
        self.scope = scope
        self.subject = subject
        self.env = dict(subject.env)
        self.acts = question.acts(scope)
        self.writes = question.writes.get(scope, {})

    def follow(self, states: States, part: str) -> States:
        self.part, self.begun, self.left = part, states, NOWHERE
        flow = Flow(self.scope, self.question.watched(self.scope), self.step, self.leave)
        ended = flow.follow(NOWHERE if part == _AFTER else states)
        return self.left if part == _BEFORE else ended

    def step(self, node: nodes.NodeNG, states: States) -> States:
        if isinstance(node, nodes.Yield) and self.part:
            self.left |= states
            return self.begun if self.part == _AFTER else NOWHERE
        if self._is_another(node):
            states = frozenset(Moment(None, self.question.first) for _ in states)
        elif self._has_graphs_made(node):
            states = frozenset(moment._replace(traced=None) for moment in states)
        for act in self.acts.get(node, ()):
            if isinstance(act, Entered) and getattr(act.function, "name", "") != "__exit__":
                states = self._entered(act, states, _BEFORE if _is_managed(act) else "")
            elif isinstance(act, Run) and act.driver == self.subject.driver and self.question.is_on(act.objects, self.subject.values):
                if self.question.is_on(act.receivers, self.subject.receivers):
                    states = frozenset(self._run(act, moment) for moment in states)
        for write in self.writes.get(node, ()):
            if write.base is None or self.question.is_on(frozenset((write.base,)), self.subject.values):
                states = frozenset(self._written(write, moment) for moment in states)
        return states

    def leave(self, node: nodes.NodeNG, states: States) -> States:
        """What the end of a managed block does."""
        for act in self.acts.get(node, ()):
            if isinstance(act, Entered) and getattr(act.function, "name", "") == "__exit__":
                states = self._entered(act, states)
            elif isinstance(act, Entered) and _is_managed(act):
                states = self._entered(act, states, _AFTER)
        return states

    def _entered(self, entered: Entered, states: States, part: str = "") -> States:
        env = self._given(entered)
        after: set[Moment] = set()
        for moment in states:
            for reached in self.question.enter(entered, self.subject, env, moment._replace(spot=None, read=self._passed(entered, moment.read), is_stale=False), part):
                if reached.is_stale and moment.spot is not None:
                    self.question.found.setdefault(moment.spot)
                is_stale = moment.is_stale or reached.is_stale and moment.spot is None
                is_kept = reached.spot is None
                read = moment.read if is_kept else self._names_in(entered.call)
                after.add(reached._replace(spot=moment.spot if is_kept else entered.call, read=read, is_stale=is_stale))
        return frozenset(after)

    def _names_in(self, call: nodes.NodeNG) -> frozenset[str]:
        """The local names that a call is given."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)] if isinstance(call, nodes.Call) else []
        return frozenset(name.name for part in given for name in part.nodes_of_class(nodes.Name) if name.name in self.scope.locals)

    def _passed(self, entered: Entered, read: frozenset[str]) -> frozenset[str]:
        """The parameters that a call gives what some names are for."""
        call = entered.call
        if not read or not isinstance(call, nodes.Call):
            return frozenset()
        given = ((name, given_expression(call, entered.function, name)) for name in names.positional(entered.function))
        return frozenset(name for name, one in given if one is not None and names.reads_any(one, read))

    def _given(self, entered: Entered) -> _Env:
        """What tells the arguments of a call from those of another one."""
        call = entered.call
        if not isinstance(call, nodes.Call):
            return ()
        found: dict[str, Token] = {}
        for name, values in entered.frame.env.items():
            only = next(iter(values)) if len(values) == 1 else None
            given = given_expression(call, entered.function, name)
            if isinstance(only, Const):
                found[name] = ("constant", only.type, repr(only.value))
            elif given is not None:
                found[name] = self._token((given,), frozenset(values), call, False)
        return tuple(sorted(found.items()))

    def _run(self, run: Run, moment: Moment) -> Moment:
        if moment.traced is None or self._tells(run.call, moment.read):
            return moment._replace(traced=moment.held)
        if moment.traced == moment.held:
            return moment
        if moment.spot is None:
            return moment._replace(is_stale=True)
        self.question.found.setdefault(moment.spot)
        return moment

    def _written(self, write: Write, moment: Moment) -> Moment:
        token = self._token(write.parts, write.values, write.node, write.changes)
        if token[0] == "another":
            token = (*token, moment.traced == (*token, 0))
            token = (*token[:-1], 1 if token[-1] else 0)
        read = {name.name for part in write.parts for name in part.nodes_of_class(nodes.Name) if name.name in self.scope.locals}
        return moment._replace(held=token, spot=write.spot, read=frozenset(read))

    def _tells(self, call: nodes.NodeNG, read: frozenset[str]) -> bool:
        """Whether what a run is given comes with what the place was set to: it is traced anew for another one."""
        if not read or not isinstance(call, nodes.Call):
            return False
        given = names.made_of([*call.args, *(keyword.value for keyword in call.keywords)], self.scope, call.lineno)
        return read <= {name.name for part in given for name in part.nodes_of_class(nodes.Name)}

    def _token(self, parts: tuple[nodes.NodeNG, ...], values: frozenset[Value], node: nodes.NodeNG, changes: bool) -> Token:
        """What tells a value from others."""
        only = next(iter(values)) if len(values) == 1 else None
        if only is not None and self._is_put_back(only):
            return self.question.first
        if isinstance(only, Const) and not changes:
            return ("constant", only.type, repr(only.value))
        if isinstance(only, Param) and only.scope is self.scope and only.name in self.env and not changes:
            return self.env[only.name]
        rebinding = Rebinding(node, parts, changes)
        read = [self.env[name.name] for part in parts for name in part.nodes_of_class(nodes.Name) if name.name in self.env]
        loops = names.loops_around(node, self.scope)
        if changes or any(token[0] == "another" for token in read) or any(follows_loop(rebinding, loop) for loop in loops):
            return ("another", id(node))
        return ("made", tuple(part.as_string() for part in parts) or id(node), tuple(read))

    def _is_put_back(self, value: Value) -> bool:
        """Whether it is what the place held before: ``before = x.rate; x.rate = 0.5; …; x.rate = before``."""
        place = self.question.place
        held = {value, *(classes.contents(self.program, value) if isinstance(value, Attribute) else ())}
        return any(one == place or isinstance(one, Attribute) and isinstance(place, Attribute) and one.name == place.name for one in held)

    def _is_another(self, node: nodes.NodeNG) -> bool:
        """Whether what stands for the object is another one from here on, or a loop takes the next one."""
        if self.question.makes_another(node, self.scope, self.subject.values or frozenset()):
            return True
        if not isinstance(node, nodes.For):
            return False
        within = [one for one in (*self.acts, *self.writes) if node.parent_of(one)]
        return self.subject.values is not None and any(is_of_one_turn(one, node) for one in self._spots(within))

    def _spots(self, within: list[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
        """The calls and targets among what happens to the object."""
        for node in within:
            for write in self.writes.get(node, ()):
                if self.question.is_on(frozenset((write.base,)), self.subject.values):
                    yield write.spot
            for act in self.acts.get(node, ()):
                if isinstance(act, Run) and self.question.is_on(act.objects, self.subject.values):
                    yield act.call

    def _has_graphs_made(self, node: nodes.NodeNG) -> bool:
        """Whether the graph function is made anew, as far as the name of what is called tells, or is one of another object."""
        if self.question.makes_another(node, self.scope, self.subject.receivers or frozenset()):
            return True
        if not self.question.is_made or not isinstance(node, nodes.Call):
            return False
        return not any(isinstance(act, Entered) for act in self.acts.get(node, ())) and self.question.runs.makes_graphs_by(node)


def _is_managed(entered: Entered) -> bool:
    """Whether a generator manages the block of a ``with``."""
    return isinstance(entered.call.parent, nodes.With) and names.is_context_manager(entered.function)


def _is_own(place: Variable | Attribute, root: GraphFunction) -> bool:
    """Whether it is an attribute of the object whose method the graph function is."""
    return isinstance(place, Attribute) and isinstance(place.base, Param) and classes.receives(place.base.scope, place.base.name)


def _is_counted_from_start(write: Write, name: str) -> bool:
    """Whether what a loop counts decides that something is written, and does so from the first turn: ``if i >= 0: …``."""
    for branch, holds in branches_around(write.node):
        for loop in names.loops_around(branch, write.scope):
            is_counted = isinstance(branch.test, nodes.Compare) and names.reads_any(branch.test, names.assigned_in(loop))
            if holds and is_counted and isinstance(branch.test.ops[0][1], nodes.Const) and not is_later(branch, loop, name):
                return True
    return False
