"""Flags that a branch on a tensor sets: they are tensors from there on, which ``is True`` and ``is False`` never are."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.trace.staging.limits import Problem


def in_branch(branch: nodes.If) -> Iterator[Problem]:
    """The comparisons by identity that see what a branch on a tensor has made of a flag: after it, or at the next turn of a loop."""
    scope = branch.scope()
    if not isinstance(scope, nodes.FunctionDef) or blocks.leaves(branch):
        return
    flags = {target.name for target in branch.nodes_of_class(nodes.AssignName) if _is_flag(names.assigned(target))}
    loop = blocks.inside_loop(branch)
    for compare in scope.nodes_of_class(nodes.Compare) if flags else ():
        (op, other), name = compare.ops[0], compare.left
        if op not in ("is", "is not") or not _is_flag(other) or getattr(name, "name", "") not in flags:
            continue
        if compare.fromlineno > branch.tolineno and _is_last(scope, name, branch) or loop is not None and loop.parent_of(compare):
            never = "where it is always so" if op == "is not" else "where it is never so"
            yield Problem(
                compare,
                f"'{compare.as_string()}', of a flag that a branch on a tensor makes a tensor,",
                never,
                f"the flag itself: '{name.name if (op == 'is') == other.value else f'not {name.name}'}'",
                (branch,),
            )


def _is_flag(node: nodes.NodeNG | None) -> bool:
    return isinstance(node, nodes.Const) and type(node.value) is bool


def _is_last(scope: nodes.FunctionDef, name: nodes.Name, branch: nodes.If) -> bool:
    """Whether nothing else sets a name between a branch and where it is read."""
    bindings = scope.locals.get(name.name, ())
    return not any(branch.tolineno < binding.fromlineno < name.fromlineno for binding in bindings)
