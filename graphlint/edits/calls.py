"""What fixes are written with: the parts of a call as text, and the name that TensorFlow goes by where it stands."""

from __future__ import annotations

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.program import Program
from graphlint.analysis.values.places import External
from graphlint.edits.edits import Edit
from graphlint.edits.source import Source


def dotted(program: Program, node: nodes.NodeNG) -> str | None:
    """The canonical name of what an expression denotes, if it is one thing outside the program."""
    values = program.detached(node, node.scope())
    if len(values) != 1:
        return None
    (value,) = values
    return frameworks.canonical(value.name) if isinstance(value, External) else None


def tensorflow(program: Program, source: Source, node: nodes.NodeNG) -> tuple[str, tuple[Edit, ...]] | None:
    """The name of TensorFlow at a node, and the edit that imports it where it has none. None if `tf` is something else."""
    module = node.root()
    imports = [n for n in module.nodes_of_class(nodes.Import)]
    names = {local or real for n in imports for real, local in n.names}
    for name in sorted(names, key=lambda name: (name != "tf", name)):
        if "." not in name and _denotes_tensorflow(program, node, name):
            return name, ()
    if "tf" in module.locals or "tf" in node.scope().locals:
        return None
    first = next((n for n in module.body if isinstance(n, (nodes.Import, nodes.ImportFrom)) and not _is_future(n)), None)
    if first is None:
        return None
    start, _ = source.span(first)
    return "tf", (Edit(start, start, f"import tensorflow as tf{source.newline}"),)


def _is_future(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.ImportFrom) and node.modname == "__future__"


def _denotes_tensorflow(program: Program, node: nodes.NodeNG, name: str) -> bool:
    values = program.lookup(node.scope(), name)
    return all(isinstance(v, External) and frameworks.canonical(v.name) == "tensorflow" for v in values)


def arguments(source: Source, call: nodes.Call, names: str) -> dict[str, nodes.NodeNG] | None:
    """The arguments of a call by the names of the parameters; None for spread or unknown ones."""
    parameters = names.split()
    found: dict[str, nodes.NodeNG] = {}
    if len(call.args) > len(parameters) or any(isinstance(argument, nodes.Starred) for argument in call.args):
        return None
    found.update(zip(parameters, call.args))
    for keyword in call.keywords:
        if keyword.arg not in parameters or keyword.arg in found:
            return None
        found[keyword.arg] = keyword.value
    return found


def has_comment(source: Source, node: nodes.NodeNG) -> bool:
    """Whether a comment stands inside a node: an edit that writes the node anew would lose it."""
    strings = [source.span(s) for s in node.nodes_of_class((nodes.Const, nodes.JoinedStr)) if s.end_lineno is not None]
    start, end = source.span(node)
    for index in range(start, end):
        if source.text[index] == "#" and not any(a <= index < b for a, b in strings):
            return True
    return False


def removal(source: Source, call: nodes.Call, keyword: nodes.Keyword) -> Edit:
    """The edit that takes an argument by name out of a call, with the comma that belongs to it."""
    start, end = source.span(keyword)
    before = max((source.span(part)[1] for part in (call.func, *call.args, *call.keywords)
                  if source.span(part)[1] <= start), default=start)
    comma = source.text.find(",", before, start)
    if comma >= 0 and "#" not in source.text[before:start]:
        return Edit(comma, end, "")
    after = source.text.find(",", end, source.span(call)[1])  # the first argument: the comma after it goes
    rest = end if after < 0 else after + 1
    while after >= 0 and source.text[rest] == " ":
        rest += 1
    return Edit(start, rest, "")


def addition(source: Source, call: nodes.Call, argument: str) -> Edit:
    """The edit that gives a call one more argument, after the others."""
    before = source.text[: source.span(call)[1] - 1].rstrip()
    comma = "" if before.endswith("(") else " " if before.endswith(",") else ", "
    return Edit(len(before), len(before), f"{comma}{argument}")
