"""Blocks of statements: what they set, what stands around them, and what is read after them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from astroid import nodes

#: Statements that nothing follows in their block.
_ENDS = (nodes.Return, nodes.Raise, nodes.Break, nodes.Continue)
#: Statements of which the body may run or not, besides branches.
UNSURE = (nodes.For, nodes.While, nodes.Try)
#: What a condition names that asks for the version of TensorFlow.
_VERSION = re.compile(r"version|tf|tensorflow|v1|v2|eager|compat|legacy|old|hasattr", re.IGNORECASE)


def statements(body: list[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
    """All statements of a block, without those of functions and classes within it."""
    for node in body:
        if node.is_statement and not isinstance(node, (nodes.FunctionDef, nodes.ClassDef)):
            yield node
            for field in ("body", "orelse", "handlers", "finalbody"):
                inner = getattr(node, field, None)
                if isinstance(inner, list):
                    yield from statements(inner)
        elif isinstance(node, nodes.ExceptHandler):
            yield from statements(node.body)


def is_in(node: nodes.NodeNG, block: list[nodes.NodeNG]) -> bool:
    """Whether a node is one of the statements of a block, or within one."""
    return any(statement is node or statement.parent_of(node) for statement in block)


def branches_around(node: nodes.NodeNG) -> Iterator[tuple[nodes.If, bool]]:
    """The branches of its function that a node's statement is in, the innermost first, and whether it runs where the test holds."""
    child = node.statement()
    while not isinstance(child, (nodes.FunctionDef, nodes.Lambda, nodes.Module)):
        inner, child = child, child.parent
        if isinstance(child, nodes.If):
            yield child, inner in child.body


def deciding(node: nodes.NodeNG) -> Iterator[nodes.If]:
    """The branches of its function that decide whether a node's statement runs: those around it, and those that leave before it."""
    child = node.statement()
    while not isinstance(child, (nodes.FunctionDef, nodes.Lambda, nodes.Module)):
        yield from leaving_before(child)
        child = child.parent
        if isinstance(child, nodes.If):
            yield child


def is_one_way(node: nodes.NodeNG) -> bool:
    """Whether something only runs on one of several ways: ``tf.Session if old else …``, ``if TF_VERSION < 2:``."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, (nodes.IfExp, nodes.BoolOp, nodes.Try)):
            return True
        if isinstance(node, nodes.If) and (node.orelse or _VERSION.search(node.test.as_string())):
            return True
    return False


def before(statement: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """The statements before one in its block, the nearest first."""
    while (statement := statement.previous_sibling()) is not None:
        yield statement


def leaving_before(statement: nodes.NodeNG) -> Iterator[nodes.If]:
    """The branches before a statement in its block where nothing goes on to it."""
    return (one for one in before(statement) if isinstance(one, nodes.If) and isinstance(one.body[-1], _ENDS))


def leaves(branch: nodes.If) -> bool:
    """Whether one of the two ways through a branch ends with it."""
    return any(body and isinstance(body[-1], _ENDS) for body in (branch.body, branch.orelse))


def assigned(body: list[nodes.NodeNG]) -> dict[str, nodes.AssignName]:
    """The names that a block is sure to set, each with the last target that is sure; those that it may set are left out."""
    found: dict[str, nodes.AssignName] = {}
    for statement in body:
        targets = statement.targets if isinstance(statement, nodes.Assign) else ()
        for target in targets:
            for name in target.elts if isinstance(target, nodes.Tuple) else (target,):
                if isinstance(name, nodes.AssignName):
                    found[name.name] = name
        if isinstance(statement, nodes.If):
            here, other = assigned(statement.body), assigned(statement.orelse)
            decided = _is_decided_at_trace(statement.test)
            found.update((name, node) for name, node in {**other, **here}.items() if decided or name in here and name in other)
        elif isinstance(statement, nodes.With):
            found.update(assigned(statement.body))
    return found


def _is_decided_at_trace(test: nodes.NodeNG) -> bool:
    """Whether Python takes the one way at each trace, which its writer has seen to work: ``elif True:``, ``elif self.mode == "add":``."""
    match test:
        case nodes.Compare(left=nodes.Attribute(expr=nodes.Name(name="self")), ops=[(_, nodes.Const(value=str()))]):
            return True
    return isinstance(test, nodes.Const) and bool(test.value)


def may_set(body: list[nodes.NodeNG], name: str, kinds: tuple[type[nodes.NodeNG], ...] = UNSURE) -> bool:
    """Whether a block has statements of some kinds that may set a name; a branch in it is looked at for itself."""
    inner = (node for statement in body for node in statement.nodes_of_class(kinds))
    return any(target.name == name for node in inner for target in node.nodes_of_class(nodes.AssignName))


def is_read_after(scope: nodes.FunctionDef, name: str, block: nodes.NodeNG) -> bool:
    """Whether the first thing that happens to a name after a block is that it is read."""
    uses = [
        (node.fromlineno, isinstance(node, nodes.AssignName), node)
        for node in scope.nodes_of_class((nodes.Name, nodes.AssignName))
        if node.name == name and node.fromlineno > block.tolineno
    ]
    if not uses:
        return False
    line = min(use[0] for use in uses)
    first = [use[2] for use in uses if use[0] == line]
    if any(isinstance(node, nodes.Name) and node.scope() is scope for node in first):
        # On one line with an assignment, as in `y = y + 1`, it is read before. In the other branch of an `if` it is not.
        return not is_alternative(first[0], block)
    return False


def is_alternative(node: nodes.NodeNG, block: nodes.NodeNG) -> bool:
    """Whether a node stands in another branch than the block: it does not run after it."""
    chain = {id(parent): child for child, parent in _parents(block)}
    for child, parent in _parents(node):
        if isinstance(parent, nodes.If) and id(parent) in chain:
            other = chain[id(parent)]
            return (other in parent.body) != (child in parent.body)
        if isinstance(parent, nodes.ExceptHandler):
            return True
    return False


def _parents(node: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG]]:
    while node.parent is not None and not isinstance(node.parent, nodes.Module):
        yield node, node.parent
        node = node.parent


def innermost(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """The nearest branch, loop or handler around a statement."""
    kinds = (nodes.If, nodes.For, nodes.While, nodes.Try, nodes.With, nodes.FunctionDef)
    return next((parent for _, parent in _parents(node) if isinstance(parent, kinds)), None)


def inside_loop(node: nodes.NodeNG) -> nodes.For | nodes.While | None:
    for _, parent in _parents(node):
        if isinstance(parent, (nodes.For, nodes.While)):
            return parent
        if isinstance(parent, (nodes.FunctionDef, nodes.Lambda)):
            return None
    return None


def loop_of(node: nodes.NodeNG, branch: nodes.If) -> nodes.For | nodes.While | None:
    """The loop that a ``break`` or ``return`` leaves, if that is around the branch."""
    if isinstance(node, nodes.Break) and inside_loop(node) is not inside_loop(branch):
        return None
    return inside_loop(branch)


def is_same_block(binding: nodes.NodeNG, block: nodes.NodeNG) -> bool:
    return binding.statement().parent is block.parent


def declared_outer(scope: nodes.FunctionDef, name: str) -> bool:
    return any(name in node.names for node in scope.nodes_of_class((nodes.Global, nodes.Nonlocal)))
