"""Graphs for people: a listing like Python code, and pictures as Graphviz or Mermaid text, grouped by name scopes."""

from __future__ import annotations

import itertools

import numpy as np

from runtime.core.op_def import attr_text


def subgraphs(operation):
    """[(attribute, graph)] of the graphs that an operation calls; the branches of a Case are numbered."""
    found = []
    for name, value in operation.attrs.items():
        many = isinstance(value, (list, tuple))
        found += [(f"{name}[{index}]" if many else name, graph) for index, graph in enumerate(value if many else [value])
                  if hasattr(graph, "operations")]
    return found


def _type(tensor):
    shape = "?" if tensor._dims is None else "[" + ", ".join("?" if d is None else str(d) for d in tensor._dims) + "]"
    return f"{tensor.dtype.name}{shape}"


def _name(tensor):
    return tensor.op.name if tensor.value_index == 0 else tensor.name


def _attributes(operation):
    shown = []
    for name in operation.op_def.attrs:
        value = operation.attrs[name]
        if isinstance(value, np.ndarray):
            shown.append(f"{name}={np.array2string(value, threshold=6, edgeitems=2)}".replace("\n", ""))
        elif not (name.startswith("_") or name in ("dtype", "shape") or value is None or hasattr(value, "operations")
                  or value == operation.op_def.attrs[name]):
            shown.append(f"{name}={attr_text(value)}")
    return shown


def listing(graph, indent=""):
    """The nodes of `graph` in order, one a line, each as ``name: type = Op(inputs, attributes)``."""
    lines = []
    for operation in graph.operations:
        outputs = ", ".join(f"{_name(tensor)}: {_type(tensor)}" for tensor in operation.outputs) or operation.name
        arguments = [_name(tensor) for tensor in operation.inputs] + _attributes(operation)
        line = f"{indent}{outputs} = {operation.type}({', '.join(arguments)})"
        if operation.control_inputs:
            line += "  after " + ", ".join(control.name for control in operation.control_inputs)
        lines.append(line)
        for name, inner in subgraphs(operation):
            lines.append(f"{indent}    {name} {inner.name}({', '.join(_name(tensor) for tensor in inner.inputs)}):")
            lines.append(listing(inner, indent + "        "))
    if getattr(graph, "outputs", None):
        lines.append(f"{indent}return {', '.join(map(_name, graph.outputs))}")
    return "\n".join(lines)


class _Scopes:
    """The tree of name scopes: nodes, and scopes inside."""

    def __init__(self):
        self.nodes = []
        self.inner = {}

    @classmethod
    def of(cls, graph):
        root = cls()
        for operation in graph.operations:
            scope = root
            for part in operation.name.split("/")[:-1]:
                scope = scope.inner.setdefault(part, cls())
            scope.nodes.append(operation)
        return root


class _Numbers:
    """The nodes of a graph and of those that its nodes call, numbered through; a graph is drawn with its first caller."""

    def __init__(self, graph):
        self._numbers = {}
        self._callers = {id(graph): None}
        self._count(graph)

    def _count(self, graph):
        for operation in graph.operations:
            self._numbers[id(operation)] = len(self._numbers)
        for operation in graph.operations:
            for _, inner in subgraphs(operation):
                if id(inner) not in self._callers:
                    self._callers[id(inner)] = operation
                    self._count(inner)

    def called_first(self, operation):
        """[(attribute, graph)] of the graphs that no earlier node calls."""
        return [(name, inner) for name, inner in subgraphs(operation) if self._callers[id(inner)] is operation]

    def __getitem__(self, operation):
        return f"n{self._numbers[id(operation)]}"


def _label(operation):
    return f"{operation.name.rpartition('/')[2]}\n{operation.type}"


def _drawn(graph, numbers, begin, node, end, indent=1):
    """Lines for the nodes of `graph`: each scope a box, as is each graph that a node calls."""
    def scope(tree, title, indent):
        pad = "  " * indent
        if title:
            yield pad + begin(title)
        for operation in tree.nodes:
            yield f"{pad}  {node(numbers[operation], _label(operation))}"
            for name, inner in numbers.called_first(operation):
                yield f"{pad}  {begin(f'{name} of {operation.name}')}"
                yield from _drawn(inner, numbers, begin, node, end, indent + 2)
                yield f"{pad}  {end}"
        for name, inner in tree.inner.items():
            yield from scope(inner, name, indent + 1)
        if title:
            yield pad + end

    return scope(_Scopes.of(graph), "", indent - 1)


def _edges(graph, numbers):
    """(from, to, the type that flows or None for control or a call, how a called graph's node is called or None)"""
    for operation in graph.operations:
        target = numbers[operation]
        for tensor in operation.inputs:
            yield numbers[tensor.op], target, _type(tensor), None
        for control in operation.control_inputs:
            yield numbers[control], target, None, None
        for name, inner in subgraphs(operation):
            if inner.operations:
                yield target, numbers[inner.operations[0]], None, name
        for _, inner in numbers.called_first(operation):
            yield from _edges(inner, numbers)


def _quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def to_dot(graph):
    """Graphviz text of `graph` and of the graphs inside; control dependencies are dashed, calls dotted."""
    numbers, clusters = _Numbers(graph), itertools.count()
    lines = ["digraph {", "  rankdir=TB; node [shape=box, style=rounded, fontname=sans];"]
    lines += _drawn(graph, numbers, lambda title: f"subgraph cluster_{next(clusters)} {{ label={_quoted(title)};",
                    lambda number, label: f"{number} [label={_quoted(label)}];", "}")
    for source, target, flow, call in _edges(graph, numbers):
        style = f"label={_quoted(flow)}" if flow else f"style=dotted, label={_quoted(call)}" if call else "style=dashed"
        lines.append(f"  {source} -> {target} [{style}];")
    return "\n".join([*lines, "}"]) + "\n"


def to_mermaid(graph):
    """Mermaid text of `graph` and of the graphs inside; control dependencies are dotted, calls dotted with a name."""
    numbers, scopes = _Numbers(graph), itertools.count()

    def text(label):
        return label.replace('"', "#quot;").replace("\n", "<br/>")

    lines = ["flowchart TB"]
    lines += _drawn(graph, numbers, lambda title: f'subgraph s{next(scopes)}["{text(title)}"]',
                    lambda number, label: f'{number}["{text(label)}"]', "end")
    for source, target, flow, call in _edges(graph, numbers):
        arrow = f'-->|"{text(flow)}"|' if flow else f'-.->|"{text(call)}"|' if call else "-.->"
        lines.append(f"  {source} {arrow} {target}")
    return "\n".join(lines) + "\n"
