"""What becomes of what a place holds, and of what a graph function has read of it, in a scope and in the functions that it calls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from astroid import nodes

from graphlint.analysis.engine.activation import default_expression, given_expression
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import Rebinding, follows_loop, is_of_one_turn
from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode, Scope
from graphlint.analysis.timeline.order import NOWHERE, Flow, Plan, States, by_source
from graphlint.analysis.timeline.writes.origins import NOTHING, Origins, ShapeOf, assigned_origins, is_made, origins, parts_of, tells
from graphlint.analysis.timeline.writes.acts import Entered, Run
from graphlint.analysis.timeline.writes.question import Env, Question, Subject
from graphlint.analysis.timeline.writes.write import Token, Write, token_of
from graphlint.analysis.values.places import Attribute, Const, Fresh, Param, Value, text

#: More functions than this, one within the other, are not followed.
_MAX_DEPTH = 6
#: How often functions that call one another are followed until nothing new comes of it.
_MAX_ROUNDS = 8
#: More than this are not followed for one question, each from another state on.
_MAX_FOLLOWED = 600
#: The parts of a generator that manages a context.
_BEFORE, _AFTER = "before its yield", "after its yield"


#: Stands among the parameters of a function for the call itself, which makes objects anew.
TURN = ""
#: Arguments of `fit` and its kin that say how long and on what, and that no step of the training is given.
OF_TRAINING = frozenset(
    """
    batch_size callbacks epochs initial_epoch shuffle steps steps_per_epoch validation_batch_size validation_data validation_freq
    validation_split validation_steps verbose workers use_multiprocessing max_queue_size
    """.split()
)


class Moment(NamedTuple):
    """What a graph function has read of a place, what that holds now, and what has changed it last."""

    traced: Token | None
    held: Token
    spot: nodes.NodeNG | None = None
    """As it is written in the scope that is followed: the write, or the call that leads to it."""
    target: nodes.NodeNG | None = None
    """The write."""
    read: Origins = NOTHING
    """What the last change is made of, of the scope that is followed."""
    options: tuple[str, ...] = ()
    """The constants that the run was given which has read the place: a run with others has another graph."""
    is_stale: bool = False
    """A run has gone on with an old value, which was there when the function was entered."""


#: A function, or the part of it before or after its `yield`, on one object from one moment on.
_Key = tuple[Scope, Subject, Moment, str]


class Following:
    """One question, followed through all scopes that lead to a run and to a write."""

    def __init__(self, question: Question) -> None:
        self.question = question
        #: What has been changed between two runs: the spots, each with the write that it leads to.
        self.found: dict[nodes.NodeNG, nodes.NodeNG] = {}
        #: The writes of objects for which the graph function is traced again, as it is given another object or value of an option.
        self.replaced_objects: dict[nodes.NodeNG, None] = {}
        #: What tells the arguments of calls from those of others, where that has been asked.
        self.given: dict[tuple[nodes.NodeNG, FunctionNode, Env], Env] = {}
        #: What expressions are made of, by the nodes at which that has been asked.
        self.made_of: dict[tuple[tuple[nodes.NodeNG, ...], nodes.NodeNG], Origins] = {}
        self._after: dict[_Key, States] = {}
        #: What is known for good, what has been followed in this round, and what is being followed.
        self._settled: set[_Key] = set()
        self._round: set[_Key] = set()
        self._active: set[_Key] = set()
        self._grew = self._is_partial = False
        self._depth = self._followed = 0

    def answer(self) -> None:
        """Finds what changes the place between two runs, in the order of the source, the linted module's first."""
        for scope in self.question.entries():
            for subject in self.question.subjects(scope):
                self._settle(scope, subject, Moment(None, self.question.first))
        self.found = {spot: self.found[spot] for spot in self.sorted(self.found)}

    def sorted(self, found: Iterable[nodes.NodeNG]) -> list[nodes.NodeNG]:
        """Some nodes in the order of the source, the linted module's first."""
        return sorted(found, key=lambda one: (one.root() is not self.question.runs.module, one.root().name, one.lineno))

    def again(self, method: nodes.FunctionDef, others: Collection[nodes.FunctionDef]) -> list[nodes.NodeNG]:
        """The writes that change the place if somebody calls a method of one object twice, or others after it.

        It is given other arguments each time.
        """
        told: dict[nodes.NodeNG, None] = {}
        for subject in self.question.own_subjects(method) if self.question.is_kept() else ():
            moments: States = frozenset((Moment(None, self.question.first),))
            for turn in range(2):
                self.found.clear()
                ended = [one for moment in frozenset(map(_as_entered, moments)) for one in self._call(method, subject, moment, turn)]
                moments = frozenset(one for one in ended if one.traced != self.question.first)  # what it has from the start may be as good
            told |= dict.fromkeys(self.found.values())
            left = [moment for moment in moments if moment.traced not in (None, moment.held) and moment.target is not None]
            told |= {moment.target: None for moment in left for other in others if self._is_stale_in(other, subject, moment)}
        return self.sorted(told)

    def _is_stale_in(self, method: nodes.FunctionDef, subject: Subject, moment: Moment) -> bool:
        """Whether another method of the same object, called next, has the graph function go on with the old value."""
        subjects = [one for one in self.question.own_subjects(method) if one.driver == subject.driver and _are_by_one_name(one, subject)]
        return any(ended.is_stale for one in subjects for ended in self._call(method, one, _as_entered(moment), 2))

    def _call(self, method: nodes.FunctionDef, subject: Subject, moment: Moment, turn: int) -> States:
        """What becomes of a moment in a call of a method that nothing in sight makes."""
        given = {name: ("given", name, turn) for name in (TURN, *names_given(method))}
        return self._settle(method, subject._replace(env=tuple(sorted(given.items()))), moment)

    def _settle(self, scope: Scope, subject: Subject, moment: Moment) -> States:
        """What becomes of a moment in a scope, followed until nothing new comes of functions that call one another."""
        reached = NOWHERE
        for _ in range(_MAX_ROUNDS):
            self._round, self._grew, self._is_partial = set(), False, False
            reached = self._follow(scope, subject, moment)
            if not self._is_partial:  # nothing has asked for what was not known to its end
                self._settled |= self._round
            if not self._is_partial or not self._grew:
                break
        return reached

    def enter(self, entered: Entered, subject: Subject, env: Env, moment: Moment, part: str) -> States:
        """What becomes of a moment in a function that is called."""
        return self._follow(entered.function, self.question.within(entered, subject, env), moment, part)

    def _follow(self, scope: Scope, subject: Subject, moment: Moment, part: str = "") -> States:
        """What becomes of one moment in a scope, from its beginning to its end; in a `part` before or after its yield."""
        key = (scope, subject, moment, part)
        is_known = key in self._settled or key in self._round and key not in self._active
        if is_known or key in self._active or self._depth >= _MAX_DEPTH or self._followed >= _MAX_FOLLOWED:
            self._is_partial = self._is_partial or not is_known
            return self._after.get(key, NOWHERE)
        plan = self.question.plan(scope, subject)
        if plan is None:
            return frozenset((moment,))
        self._round.add(key)
        self._active.add(key)
        self._depth += 1
        self._followed += 1
        reached = _Walk(self, plan, subject).follow(frozenset((moment,)), part)
        self._depth -= 1
        self._active.discard(key)
        before = self._after.get(key, NOWHERE)
        self._grew = self._grew or not reached <= before
        self._after[key] = reached | before
        return self._after[key]


