"""How a dataset of tf.data is put together: the methods that were called one after the other, the last one first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.values.places import Argument, Attribute, Fresh, Param, Result, Value, is_place
from graphlint.frameworks import DATASET

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: How many methods, variables and functions are gone through.
_MAX_STEPS = 24


class Step(NamedTuple):
    """A method that was called on a dataset."""

    name: str
    node: nodes.NodeNG
    arguments: tuple[Argument, ...]

    def given(self, position: int, keyword: str) -> frozenset[Value]:
        """What it is given for a parameter."""
        free = [one.values for one in self.arguments if one.keyword is None]
        named = (one.values for one in self.arguments if one.keyword == keyword)
        return next(named, free[position] if position < len(free) else frozenset())


def steps(program: Program, values: frozenset[Value]) -> Iterator[Step]:
    """The methods that made a dataset, as far back as there is one way alone: through variables, attributes and functions."""
    for _ in range(_MAX_STEPS):
        if len(values) != 1:
            return
        (value,) = values
        step, base = None, frozenset[Value]()
        if isinstance(value, Result):
            callee = next(iter(value.call.callee)) if len(value.call.callee) == 1 else None
            if isinstance(callee, Attribute):
                step, base = Step(callee.name, value.call.node, value.call.arguments), frozenset((callee.base,))
        elif isinstance(value, Fresh) and value.kind == DATASET and isinstance(value.node, nodes.Call) and isinstance(value.node.func, nodes.Attribute):
            scope, call = names.function_scope(value.node), value.node
            given = tuple(Argument(None, program.detached(one, scope)) for one in call.args)
            named = tuple(Argument(one.arg or "**", program.detached(one.value, scope)) for one in call.keywords)
            step, base = Step(call.func.attrname, call, given + named), program.detached(call.func.expr, scope)
        elif not is_place(value) or isinstance(value, Param):
            return
        if step is not None and not _is_own(program, base):
            yield step
            values = base
        else:
            values = classes.contents(program, value)


def _is_own(program: Program, base: frozenset[Value]) -> bool:
    """Whether a method is one of a class of the program's."""
    return any(isinstance(kind, nodes.ClassDef) for value in base for kind in classes.kinds(program, value))
