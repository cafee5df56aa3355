"""The dtype that an expression is sure to have in a graph, as far as its source shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.frameworks import dtypes as table, tensors

#: The canonical name of what an expression denotes outside the program.
NameOf = Callable[[nodes.NodeNG], "str | None"]

#: Names and calls that are looked through for one expression.
_MAX_DEPTH = 4
#: Assignments that are looked through for one name.
_MAX_BINDINGS = 6


class Dtype(NamedTuple):
    """What a number is. Python's own takes the dtype of the tensor that it is used with, as far as it has one."""

    kind: str
    """``float``, ``int``, ``bool``, ``str``."""
    is_tensor: bool


def of(node: nodes.NodeNG | None, name_of: NameOf, depth: int = 0) -> Dtype | None:
    """The dtype of what an expression gives; None where the source does not tell."""
    if node is None or depth > _MAX_DEPTH:
        return None
    match node:
        case nodes.Const():
            kind = type(node.value).__name__
            return Dtype(kind, False) if kind in ("float", "int", "bool", "str") else None
        case nodes.UnaryOp(op="-" | "+"):
            return of(node.operand, name_of, depth)
        case nodes.BinOp():
            found = _of_operator(node.op, of(node.left, name_of, depth + 1), of(node.right, name_of, depth + 1))
            if found is None and node.op == "/" and any(_is_tensor(part, name_of, depth) for part in (node.left, node.right)):
                return Dtype("float", True)  # whatever is divided
            return found
        case nodes.List() | nodes.Tuple() if node.elts:
            return of(node.elts[0], name_of, depth + 1)
        case nodes.Subscript():
            found = of(node.value, name_of, depth + 1)
            return found if found is not None and found.is_tensor else None
        case nodes.Name():
            return _of_name(node, name_of, depth + 1)
        case nodes.Attribute():
            return Dtype("float", False) if name_of(node) in table.FLOATING else None
        case nodes.Call():
            return _of_call(node, name_of, depth)
    return None


def _of_operator(operator: str, left: Dtype | None, right: Dtype | None) -> Dtype | None:
    known = [one for one in (left, right) if one is not None]
    if operator not in ("+", "-", "*", "/", "//", "%", "**") or not known or not all(one.kind in ("float", "int") for one in known):
        return None
    is_tensor = any(one.is_tensor for one in known)
    if operator == "/":
        return Dtype("float", is_tensor)
    if len(known) == 1:
        (one,) = known
        # What else there is has the same dtype, or the operator raises; Python's own says nothing of it.
        return one if one.is_tensor else None
    return Dtype("float" if "float" in (known[0].kind, known[1].kind) else "int", is_tensor)


def _is_tensor(node: nodes.NodeNG, name_of: NameOf, depth: int) -> bool:
    """Whether an operation of TensorFlow gives it, or a name all of whose assignments are of one."""
    if isinstance(node, nodes.Name) and depth < _MAX_DEPTH:
        bindings = node.scope().locals.get(node.name, ())
        if not bindings or len(bindings) > _MAX_BINDINGS:
            return False
        values = map(names.assigned, bindings)
        return all(isinstance(value, nodes.Call) and _is_tensor(value, name_of, depth + 1) for value in values)
    return isinstance(node, nodes.Call) and name_of(node.func) in tensors.TENSORS


def _of_name(node: nodes.Name, name_of: NameOf, depth: int) -> Dtype | None:
    """That of a local name, if all that is assigned to it has one dtype."""
    bindings = node.scope().locals.get(node.name, ())
    found = {_bound(binding, name_of, depth) for binding in bindings[:_MAX_BINDINGS]}
    return found.pop() if len(found) == 1 and len(bindings) <= _MAX_BINDINGS else None


def _bound(binding: nodes.NodeNG, name_of: NameOf, depth: int) -> Dtype | None:
    """The dtype of what an assignment gives a name, or of what a loop counts."""
    parent = binding.parent
    given = parent.value if isinstance(parent, nodes.AnnAssign) else names.assigned(binding)
    if given is not None:
        return of(given, name_of, depth)
    if isinstance(parent, nodes.For) and isinstance(parent.iter, nodes.Call) and not parent.iter.keywords:
        given = [of(argument, name_of, depth) for argument in parent.iter.args]
        if name_of(parent.iter.func) == "tensorflow.range" and not any(one is not None and one.kind == "float" for one in given):
            return Dtype("int", True)
    return None


def _of_call(node: nodes.Call, name_of: NameOf, depth: int) -> Dtype | None:
    name = name_of(node.func)
    if name is None:
        return None
    given = next((keyword.value for keyword in node.keywords if keyword.arg == "dtype"), None)
    if name == "tensorflow.cast" and given is None and len(node.args) == 2:
        given = node.args[1]
    if given is not None:
        return named(given, name_of)
    is_tensor = not name.startswith(("builtins.", "numpy.", "math."))
    if name in table.FLOATING or name.startswith("keras.losses.") or name in table.FLOATING_BY_DEFAULT and len(node.args) < 2:
        return Dtype("float", is_tensor)
    if name in table.INTEGER:
        return Dtype("int", is_tensor)
    if name in table.BOOLEAN:
        return Dtype("bool", is_tensor)
    found = of(node.args[0], name_of, depth + 1) if name in table.KEEPING and node.args else None
    # A second argument may be the dtype, or a tensor that Python's own number goes along with.
    return None if found is None or len(node.args) > 1 and not found.is_tensor else Dtype(found.kind, True)


def named(node: nodes.NodeNG, name_of: NameOf) -> Dtype | None:
    """The dtype that an argument names: ``tf.float32``, ``"float32"``."""
    name = node.value if isinstance(node, nodes.Const) else name_of(node)
    kind = table.KINDS.get(str(name).rpartition(".")[2])
    return None if kind is None else Dtype(kind, True)
