"""A list that a loop over a tensor fills becomes a TensorArray; a tensor that grows in one gets shape invariants."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.values.offence import Offence
from graphlint.edits import calls
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source

_ARITHMETIC = frozenset({"+", "-", "*"})


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """Not safe: it is the source that tells the dtype and shape of the tensors, and a subclass of a list or a dtype may be another."""
    node = offence.effect
    scope = node.scope()
    loop = next(iter(names.loops_around(node, scope)), None)
    if loop is None or not isinstance(scope, nodes.FunctionDef) or loop.body[0].lineno <= loop.lineno:
        return None
    name = calls.tensorflow(program, source, loop)
    if name is None:
        return None
    match node:
        case nodes.AssignName(parent=nodes.Assign(value=nodes.Call() as call)) if calls.dotted(program, call.func) == "tensorflow.concat":
            return _with_invariants(program, source, node, call, loop, name)
        case nodes.Call(func=nodes.Attribute(attrname="append", expr=nodes.Name() as kept), args=[put], keywords=[]):
            return _with_array(program, source, node, kept.name, put, loop, name)
    return None


def _with_invariants(
    program: Program, source: Source, node: nodes.AssignName, call: nodes.Call, loop: nodes.For | nodes.While, name: tuple[str, tuple[Edit, ...]]
) -> Fix | None:
    """``set_loop_options`` at the beginning of the loop: what is concatenated has any length along that axis."""
    tf, imports = name
    before = [one for one in node.scope().locals.get(node.name, ()) if one.fromlineno < loop.fromlineno]
    made = names.assigned(before[0]) if len(before) == 1 and blocks.is_same_block(before[0], loop) else None
    axis = next((one.value for one in call.keywords if one.arg == "axis"), call.args[1] if len(call.args) > 1 else None)
    if not isinstance(made, nodes.Call) or not isinstance(axis, nodes.Const) or not isinstance(axis.value, int):
        return None
    shape = _shape(program, made)
    if shape is None or axis.value >= len(shape):
        return None
    shape[axis.value] = None
    start, _ = source.span(loop.body[0])
    options = f"{tf}.autograph.experimental.set_loop_options(shape_invariants=[({node.name}, {tf}.TensorShape({shape}))])"
    edit = Edit(start, start, f"{options}{source.newline}{source.indentation(loop.body[0])}")
    return Fix(source.path, (*imports, edit), f"shape_invariants for {node.name}, which grows", safe=False)


def _shape(program: Program, made: nodes.Call) -> list[int | None] | None:
    """The shape of a tensor that is written out: of zeros or ones the sizes, of a constant its lists."""
    first = made.args[0] if made.args else None
    if calls.dotted(program, made.func) in ("tensorflow.zeros", "tensorflow.ones") and isinstance(first, (nodes.List, nodes.Tuple)):
        sizes = [one.value if isinstance(one, nodes.Const) else None for one in first.elts]
        return sizes if all(isinstance(one, int) for one in sizes) else None
    shape: list[int | None] = []
    while isinstance(first, (nodes.List, nodes.Tuple)):
        shape.append(len(first.elts))
        first = first.elts[0] if first.elts else None
    return shape or None


def _with_array(
    program: Program,
    source: Source,
    call: nodes.Call,
    kept: str,
    put: nodes.NodeNG,
    loop: nodes.For | nodes.While,
    name: tuple[str, tuple[Edit, ...]],
) -> Fix | None:
    """``items.append(x)`` → ``items = items.write(items.size(), x)``, where all that is done with the list is to stack it after the loop."""
    tf, imports = name
    scope = loop.scope()
    bindings = scope.locals.get(kept, ())
    made = names.assigned(bindings[0]) if len(bindings) == 1 and blocks.is_same_block(bindings[0], loop) else None
    uses = [one for one in scope.nodes_of_class(nodes.Name) if one.name == kept and one is not call.func.expr]
    if not isinstance(made, nodes.List) or made.elts or len(uses) != 1 or call.parent.parent is not loop:
        return None
    stacked = uses[0].parent
    if not isinstance(stacked, nodes.Call) or calls.dotted(program, stacked.func) != "tensorflow.stack" or len(stacked.args) != 1 or stacked.keywords:
        return None
    dtype = _dtype(program, put, loop, tf)
    if dtype is None or uses[0].lineno <= loop.tolineno or calls.has_comment(source, call):
        return None
    edits = (
        Edit(*source.span(made), f"{tf}.TensorArray({dtype}, size=0, dynamic_size=True)"),
        Edit(*source.span(call), f"{kept} = {kept}.write({kept}.size(), {source.of(put)})"),
        Edit(*source.span(stacked), f"{kept}.stack()"),
    )
    return Fix(source.path, (*imports, *edits), f"the list {kept} → {tf}.TensorArray", safe=False)


def _dtype(program: Program, node: nodes.NodeNG, loop: nodes.For | nodes.While, tf: str) -> str | None:
    """The source of the dtype that an element has: that of a tensor which the loop goes over or takes elements of, or of what it counts."""
    match node:
        case nodes.BinOp(op=op, left=left, right=right) if op in _ARITHMETIC:
            found = {_dtype(program, one, loop, tf) for one in (left, right) if not isinstance(one, nodes.Const)}
            return found.pop() if len(found) == 1 else None
        case nodes.UnaryOp(op="-", operand=operand):
            return _dtype(program, operand, loop, tf)
        case nodes.Subscript(value=nodes.Name() as held):
            return _of_argument(held, loop)
        case nodes.Name() if isinstance(loop, nodes.For) and isinstance(loop.target, nodes.AssignName) and loop.target.name == node.name:
            if isinstance(loop.iter, nodes.Name):
                return _of_argument(loop.iter, loop)
            is_range = isinstance(loop.iter, nodes.Call) and calls.dotted(program, loop.iter.func) == "tensorflow.range"
            counts = is_range and all(isinstance(one, nodes.Const) and type(one.value) is int for one in loop.iter.args)
            return f"{tf}.int32" if counts and not loop.iter.keywords else None
    return None


def _of_argument(name: nodes.Name, loop: nodes.NodeNG) -> str | None:
    """``x.dtype`` of an argument that nothing in the function assigns."""
    scope = loop.scope()
    return f"{name.name}.dtype" if name.name in scope.argnames() and len(scope.locals.get(name.name, ())) == 1 else None
