"""Items of local lists and dicts that are assigned in a branch or loop that AutoGraph stages.

AutoGraph carries an item over where the source names it, as in ``parts[0]`` or ``parts[key]``. Any other stays in the branch
or loop: ``parts[i + 1]``, ``parts[-1]``, ``parts[i]`` of an `i` that is set within.
"""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis import names
from graphlint.analysis.staging import Problem, is_read_after


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
    if all(_is_carried(key, within) for key in keys) or not is_read_after(scope, container.name, block):
        return None
    return Problem(
        target,
        f"'{target.as_string()} = ...' in {where}",
        "where the tensor stays: to read it raises InaccessibleTensorError",
        "a new list or dict, made by a comprehension, or a tf.TensorArray",
        (block,),
    )


def _is_carried(key: nodes.NodeNG, within: set[str]) -> bool:
    while isinstance(key, nodes.Attribute):
        key = key.expr
    return isinstance(key, nodes.Const) or isinstance(key, nodes.Name) and key.name not in within
