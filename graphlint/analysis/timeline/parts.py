"""The objects that a model is put together of."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.places import Attribute, Fresh, Value, Variable

#: More names than this are not looked through for the parts of a model.
_MAX_NAMES = 40


def parts(program: Program, made: nodes.Call, scope: Scope) -> set[Value]:
    """The objects that a model is made of, and the places of such: ``Model(inputs, Dense(1)(base(inputs)))``."""
    found: set[Value] = set()
    made_of, seen = [made], set()
    for part in made_of:
        for use in part.nodes_of_class(nodes.Name):
            if use.name in seen or len(seen) > _MAX_NAMES:
                continue
            seen.add(use.name)
            for value in program.detached(use, scope):
                found |= {value, *classes.objects(program, value)}
            made_of += (value for one in scope.locals.get(use.name, ()) if (value := names.assigned(one)) is not None)
    return {one for one in found if isinstance(one, (Attribute, Fresh, Variable))}
