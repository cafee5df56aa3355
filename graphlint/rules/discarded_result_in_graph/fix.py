"""array.write(i, x) → array = array.write(i, x)."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source
from graphlint.frameworks.tensors import FUNCTIONAL_METHODS


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """The variable keeps the result, if it is one of the same function: eagerly it holds that object anyway."""
    call = offence.effect
    if not isinstance(call, nodes.Call) or not isinstance(call.parent, nodes.Expr):
        return None
    start: nodes.NodeNG = call
    while isinstance(start, nodes.Call):
        if not isinstance(start.func, nodes.Attribute) or start.func.attrname not in FUNCTIONAL_METHODS:
            return None
        start = start.func.expr
    if not isinstance(start, nodes.Name) or not _is_own(start):
        return None
    position, _ = source.span(call)
    edit = Edit(position, position, f"{start.name} = ")
    return Fix(source.path, (edit,), f"{start.name} keeps what {call.func.attrname} returns", safe=True)


def _is_own(name: nodes.Name) -> bool:
    """Whether the name is a variable of the function, not one that its caller or a function around it still reads."""
    scope = name.scope()
    bindings = scope.locals.get(name.name, ())
    return isinstance(scope, nodes.FunctionDef) and name.name not in scope.argnames() and bool(bindings) and all(
        isinstance(binding, nodes.AssignName) and binding.scope() is scope for binding in bindings
    )
