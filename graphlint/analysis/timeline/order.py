"""In which order things happen: one scope followed along every way that the program may take through it.

What is asked is a set of *states*: the program may be in any of them. The flow begins with some, asks at each node that is
watched what becomes of them there, and takes them through branches, loops, handlers and managed blocks: after a branch
come the states of both ways, in a loop those of the turns before, in a handler those of every point that may raise. So
"again", "between", "after" and "at a later turn" are one question, whatever statement lies between two points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import TypeVar

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FUNCTIONS, Scope

_Any = TypeVar("_Any")
#: What the program may be in at one point.
States = frozenset[Hashable]
#: What becomes of some states at a node that is watched.
Step = Callable[[nodes.NodeNG, States], States]
NOWHERE: States = frozenset()
#: What ends a turn, a function or the way.
_JUMPS = (nodes.Return, nodes.Raise, nodes.Break, nodes.Continue)
_INNER = (*FUNCTIONS, nodes.ClassDef)
_COMPREHENSIONS = (nodes.ListComp, nodes.SetComp, nodes.GeneratorExp, nodes.DictComp)
#: Turns of a loop after which states that are still new are passed over.
_MAX_TURNS = 12
#: More tests than this that come up again are not told apart.
_MAX_TESTS = 4
#: What is known of the tests so far: the source of each, and how it came out.
_Facts = frozenset[tuple[str, bool]]


def stands_between(
    node: nodes.NodeNG, runs: Collection[nodes.NodeNG], are_alike: Callable[[nodes.NodeNG, nodes.NodeNG], bool], undone: Collection[nodes.NodeNG] = ()
) -> bool:
    """Whether a node may come after one run and before another one of the same, with nothing that undoes it in between.

    What runs within the node is neither. Each loop is gone through once: what its turns have to do with one another is another question.
    """
    found: list[nodes.NodeNG] = []
    runs = frozenset(run for run in runs if run is not node and not node.parent_of(run))

    def step(at: nodes.NodeNG, states: States) -> States:
        if at is node:
            return frozenset((run, True) for run, _ in states)
        if at in undone:
            return frozenset((None, False) for _ in states)
        if at in runs:
            found.extend(run for run, is_changed in states if is_changed and run is not None and are_alike(run, at))
            return states | {(at, False)}
        return states

    plan = Plan(names.function_scope(node), {node, *runs, *undone})
    Flow(plan, step, turns=1).follow(frozenset(((None, False),)))
    return bool(found)


class Plan:
    """What of one scope has to be gone through to come by what is watched."""

    def __init__(self, scope: Scope, watched: Collection[nodes.NodeNG]) -> None:
        self.scope = scope
        self.watched = frozenset(watched)
        self.tests, self.reset = _repeated_tests(scope, self.watched)
        jumps = scope.nodes_of_class(_JUMPS, skip_klass=_INNER)
        self.passed = {one for node in (*self.watched, *self.reset, *jumps) for one in _up_to(node, scope)}


class Flow:
    """The ways through the statements of one scope. A test of local names that comes up again comes out as it did before."""

    def __init__(self, plan: Plan, step: Step, leave: Step | None = None, turns: int = _MAX_TURNS) -> None:
        self.scope = plan.scope
        self._most_turns = turns
        self._watched, self._passed = plan.watched, plan.passed
        self._tests, self._reset = plan.tests, plan.reset
        self._step = step
        self._leave = leave
        self._returned: set[tuple[_Facts, Hashable]] = set()
        self._raised: list[set[tuple[_Facts, Hashable]]] = []
        self._turns: list[tuple[set[tuple[_Facts, Hashable]], set[tuple[_Facts, Hashable]]]] = []

    def follow(self, states: States) -> States:
        """The states in which the scope is left."""
        self._returned = set()
        begun = frozenset((frozenset(), state) for state in states)
        if type(self.scope) is nodes.Lambda:
            ended = self._expression(self.scope.body, begun)
        else:
            ended = self._block(self.scope.body, begun)
        return frozenset(state for _, state in (*ended, *self._returned))

    # Statements

    def _block(self, body: Iterable[nodes.NodeNG], states: States) -> States:
        for statement in body:
            if statement in self._passed:
                states = self._statement(statement, states)
        return states

    def _statement(self, node: nodes.NodeNG, states: States) -> States:
        match node:
            case nodes.If():
                states = self._expression(node.test, states)
                return self._block(node.body, self._where(node.test, True, states)) | self._block(
                    node.orelse, self._where(node.test, False, states)
                )
            case nodes.For():
                return self._loop(node, self._expression(node.iter, states))
            case nodes.While():
                return self._loop(node, states)
            case nodes.With():
                return self._with(node, states)
            case nodes.Try() | nodes.TryStar():
                return self._try(node, states)
            case nodes.Match():
                states = self._expression(node.subject, states)
                after = NOWHERE if any(map(_takes_all, node.cases)) else states
                for case in node.cases:
                    guarded = states if case.guard is None else self._expression(case.guard, states)
                    after |= self._block(case.body, guarded)
                return after
            case nodes.Return():
                self._returned |= self._expression(node.value, states)
                return NOWHERE
            case nodes.Raise():
                self._expression(node.exc, states)
                return NOWHERE
            case nodes.Break() | nodes.Continue():
                if self._turns:
                    self._turns[-1][isinstance(node, nodes.Continue)].update(states)
                return NOWHERE
        return self._expression(node, states)

    def _loop(self, node: nodes.For | nodes.While, states: States) -> States:
        seen = states if isinstance(node, nodes.For) else self._expression(node.test, states)
        broken: set[tuple[_Facts, Hashable]] = set()
        for _ in range(self._most_turns):
            turn = self._at(node, seen) if node in self._watched else seen
            turn = self._expression(node.target, turn) if isinstance(node, nodes.For) else self._where(node.test, True, turn)
            self._turns.append((broken, set()))
            ended = self._block(node.body, turn)
            ended |= self._turns.pop()[1]
            if isinstance(node, nodes.While):
                ended = self._expression(node.test, ended)
            if ended <= seen:
                break
            seen |= ended
        goes_on = isinstance(node, nodes.While) and isinstance(node.test, nodes.Const) and bool(node.test.value)
        after = NOWHERE if goes_on else seen
        if isinstance(node, nodes.While) and not goes_on:
            after = self._where(node.test, False, after)
        return self._block(node.orelse, after) | broken

    def _with(self, node: nodes.With, states: States) -> States:
        for manager, target in node.items:
            states = self._expression(manager, states)
            states = states if target is None else self._expression(target, states)
        states = self._block(node.body, states)
        for manager, _ in reversed(node.items):
            if self._leave is not None and manager in self._watched:
                states = self._told(states, self._leave, manager)
        return states

    def _try(self, node: nodes.Try, states: States) -> States:
        outer, self._returned = self._returned, set()
        self._raised.append(set(states))
        ended = self._block(node.body, states)
        raised = frozenset(self._raised.pop())
        if self._raised:
            self._raised[-1] |= raised
        ended = self._block(node.orelse, ended)
        for handler in node.handlers:
            ended |= self._block(handler.body, raised)
        self._returned, returned = outer, frozenset(self._returned)
        self._returned |= self._block(node.finalbody, returned)
        return self._block(node.finalbody, ended)

    # Expressions

    def _expression(self, node: nodes.NodeNG | None, states: States) -> States:
        if node is None or node not in self._passed or isinstance(node, _INNER):
            return self._at(node, states) if node in self._watched else states
        match node:
            case nodes.BoolOp(values=[first, *others]):
                states = self._expression(first, states)
                for other in others:
                    states |= self._expression(other, states)
            case nodes.IfExp(test=test, body=body, orelse=orelse):
                states = self._expression(test, states)
                states = self._expression(body, states) | self._expression(orelse, states)
            case nodes.Assign(targets=targets, value=value):
                states = self._each((value, *targets), states)
            case nodes.AnnAssign(target=target, value=value) | nodes.AugAssign(target=target, value=value):
                states = self._each((value, target), states)
            case nodes.ListComp() | nodes.SetComp() | nodes.GeneratorExp() | nodes.DictComp():
                states = self._comprehension(node, states)
            case _:
                states = self._each(node.get_children(), states)
        if node in self._reset:
            states = frozenset((self._without(node, facts), state) for facts, state in states)
        return self._at(node, states) if node in self._watched else states

    def _each(self, parts: Iterable[nodes.NodeNG | None], states: States) -> States:
        for part in parts:
            states = self._expression(part, states)
        return states

    def _comprehension(self, node: nodes.NodeNG, states: States) -> States:
        for _ in range(self._most_turns):
            ended = self._each((*node.generators, *(one for one in node.get_children() if one not in node.generators)), states)
            if ended <= states:
                break
            states |= ended
        return states

    def _at(self, node: nodes.NodeNG, states: States) -> States:
        return self._told(states, self._step, node)

    def _told(self, states: States, step: Step, node: nodes.NodeNG) -> States:
        by_facts: dict[_Facts, set[Hashable]] = {}
        for facts, state in by_source(states):
            by_facts.setdefault(facts, set()).add(state)
        # Where a generator goes on after its yield, the states come from outside.
        for facts in by_facts or {frozenset(): None}:
            by_facts[facts] = step(node, frozenset(by_facts.get(facts) or ()))
        after = frozenset((facts, state) for facts, reached in by_facts.items() for state in reached)
        if self._raised:
            self._raised[-1] |= after
        return after

    # Tests

    def _where(self, test: nodes.NodeNG, outcome: bool, states: States) -> States:
        """The states in which a test may come out in one way."""
        shown, outcome = _plain(test, outcome)
        if isinstance(test, nodes.Const):
            return states if bool(test.value) is outcome else NOWHERE
        if shown not in self._tests:
            return states
        fact, other = (shown, outcome), (shown, not outcome)
        return frozenset((facts | {fact}, state) for facts, state in states if other not in facts)

    def _without(self, node: nodes.NodeNG, facts: _Facts) -> _Facts:
        """What is still known once something is assigned."""
        gone = self._reset[node]
        return frozenset(fact for fact in facts if fact[0] not in gone)


def _plain(test: nodes.NodeNG, outcome: bool = True) -> tuple[str, bool]:
    """A test without what negates it, and how it comes out then."""
    while isinstance(test, nodes.UnaryOp) and test.op == "not":
        test, outcome = test.operand, not outcome
    return test.as_string(), outcome


def _repeated_tests(scope: Scope, watched: frozenset[nodes.NodeNG]) -> tuple[set[str], dict[nodes.NodeNG, set[str]]]:
    """The tests of names that a scope makes more than once around what is watched, and the targets that change what they tell."""
    around = {one for node in watched for one in _up_to(node, scope) if isinstance(one, (nodes.If, nodes.While))}
    tests = [one.test for one in around if _is_of_names(one.test)]
    counted = Counter(_plain(test)[0] for test in tests)
    repeated = {shown for shown, count in counted.most_common(_MAX_TESTS) if count > 1}
    reads: dict[str, set[str]] = {}
    for test in tests:
        shown = _plain(test)[0]
        if shown in repeated:
            for part in test.nodes_of_class((nodes.Name, nodes.Attribute)):
                reads.setdefault(part.as_string(), set()).add(shown)
    targets = scope.nodes_of_class((nodes.AssignName, nodes.AssignAttr), skip_klass=_INNER) if repeated else ()
    return repeated, {one: reads[one.as_string()] for one in targets if one.as_string() in reads}


def _is_of_names(test: nodes.NodeNG) -> bool:
    """Whether nothing but an assignment makes a test come out in another way."""
    return not any(test.nodes_of_class((nodes.Call, nodes.Subscript, nodes.NamedExpr)))


def _takes_all(case: nodes.MatchCase) -> bool:
    return case.guard is None and isinstance(case.pattern, nodes.MatchAs) and case.pattern.pattern is None


def _up_to(node: nodes.NodeNG, scope: Scope) -> Iterator[nodes.NodeNG]:
    """A node and all that is around it in its scope."""
    current: nodes.NodeNG | None = node
    while current is not None and current is not scope:
        yield current
        current = current.parent


def by_source(states: Collection[_Any]) -> Collection[_Any]:
    """Some states in an order that does not depend on where Python puts objects: searches begin with the first."""
    return sorted(states, key=_name_of) if len(states) > 1 else states


def _name_of(part: object) -> str:
    """What tells a state, or a part of one, from others, without addresses."""
    match part:
        case nodes.NodeNG():
            return f"{part.root().name}:{part.fromlineno}:{part.col_offset}:{type(part).__name__}"
        case frozenset():
            return f"{{{','.join(sorted(map(_name_of, part)))}}}"
        case tuple():
            return f"({','.join(map(_name_of, part))})"
        case type():
            return part.__name__
        case str() | int() | float() | None:
            return repr(part)
    of = (_name_of(getattr(part, field)) for field in ("name", "node", "scope", "base") if getattr(part, field, None) is not None)
    return f"{type(part).__name__}({','.join(of)})"