class _Walk:
    """One scope, on one object."""

    def __init__(self, following: Following, plan: Plan, subject: Subject) -> None:
        self.following = following
        self.question = question = following.question
        self.program = question.program
        self.plan = plan
        self.scope = scope = plan.scope
        self.subject = subject
        self.env = dict(subject.env)
        self.acts = question.acts(scope)
        self.writes = question.writes.get(scope, {})

    def follow(self, states: States, part: str) -> States:
        self.part, self.begun, self.left = part, states, NOWHERE
        ended = Flow(self.plan, self.step, self.leave).follow(NOWHERE if part == _AFTER else states)
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
            if TURN in self.env and self.question.depends_on_state(write.node, self.scope):
                continue
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
        for moment in by_source(states):
            begun = _as_entered(moment)._replace(read=self._passed(entered, moment.read))
            for reached in self.following.enter(entered, self.subject, env, begun, part):
                if reached.is_stale and moment.spot is not None:
                    self.following.found.setdefault(moment.spot, moment.target)
                is_stale = moment.is_stale or reached.is_stale and moment.spot is None
                is_kept = reached.spot is None
                read = moment.read if is_kept else self._given_back(entered, reached.read)
                spot, target = (moment.spot, moment.target) if is_kept else (entered.call, reached.target)
                after.add(reached._replace(spot=spot, target=target, read=read, is_stale=is_stale))
        return frozenset(after)

    def _given_origins(self, entered: Entered) -> dict[str, Origins]:
        """What each argument of a call is made of, by the parameter that it is for."""
        call, found = entered.call, {}
        for name in entered.function.argnames() if isinstance(call, nodes.Call) else ():
            given = given_expression(call, entered.function, name)
            if given is not None:
                found[name] = self._origins((given,), call)
        return found

    def _passed(self, entered: Entered, read: Origins) -> Origins:
        """The parameters that a call gives what something has been made of; nothing if it gives but a part of that."""
        if not read:
            return NOTHING
        given = self._given_origins(entered)
        passed = frozenset(name for name, one in given.items() if tells(one, read) or one and one <= read)
        return passed if read <= NOTHING.union(*(given[name] for name in passed)) else NOTHING

    def _given_back(self, entered: Entered, read: Origins) -> Origins:
        """What something that a call has changed is made of, as the scope around the call knows that."""
        given, found = self._given_origins(entered), set()
        for one in read:
            name = one.origin if isinstance(one, ShapeOf) else one
            if name not in entered.function.argnames():
                found.add(one if is_made(one) else (entered.function, one))
            elif isinstance(one, ShapeOf):
                found.update(map(ShapeOf, parts_of(given.get(name, NOTHING))))
            else:
                found |= given.get(name, NOTHING)
        return frozenset(found)

    def _origins(self, parts: tuple[nodes.NodeNG, ...], node: nodes.NodeNG) -> Origins:
        known = self.following.made_of
        if (parts, node) not in known:
            known[parts, node] = origins(self.program, parts, self.scope, node.lineno)
        return known[parts, node]

    def _given(self, entered: Entered) -> Env:
        """What tells the arguments of a call from those of another one."""
        call, given_for = entered.call, self.following.given
        if not isinstance(call, nodes.Call) or entered.function not in self.question.setters:
            return ()  # nothing is written there
        key = (call, entered.function, self.subject.env)
        if key not in given_for:
            given_for[key] = self._tokens_of(call, entered)
        return given_for[key]

    def _tokens_of(self, call: nodes.Call, entered: Entered) -> Env:
        found: dict[str, Token] = {}
        for name, values in entered.frame.env.items():
            only = next(iter(values)) if len(values) == 1 else None
            given = given_expression(call, entered.function, name)
            if isinstance(only, Const):
                found[name] = token_of(only.value)
            elif given is not None:
                found[name] = self._token((given,), frozenset(values), call, False)
        if TURN in self.env:
            found[TURN] = self.env[TURN]
        return tuple(sorted(found.items()))

    def _run(self, run: Run, moment: Moment) -> Moment:
        options = _constants(run.call)
        if moment.traced is None or options != moment.options or self._tells(run, moment.read):
            return moment._replace(traced=moment.held, options=options)
        if run.is_traced_again or self._may_tell(run, moment.read):
            if moment.traced != moment.held and moment.target is not None:
                self.following.replaced_objects.setdefault(moment.target)
            return moment._replace(traced=moment.held)
        if moment.traced == moment.held:
            return moment
        if moment.spot is None:
            return moment._replace(is_stale=True)
        self.following.found.setdefault(moment.spot, moment.target)
        return moment

    def _written(self, write: Write, moment: Moment) -> Moment:
        if write.item and isinstance(self.question.key, str) and self.env.get(write.item) != token_of(self.question.key):
            return moment  # another item
        token = self._token(write.parts, write.values, write.node, write.changes)
        if token[0] == "another":
            token = (*token, moment.traced == (*token, 0))
            token = (*token[:-1], 1 if token[-1] else 0)
        loops = [loop for loop in names.loops_around(write.node, self.scope) if isinstance(loop, nodes.For)]
        if loops and any(isinstance(value, Fresh) and isinstance(value.kind, nodes.ClassDef) for value in write.values):
            read = frozenset(names.assigned_in(loops[0].target))  # each turn makes an object of its own
        else:
            read = assigned_origins(self.program, write.parts, self.scope, write.node.lineno)
        return moment._replace(held=token, spot=write.spot, target=write.spot, read=read)

    def _tells(self, run: Run, read: Origins) -> bool:
        """Whether what a run is given comes with what the place was set to: it is traced anew for another one."""
        call = run.call
        if not isinstance(call, nodes.Call) or self.question.has_one_trace:
            return False
        given = (*call.args, *(one.value for one in call.keywords if not (run.driver and one.arg in OF_TRAINING)))
        return tells(self._origins(given, call), read)

    def _may_tell(self, run: Run, read: Origins) -> bool:
        """Whether an object is made anew, and callers may give the run another value of an option, for which it is traced anew."""
        given = (*run.call.args, *(one.value for one in run.call.keywords)) if isinstance(run.call, nodes.Call) else ()
        return bool(read) and all(map(is_made, read)) and not self.question.has_one_trace and any(map(self._is_option, given))

    def _is_option(self, given: nodes.NodeNG) -> bool:
        """Whether it is a parameter that callers may leave out: a Python value, of which another one is traced anew."""
        is_parameter = isinstance(given, nodes.Name) and isinstance(self.scope, FUNCTIONS)
        return is_parameter and default_expression(self.scope, given.name) is not None

    def _token(self, parts: tuple[nodes.NodeNG, ...], values: frozenset[Value], node: nodes.NodeNG, changes: bool) -> Token:
        """What tells a value from others."""
        only = next(iter(values)) if len(values) == 1 else None
        if only is not None and (self._is_put_back(only) or self.question.is_begun_with(only)):
            return self.question.first
        if isinstance(only, Const) and not changes:
            return token_of(only.value)
        if isinstance(only, Param) and only.scope is self.scope and only.name in self.env and not changes:
            return self.env[only.name]
        rebinding = Rebinding(node, parts, changes)
        made_of = assigned_origins(self.program, parts, self.scope, node.lineno)
        read = [self.env[name] for name in sorted(set(map(_plain, made_of))) if name in self.env]
        is_anew = any(map(is_made, made_of)) and TURN not in self.env
        is_anew = is_anew or isinstance(node, nodes.For)  # each turn takes the next one
        loops = names.loops_around(node, self.scope)
        if changes or is_anew or any(token[0] == "another" for token in read) or any(follows_loop(rebinding, loop) for loop in loops):
            return ("another", node)
        return ("made", tuple(part.as_string() for part in parts) or node, tuple(read))

    def _is_put_back(self, value: Value) -> bool:
        """Whether it is what the place held before: ``before = x.rate; x.rate = 0.5; …; x.rate = before``."""
        place = self.question.place
        held = {value, *(classes.contents(self.program, value) if isinstance(value, Attribute) else ())}
        return any(one == place or isinstance(one, Attribute) and isinstance(place, Attribute) and one.name == place.name for one in held)

    def _is_another(self, node: nodes.NodeNG) -> bool:
        """Whether what stands for the object is another one from here on, or a loop takes the next one."""
        if node in self.question.renewing(self.scope, self.subject.values):
            return True
        if not isinstance(node, nodes.For):
            return False
        within = [one for one in (*self.acts, *self.writes) if node.parent_of(one)]
        return self.subject.values is not None and any(is_of_one_turn(one, node) for one in self._spots(within))

    def _spots(self, within: list[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
        """The calls and targets among what happens to the object."""
        for node in within:
            # The layers that a loop goes over are those of one model.
            for write in self.writes.get(node, ()) if not self.question.is_of_variables else ():
                if self.question.is_on(frozenset((write.base,)), self.subject.values):
                    yield write.spot.value if isinstance(write.spot, nodes.Subscript) else write.spot
            for act in self.acts.get(node, ()):
                if isinstance(act, Run) and self.question.is_on(act.objects, self.subject.values):
                    yield act.call

    def _has_graphs_made(self, node: nodes.NodeNG) -> bool:
        """Whether the graph function is made anew, as far as the name of what is called tells, or is one of another object."""
        is_of_another = node in self.question.renewing(self.scope, self.subject.receivers)
        return is_of_another or self.question.is_making(node, self.scope)


def _constants(call: nodes.NodeNG) -> tuple[str, ...]:
    """The constants that a call is given."""
    given = (*call.args, *call.keywords) if isinstance(call, nodes.Call) else ()
    return tuple(one.as_string() for one in given if isinstance(getattr(one, "value", None), nodes.Const) or isinstance(one, nodes.Const))


def _are_by_one_name(subject: Subject, other: Subject) -> bool:
    """Whether two methods of one object know another object by the same name: ``self.net``."""
    return all(
        first is None or second is None or not set(map(text, first)).isdisjoint(map(text, second))
        for first, second in ((subject.values, other.values), (subject.receivers, other.receivers))
    )


def _as_entered(moment: Moment) -> Moment:
    """A moment as a function knows it that is called then: nothing has been changed in it."""
    return moment._replace(spot=None, target=None, read=NOTHING, is_stale=False)


def names_given(method: nodes.FunctionDef) -> list[str]:
    """The parameters of a method that its callers give."""
    return [name for name in method.argnames() if not classes.receives(method, name)]


def _plain(origin: object) -> str:
    """The local name that something is made of; that of the call itself where it is made anew."""
    origin = origin.origin if isinstance(origin, ShapeOf) else origin
    return origin if isinstance(origin, str) else TURN


def _is_managed(entered: Entered) -> bool:
    """Whether a generator manages the block of a ``with``."""
    return isinstance(entered.call.parent, nodes.With) and names.is_context_manager(entered.function)
