"""Lambdas that a loop makes, which read a variable of that loop when they are called after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from astroid import nodes

from graphlint.analysis.syntax import names

#: Methods that put what they are given into a container.
_PUTTING = frozenset({"add", "append", "appendleft", "insert", "extend", "setdefault"})


class LateBinding(NamedTuple):
    """A lambda, and the variable of the loop that it reads."""

    function: nodes.Lambda
    variable: str


def late_bindings(loop: nodes.For | nodes.While) -> Iterator[LateBinding]:
    """The lambdas that a loop puts into a container which is read after it, with the first variable that tells them apart.

    Only variables that nothing but the turn itself reads: of any other one AutoGraph makes one variable for all turns.
    """
    function = names.function_scope(loop)
    if not isinstance(function, nodes.FunctionDef) or _is_short(loop):
        return
    for made in loop.nodes_of_class(nodes.Lambda):
        if type(made) is not nodes.Lambda or names.function_scope(made.parent) is not function or not _is_kept(made, loop, function):
            continue
        for variable in dict.fromkeys(_free(made)):
            if variable in _of_turn(loop) and not _is_read_elsewhere(variable, loop, function):
                yield LateBinding(made, variable)
                break


def _is_short(loop: nodes.For | nodes.While) -> bool:
    """Whether it is written to have one turn at most."""
    match getattr(loop, "iter", None):
        case nodes.List(elts=elements) | nodes.Tuple(elts=elements) | nodes.Set(elts=elements):
            return len(elements) < 2
        case nodes.Call(func=nodes.Name(name="range"), args=[nodes.Const(value=int(count))]):
            return count < 2
    return False


def _free(made: nodes.Lambda) -> Iterator[str]:
    """The names that a lambda looks up when it is called."""
    for name in made.body.nodes_of_class(nodes.Name):
        scope = name.scope()
        while scope is not made and name.name not in scope.locals:
            scope = scope.parent.scope()
        if scope is made and name.name not in made.locals:
            yield name.name


def _of_turn(loop: nodes.For | nodes.While) -> set[str]:
    """The variables that each turn sets before it reads them: those of the head, and those that a statement of the body assigns first."""
    found = names.assigned_in(loop.target) if isinstance(loop, nodes.For) else set()
    read: set[str] = {name.name for name in loop.test.nodes_of_class(nodes.Name)} if isinstance(loop, nodes.While) else set()
    for statement in loop.body:
        value = statement.value if isinstance(statement, nodes.Assign) else statement
        read |= {name.name for name in value.nodes_of_class(nodes.Name)}
        if isinstance(statement, nodes.Assign):
            found |= {target.name for target in statement.targets if isinstance(target, nodes.AssignName)} - read
    return found


def _is_read_elsewhere(variable: str, loop: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether something outside of the loop reads a variable, or a function that is defined there, or the variable is not the function's."""
    if len([one for one in function.args.arguments if one.name == variable]) or variable not in function.locals:
        return True
    for node in function.nodes_of_class((nodes.Name, nodes.DelName, nodes.AugAssign, nodes.Nonlocal, nodes.Global)):
        if isinstance(node, (nodes.Nonlocal, nodes.Global)):
            if variable in node.names:
                return True
        elif getattr(getattr(node, "target", node), "name", None) == variable:
            if isinstance(node, nodes.AugAssign) or not loop.parent_of(node) or names.function_scope(node) not in (function, *_lambdas_around(node)):
                return True
    return False


def _lambdas_around(node: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    return (one for one in node.node_ancestors() if type(one) is nodes.Lambda)


def _is_kept(made: nodes.Lambda, loop: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether it is put, itself or in a tuple, into a container of before the loop that is read after it."""
    node, parent = made, made.parent
    while isinstance(parent, (nodes.List, nodes.Tuple, nodes.Dict, nodes.Keyword)) or isinstance(parent, nodes.Call) and names.last_name(parent.func) == "partial":
        node, parent = parent, parent.parent
    container = _filled(node, parent)
    if container is None or _is_last(parent.statement()):
        return False
    text = container.as_string()
    if isinstance(container, (nodes.Name, nodes.AssignName)) and any(loop.parent_of(one) and not isinstance(one.parent, nodes.AugAssign) for one in function.locals.get(text, ())):
        return False  # another one at each turn
    kind = (nodes.Attribute,) if isinstance(container, nodes.Attribute) else (nodes.Name,)
    around = loop.tolineno
    return any(one.lineno > around and one.as_string() == text for one in function.nodes_of_class(kind))


def _filled(node: nodes.NodeNG, parent: nodes.NodeNG) -> nodes.NodeNG | None:
    """The container that a statement or call puts something into."""
    match parent:
        case nodes.Call(func=nodes.Attribute(attrname=method, expr=container)) if method in _PUTTING and node is not parent.func:
            return container
        case nodes.Assign(targets=[nodes.Subscript(value=container)]) | nodes.AugAssign(op="+=", target=container):
            return container
    return None


def _is_last(statement: nodes.NodeNG) -> bool:
    """Whether the loop is left where it is made: there is but one."""
    following = statement.next_sibling()
    while following is not None:
        if isinstance(following, (nodes.Break, nodes.Return, nodes.Raise)):
            return True
        following = following.next_sibling()
    return False
