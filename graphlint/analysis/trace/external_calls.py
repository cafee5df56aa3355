"""Calls that leave the program: what they do to a trace, as their names and the kinds of their objects tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH, INFERENCE, UNDEFINED

from graphlint import frameworks
from graphlint.analysis.engine import decorators, results
from graphlint.analysis.engine.activation import written_for
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.callgraph.callees import Callee, weaker
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import intent
from graphlint.analysis.syntax import names, stores, uses
from graphlint.analysis.trace import unknown_shapes
from graphlint.analysis.trace.changes import Changes
from graphlint.analysis.trace.tensor_uses import TensorUses
from graphlint.analysis.trace.unrolling import Unrolling
from graphlint.analysis.values.places import STRUCTURE, UNKNOWN, Argument, External, Fresh, Value, Variable, is_tensor_array, join, text
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.trace.followed import Followed
    from graphlint.analysis.values.offence import Way

#: Methods that change an object where nothing is done with what they return: an attribute of an object of which nothing else is known.
_APPENDS = frozenset({"append", "appendleft", "extend"})
#: What is in the name of a function that makes a logger.
_LOGGER = "logger"


class ExternalCalls:
    """The calls of one trace that lead to code of others."""

    def __init__(self, trace: Followed, changes: Changes, uses: TensorUses, loops: Unrolling) -> None:
        self.trace = trace
        self.changes = changes
        self.uses = uses
        self.loops = loops
        self.program = trace.program
        #: The calls that were followed and made an object, with the way that led there.
        self.made: dict[nodes.NodeNG, Way] = {}
        #: Objects that keep others, with those that were added to them.
        self._added: dict[Value, list[Fresh]] = {}

    def call(
        self, callee: Callee, node: nodes.NodeNG, arguments: tuple[Argument, ...], way: Way, is_staged: Callable[[], bool] = bool
    ) -> None:
        """A call to something outside the program: what its name, or the kind of its object, is known to do.

        `is_staged` tells whether a test of a tensor leads to it.
        """
        name = str(callee.name)
        if callee.kind is not None and callee.receiver is not None:
            if name in frameworks.MUTATORS.get(callee.kind, ()) or name in ("__setitem__", "__delitem__"):
                self.changes.method(node, callee.receiver, way, frozenset().union(*(one.values for one in arguments)))
            if callee.kind in frameworks.ITERATORS and name in frameworks.ADVANCING:
                self._advance(node, callee.receiver, way)
            if callee.kind == frameworks.tensorflow.GENERATOR and name in frameworks.GENERATOR_METHODS:
                self.trace.draws.append((node, way))
            if name == "__call__" and callee.kind.startswith("keras.layers.Random") and all(one.keyword != "training" for one in arguments):
                self.trace.draws.append((node, way))
            is_array = callee.kind == "tensorflow.TensorArray"
            if is_array and name in frameworks.tensors.FUNCTIONAL_METHODS and uses.is_dropped(node):
                self.uses.discard(node, way)
            if name == "add" and callee.kind in frameworks.MEANINGS and frameworks.MEANINGS[callee.kind].keeps:
                held = classes.contents(self.program, callee.receiver) or (callee.receiver,)  # a call of the place calls what it holds
                for keeper in held:
                    self._added.setdefault(keeper, []).extend(_within(tuple(one.values for one in arguments)))
            if is_array or name == "__call__" or name in frameworks.tensors.OPERATION_METHODS:
                self.loops.call(node)
            if name == "__call__":
                if callee.kind in frameworks.RANKS.LAYERS and arguments:
                    unknown_shapes.use(self.trace, node, callee.kind, arguments[0].values, way)
                self.first_call(callee.receiver, way)
                return
            name = f"{callee.kind}.{name}"
        unknown_object = callee.receiver is not None and callee.kind is None and callee.confidence is INFERENCE
        if unknown_object:
            if name in _APPENDS and isinstance(node.parent, nodes.Expr) and self.changes.is_of_given(callee.receiver):
                self.changes.method(node, callee.receiver, way, frozenset().union(*(one.values for one in arguments)))
            meaning = frameworks.METHODS.get(name)
            if meaning is None and self._is_logger(callee.receiver):
                meaning = frameworks.of_logger(f"{text(callee.receiver)}.{name}")
        else:
            meaning = frameworks.meaning(name)
        if meaning is None:
            if callee.kind is None and frameworks.is_tensorflow(name) and name.rpartition(".")[2].islower():
                for value in written_for(arguments):
                    self._run(value, name, node, arguments, way)
            if callee.kind is None and not frameworks.is_known(name) and not name.startswith("__"):
                self.changes.escape(value for argument in arguments for value in argument.values)
            return
        if name.startswith("tensorflow.") and name.partition(".")[2] in frameworks.tensorflow.ONLY_IN_1:
            return  # it raises, wherever it is called
        if meaning.eager is not None:
            self.uses.run(node, meaning.eager, frameworks.canonical(name).startswith("keras."), way)
        if frameworks.makes_no_variable(name, self.program.keras_version(node.root())):
            return
        if meaning.named and any(decorators.keeps_named(self.program, function) for function in self.trace.active):
            return
        arguments = callee.arguments + arguments
        if frameworks.canonical(name) in frameworks.RANKS.OPENS and arguments and any(map(self._draws, arguments[0].values)):
            self.trace.draws.append((node, way))
        if self.uses.is_path(frameworks.canonical(name), tuple(argument.values for argument in arguments)):
            return  # it raises, which is told as a use of the tensor
        if meaning.effect is Kind.EAGER_ONLY:
            if not unknown_object or all(function.name != name for function in self.program.index(node.root()).functions):
                self.uses.values(node, way)
        elif meaning.effect is not None and not intent.repeats(callee.receiver) and not intent.opened_here(callee.receiver, arguments):
            confidence = weaker(way.confidence, callee.confidence)
            if meaning.effect is Kind.PRINT and intent.is_for_the_trace(
                self.program, self.program.index(node.root()), frameworks.canonical(name), node, self._said(node), arguments, is_staged()
            ):
                confidence = UNDEFINED
            if meaning.effect in (Kind.NUMPY_RANDOM, Kind.PYTHON_RANDOM):
                if stores.is_in_text(node) or intent.is_of_an_object(frameworks.canonical(name), node):
                    confidence = UNDEFINED  # a name that nothing else in the graph has
            deed = meaning.deed
            if deed is not None and (self.trace.root.is_traced_once or deed.deliberate or deed.for_dataset and self.trace.root.takes_elements):
                confidence = UNDEFINED
            if intent.is_in_handler(node):
                confidence = UNDEFINED  # it tells of what failed at the trace, or tries that again
            offence = self.trace.report(meaning.effect, node, way, confidence)
            if deed is not None:
                offence.details |= {"does": deed.does, "so": deed.does, "instead": deed.instead}
        if meaning.changes is not None and len(arguments) > meaning.changes:
            for value in arguments[meaning.changes].values:
                self.changes.method(node, value, way, frozenset().union(*(one.values for one in arguments)))
        if meaning.advances is not None and len(arguments) > meaning.advances:
            for value in arguments[meaning.advances].values:
                self._advance(node, value, way)
        for value in _called(meaning.calls, arguments):
            self._run(value, frameworks.canonical(name), node, arguments, way)

    def _said(self, node: nodes.NodeNG) -> list[frozenset[Value]]:
        """The values that are written into a text: ``f"loss {loss}"``."""
        parts = intent.said(node) if isinstance(node, nodes.Call) else ()
        found = [self.program.detached(part, names.function_scope(part)) for part in parts if part not in node.args]
        return [join(*(self.program.variables(value) if isinstance(value, Variable) else {value} for value in values)) for values in found]

    def _draws(self, function: Value) -> bool:
        """Whether a function that runs in Python at each run of the graph draws random numbers there."""
        found = [one.function.node for one in callees.callees(self.program, frozenset((function,))) if one.function is not None]
        called = [value for one in found for call in one.nodes_of_class(nodes.Call) for value in self.program.detached(call.func, names.function_scope(call))]
        drawn = [frameworks.meaning(value.name) for value in called if isinstance(value, External)]
        return any(one is not None and one.effect in (Kind.NUMPY_RANDOM, Kind.PYTHON_RANDOM) and one.deed is None for one in drawn)

    def _is_logger(self, receiver: Value) -> bool:
        """Whether a logger of which no class is known is one by what makes it: ``self.log = utils.get_logger("model")``."""
        made = [names.assigned(target) for target in self.changes.uses.assignments(receiver)]
        calls = [names.last_name(one.func).lower() for one in made if isinstance(one, nodes.Call)]
        return bool(calls) and len(calls) == len(made) and all(_LOGGER in name for name in calls)

    def _run(self, value: Value, name: str, node: nodes.NodeNG, arguments: tuple[Argument, ...], way: Way) -> None:
        """What a function of a framework is given, it calls."""
        for inner in callees.callees(self.program, frozenset((value,))):
            if inner.function is not None:
                given = _loop_vars(name, arguments)
                if not given and name in frameworks.tensors.GIVES_TENSORS and not inner.function.node.args.vararg:
                    count = names.taken(inner.function.node) - (inner.receiver is not None) - len(inner.arguments)
                    given = (Argument(None, STRUCTURE),) * count
                self.uses.staged(inner.function.node, name, way)
                self.trace.step(inner, node, given or (Argument("*", UNKNOWN),), way, name)
            else:
                self.call(inner, node, (), way)

    def first_call(self, made: Value, way: Way) -> None:
        """A call of an object: of one that was made in this trace, or of what was added to it there, that is the first one, each time."""
        for inner in self._added.pop(made, ()):
            self.first_call(inner, way)
        if not isinstance(made, Fresh) or made.node not in self.made:
            return
        if isinstance(made.kind, nodes.ClassDef):
            if classes.is_keras(self.program, made.kind) and classes.builds_weights(self.program, made.kind):
                self.trace.report(Kind.CREATE_VARIABLE, made.node, self.made[made.node], weaker(way.confidence, HIGH))
            return
        meaning = frameworks.MEANINGS.get(made.kind)
        if meaning is not None and meaning.called is not None:
            self.trace.report(meaning.called, made.node, self.made[made.node], weaker(way.confidence, HIGH))
        elif meaning is not None and meaning.keeps:
            for inner in _within(made.items):
                self.first_call(inner, way)

    def _goes_over_python(self, made: Value) -> bool:
        """Whether it is an iterator over what all calls give its maker: no dataset."""
        call = made.node if isinstance(made, Fresh) and made.kind is None else None
        if not isinstance(call, nodes.Call) or not call.args or call.keywords:
            return False
        return results.are_iterables(self.program, (self.program.detached(one, names.function_scope(call)) for one in call.args))

    def _advance(self, node: nodes.NodeNG, iterator: Value, way: Way) -> None:
        """Elements are taken from an iterator: it matters if that lives on after the trace."""
        if not self.changes.is_outer(iterator) or classes.is_property(self.program, iterator):
            return  # a property makes a generator for whoever reads it
        known = any(kind in frameworks.ITERATORS for kind in classes.kinds(self.program, iterator) if isinstance(kind, str))
        if known or any(map(self._goes_over_python, classes.contents(self.program, iterator))):
            offence = self.trace.report(Kind.ADVANCE, node, way, weaker(way.confidence, INFERENCE))
            if node.root() is not self.trace.module:
                return
            taken = isinstance(node, nodes.Call) and not (isinstance(node.parent, nodes.For) and node.parent.iter is node)
            source = names.source(node)
            offence.details["what"] = f"'{source}'" if taken else f"the loop over '{source}'"


def _within(items: tuple[frozenset[Value], ...] | None) -> list[Fresh]:
    """The objects among the arguments that something was made with, also those in its lists."""
    found: list[Fresh] = []
    for value in frozenset().union(*(items or ())):
        if isinstance(value, Fresh):
            found += _within(value.items) if value.kind in ("builtins.list", "builtins.tuple") else [value]
    return found


def _called(positions: tuple[int | str, ...], arguments: tuple[Argument, ...]) -> list[Value]:
    """The functions among the arguments that are called in place."""
    found: list[Value] = []
    for position, argument in enumerate(arguments):
        if (argument.keyword if argument.keyword is not None else position) in positions:
            found += _flat(argument.values)
    return found


def _loop_vars(name: str, arguments: tuple[Argument, ...]) -> tuple[Argument, ...]:
    """What ``tf.while_loop`` gives to its functions: tensors, whatever it is given itself, and TensorArrays."""
    if not name.endswith(".while_loop"):
        return ()
    given = next((one.values for one in arguments if one.keyword == "loop_vars"), frozenset())
    if len(arguments) > 2 and arguments[2].keyword is None:
        given = arguments[2].values
    rows = [value.items for value in given if isinstance(value, Fresh) and value.keys is None and value.items]
    return tuple(Argument(None, _in_loop(values)) for values in rows[0]) if len(rows) == len(given) == 1 else ()


def _in_loop(values: frozenset[Value]) -> frozenset[Value]:
    return values if values and all(map(is_tensor_array, values)) else STRUCTURE


def _flat(values: Iterable[Value]) -> Iterator[Value]:
    """The values, and those in lists, tuples and dicts: ``tf.case([(x > 0, f)])``."""
    for value in values:
        if isinstance(value, Fresh) and value.kind in ("builtins.list", "builtins.tuple", "builtins.dict"):
            for inner in value.items or ():
                yield from _flat(inner)
        else:
            yield value
