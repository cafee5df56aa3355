"""From a graph function to every offence in its context, through all that it calls.

The trace is followed as Python would run it: arguments are bound to parameters at each call, so that ``push(buf, x)``
offends where `buf` lives outside and not where it was made in the same trace.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Union

from astroid import nodes
from pylint.interfaces import INFERENCE, UNDEFINED, Confidence

from graphlint import frameworks
from graphlint.analysis.contexts import conversion, tensor_arguments as arguments_of
from graphlint.analysis.engine.activation import bind, given_names, stored, substitute
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.callgraph.callees import Callee, weaker
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.heap.classes import kinds
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import intent
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode
from graphlint.analysis.trace.changes import Changes
from graphlint.analysis.trace.external_calls import ExternalCalls
from graphlint.analysis.trace.followed import Followed
from graphlint.analysis.trace.guarded_stores import GuardedStores
from graphlint.analysis.trace.observers import Observers
from graphlint.analysis.trace.tensor_uses import TensorUses
from graphlint.analysis.trace.unrolling import Unrolling
from graphlint.analysis.values import tensors
from graphlint.analysis.values.conditions import Guard, asks_type, decide, is_other_way, setting, settings, tested, tests_place
from graphlint.analysis.values.events import Call, Change, Event, Loop, Read, Store, Use
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.offence import Calls, Offence, Way, anchor, offence_of, reported_at
from graphlint.analysis.values.places import (
    STRUCTURE,
    TENSOR,
    UNKNOWN,
    Argument,
    Attribute,
    Class,
    Computed,
    Const,
    External,
    Fresh,
    Function,
    Item,
    Param,
    Result,
    Scalar,
    Structure,
    Unknown,
    Value,
    Variable,
    const,
    join,
    root,
)
from graphlint.frameworks.meaning import Kind

#: A function, and the one that a decorator has put it in the place of.
Activation = tuple[FunctionNode, Union[nodes.FunctionDef, None]]
#: Calls that are followed from one graph function, in depth and in all, and arguments that one function is tried with.
_MAX_CALLS_DEEP = 24
_MAX_CALLS = 4000
_MAX_BINDINGS = 24

#: What Python does again at each call of a function that runs eagerly.
_AT_EACH_CALL = frozenset({Kind.PRINT, Kind.NUMPY_RANDOM, Kind.PYTHON_RANDOM, Kind.WORLD})

#: Defaults of parameters that no element of a dataset is meant for, and that Keras does not give.
_SETTINGS = const(True) | const(False)
#: Those that may be all that a parameter is ever given.
_LEFT_OUT = _SETTINGS | const(None)
#: The keywords that Keras gives.
_BY_KERAS = ("training", "mask")
#: An argument that is not known, and not None.
_GIVEN = Scalar("object", None)
_UNTOLD = (Unknown, Result, Computed, Structure)


def _may_be_own(callee: Callee, callees: list[Callee]) -> bool:
    """Whether it runs a model of Keras, where objects of the program have a method of that name: a layer may be either."""
    meaning = frameworks.meaning(f"{callee.kind}.{callee.name}" if callee.kind else str(callee.name))
    return meaning is not None and meaning.eager is not None and any(one.function is not None for one in callees)


class Trace(Followed):
    """One graph function, followed as if it were traced."""

    def __init__(self, program: Program, function: GraphFunction) -> None:
        self.program = program
        self.root = function
        self.module = function.module
        self.offences: list[Offence] = []
        self.draws: list[tuple[nodes.NodeNG, Way]] = []
        self.entered: set[FunctionNode] = set()
        self.changes = Changes(self)
        self.loops = Unrolling(self)
        self.uses = TensorUses(self)
        self.guarded = GuardedStores(self, self.changes)
        self.external = ExternalCalls(self, self.changes, self.uses, self.loops)
        #: Outer places that are read, of those that something assigns.
        self.reads: list[tuple[nodes.NodeNG, Value, Way]] = []
        self.active: list[FunctionNode] = []
        #: The same, with the function that each has been put in the place of: one wrapper stands for many.
        self._running: list[tuple[Activation, dict[str, frozenset[Value]]]] = []
        #: The offences that each activation leads to, with the calls from it to them; first of those that are active.
        self._found: list[dict[int, tuple[Offence, Calls]]] = []
        self._within: dict[tuple, dict[int, tuple[Offence, Calls]]] = {}
        #: Offences in other modules, reported at further calls that lead there.
        self._twins: dict[int, dict[nodes.NodeNG, Offence]] = {}
        #: For each active function: the blocks that are left for a handler.
        self._left: list[list[list[nodes.NodeNG]]] = []
        #: For each active function: why AutoGraph does not convert it, "" if it does.
        self._unconverted: list[str] = []
        self._settings = settings(function.guards)
        self._results: dict[tuple, frozenset[Value]] = {}
        self._bindings: dict[Activation, int] = {}
        self._calls = 0
        #: How many of the events that lead here are behind tests, and whether one that is behind none has raised.
        self._tests = 0
        self._has_raised = False

    def run(self) -> list[Offence]:
        function = self.root
        arguments_of.learn(self.program, function)
        # Python itself makes the objects of *args and **kwargs anew for each call.
        env = bind(self.program, function.node, None, (Argument("*", UNKNOWN), Argument("**", UNKNOWN)))
        env = {name: values for name, values in env.items() if _is_known(values)}
        if function.tracer is None and not function.arguments:
            for name in filter(None, (function.node.args.vararg, function.node.args.kwarg)):
                known = arguments_of.rest(self.program, function.node, name)
                env |= {} if known is None else {name: frozenset((known,))}
        arguments = function.arguments
        if function.receiver is not None:
            arguments = (Argument(None, frozenset((function.receiver,))), *arguments)
        # What a partial binds is known; the other parameters stay what the caller gives.
        given = bind(self.program, function.node, None, arguments)
        bound = given_names(function.node, False, arguments)
        if function.takes_elements or function.tracer == "Keras":
            bound += [name for name, values in given.items() if values <= _SETTINGS and name != "training"]
            if function.node.args.kwarg and function.node is not function.site:  # of a wrapper's keywords Keras knows nothing
                known = Fresh("builtins.dict", function.node, (UNKNOWN,) * len(_BY_KERAS), _BY_KERAS)
                env[function.node.args.kwarg] = frozenset((known,))
        elif function.tracer is None:
            bound += [name for name, values in given.items() if all(map(self._is_setting, values)) and self._is_left(name, values)]
        env |= {name: values for name, values in given.items() if name in bound and _is_known(values)}
        unconverted = conversion.of_root(self.program, function)
        self._enter(Function(function.node, function.home), env, Way(confidence=function.confidence), unconverted)
        self.offences += Observers(self.changes).offences()
        return self.reported(self.offences)

    def reported(self, offences: Iterable[Offence]) -> list[Offence]:
        """Some offences of the trace, at each call that leads to them."""
        found = [one for offence in offences for one in (offence, *self._twins.get(id(offence), {}).values())]
        return [offence for offence in found if not self._is_told_elsewhere(offence)]

    def _is_setting(self, default: Value) -> bool:
        """Whether a default is one that chooses between ways: a flag, None, a text, a member of an enumeration."""
        if isinstance(default, Attribute):
            return classes.is_member(self.program, default)
        return default in _LEFT_OUT or isinstance(default, Const) and default.type is str

    def _is_left(self, name: str, default: frozenset[Value]) -> bool:
        """Whether all calls in the module leave a setting at its default."""
        given = callers.given(self.program, Param(self.root.node, name), OWN_MODULE)
        return bool(given) and default.issuperset(given)

    def _is_told_elsewhere(self, offence: Offence) -> bool:
        """What an inherited method does without coming back to this module, and what a decorator does on purpose."""
        if offence.node is not self.root.site or offence.effect.root() is self.module:
            return False
        return isinstance(offence.node, nodes.ClassDef) or offence.confidence is UNDEFINED

    def leaves(self, node: nodes.NodeNG) -> None:
        statement = node.statement()
        while isinstance(statement.parent, nodes.With):
            statement = statement.parent
        around = statement.parent
        # A branch that is left may not be taken: what stands after it is done then.
        blocks_of = (getattr(around, name, None) for name in ("body", "orelse"))
        body = next((block for block in blocks_of if isinstance(block, list) and statement in block), None)
        if body is not None and not isinstance(around, FUNCTIONS):
            self._left[-1].append(body)

    # Following calls

    def _enter(
        self, function: Function, env: dict[str, frozenset[Value]], way: Way, unconverted: str
    ) -> frozenset[Value]:
        """Follows one activation and returns what it returns."""
        node = function.node
        self.loops.enter(node, way)
        key = (node, function.home, frozenset(env.items()), unconverted)
        if key in self._results:
            self._again(self._within[key], way)
            return self._results[key]
        activation = (node, function.wraps)
        tried = self._bindings.get(activation, 0)
        if self._is_running(activation, env) or len(self.active) >= _MAX_CALLS_DEEP or self._calls >= _MAX_CALLS or tried >= _MAX_BINDINGS:
            return UNKNOWN
        self._bindings[activation] = tried + 1
        self._calls += 1
        self.entered.add(node)
        self.active.append(node)
        self._running.append((activation, env))
        self._found.append({})
        self._unconverted.append(unconverted)
        self._left.append([])
        frame = Frame(node, env, function.home, traced=True)
        summary = self.program.summary(node)
        decided: dict[int, str] = {}
        for event in summary.events:
            if any(blocks.is_in(event.node, body) for body in self._left[-1]):
                continue
            found = {self._happens(guard, frame, decided) for guard in event.guards}
            if "never" in found:
                continue
            self._tests += bool(event.guards)
            if "once" not in found or isinstance(event, Call) and intent.only_tells(self.program.index(event.node.root()), event.node):
                self._follow(event, frame, way)
                if isinstance(event, (Store, Call)) and event.guards:
                    self.guarded.measured(event, frame, way)
            elif isinstance(event, Store):
                self.guarded.store(event, frame, way)
            elif isinstance(event, Call):
                self.guarded.call(event, frame, way)
            self._tests -= bool(event.guards)
        self.active.pop()
        self._running.pop()
        self._left.pop()
        self._within[key] = self._found.pop()
        self._pass_on(self._within[key], way)
        self._unconverted.pop()
        alive = [given for given, guards in summary.ways if "never" not in {self._happens(guard, frame, decided) for guard in guards}]
        result = self._results[key] = substitute(self.program, join(*alive) if alive else summary.returns, frame)
        self.loops.leave(node, result, way)
        return result

    def _is_running(self, activation: Activation, env: dict[str, frozenset[Value]]) -> bool:
        """Whether a function calls itself: a method that runs on an object of another class, such as a part of it, does not."""
        running = [known for other, known in self._running if other == activation]
        if not running or not isinstance(activation[0].parent, nodes.ClassDef):
            return bool(running)
        mine = self._classes_of(activation[0], env)
        return not mine or any(mine <= self._classes_of(activation[0], known) for known in running)

    def _classes_of(self, method: FunctionNode, env: dict[str, frozenset[Value]]) -> set[nodes.ClassDef]:
        """What the object that a method runs on may be."""
        receiver = next(iter(method.argnames()), "")
        found = {kind for value in env.get(receiver, ()) for kind in kinds(self.program, value)}
        return {kind for kind in found if isinstance(kind, nodes.ClassDef)}

    def _pass_on(self, found: dict[int, tuple[Offence, Calls]], way: Way) -> None:
        """What an activation leads to, its caller leads to as well."""
        if self._found and way.calls:
            for key, (offence, calls_) in found.items():
                self._found[-1].setdefault(key, (offence, (way.calls[-1], *calls_)))

    def _again(self, found: dict[int, tuple[Offence, Calls]], way: Way) -> None:
        """The same activation, from another place: what it leads to in other modules is reported there too."""
        self._pass_on(found, way)
        at = anchor(self.root, way)
        for key, (offence, calls_) in found.items():
            twins = self._twins.setdefault(key, {})
            if offence.effect.root() is not self.module and offence.node is not at and at not in twins:
                twins[at] = reported_at(at, offence, Way((*way.calls, *calls_), way.confidence))

    def _happens(self, guard: Guard, frame: Frame, decided: dict[int, str]) -> str:
        """When what is behind the guard happens, for all that can be told: at each call, once for what it fills, or never."""
        key = id(guard)
        if key not in decided:

            def resolve(values: frozenset[Value]) -> frozenset[Value]:
                found = self.constants(substitute(self.program, values, frame))
                if not self._is_given(values, frame):
                    return found
                return frozenset(_GIVEN if isinstance(value, _UNTOLD) else value for value in found)

            outcome = decide(guard.condition, resolve, self.program)
            dead = outcome is not None and outcome is not guard.outcome
            dead = dead or outcome is None and is_other_way(guard.condition, guard.outcome)
            once = tests_place(guard.condition, guard.outcome, resolve, self.changes.is_state, self.changes.is_filled)
            decided[key] = "never" if dead else "once" if once else "each"
        return decided[key]

    def _is_staged(self, guards: tuple[Guard, ...], frame: Frame) -> bool:
        """Whether a test of a tensor leads to something."""
        return any(
            tensors.are_symbolic(substitute(self.program, values, frame), self.program)
            for guard in guards
            for values in tested(guard.condition)
        )

    def _is_given(self, values: frozenset[Value], frame: Frame) -> bool:
        """Whether they are an argument that the call gives: what it gives is unknown, but hardly None."""
        if frame.function is self.root.node:
            return False
        return bool(values) and all(
            isinstance(value, Param) and value.scope is frame.function and _is_made(frame.env.get(value.name))
            for value in values
        )

    def constants(self, values: frozenset[Value]) -> frozenset[Value]:
        """The values, with variables that are assigned one constant, once, replaced by it, and settings by what they are."""
        return frozenset(self._settings.get(setting(value)) or self.program.constant(value) for value in values)

    def _follow(self, event: Event, frame: Frame, way: Way) -> None:
        match event:
            case Call():
                frame.results[event] = self._call(event, frame, way)
            case Store(node, place, values, augmented):
                held = substitute(self.program, values, frame)
                for outer in stored(self.program, place, frame):
                    if not (isinstance(place, Item) and self._is_one_of_several(place.base, outer, event.guards)):
                        self.changes.store(node, outer, held, augmented, way)
            case Loop():
                self.loops.loop(event, frame, way, not self._unconverted[-1])
            case Use():
                why = self._unconverted[-1]
                self.uses.use(event, frame, way, not why, why)
            case Change(node, place):
                for outer in substitute(self.program, frozenset((place,)), frame):
                    self.changes.in_place(node, outer, way)
            case Read(node, place):
                for outer in substitute(self.program, frozenset((place,)), frame):
                    if isinstance(outer, (Attribute, Variable)) and self.changes.is_outer(outer):
                        self.reads.append((node, outer, way))
                    self.changes.read(outer)
                    self.guarded.cached_property(outer, way)
                    if not self._property(node, outer, way) and self._is_own(place):
                        self._property(node, place, way)

    def _is_one_of_several(self, container: Value, outer: Value, guards: tuple[Guard, ...]) -> bool:
        """Whether a guard asks for the type of a container of which nothing is known: what it is here cannot be told."""
        return any(asks_type(guard.condition, container) for guard in guards) and isinstance(outer, Item) and not kinds(self.program, outer.base)

    def _property(self, node: nodes.NodeNG, place: Value, way: Way) -> bool:
        """Follows what reading an attribute runs; False if it is no property."""
        getters = callees.getters(self.program, place) if classes.is_property(self.program, place) else []
        for callee in getters:
            self.step(callee, node, (), way)
        return bool(getters)

    def _call(self, event: Call, frame: Frame, way: Way) -> frozenset[Value]:
        values = substitute(self.program, event.callee, frame)
        arguments = tuple(
            Argument(argument.keyword, substitute(self.program, argument.values, frame)) for argument in event.arguments
        )
        returned: list[frozenset[Value]] = []
        self.external.made[event.node] = way
        self.guarded.cached_call(event, values, arguments, way)
        callees = self.callees(event.callee, values, frame)
        for callee in callees:
            if callee.function is not None:
                if callee.is_one_of:
                    returned.append(UNKNOWN)
                if getattr(callee.function.node, "name", "") == "call" and callee.receiver is not None:
                    self.external.first_call(callee.receiver, way)
                    if any(isinstance(kind, nodes.ClassDef) and classes.is_model(self.program, kind) for kind in kinds(self.program, callee.receiver)):
                        self.loops.call(event.node, runs_model=True)
                if callee.graph is not None:
                    self.loops.call(event.node)  # one operation, whatever is in it
                returned.append(self.step(callee, event.node, arguments, way))
            elif len(callees) == 1 or not _may_be_own(callee, callees):
                self.external.call(callee, event.node, arguments, way, lambda: self._is_staged(event.guards, frame))
                if frameworks.tensors.is_network(callee.kind, callee.name):
                    self.loops.call(event.node, runs_model=True)
                if frameworks.tensors.is_tensor(callee.kind, callee.name):
                    returned.append(TENSOR)
                elif frameworks.tensors.is_model(callee.kind, callee.name):
                    returned.append(STRUCTURE)
                elif callee.is_one_of:
                    returned.append(UNKNOWN)
        by_name = getattr(event.node.func, "attrname", "") if isinstance(event.node, nodes.Call) else ""
        if by_name in frameworks.METHODS and values == UNKNOWN:
            self.external.call(Callee(INFERENCE, name=by_name, receiver=Unknown()), event.node, arguments, way)
        instances = [Fresh(value.node, event.node) for value in values if isinstance(value, Class)]
        if instances:
            return frozenset(instances)
        if not returned:
            if not any(isinstance(value, (Function, External)) for value in values):
                self.changes.escape(value for argument in arguments for value in argument.values)
            if not intent.calls_model(event.node):
                return UNKNOWN
            self.loops.call(event.node, runs_model=True)
            return STRUCTURE
        return frozenset().union(*returned)

    def callees(self, written: frozenset[Value], values: frozenset[Value], frame: Frame) -> list[Callee]:
        """Which functions a call may reach, by what it is `written` as and the `values` that this is in the activation."""
        if any(self._is_of_override(value, frame) for value in written):
            return callees.callees(self.program, written)
        found = callees.callees(self.program, values)
        own = frozenset(value for value in written if self._is_own(value))
        results = frozenset(value for value in written if isinstance(value, Attribute) and isinstance(root(value), Result))
        direct = any(isinstance(value.base, Param) for value in own)
        bases = {value.base for value in values if isinstance(value, Attribute)} if direct else set()
        family = {kind for base in bases for kind in kinds(self.program, base) if isinstance(kind, nodes.ClassDef)}
        if len(family) > 1:
            methods = {value.name for value in own}
            return [callee for callee in found if self._is_akin(callee, methods)]
        if (own or results) and all(callee.function is None for callee in found):
            # Of what the caller gives as `self`, the class of the method tells more than the caller; of a result, its annotation.
            further = callees.callees(self.program, own | results)
            return [callee for callee in further if callee.function is not None] or found
        return found

    def _is_akin(self, callee: Callee, methods: set[str]) -> bool:
        """Whether one of the `methods` may be of the object that the function which is followed is a method of."""
        function = callee.function.wraps or callee.function.node if callee.function is not None else None
        if function is None or not isinstance(function.parent, nodes.ClassDef) or function.name not in methods:
            return True  # an attribute of the object that is called is of any class
        return classes.are_akin(self.program, function.parent, self.active[-1].parent)

    def _is_of_override(self, value: Value, frame: Frame) -> bool:
        """Whether it belongs to an attribute of `self` in a method that a subclass has in place of that of what is given as `self`."""
        own = root(value)
        if not isinstance(own, Param) or own.scope is not frame.function or not classes.receives(own.scope, own.name):
            return False
        mine = own.scope.parent
        if not isinstance(value, Attribute) or value.base == own or not isinstance(mine, nodes.ClassDef):
            return False
        given = [kind for one in frame.env.get(own.name, ()) for kind in kinds(self.program, one)]
        return bool(given) and all(kind is not mine and kind in classes.ancestors(self.program, mine) for kind in given)

    def _is_own(self, value: Value) -> bool:
        """Whether something is an attribute of the object that the function which is followed is a method of."""
        if not isinstance(value, Attribute) or len(self.active) < 2:
            return False
        base = root(value)
        return isinstance(base, Param) and base.scope is self.active[-1] and classes.receives(base.scope, base.name)

    def _conversion(self, callee: Callee, function: FunctionNode, node: nodes.NodeNG, caller: str | None) -> str:
        """Why AutoGraph does not convert a function that is called here; "" if it does."""
        if callee.graph is not None:
            off = "" if conversion.of_options(callee.graph.options) else "autograph=False switches it off"
            return off or conversion.obstacle(self.program, function, self.active) or ""
        outer = self._unconverted[-1]
        if outer != "" and isinstance(node, nodes.Call) and conversion.is_converted_before(self.program, node.func):
            return conversion.obstacle(self.program, function, self.active) or ""
        if outer.startswith("Keras 2") and getattr(function, "name", "") == "call":
            return conversion.obstacle(self.program, function, self.active) or ""  # `train_step` is not, the layers that it calls are
        if outer != "":
            return outer
        direct = callee.receiver is None or isinstance(node, nodes.Call) and getattr(node.func, "attrname", "") == "call"
        if getattr(function, "name", "") == "call" and not direct:
            # Keras calls it.
            version = self.program.keras_version(function.root())
            return f"Keras {version} does not convert it" if version > 2 else ""
        nested = names.enclosing(function) in self.active
        if caller in frameworks.tensors.UNCONVERTED_CALLERS and not nested:
            return f"{caller.rpartition('.')[2]} calls it past AutoGraph"
        return conversion.obstacle(self.program, function, self.active) or ""

    def step(
        self, callee: Callee, node: nodes.NodeNG, arguments: tuple[Argument, ...], way: Way, caller: str | None = None, outer: str = ""
    ) -> frozenset[Value]:
        """Follows one call to a function of the program.

        `caller` is the function of a framework that calls it, `outer` why AutoGraph does not convert what it is a part of.
        """
        function = callee.function
        assert function is not None
        if callee.is_one_of:
            arguments = tuple(replace(one, values=UNKNOWN) if self._is_tensor(one.values) else one for one in arguments)
        env = bind(self.program, function.node, callee.receiver, callee.arguments + arguments)
        further = Way((*way.calls, (names.qualified(function.node), node)), weaker(way.confidence, callee.confidence))
        why = outer or self._conversion(callee, function.node, node, caller)
        returned = self._enter(function, env, further, why)
        if callees.is_custom_gradient(self.program, function.node):
            for value in returned:
                if isinstance(value, Fresh) and value.items is not None and len(value.items) == 2:
                    for gradient in callees.callees(self.program, value.items[1]):
                        if gradient.function is not None:
                            self.step(gradient, node, (Argument("*", UNKNOWN),), further, outer=why)
        return returned

    def _is_tensor(self, values: frozenset[Value]) -> bool:
        """Whether one of the values is a tensor, or holds some."""
        return any(isinstance(value, (Structure, Computed)) for value in values) or tensors.hold(values, self.program)

    # Reporting

    def report(
        self, kind: Kind, node: nodes.NodeNG, way: Way, confidence: Confidence, place: Value | None = None
    ) -> Offence:
        """Notes an offence."""
        if self._has_raised and kind in _AT_EACH_CALL and not self.root.takes_elements:
            confidence = UNDEFINED  # no trace comes here: the program runs it eagerly, or not at all
        self._has_raised = self._has_raised or kind is Kind.EAGER_ONLY and not self._tests
        offence = self.offence(kind, node, way, confidence, place)
        if place is None:
            self.offences.append(offence)
        if self._found:  # while the trace is followed, not when it is judged afterwards
            self._found[-1][id(offence)] = (offence, way.calls[len(self.active) - 1 :])
        return offence

    def offence(
        self, kind: Kind, node: nodes.NodeNG, way: Way, confidence: Confidence, place: Value | None = None
    ) -> Offence:
        """An offence that is not noted yet."""
        return offence_of(self.root, kind, node, way, confidence, place)


def _is_made(values: frozenset[Value] | None) -> bool:
    """Whether an argument is what something returns or computes, rather than a constant or what a place holds."""
    return bool(values) and not any(isinstance(value, (Const, Param, Variable, Attribute, Item)) for value in values)


def _is_known(values: frozenset[Value]) -> bool:
    return not any(isinstance(value, Unknown) for value in values)
