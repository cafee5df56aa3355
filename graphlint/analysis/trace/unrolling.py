"""Python loops in a trace: how often their body is put into the graph."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.activation import default_expression, substitute
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.numbers.lengths import Lengths
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values import tensors
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import Computed, Const, Param, Scalar, Value, root
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.trace.followed import Followed
    from graphlint.analysis.values.events import Loop
    from graphlint.analysis.values.offence import Way

#: From here on tracing takes many times longer than a loop of the graph: a body of three operations takes a quarter of a
#: second and five hundred nodes at 100 turns, ten times as much at 1000; `tf.range` takes 40 ms and 18 nodes at any number.
MANY = 100
#: The same of a body that runs a model: one of three layers has 17 nodes, or 75 with its gradients and updates.
MANY_OF_MODELS = 30
#: How far what a value is computed from is looked at.
_MAX_PARTS = 4


class Unrolling:
    """The loops of one trace. Inner loops come before the loops around them."""

    def __init__(self, trace: Followed) -> None:
        self.trace = trace
        self.lengths = Lengths(trace)
        self._copies: defaultdict[Frame, dict[nodes.NodeNG, int]] = defaultdict(dict)
        self._told: set[tuple[Frame, nodes.NodeNG]] = set()
        #: Calls that lead to operations, and functions that make some; those of them that run models.
        self._leading: set[nodes.NodeNG] = set()
        self._makers: set[FunctionNode] = set()
        self._running: set[nodes.NodeNG] = set()
        self._runners: set[FunctionNode] = set()

    def enter(self, function: FunctionNode, way: Way) -> None:
        """A function is entered: what leads there leads to its operations."""
        if function in self._makers or self.trace.program.summary(function).operations:
            for _, call in way.calls:
                self.call(call, function in self._runners)

    def leave(self, function: FunctionNode, returned: frozenset[Value], way: Way) -> None:
        """A function has been followed: if it returns a tensor that it has computed, its operators have made operations."""
        if way.calls and function not in self._makers and tensors.are_symbolic(returned, self.trace.program):
            if any(isinstance(value, Computed) for value in self.trace.program.summary(function).returns):
                self._makers.add(function)
        self.enter(function, way)

    def call(self, node: nodes.NodeNG, runs_model: bool = False) -> None:
        """A call makes an operation, or leads to one, or to those of a model."""
        if node in (self._running if runs_model else self._leading):
            return
        scope = names.function_scope(node)
        is_function = isinstance(scope, (nodes.FunctionDef, nodes.Lambda))
        self._leading.add(node)
        if is_function:
            self._makers.add(scope)
        if runs_model:
            self._running.add(node)
            if is_function:
                self._runners.add(scope)

    def loop(self, event: Loop, frame: Frame, way: Way, converted: bool) -> None:
        """A loop has been followed."""
        loop = event.node
        key, known = (frame, loop), self._copies[frame]
        inner = [other for other in known if loop.parent_of(other)]
        turns = self.lengths.turns(loop, event.bounds, frame) or 1
        copies = turns * max([1, *map(known.__getitem__, inner)])
        known[loop] = copies
        if any((frame, other) in self._told for other in inner):
            self._told.add(key)
        elif (copies >= MANY or copies >= MANY_OF_MODELS and self._runs_one_model(loop)) and self._makes_operations(loop, frame) and not _ends_early(loop):
            self._told.add(key)
            head, what = _head(loop)
            offence = self.trace.report(Kind.UNROLL, head, way, way.confidence)
            offence.lines = ((loop.root().file, _body(loop)[0].lineno),)
            offence.details |= {"copies": str(copies), "instead": _instead(loop, head, converted)}
            if loop.root() is self.trace.module:
                offence.details["what"] = what

    def _runs_one_model(self, loop: nodes.NodeNG) -> bool:
        """Whether a loop runs a model in each turn: the same one, not ``self.models[i]``."""
        targets = names.assigned_in(loop)
        chosen = (use for part in _body(loop) for use in part.nodes_of_class(nodes.Subscript))
        if any(names.reads_any(use.slice, targets) for use in chosen):
            return False
        return any(blocks.is_in(node, _body(loop)) for node in self._running)

    def _makes_operations(self, loop: nodes.NodeNG, frame: Frame) -> bool:
        program, body = self.trace.program, _body(loop)
        summary = program.summary(frame.function)
        if any(blocks.is_in(node, body) for node in (*summary.operations, *self._leading)):
            return True
        return any(
            blocks.is_in(node, body) and any(self._are_tensors(substitute(program, values, frame)) for values in operands)
            for node, operands in summary.operators.items()
        )

    def _is_input(self, parameter: Param) -> bool:
        """Whether it is the first argument of the graph function, of which nothing tells that it is none of its tensors."""
        function, name = parameter.scope, parameter.name
        first = [one for one in names.positional(function) if not classes.receives(function, one)][:1]
        if first != [name] or names.annotation(function, name) is not None or default_expression(function, name) is not None:
            return False
        given = callers.given(self.trace.program, parameter, OWN_MODULE)
        return not any(isinstance(value, (Const, Scalar)) for value in given)

    def _are_tensors(self, values: frozenset[Value], depth: int = 0) -> bool:
        """Whether an operand is a tensor, or an argument of the graph function, or made of one: a number would not be worth the loop."""
        if tensors.are_symbolic(values, self.trace.program):
            return True
        function = self.trace.root.node
        starts = {root(value) for value in values if not isinstance(value, Computed)}
        if any(isinstance(one, Param) and one.scope is function and self._is_input(one) for one in starts):
            return True
        parts = (part for value in values if isinstance(value, Computed) for part in value.parts)
        return depth < _MAX_PARTS and any(self._are_tensors(part, depth + 1) for part in parts)


def _head(loop: nodes.NodeNG) -> tuple[nodes.NodeNG, str]:
    """What tells how many turns a loop makes, and the loop in words."""
    if isinstance(loop, nodes.While):
        return loop.test, f"the loop 'while {names.source(loop.test)}'"
    head = (loop if isinstance(loop, nodes.For) else loop.generators[0]).iter
    return head, f"the loop over '{names.source(head)}'"


def _instead(loop: nodes.NodeNG, head: nodes.NodeNG, converted: bool) -> str:
    """What makes one operation of the loop, where it stands."""
    if not isinstance(loop, (nodes.For, nodes.While)):
        return "use tf.map_fn"
    if not converted:
        return "use tf.while_loop"
    if isinstance(loop, nodes.While):
        return "count with a tensor, made by tf.constant"
    counted = isinstance(head, nodes.Call) and isinstance(head.func, nodes.Name) and head.func.name == "range"
    shown = names.pasted(head) if counted else None
    return f"loop over tf.{shown}" if shown else "loop over tf.range" if counted else "loop over tf.range, with an index"


def _body(loop: nodes.NodeNG) -> list[nodes.NodeNG]:
    if isinstance(loop, (nodes.For, nodes.While)):
        return loop.body
    return [loop.key, loop.value] if isinstance(loop, nodes.DictComp) else [loop.elt]


def _ends_early(loop: nodes.NodeNG) -> bool:
    return any(True for _ in loop.nodes_of_class((nodes.Break, nodes.Return), skip_klass=(nodes.FunctionDef, nodes.Lambda)))
