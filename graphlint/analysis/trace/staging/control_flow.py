"""Branches and loops that a tensor decides: what AutoGraph stages of them, and what Python is left with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH, Confidence

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression, substitute
from graphlint.analysis.engine.callgraph.callees import weaker
from graphlint.analysis.engine.datasets import Datasets
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.trace.staging import conditions, flags, items, limits, losses
from graphlint.analysis.values import tensors
from graphlint.analysis.values.conditions import Condition, decide
from graphlint.analysis.values.events import Use
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import Attribute, Const, External, Fresh, Item, Param, Scalar, Value, Variable, join
from graphlint.frameworks.meaning import Kind
from graphlint.frameworks.tf_data import DISTRIBUTED

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.trace.followed import Followed
    from graphlint.analysis.values.offence import Offence, Way

#: Characters of a source that a message shows.
_SHOWN = 50
#: What numbers are made of is looked through as deep as this.
_MAX_NUMBERS = 3
#: What takes all that a generator gives.
_WHOLE = frozenset("list tuple set dict sum max min sorted".split())
_SEARCHED = frozenset({"builtins.list", "builtins.tuple", "builtins.range"})
_NOT_ALLOWED = "raises OperatorNotAllowedInGraphError"
_NONE = Const(None, type(None))


def _staged(node: nodes.NodeNG) -> str:
    """The operation that does what a condition on tensors does in Python."""
    if isinstance(node, nodes.BoolOp):
        return f"tf.logical_{node.op}"
    return "tf.logical_not" if isinstance(node, nodes.UnaryOp) else "tf.while_loop" if isinstance(node, nodes.While) else "tf.cond"


class ControlFlow:
    """The branches, loops and comprehensions of one trace."""

    def __init__(self, trace: Followed) -> None:
        self.trace = trace
        self.program = trace.program
        self._datasets = Datasets(trace.program)
        self._distributed = Datasets(trace.program, DISTRIBUTED)
        #: The loops and branches that AutoGraph stages, with what they are called.
        self._staged: dict[nodes.NodeNG, str] = {}
        #: Loops that Python is known to unroll.
        self._unrolled: set[nodes.NodeNG] = set()

    def test(
        self, event: Use, frame: Frame, given: tuple[frozenset[Value], ...], symbolic: bool, way: Way, converted: bool, why: str
    ) -> None:
        """A condition asks for the truth of something: of a tensor, if it is `symbolic`."""
        node = event.node
        assert event.condition is not None
        if isinstance(node, nodes.While) and not symbolic and converted and not event.caught:
            if any(map(self._becomes_tensor, given)):
                what = f"the loop condition '{names.source(node.test, _SHOWN)}', a Python value at first and a tensor after a turn,"
                problem = limits.Problem(node.test, what, "which raises NotImplementedError", "a tensor before the loop, made by tf.constant")
                self.problems((problem,), way)
        if not symbolic or self.is_decided(event.condition, frame) or event.condition.test == "truth" and self._may_be_none(event.condition.values):
            return
        if isinstance(node, nodes.Assert):
            reason, instead = "AutoGraph does not convert assert", "tf.debugging.Assert"
        elif isinstance(node.parent, nodes.Comprehension):
            reason, instead = "AutoGraph does not convert comprehensions", "tf.boolean_mask"
        elif not converted:
            reason, instead = why, _staged(node)
        else:
            if not event.caught and isinstance(node, (nodes.If, nodes.While, nodes.IfExp)):
                self.problems(conditions.in_test(node, self._name_of, self._makers_of), way)
            self._staged_problems(event, way)
            return
        fails = _NOT_ALLOWED
        makers = self._makers_of(node.test) if isinstance(node, (nodes.If, nodes.IfExp)) else []
        if makers:
            instead = f"'{names.source(node.test)} is not None' to see whether it is there"
            is_keras_3 = self.program.keras_version(node.root()) > 2 and any(names.last_name(one.func) == "add_weight" for one in makers)
            fails = "raises TypeError" if is_keras_3 else fails
        if not event.caught:
            self._unconverted(node, "tests a tensor", reason, instead, way, fails)

    def _may_be_none(self, values: frozenset[Value]) -> bool:
        """Whether an attribute is tested that holds None in some objects, and something else than a variable in others."""
        for value in values:
            held = classes.contents(self.program, value) if isinstance(value, Attribute) else frozenset()
            if _NONE not in held or all(one == _NONE or _is_variable(one) for one in held):
                return False
        return True

    def _makers_of(self, node: nodes.NodeNG) -> list[nodes.Call]:
        """The calls that make the variables which a name stands for, if it stands for nothing else, but for None."""
        values = self._detached(node) if isinstance(node, (nodes.Name, nodes.Attribute)) else ()
        held = join(*(classes.contents(self.program, value) for value in values if isinstance(value, (Attribute, Variable)))) - {_NONE}
        makers = [one.node for one in held if _is_variable(one) and isinstance(one.node, nodes.Call)]
        return makers if len(makers) == len(held) else []

    def equals_number(self, condition: Condition, given: tuple[frozenset[Value], ...]) -> bool:
        """Whether an element of a dataset, or the like, is compared with a number: it is one tensor."""
        while condition.test == "not":
            condition = condition.parts[0]
        is_number = condition.test == "equal" and type(condition.constant) in (int, float)
        return is_number and any(tensors.are_structures(values, self.program) for values in given)

    def _becomes_tensor(self, values: frozenset[Value]) -> bool:
        """Whether a name stands for Python's own value or for a tensor, as in the head of a loop that assigns it."""
        own = {value for value in values if isinstance(value, (Const, Scalar))}
        return bool(own) and tensors.are_symbolic(values - own, self.program)

    def is_decided(self, condition: Condition, frame: Frame) -> bool:
        """Whether constants and types tell how the test comes out, or that it stops before it comes to the tensor."""

        def resolve(values: frozenset[Value]) -> frozenset[Value]:
            return self.trace.constants(substitute(self.program, values, frame))

        if decide(condition, resolve, self.program) is not None:
            return True
        if condition.test in ("and", "or"):
            return any(part.test in ("is", "has") for part in condition.parts)
        return False

    def loop(self, event: Use, values: frozenset[Value], symbolic: bool, way: Way, converted: bool, why: str) -> None:
        """A ``for`` loop goes over something: over a tensor, if it is `symbolic`."""
        node = event.node
        if not converted and not event.caught and not self.is_range(node.iter):  # which is told itself
            self.goes_over(node, values, symbolic, why, "tf.while_loop", way)
        if converted and (symbolic or self._are_constants(values)):
            self._staged[node] = "a loop over a tensor"
            self.problems(limits.in_loop(node, self._name_of), way)
            self.problems(losses.in_block(self.program, node, self._staged[node]), way)
        elif converted and values and all(map(self._is_dataset, values)):
            self._staged[node] = "a loop over a dataset"
            self.problems(limits.in_loop(node, self._name_of, "a dataset"), way)
            self.problems(losses.in_block(self.program, node, self._staged[node]), way)
        elif converted and values and all(map(self._distributed.includes, values)):
            self._staged[node] = "a loop over a distributed dataset"
            self.problems(limits.in_distributed_loop(node, self._name_of), way)
        elif hold_items(self.program, values) and (self._counts(node.iter) if isinstance(node.iter, nodes.Call) else True):
            self._unrolled.add(node)

    def goes_over(self, node: nodes.NodeNG, values: frozenset[Value], symbolic: bool, why: str, instead: str, way: Way) -> None:
        """Python goes over something: it asks a tensor for its elements, and a dataset for one after the other without an end."""
        if symbolic:
            self._unconverted(node, "goes over a tensor", why, instead, way)
        elif values and all(map(self._is_dataset, values)) and not _may_stop(node):
            fails = "never ends or raises ValueError"
            self._unconverted(node, "goes over a dataset", why, "Dataset.reduce", way, fails)

    def _are_constants(self, values: frozenset[Value]) -> bool:
        """Whether they are tensors that were made outside of the trace: AutoGraph stages a loop over these, too."""
        if not values or not all(isinstance(value, (Attribute, Variable)) for value in values):
            return False
        held = join(*(classes.contents(self.program, value) for value in values))
        return bool(held) and tensors.are_tensors(held, self.program)

    def _counts(self, call: nodes.Call) -> bool:
        """Whether all arguments of a ``range`` are numbers of Python's: literals, or what the constructor has a default number for."""
        return all(isinstance(argument, nodes.Const) or self._is_number(self._detached(argument)) for argument in call.args)

    def _detached(self, node: nodes.NodeNG) -> frozenset[Value]:
        return self.program.detached(node, names.function_scope(node))

    def _is_number(self, values: frozenset[Value], depth: int = 0) -> bool:
        if not values or depth > _MAX_NUMBERS:
            return False
        return all(self._is_one_number(value, depth) for value in values)

    def _is_one_number(self, value: Value, depth: int) -> bool:
        if isinstance(value, (Const, Scalar)):
            return True
        if isinstance(value, Param):
            default = default_expression(value.scope, value.name)
            return isinstance(default, nodes.Const) and type(default.value) is int and value not in self.program.tensors
        return isinstance(value, (Variable, Attribute)) and self._is_number(classes.contents(self.program, value), depth + 1)

    def is_range(self, node: nodes.NodeNG) -> bool:
        """Whether an expression calls Python's `range`."""
        return isinstance(node, nodes.Call) and self._name_of(node.func) == "builtins.range"

    def _is_dataset(self, value: Value) -> bool:
        """Whether a loop goes over a dataset, or over one that is enumerated: AutoGraph stages both."""
        if isinstance(value, Fresh) and value.items and isinstance(value.node, nodes.Call):
            if getattr(value.node.func, "name", "") == "enumerate":
                rows = [pair.items[1] for pair in value.items[0] if isinstance(pair, Fresh) and pair.items and len(pair.items) == 2]
                return bool(rows) and all(isinstance(one, Item) and self._datasets.includes(one.base) for row in rows for one in row)
        return self._datasets.includes(value)

    def _staged_problems(self, event: Use, way: Way) -> None:
        node = event.node
        if isinstance(node, nodes.While):
            self._staged[node] = "a loop over a tensor"
            self.problems(limits.in_loop(node, self._name_of), way)
            self.problems(losses.in_block(self.program, node, self._staged[node]), way)
        elif isinstance(node, nodes.IfExp):
            self.problems(limits.in_expression(node, self._name_of), way)
        elif isinstance(node, nodes.If):
            self._staged[node] = "a branch on a tensor"
            self.problems(limits.in_branch(node, self._is_python_loop, self._staged.__contains__, self._name_of), way)
            self.problems(flags.in_branch(node), way)
            self.problems(losses.in_block(self.program, node, self._staged[node]), way)

    def handler(self, errors: nodes.NodeNG, way: Way) -> None:
        """Something is done about what operations raise: in a graph they do when it runs."""
        what = f"a handler of {names.source(errors, _SHOWN)}"
        why, instead = "whose operations raise when it runs, past the handler", "a handler around the call of the graph function"
        raising = tuple(blocks.statements(errors.parent.parent.body))
        self.problems([limits.Problem(errors, what, why, instead, raising)], way)

    def item(self, target: nodes.Subscript, way: Way) -> None:
        """An item of a local list or dict is given a tensor."""
        block = target.statement().parent
        while not isinstance(block, (nodes.FunctionDef, nodes.Module)):
            problem = items.problem(target, block, self._staged[block]) if block in self._staged else None
            if problem is not None:
                return self.problems([problem], way)
            block = block.parent
        return None

    def _name_of(self, node: nodes.NodeNG) -> str | None:
        """What an expression denotes outside the program, or what kind of object from there it gives."""
        values = self.program.detached(node, names.function_scope(node))
        known = [frameworks.canonical(value.name) for value in values if isinstance(value, External)]
        return next(iter(known), None) or next((kind for value in values for kind in self.program.kinds_of(value) if isinstance(kind, str)), None)

    def _is_python_loop(self, loop: nodes.NodeNG) -> bool:
        return loop in self._unrolled or isinstance(loop, nodes.While) and isinstance(loop.test, nodes.Const)

    def problems(self, problems: Iterable[limits.Problem], way: Way) -> None:
        """Reports what cannot be staged."""
        for problem in problems:
            details = {"what": problem.what, "why": problem.why, "instead": problem.instead}
            offence = report(self.trace, Kind.UNSUPPORTED, problem.node, way, HIGH, **details)
            path = problem.node.root().file
            offence.lines += tuple((path, node.fromlineno) for node in problem.shown if (path, node.fromlineno) not in offence.lines)

    def _unconverted(
        self, node: nodes.NodeNG, does: str, why: str, instead: str, way: Way, fails: str = _NOT_ALLOWED
    ) -> None:
        asked = {nodes.For: "iter", nodes.While: "test", nodes.If: "test", nodes.IfExp: "test", nodes.Assert: "test"}.get(type(node))
        what = getattr(node, asked) if asked else node
        report(self.trace, Kind.UNCONVERTED, what, way, HIGH, what=f"'{names.source(what, _SHOWN)}'", does=does, fails=fails, why=why, instead=instead)


