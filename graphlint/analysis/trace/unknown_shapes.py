"""Tensors of which the trace does not know the rank, where it is needed: what `tf.py_function` returns has no shape before it runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH

from graphlint import frameworks
from graphlint.analysis.engine.callgraph.callees import weaker
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.values import tensors
from graphlint.analysis.values.places import External, Unshaped, Value, ordered
from graphlint.frameworks import tensors as table
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.trace.followed import Followed
    from graphlint.analysis.values.offence import Way

#: Builtins that go over all sizes of a shape.
_GOING_OVER = frozenset(f"builtins.{name}" for name in ("len", "list", "tuple", "sorted", "reversed"))
_SHOWN = 50
_ARITHMETIC = frozenset({"+", "-", "*", "/", "//", "%", "**"})
_ORDERED = frozenset({"<", ">", "<=", ">="})
#: Keywords of functions for sizes.
_SIZES = frozenset({"shape", "dims", "multiples", "repeats", "depth", "size"})


def use(trace: Followed, node: nodes.NodeNG, function: str, given: frozenset[Value], way: Way) -> None:
    """Notes a use of a tensor, where this raises if the rank is not known: its shape is asked for, or a `function` is given it."""
    if not tensors.are_unshaped(given):
        return
    origin = next(one.node for one in ordered(given) if isinstance(one, Unshaped))
    if names.function_scope(origin) not in trace.entered or any(map(is_shaped_within, trace.entered)):
        return  # made outside, where it has its shape; or something gives it its shape that is not followed
    found = (node, "ValueError") if function else _asked(trace.program, node)
    if found is None or is_guarded(node, names.function_scope(node), {name.name for name in node.nodes_of_class(nodes.Name)}):
        return
    shown, error = found
    offence = trace.report(Kind.UNSHAPED, node, way, weaker(way.confidence, HIGH))
    if node.root() is trace.module and not function:
        offence.details["what"] = f"'{names.source(shown, _SHOWN)}'"
    offence.details |= {"made": f"'{names.source(origin.func)}' at {line_of(origin, trace.module)}", "raises": error}


def is_shaped_within(function: nodes.NodeNG) -> bool:
    """Whether a function sets the shape of what it is given, or of all of several: of which tensors, is not followed."""
    return any(
        isinstance(call.func, nodes.Attribute) and call.func.attrname == "set_shape" and not _is_local(call.func.expr, function)
        for call in function.nodes_of_class(nodes.Call)
    )


def _is_local(tensor: nodes.NodeNG, function: nodes.NodeNG) -> bool:
    """Whether it is a variable that statements of the function itself assign."""
    bindings = function.locals.get(tensor.name, ()) if isinstance(tensor, nodes.Name) else ()
    return bool(bindings) and all(isinstance(one, nodes.AssignName) and isinstance(one.statement(), nodes.Assign) for one in bindings)


def _asked(program: Program, node: nodes.NodeNG) -> tuple[nodes.NodeNG, str] | None:
    """What is done with a shape that raises where the rank is not known, and what it raises."""
    shape = node.parent if isinstance(node.parent, nodes.Call) and node.parent.func is node else node
    while isinstance(shape.parent, nodes.Subscript) and shape.parent.value is shape and isinstance(shape.parent.slice, nodes.Slice):
        shape = shape.parent  # a part of it is as unknown
    parent = shape.parent
    match parent:
        case nodes.Attribute(attrname="as_list", parent=nodes.Call() as call):
            return call, "ValueError"
        case nodes.Call() if shape in parent.args and not _GOING_OVER.isdisjoint(_called(program, parent)):
            return parent, "ValueError"
        case nodes.Assign(targets=[nodes.Tuple()], value=value) if value is shape:
            return shape, "ValueError"
        case nodes.For(iter=gone_over) | nodes.Comprehension(iter=gone_over) if gone_over is shape:
            return shape, "ValueError"
        case nodes.Starred():
            return parent, "ValueError"
        case nodes.Subscript(value=value, slice=nodes.Const()) if value is shape:
            error = raises(program, parent)
            return (parent.parent if isinstance(parent.parent, nodes.BinOp) else parent, error) if error is not None else None
    error = raises(program, shape) if isinstance(parent, (nodes.Call, nodes.Keyword)) else None
    return None if error is None else (shape, error)


def _called(program: Program, call: nodes.Call) -> Iterator[str]:
    return (value.name for value in program.detached(call.func, names.function_scope(call)) if isinstance(value, External))


# Sizes that are None


def raises(program: Program, node: nodes.NodeNG) -> str | None:
    """What Python or TensorFlow raises where it needs a number and finds None."""
    parent = node.parent
    if isinstance(parent, nodes.BinOp) and parent.op in _ARITHMETIC and not (isinstance(parent.left, nodes.Const) and isinstance(parent.left.value, str)):
        return "TypeError or ValueError"
    if isinstance(parent, nodes.Compare) and parent.ops[0][0] in _ORDERED:
        return "TypeError"
    if isinstance(parent, (nodes.List, nodes.Tuple)):
        node, parent = parent, parent.parent
    if isinstance(parent, nodes.Keyword) and parent.arg in _SIZES:
        node, parent = parent, parent.parent
    if not isinstance(parent, nodes.Call) or node not in (*parent.args, *parent.keywords):
        return None
    values = program.detached(parent.func, names.function_scope(parent))
    known = {frameworks.canonical(value.name) for value in values if isinstance(value, External)}
    if not known.isdisjoint(("builtins.range", "builtins.int", "builtins.float")):
        return "TypeError"
    return "TypeError or ValueError" if known and known <= table.TAKES_SIZES else None


def is_guarded(node: nodes.NodeNG, function: nodes.NodeNG, named: set[str]) -> bool:
    """Whether a test, an `assert` or a handler around it asks first what the size is, or whether TensorFlow runs eagerly."""
    current = node.parent
    while current is not None and current is not function:
        if isinstance(current, (nodes.Try, nodes.BoolOp)):
            return True
        if isinstance(current, (nodes.If, nodes.IfExp)) and not current.test.parent_of(node):
            return True
        current = current.parent
    asked = (one for one in function.nodes_of_class((nodes.Assert, nodes.If)) if one.lineno < node.lineno)
    return any("shape" in one.test.as_string() or names.reads_any(one.test, named) or "eager" in one.test.as_string() for one in asked)
