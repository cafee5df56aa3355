"""The text of an offence: made once, of what the offence holds and of what its rule says."""

from __future__ import annotations

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.locations import file_of, line_of
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

#: What the messages of these name is no code that is called.
_BY_PLACE = frozenset({Kind.FROZEN, Kind.UNCONVERTED, Kind.UNSUPPORTED, Kind.UNROLL})
#: A longer way is told by its ends.
_MOST_STEPS = 2


def fields(rule: Rule, offence: Offence) -> dict[str, str]:
    """The fields of the rule's message.

    All have `function`; those of a graph function also `what` (the effect), `context` and `traced` (the graph function, and what
    happens to it), `path` (the calls that lead there) and `place`. The offence's details come on top, then what the rule adds.
    """
    said = {"function": f"'{offence.function}'"}
    root = offence.root
    if root is not None:
        here = offence.effect.root() is root.module
        said |= {
            "what": f"'{_source(offence.effect)}'" if here else _elsewhere(root, offence),
            "context": root.context,
            "traced": root.traced,
            "path": _path(root, offence),
            "place": f"'{offence.storage}{offence.item}'",
        }
    said |= offence.details
    return said if rule.fields is None else rule.fields(said, offence) | said


def _elsewhere(root: GraphFunction, offence: Offence) -> str:
    """An effect in another module, as the subject of a sentence: the function, where, and what it does."""
    node, calls = offence.effect, offence.way.calls
    name = calls[-1][0] if calls else root.name
    verb = "calls" if isinstance(node, nodes.Call) else "runs"
    return f"'{name}' ({file_of(node)}:{node.lineno}), which {verb} '{_source(node)}',"


def _path(root: GraphFunction, offence: Offence) -> str:
    """The calls that lead to an effect, as part of a sentence, and its own line where the sentence begins otherwise."""
    if not offence.way.calls:
        return ""
    steps = [f"{name} called at {line_of(call, root.module)}" for name, call in offence.way.calls]
    if offence.kind in _BY_PLACE and offence.effect.root() is not root.module:
        steps.append(f"at {line_of(offence.effect, root.module)}")
    if len(steps) > _MOST_STEPS:
        steps[1:-1] = [f"{len(steps) - 2} more"]
    return f" (through {', '.join(steps)})"


def _source(node: nodes.NodeNG) -> str:
    """The source of an effect, short enough for a message: the callee of a call, the first line of a statement."""
    return names.source(node.func if isinstance(node, nodes.Call) else node, 50)
