"""What runs again: the loops around a node, and the searches that try a function out."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.callgraph.named_calls import uses_of
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope

COMPREHENSIONS = (nodes.ListComp, nodes.SetComp, nodes.GeneratorExp, nodes.DictComp)
#: Functions and methods that look for the best settings with a function that they call for each trial: of Optuna, Hyperopt, scikit-optimize.
_SEARCHES = frozenset({"optimize", "fmin", "gp_minimize", "forest_minimize", "dummy_minimize"})


def searches(program: Program, function: nodes.FunctionDef) -> list[nodes.Call]:
    """The calls that try a function out with one setting after the other: ``study.optimize(objective)``."""
    given = [use.parent for use in uses_of(program, function) if isinstance(use.parent, nodes.Call) and use in use.parent.args[:1]]
    return [call for call in given if names.last_name(call.func) in _SEARCHES]


def loops_repeating(node: nodes.NodeNG, scope: Scope) -> list[nodes.NodeNG]:
    """The loops of a scope that a node is repeated in, the innermost first."""
    found: list[nodes.NodeNG] = []
    child, current = node, node.parent
    while current is not None and current is not scope:
        if isinstance(current, COMPREHENSIONS):
            if not (current.generators[0] is child):  # the first iterable is evaluated once
                found.append(current)
        elif isinstance(current, (nodes.For, nodes.While)) and (child in current.body or child is getattr(current, "test", None)):
            found.append(current)
        child, current = current, current.parent
    return found
