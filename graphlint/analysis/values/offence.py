"""One effect in a graph context: where it is reported, the way that leads to it, and the words that tell of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from astroid import nodes
from pylint.interfaces import HIGH, Confidence

from graphlint.analysis.syntax import names
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.places import Param, Value, text
from graphlint.frameworks.meaning import Kind


#: What follows from a draw that runs at the trace.
_FROZEN = {
    Kind.NUMPY_RANDOM: "its numbers are frozen into the graph",
    Kind.PYTHON_RANDOM: "what it draws is frozen into the graph",
}


class Step(NamedTuple):
    """A call on the way: `name` is called at `path`:`line`."""

    name: str
    path: str
    line: int


@dataclass(slots=True)
class Offence:
    """An effect in a graph context, and the way that leads to it."""

    kind: Kind
    node: nodes.NodeNG
    """Where it is reported."""
    effect: nodes.NodeNG
    """The code that has the effect, which may lie in another module; of a call that retraces, the argument."""
    function: str
    steps: tuple[Step, ...]
    lines: tuple[tuple[str, int], ...]
    """Where the effect itself executes, as path and line."""
    place: str | None
    confidence: Confidence
    words: dict[str, str] = field(default_factory=dict)
    """What the rule's message says."""
    outside: bool = False
    """Whether the effect executes in plain Python, outside of graph functions."""
    parameter: Param | None = None
    """Of a call that retraces, what the argument is given for."""


def of_call(
    kind: Kind, node: nodes.NodeNG, function: str, confidence: Confidence, words: dict[str, str], effect: nodes.NodeNG | None = None
) -> Offence:
    """An offence of plain Python, where a graph function is made or called; it executes there, or in its `effect`."""
    lines = ((node.root().file, node.lineno),)
    return Offence(kind, node, effect or node, function, (), lines, None, confidence, words, outside=True)


Calls = tuple[tuple[str, nodes.NodeNG], ...]


#: What the messages of these name is no code that is called.
_BY_PLACE = frozenset({Kind.FROZEN, Kind.UNCONVERTED, Kind.UNSUPPORTED, Kind.UNROLL})


@dataclass(slots=True)
class Way:
    """The calls that were made to get here."""

    calls: Calls = ()
    confidence: Confidence = HIGH


def offence_of(
    root: GraphFunction, kind: Kind, node: nodes.NodeNG, way: Way, confidence: Confidence, place: Value | None = None
) -> Offence:
    """An effect of a graph function: at itself if that is in the function's module, else at the call that leads out of it."""
    here = node.root() is root.module
    what = f"'{_source(node)}'" if here else _elsewhere(root, node, way)
    storage = None if place is None else text(place)
    path = _path(root, way, kind, node)
    return Offence(
        kind=kind,
        node=node if here else anchor(root, way),
        effect=node,
        function=root.name,
        steps=_steps(way),
        lines=((node.root().file, node.lineno),),
        place=storage,
        confidence=confidence,
        words={
            "what": what,
            "function": f"'{root.name}'",
            "context": root.context,
            "traced": root.traced,
            "path": path,
            "place": f"'{storage}'",
            "so": _FROZEN.get(kind, ""),
            "creates": f"creates a variable whenever {root.traced}{path}",
            "instead": "create it once, outside",
            "when": f" only while {root.traced}{path}, not at each call",
        },
    )


def reported_at(node: nodes.NodeNG, offence: Offence, root: GraphFunction, way: Way) -> Offence:
    """The same offence, reported at another call that leads to it."""
    old, new = offence.words["path"] or None, _path(root, way, offence.kind, offence.effect)
    words = {name: said.replace(old, new) if old else said for name, said in offence.words.items()}
    return replace(offence, node=node, steps=_steps(way), words=words)


def _steps(way: Way) -> tuple[Step, ...]:
    return tuple(Step(name, call.root().file, call.lineno) for name, call in way.calls)


def anchor(root: GraphFunction, way: Way) -> nodes.NodeNG:
    """The call that leads out of the linted module, or what makes the graph function there."""
    inside = (call for _, call in reversed(way.calls) if call.root() is root.module)
    return next(inside, root.site or root.node)


def _elsewhere(root: GraphFunction, node: nodes.NodeNG, way: Way) -> str:
    """An effect in another module, as the subject of a sentence: the function, where, and what it does."""
    name = way.calls[-1][0] if way.calls else root.name
    verb = "calls" if isinstance(node, nodes.Call) else "runs"
    return f"'{name}' ({file_of(node)}:{node.lineno}), which {verb} '{_source(node)}',"


def _path(root: GraphFunction, way: Way, kind: Kind, effect: nodes.NodeNG) -> str:
    """The calls that lead to an effect, as part of a sentence, and its own line where the sentence begins otherwise."""
    if not way.calls:
        return ""
    steps = []
    for name, call in way.calls:
        steps.append(f"{name} called at {line_of(call, root.module)}")
    if kind in _BY_PLACE and effect.root() is not root.module:
        steps.append(f"at {line_of(effect, root.module)}")
    return f" (through {', '.join(steps)})"


def line_of(node: nodes.NodeNG, module: nodes.Module) -> str:
    """The line of a node, and its file if that is not the module's: ``line 12 of steps.py``."""
    return f"line {node.lineno}" if node.root() is module else f"line {node.lineno} of {file_of(node)}"


def file_of(node: nodes.NodeNG) -> str:
    """The file of a node, short enough for a message."""
    folder, name = os.path.split(node.root().file or "")
    return os.path.join(os.path.basename(folder), name) if name == "__init__.py" else name


def _source(node: nodes.NodeNG) -> str:
    """The source of an effect, short enough for a message: the callee of a call, the first line of a statement."""
    return names.source(node.func if isinstance(node, nodes.Call) else node, 50)
