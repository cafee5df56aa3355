"""`step = tf.function(f)` goes in front of the loop that makes it at each turn."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.offence import Offence
from graphlint.edits.edits import Edit, Fix
from graphlint.edits.source import Source


def fix(program: Program, source: Source, offence: Offence) -> Fix | None:
    """The line is moved, if it stands for itself and nothing that it reads is assigned in the loop."""
    call = offence.effect
    statement = call.parent
    if not isinstance(call, nodes.Call) or not isinstance(statement, nodes.Assign) or len(statement.targets) != 1:
        return None
    loop, target = statement.parent, statement.targets[0]
    if not isinstance(loop, (nodes.For, nodes.While)) or statement not in loop.body or not isinstance(target, nodes.AssignName):
        return None
    if _is_nested(loop) or _changes(loop, statement, target.name):
        return None
    start, end = source.span(statement)
    while start > 0 and source.text[start - 1] in " \t":
        start -= 1
    after = source.text.find("\n", end)
    before = source.text[start - 1 : start]
    if len(loop.body) < 2 or statement.lineno != statement.end_lineno or before not in ("\n", "\r") or after < 0:
        return None
    if source.text[end:after].strip():
        return None  # a comment, or another statement
    position = source.span(loop)[0]
    written = f"{source.of(statement)}{source.newline}{source.indentation(loop)}"
    edits = (Edit(position, position, written), Edit(start, after + 1, ""))
    return Fix(source.path, edits, f"{target.name} is made once, in front of the loop", safe=True)


def _is_nested(loop: nodes.NodeNG) -> bool:
    """Whether another loop is around it: one turn of that would make the function anew just the same."""
    current = loop.parent
    while not isinstance(current, (nodes.FunctionDef, nodes.ClassDef, nodes.Module)):
        if isinstance(current, (nodes.For, nodes.While)):
            return True
        current = current.parent
    return False


def _changes(loop: nodes.NodeNG, statement: nodes.Assign, made: str) -> bool:
    """Whether a turn assigns a name or attribute that the statement reads, or the variable itself a second time."""
    names = {name.name for name in statement.value.nodes_of_class(nodes.Name)} | {made}
    attributes = {attribute.attrname for attribute in statement.value.nodes_of_class(nodes.Attribute)}
    for node in loop.nodes_of_class((nodes.AssignName, nodes.AssignAttr, nodes.DelName, nodes.FunctionDef, nodes.Import, nodes.ImportFrom)):
        if node is statement.targets[0] or isinstance(node, nodes.AssignName) and isinstance(node.scope(), nodes.Lambda):
            continue
        if isinstance(node, nodes.AssignAttr):
            if node.attrname in attributes:
                return True
        elif isinstance(node, (nodes.Import, nodes.ImportFrom)) or node.name in names:
            return True
    return False
