"""Items of local lists and dicts that are assigned in a branch or loop that AutoGraph stages.

AutoGraph carries an item over where the source names it, as in ``parts[0]`` or ``parts[key]``. Any other stays in the branch
or loop: ``parts[i + 1]``, ``parts[-1]``, ``parts[i]`` of an `i` that is set within.
"""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.blocks import is_read_after
from graphlint.analysis.trace.staging.limits import Problem


def problem(target: nodes.Subscript, block: nodes.If | nodes.For | nodes.While, where: str) -> Problem | None:
    """Why a tensor that an item is given in a staged block is lost."""
    container, keys = target, []
    while isinstance(container, nodes.Subscript):
        keys.append(container.slice)
        container = container.value
    scope = target.scope()
    if not isinstance(container, nodes.Name) or not isinstance(scope, nodes.FunctionDef):
        return None
    bindings = scope.locals.get(container.name, ())
    if any(block.fromlineno <= binding.fromlineno <= block.tolineno for binding in bindings):
        return None  # made anew in it
    within = names.assigned_in(block)
    if isinstance(block, nodes.If) and len(keys) == 1 and _is_new(container, keys[0], block):
        return Problem(
            target,
            f"'{target.as_string()} = ...' in {where}, an item that the dict has on one way alone,",
            "which raises ValueError: it must be set in the other branch too",
            "a value before the branch",
            (block,),
        )
    if all(_is_carried(key, within) for key in keys) or not is_read_after(scope, container.name, block):
        return None
    return Problem(
        target,
        f"'{target.as_string()} = ...' in {where}",
        "where the tensor stays: to read it raises InaccessibleTensorError",
        "a tf.TensorArray",
        (block,),
    )


def _is_new(container: nodes.Name, key: nodes.NodeNG, branch: nodes.If) -> bool:
    """Whether a dict that is written out has no such item, and one side of a branch alone sets it."""
    scope = branch.scope()
    bindings = scope.locals.get(container.name, ())
    made = bindings[0].parent if len(bindings) == 1 and container.name not in scope.argnames() else None
    if not isinstance(made, nodes.Assign) or made.parent is not branch.parent or not isinstance(key, nodes.Const):
        return False
    if not isinstance(made.value, nodes.Dict) or not all(_is_other(one, key) for one, _ in made.value.items):
        return False
    sides = set()
    for use in scope.nodes_of_class(nodes.Name):
        if use.name == container.name and use.fromlineno <= branch.tolineno:
            item = use.parent
            if not isinstance(item, nodes.Subscript) or item.value is not use or not isinstance(item.slice, nodes.Const):
                return False  # what is done with the dict is not known
            if isinstance(item.parent, nodes.Assign) and item in item.parent.targets and item.slice.value == key.value:
                sides.add(next((side for side in ("body", "orelse") for one in getattr(branch, side) if one.parent_of(use)), "before"))
    return len(sides) == 1 and "before" not in sides


def _is_other(node: nodes.NodeNG, key: nodes.Const) -> bool:
    return isinstance(node, nodes.Const) and node.value != key.value


def _is_carried(key: nodes.NodeNG, within: set[str]) -> bool:
    while isinstance(key, nodes.Attribute):
        key = key.expr
    return isinstance(key, nodes.Const) or isinstance(key, nodes.Name) and key.name not in within