def _may_stop(node: nodes.NodeNG) -> bool:
    """Whether a loop is left before its end, or a generator expression may be: ``next(x for x in dataset)``."""
    if isinstance(node, nodes.For):
        left = (one for one in blocks.statements(node.body) if isinstance(one, (nodes.Break, nodes.Return)))
        return any(isinstance(one, nodes.Return) or blocks.inside_loop(one) is node for one in left)
    made = node.parent.parent if isinstance(node.parent, nodes.Comprehension) else None
    return isinstance(made, nodes.GeneratorExp) and not (isinstance(made.parent, nodes.Call) and names.last_name(made.parent.func) in _WHOLE)


def _is_variable(value: Value) -> bool:
    return isinstance(value, Fresh) and value.kind == "tensorflow.Variable"


def report(trace: Followed, kind: Kind, node: nodes.NodeNG, way: Way, confidence: Confidence, **details: str | None) -> Offence:
    """An offence of a use, with what its message says."""
    offence = trace.report(kind, node, way, weaker(way.confidence, confidence))
    offence.details |= {name: said for name, said in details.items() if said is not None}
    return offence


def hold_items(program: Program, containers: frozenset[Value]) -> bool:
    """Whether all are Python lists, tuples or ranges, wherever they live."""
    kinds = (kind for one in containers for kind in _kinds_held(program, one))
    return bool(containers) and all(kind in _SEARCHED for kind in kinds)


def _kinds_held(program: Program, container: Value) -> list[object]:
    held = classes.objects(program, container) if isinstance(container, (Variable, Attribute)) else frozenset((container,))
    return [one.kind if isinstance(one, Fresh) else None for one in held] or [None]
