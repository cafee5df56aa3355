"""What the calls of a scope do: run the graph function, on which objects, or enter a function that leads to a run or to a write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint.analysis.engine.activation import bind, substitute
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.callgraph.callees import Callee
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline.parts import parts
from graphlint.analysis.timeline.runs import Runs
from graphlint.analysis.timeline.writes.write import as_parameter
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import Argument, Attribute, Bound, Fresh, Graph, Param, Result, Super, Value, Variable, ordered
from graphlint.frameworks.keras import DRIVERS

if TYPE_CHECKING:
    from graphlint.analysis.values.graph_function import GraphFunction

#: What Keras calls of a model, by the method that it is asked by: `fit` may also validate.
_STEPS = {
    "fit": ("train_step", "test_step"),
    "train_on_batch": ("train_step",),
    "evaluate": ("test_step",),
    "test_on_batch": ("test_step",),
    "predict": ("predict_step",),
    "predict_on_batch": ("predict_step",),
}
#: How many methods lie between the one that Keras calls and the graph function.
_MAX_CALLED = 2


class Run(NamedTuple):
    """A call of the graph function."""

    objects: frozenset[Value]
    """Those whose attribute it reads."""
    receivers: frozenset[Value] | None
    """Those whose method it is, where each has graphs of its own."""
    call: nodes.NodeNG
    driver: str = ""
    """The method by which Keras runs it: each has a graph of its own."""
    is_traced_again: bool = False
    """Each turn of a loop gives it an object that the turn has made: for each it is traced again."""


class Entered(NamedTuple):
    """A function that a call runs, with what its parameters are given."""

    function: FunctionNode
    frame: Frame
    call: nodes.NodeNG
    """As it is written in the scope that calls."""


class Acts:
    """The calls that have to do with one place and one graph function, in each scope."""

    def __init__(
        self, runs: Runs, place: Variable | Attribute, root: GraphFunction, cls: nodes.ClassDef | None, leads_on: Callable[[FunctionNode], bool]
    ) -> None:
        self.program = runs.program
        self.runs = runs
        self.place = place
        self.root = root
        #: Of which class the object is whose methods are followed; None if each is of the class that it is written in.
        self.cls = cls
        #: Whether a function that is called leads to a write or to a run.
        self._leads_on = leads_on
        #: Whether each object has graphs of its own, which another object decides.
        self.is_of_others = isinstance(root.node.parent, nodes.ClassDef) and not _is_own(place, root)
        self._known: dict[Scope, dict[nodes.NodeNG, list[Run | Entered]]] = {}

    def of(self, scope: Scope) -> dict[nodes.NodeNG, list[Run | Entered]]:
        """The calls of a scope that run the graph function, on which objects, or a function that leads to one or to a write."""
        known = self._known.get(scope)
        if known is None:
            known = self._known[scope] = {}
            for event in self.program.summary(scope).events:
                if isinstance(event, Call):
                    found = list(self._of_call(scope, event))
                    if found:
                        known.setdefault(event.node, []).extend(found)
        return known

    def _of_call(self, scope: Scope, event: Call) -> Iterator[Run | Entered]:
        root = self.root.node
        called = self._seen_by(scope, event.callee)
        known = [(value, callee) for value in ordered(called) for callee in callees.callees(self.program, frozenset((value,)))]
        is_own = any(callee.function is not None for _, callee in known)
        for value in called if self.root.tracer in (None, "Keras") and not is_own else ():
            if isinstance(value, Attribute) and value.name in DRIVERS:
                yield from self._by_keras(value, event.node) if self.root.tracer else self._within_keras(value, event.node)
        for value, callee in known:
            receiver = self._of_handle(callee.receiver, value)
            function = callee.function.node if callee.function is not None else None
            if function is root:
                if self.root.tracer != "Keras":
                    yield self._run_by(callee, value, event.arguments, event.node)._replace(is_traced_again=self._is_given_new(event, scope))
            elif function is not None and self._leads_on(function):
                given = bind(self.program, function, receiver, callee.arguments + event.arguments)
                yield Entered(function, Frame(function, given, callee.function.home, traced=False), event.node)
        if not is_own and self.root.tracer is None:
            yield from self._by_another(scope, event)
        if not is_own and scope.root() is self.runs.module and self.root.tracer is None:
            for value in called:  # an object of which nothing is known
                if isinstance(value, Attribute) and value.name == getattr(root, "name", "") and isinstance(root.parent, nodes.ClassDef):
                    if not classes.kinds(self.program, value.base):
                        yield self._run_of(value.base, event.node)

    def _is_given_new(self, event: Call, scope: Scope) -> bool:
        """Whether each turn of a loop gives a call an object of the program's or of Keras' that it has made."""
        loops = names.loops_around(event.node, scope)
        given = [value for argument in event.arguments for value in argument.values] if loops else []
        given += [held for value in given if isinstance(value, Variable) for held in classes.contents(self.program, value)]
        made = [(value, value.node if isinstance(value, Fresh) else value.call.node) for value in given if isinstance(value, (Fresh, Result))]
        new = [node for value, node in made if any(map(_has_graphs_of_its_own, classes.kinds(self.program, value)))]
        return any(loop.parent_of(node) for loop in loops for node in new)

    def _run_by(self, callee: Callee, value: Value, arguments: tuple[Argument, ...], call: nodes.NodeNG) -> Run:
        """The run of the graph function by a value."""
        given = bind(self.program, self.root.node, self._of_handle(callee.receiver, value), callee.arguments + arguments)
        run = self._run_in(Frame(self.root.node, given, callee.function.home, traced=False), call)
        return run._replace(objects=frozenset(self._of_handle(one, value) for one in run.objects))

    def _by_another(self, scope: Scope, event: Call) -> Iterator[Run]:
        """The run of the graph function by a function of which nothing is known, which is given it: ``minimize(self.loss, start)``."""
        for value in (value for argument in event.arguments for value in self._seen_by(scope, argument.values)):
            if isinstance(value, (Attribute, Bound, Graph)):
                for callee in callees.callees(self.program, frozenset((value,))):
                    if callee.function is not None and callee.function.node is self.root.node:
                        yield self._run_by(callee, value, (), event.node)

    def _of_handle(self, value: Value | None, handle: Value) -> Value | None:
        """An object as the code knows it that calls a graph function or method of it: ``self.step``, where `__init__` has made that."""
        if not isinstance(value, Param):
            return value
        if isinstance(handle, Attribute) and classes.receives(value.scope, value.name) and value.scope is not getattr(handle.base, "scope", None):
            if any(value.scope.parent in classes.ancestors(self.program, cls) for cls in classes.of_program(self.program, handle.base)):
                value = handle.base
        return replace(value, cls=None) if isinstance(value, Param) and value.cls is not None else value

    def _seen_by(self, scope: Scope, values: frozenset[Value]) -> frozenset[Value]:
        """What a method calls of an object of the class that is asked for: what a base calls, a subclass may define."""
        first = next(iter(scope.argnames()), "") if isinstance(scope, nodes.FunctionDef) else ""
        if self.cls is None or not first or not classes.receives(scope, first) or scope.parent not in classes.ancestors(self.program, self.cls):
            return values
        own = frozenset((Param(scope, first, self.cls),))
        return substitute(self.program, values, Frame(scope, {first: own}, None, traced=False))

    def _by_keras(self, method: Attribute, call: nodes.NodeNG) -> Iterator[Run]:
        """The run of a model's own method, or of that of a layer that it is put together of."""
        kinds = classes.of_program(self.program, method.base)
        if isinstance(method.base, Super):
            kinds, method = classes.ancestors(self.program, self.cls or method.base.cls), Attribute(method.base.receiver, method.name)
        if any(self.root.node in kind.body for kind in kinds):
            yield self._run_of(self._of_handle(method.base, method), call, method.name)
        elif not kinds:
            made = [one.node for one in classes.objects(self.program, method.base) if isinstance(one, Fresh) and isinstance(one.node, nodes.Call)]
            for part in ordered({part for one in made for part in parts(self.program, one, names.function_scope(one))}):
                if any(self.root.node in kind.body for kind in classes.of_program(self.program, part)):
                    yield self._run_of(part, call, method.name)

    def _within_keras(self, method: Attribute, call: nodes.NodeNG) -> Iterator[Run]:
        """The run of a graph function of the program's own by a step of a model that Keras runs: all drivers share its graph."""
        owner = method.base.receiver if isinstance(method.base, Super) else method.base
        kinds = [self.cls] if self.cls is not None and isinstance(method.base, Super) else classes.of_program(self.program, owner)
        if any(self._is_part_of_step(kind, _STEPS[method.name]) for kind in kinds):
            yield self._run_of(self._of_handle(owner, method), call)

    def _is_part_of_step(self, cls: nodes.ClassDef, steps: Iterable[str]) -> bool:
        """Whether the graph function is a step of a model, or a method that one calls of the same object."""
        called = set(steps)
        for _ in range(_MAX_CALLED + 1):
            members = frozenset(member for name in called for member in classes.members(self.program, cls, name))
            methods = [callee.function.node for callee in callees.callees(self.program, members) if callee.function is not None]
            if self.root.node in methods:
                return True
            called = set().union(*map(names.called, methods))
        return False

    def _run_of(self, receiver: Value, call: nodes.NodeNG, driver: str = "") -> Run:
        """A run of the method of some object."""
        given = {name: frozenset((receiver,)) for name in self.root.node.argnames()[:1]}
        return self._run_in(Frame(self.root.node, given, None, traced=False), call, driver)

    def _run_in(self, frame: Frame, call: nodes.NodeNG, driver: str = "") -> Run:
        base = {self.place.base} if isinstance(self.place, Attribute) else ()
        read = frozenset(map(as_parameter, substitute(self.program, frozenset(base), frame)))
        first = next(iter(self.root.node.argnames()), "")
        return Run(read, frame.env.get(first, frozenset()) if self.is_of_others else None, call, driver)


def _has_graphs_of_its_own(kind: str | nodes.ClassDef) -> bool:
    """Whether a graph function is traced anew for each object of a kind that it is given."""
    return isinstance(kind, nodes.ClassDef) or kind.startswith("keras.")


def _is_own(place: Variable | Attribute, root: GraphFunction) -> bool:
    """Whether it is an attribute of the object whose method the graph function is."""
    return isinstance(place, Attribute) and isinstance(place.base, Param) and classes.receives(place.base.scope, place.base.name)
