"""Python loops in a trace: how often their body is put into the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis import callers, classes, names, tensors
from graphlint.analysis.frames import Frame, substitute
from graphlint.analysis.places import Attribute, Const, FunctionNode, Param, Value
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.events import Loop
    from graphlint.analysis.offence import Way
    from graphlint.analysis.reach import Trace

#: From here on tracing takes many times longer than a loop of the graph: a body of three operations takes a quarter of a
#: second and five hundred nodes at 100 turns, ten times as much at 1000; `tf.range` takes 40 ms and 18 nodes at any number.
MANY = 100


class Unrolled:
    """The loops over ranges of one trace. Inner loops come before the loops around them."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._copies: dict[tuple[Frame, nodes.For], int] = {}
        self._told: set[tuple[Frame, nodes.For]] = set()
        #: Calls that lead to operations, and functions that make some.
        self._leading: set[nodes.NodeNG] = set()
        self._makers: set[FunctionNode] = set()

    def enter(self, function: FunctionNode, way: Way) -> None:
        """A function is entered: what leads there leads to its operations."""
        if function in self._makers or self.trace.program.summary(function).operations:
            for _, call in way.calls:
                self.call(call)

    def call(self, node: nodes.NodeNG) -> None:
        """A call makes an operation, or leads to one."""
        self._leading.add(node)
        scope = names.function_scope(node)
        if isinstance(scope, (nodes.FunctionDef, nodes.Lambda)):
            self._makers.add(scope)

    def loop(self, event: Loop, frame: Frame, way: Way) -> None:
        """A loop over a range has been followed."""
        loop = event.node
        key = (frame, loop)
        inner = [other for known, other in self._copies if known is frame and loop.parent_of(other)]
        copies = self._turns(event, frame) * max([1, *(self._copies[frame, other] for other in inner)])
        self._copies[key] = copies
        if any((frame, other) in self._told for other in inner):
            self._told.add(key)
        elif copies >= MANY and self._makes_operations(loop, frame) and not _ends_early(loop):
            self._told.add(key)
            offence = self.trace.report(Kind.UNROLL, loop.iter, way, way.confidence)
            offence.lines = ((loop.root().file, loop.body[0].lineno),)
            offence.words["copies"] = str(copies)
            if loop.root() is self.trace.module:
                offence.words["what"] = f"the loop over '{' '.join(loop.iter.as_string().split())}'"

    def _turns(self, event: Loop, frame: Frame) -> int:
        """How many turns the loop makes; 1 where that is not known."""
        bounds = [self._number(values, frame) for values in event.bounds]
        if not bounds or None in bounds or len(bounds) > 3:
            return 1
        try:
            return max(1, len(range(*bounds)))
        except (ValueError, OverflowError):
            return 1

    def _number(self, values: frozenset[Value], frame: Frame) -> int | None:
        """The one integer that a bound is."""
        known = self._held(substitute(self.trace.program, values, frame))
        if len(known) == 1:
            (value,) = known
            if isinstance(value, Const) and value.type is int:
                return value.value
        return None

    def _held(self, values: frozenset[Value], depth: int = 0) -> frozenset[Value]:
        """The values, with attributes replaced by what they hold, and arguments by what all calls in the module give."""
        program = self.trace.program
        known: set[Value] = set()
        for value in self.trace.constants(values):
            inner: frozenset[Value] = frozenset()
            if depth < classes.MAX_DEPTH and isinstance(value, Attribute):
                inner = classes.contents(program, value)
            elif depth < classes.MAX_DEPTH and isinstance(value, Param) and value not in program.tensors:
                inner = frozenset(callers.given(program, value))
            known |= self._held(inner, depth + 1) if inner else {value}
        return frozenset(known)

    def _makes_operations(self, loop: nodes.For, frame: Frame) -> bool:
        program, body = self.trace.program, loop.body
        summary = program.summary(frame.function)
        if any(_is_in(node, body) for node in (*summary.operations, *self._leading)):
            return True
        return any(
            _is_in(node, body) and any(tensors.are_symbolic(substitute(program, values, frame), program) for values in operands)
            for node, operands in summary.operators.items()
        )


def _is_in(node: nodes.NodeNG, body: list[nodes.NodeNG]) -> bool:
    return any(statement.parent_of(node) or statement is node for statement in body)


def _ends_early(loop: nodes.For) -> bool:
    return any(True for _ in loop.nodes_of_class((nodes.Break, nodes.Return), skip_klass=(nodes.FunctionDef, nodes.Lambda)))
