"""Graphs for people: a listing like Python code, and pictures as Graphviz or Mermaid text, grouped by name scopes."""

from __future__ import annotations

import numpy as np

from runtime.core.graph_text import attr_text


def _subgraphs(operation):
    """[(attribute, graph)] of the graphs that an operation calls."""
    return [(name, value) for name, value in operation.attrs.items() if hasattr(value, "operations")]


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
        for name, inner in _subgraphs(operation):
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


def _labels(graph):
    """[(operation, its number, its label)]"""
    return {id(operation): (number, f"{operation.name.rpartition('/')[2]}\n{operation.type}")
            for number, operation in enumerate(graph.operations)}


def _quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def to_dot(graph):
    """Graphviz text of `graph`; control dependencies are dashed."""
    labels = _labels(graph)
    lines = ["digraph {", "  rankdir=TB; node [shape=box, style=rounded, fontname=sans];"]
    clusters = iter(range(len(graph.operations) + 1))

    def scope(tree, title, indent):
        pad = "  " * indent
        if title:
            lines.append(f"{pad}subgraph cluster_{next(clusters)} {{ label={_quoted(title)};")
        for operation in tree.nodes:
            number, label = labels[id(operation)]
            lines.append(f"{pad}  n{number} [label={_quoted(label)}];")
        for name, inner in tree.inner.items():
            scope(inner, name, indent + 1)
        if title:
            lines.append(pad + "}")

    scope(_Scopes.of(graph), "", 0)
    for operation in graph.operations:
        target = labels[id(operation)][0]
        for tensor in operation.inputs:
            lines.append(f"  n{labels[id(tensor.op)][0]} -> n{target} [label={_quoted(_type(tensor))}];")
        for control in operation.control_inputs:
            lines.append(f"  n{labels[id(control)][0]} -> n{target} [style=dashed];")
    return "\n".join([*lines, "}"]) + "\n"


def to_mermaid(graph):
    """Mermaid text of `graph`; control dependencies are dotted."""
    labels = _labels(graph)
    lines = ["flowchart TB"]
    scopes = iter(range(len(graph.operations) + 1))

    def text(label):
        return label.replace('"', "#quot;").replace("\n", "<br/>")

    def scope(tree, title, indent):
        pad = "  " * indent
        if title:
            lines.append(f'{pad}subgraph s{next(scopes)}["{text(title)}"]')
        for operation in tree.nodes:
            number, label = labels[id(operation)]
            lines.append(f'{pad}  n{number}["{text(label)}"]')
        for name, inner in tree.inner.items():
            scope(inner, name, indent + 1)
        if title:
            lines.append(pad + "end")

    scope(_Scopes.of(graph), "", 0)
    for operation in graph.operations:
        target = labels[id(operation)][0]
        lines += [f"  n{labels[id(tensor.op)][0]} -->|{text(_type(tensor))}| n{target}" for tensor in operation.inputs]
        lines += [f"  n{labels[id(control)][0]} -.-> n{target}" for control in operation.control_inputs]
    return "\n".join(lines) + "\n"
