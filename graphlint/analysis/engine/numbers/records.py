"""Records that are made of another one, or anew, with a number that varies: to TensorFlow another one for each number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.numbers import number
from graphlint.analysis.engine.numbers.expressions import Numbers
from graphlint.analysis.engine.numbers.number import Number
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.places import Class, External, Value

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: What makes a record of another one.
_REPLACES = frozenset({"dataclasses.replace", "attr.evolve", "attrs.evolve"})
#: What a record may define that makes it another thing to TensorFlow than its fields.
_OWN_WAYS = ("__post_init__", "__tf_flatten__", "__tf_tracing_type__")


def what_varies(program: Program, expression: nodes.NodeNG, scope: Scope) -> nodes.NodeNG | None:
    """What makes an expression another record at other calls, if it is one that is made with a number: ``replace(settings, step=step)``."""
    return number.reason([_Records(program).numbers(expression, scope, 0)])


class _Records(Numbers):
    def numbers(self, node: nodes.NodeNG | None, scope: Scope, depth: int) -> Number | None:
        """What is known of the numbers, together, that a record is made with; None for what may be something else."""
        if self.is_spent(depth):
            return None
        if isinstance(node, nodes.Attribute) and isinstance(node.expr, nodes.Name):  # a record that one holds
            made = _assigned(node.expr, scope)
            given = [keyword.value for keyword in made.keywords if keyword.arg == node.attrname] if isinstance(made, nodes.Call) else []
            return self.numbers(given[0], scope, depth + 1) if given else None
        if isinstance(node, nodes.Name):
            return self.numbers(_assigned(node, scope), scope, depth + 1)
        if not isinstance(node, nodes.Call):
            return None
        if any(self._makes_record(value) for value in self.program.detached(node.func, scope)):
            given = [*node.args, *(keyword.value for keyword in node.keywords)]
            parts = (part for one in given for part in (self.of(one, scope, depth + 1), self.numbers(one, scope, depth + 1)))
            return number.SOME.made_to_vary(number.reason(parts))
        return self.returned_by(node, scope, lambda value, home: self.numbers(value, home, depth + 1))

    def _makes_record(self, function: Value) -> bool:
        """Whether it makes a record of another one, or of what it is given, and TensorFlow asks for no more than its fields."""
        if isinstance(function, External):
            return function.name in _REPLACES
        cls = function.node if isinstance(function, Class) else None
        return cls is not None and bool(classes.fields(self.program, cls)) and not any(classes.members(self.program, cls, name) for name in _OWN_WAYS)


def _assigned(name: nodes.Name, scope: Scope) -> nodes.NodeNG | None:
    """What a name of the function or module is assigned, once."""
    bindings = scope.locals.get(name.name, ()) if isinstance(scope, (nodes.FunctionDef, nodes.Module)) else ()
    return names.assigned(bindings[0]) if len(bindings) == 1 else None
