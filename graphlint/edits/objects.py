"""Of which class an object is, as far as the source shows it at one glance."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.syntax import names


def is_self(node: nodes.NodeNG, owner: nodes.ClassDef) -> bool:
    """Whether it is the own object of a method of the class."""
    method = node.scope()
    is_method = isinstance(method, nodes.FunctionDef) and method.parent is owner and method.type == "method"
    return is_method and isinstance(node, nodes.Name) and method.argnames()[:1] == [node.name]


def is_of(node: nodes.NodeNG, owner: nodes.ClassDef) -> bool:
    """Whether it is that, or a name that is bound once, to a new object of the class."""
    if not isinstance(node, nodes.Name) or is_self(node, owner):
        return isinstance(node, nodes.Name)
    bound = node.lookup(node.name)[1]
    value = names.assigned(bound[0]) if len(bound) == 1 and isinstance(bound[0], nodes.AssignName) else None
    return isinstance(value, nodes.Call) and isinstance(value.func, nodes.Name) and value.func.name == owner.name
