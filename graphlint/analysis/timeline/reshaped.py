"""Calls of graph functions, from plain Python, with tensors whose shapes vary in sight: each shape has a graph of its own.

A second shape alone is none of these, such as that of a last batch: with `reduce_retracing`, TensorFlow builds two graphs, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW, HIGH, INFERENCE

from graphlint.analysis.engine.numbers import sizes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.assignments import is_of_first_turn
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.timeline.retracing import GraphCall
from graphlint.analysis.values import scalars
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import Fresh, Graph, Param
from graphlint.frameworks.meaning import Kind

#: Options of `tf.function` that make one graph for many shapes.
_RELAXES = frozenset({"reduce_retracing", "experimental_relax_shapes"})
_LISTS = ("builtins.list", "builtins.tuple", "builtins.dict")


def reshaped(program: Program, given: list[GraphCall]) -> Iterator[Offence]:
    """The calls of graph functions, of those `given`, that build a new graph for each shape."""
    return program.faults.of_each(given, lambda call: _reshaped(program, call), lambda call: call.about)


def _reshaped(program: Program, call: GraphCall) -> Iterator[Offence]:
    node = call.event.node
    if _is_relaxed(call.graph) or _is_traced_before(program, call) or is_of_first_turn(node) or _is_made_once(node):
        return
    if call.is_traced and not _is_unrolled(program, call) or getattr(call.scope, "name", "").startswith(("test", "_test")):
        return  # a test tries several shapes on purpose
    for parameter, values in call.arguments.items():
        expression = call.expression(parameter)
        is_structure = any(isinstance(value, Fresh) and value.kind in _LISTS for value in values)
        if expression is node or is_structure or scalars.are_scalars(values) or _is_list(expression):
            continue
        why = sizes.what_varies(program, expression, call.scope)
        if why is not None:
            yield _offence(call, parameter, expression, why)


def _is_list(expression: nodes.NodeNG) -> bool:
    """Whether it is a Python list or tuple itself, each element of which is a part of the key: no option makes one graph for these."""
    made = expression.left if isinstance(expression, nodes.BinOp) else expression
    return isinstance(made, (nodes.List, nodes.Tuple, nodes.ListComp))


def _is_relaxed(graph: Graph) -> bool:
    """Whether TensorFlow is told to make one graph for many shapes."""
    options = graph.options
    if not isinstance(options, nodes.Call):
        return False
    asked = [keyword.value for keyword in options.keywords if keyword.arg in _RELAXES]
    return any(not isinstance(one, nodes.Const) or one.value is not False for one in asked) or names.last_name(options.func) == "wrap_function"


def _is_traced_before(program: Program, call: GraphCall) -> bool:
    """Whether the module has a graph made for shapes that it gives: ``step.get_concrete_function(tf.TensorSpec([None]))``."""
    asked = program.index(call.scope.root()).calls(("get_concrete_function",))
    return any(isinstance(one.func, nodes.Attribute) and names.last_name(one.func.expr) == names.last_name(call.event.node.func) for one in asked)


def _is_made_once(call: nodes.Call) -> bool:
    """Whether a loop comes to a call once, by what is around it: ``if n == 10: step(x)``, or a block that leaves the loop."""
    for branch, holds in blocks.branches_around(call):
        if isinstance(branch.test, nodes.Compare) and any(op == "==" for op, _ in branch.test.ops) and holds:
            return True
    last = statement = call.statement()
    while (following := last.next_sibling()) is not None:
        last = following
    leaves = isinstance(statement, nodes.Return) or isinstance(last, (nodes.Break, nodes.Return, nodes.Raise))
    return leaves and blocks.inside_loop(call) is not None


def _is_unrolled(program: Program, call: GraphCall) -> bool:
    """Whether a loop of traced code is one of Python, over a range of its numbers: AutoGraph stages others."""
    loops = names.loops_around(call.event.node, call.scope)
    ranges = [loop.iter for loop in loops if isinstance(loop, nodes.For) and isinstance(loop.iter, nodes.Call)]
    counted = [one for one in ranges if names.last_name(one.func) == "range" and sizes.are_numbers(program, one.args, call.scope)]
    return bool(loops) and len(counted) == len(loops)


def _offence(call: GraphCall, parameter: str, expression: nodes.NodeNG, why: nodes.NodeNG) -> Offence:
    node, method = call.event.node, names.last_name(why.func) if isinstance(why, nodes.Call) else ""
    where = line_of(why, node.root())
    grows = isinstance(why, (nodes.Assign, nodes.AnnAssign)) or method in sizes.GROWING
    how = f"which grows at {where}" if grows else f"whose shape varies (see {where})" if why.lineno != node.lineno else "whose shape varies"
    sure = max(call.confidence, INFERENCE, key=(HIGH, CONTROL_FLOW, INFERENCE).index)
    found = of_call(Kind.RESHAPE, node, names.qualified(call.function), sure, {"value": f"'{names.source(expression, 40)}', {how}"}, expression)
    found.parameter, found.maker = Param(call.function, parameter), call.graph.options
    return found
