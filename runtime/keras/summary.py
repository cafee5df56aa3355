"""The table of ``model.summary()``."""

from __future__ import annotations

import math
import re
import shutil

from runtime.core.dtypes import as_dtype


def print_summary(model, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False, layer_range=None):
    """Print name, output shape and number of parameters of each layer, then the totals; where layers branch, also their inputs.

    Raises:
        ValueError: `line_length` is too short for the columns, or no layer has a name in `layer_range`.
    """
    operations = getattr(model, "operations", None)
    is_chain = operations is None or _is_chain(model)
    header = ["Layer (type)", "Output Shape", "Param #"]
    positions = positions or ([0.45, 0.80, 1.0] if is_chain else [0.3, 0.56, 0.74, 1.0])
    align = [str.ljust, str.ljust, str.rjust]
    if not is_chain:
        header.append("Connected to")
        align.append(str.ljust)
    if show_trainable:
        positions = [position * 0.90 for position in positions] + [1.0]
        header.append("Trainable")
        align.append(str.center)
    full = (88 if is_chain else 108) + (12 if show_trainable else 0)
    line_length = line_length or min(full, shutil.get_terminal_size().columns - 4)
    ends = [int(position * line_length) for position in positions]
    widths = [end - start for start, end in zip([0, *ends], ends)]
    if min(widths) < 4:
        raise ValueError("Insufficient console width to print summary.")
    widths = _within(line_length, widths)
    own_nodes = None if is_chain else model._own_nodes
    layers = model.layers if operations is None else operations
    rows = [_wrapped(row, widths) for layer in _in_range(layers, layer_range)
            for row in _rows(layer, expand_nested, show_trainable, own_nodes, 0)]
    lines = [f'Model: "{model.name}"', "┏" + "┳".join("━" * width for width in widths) + "┓"]
    lines += _drawn(_wrapped(header, widths), widths, align, "┃")
    lines.append("┡" + "╇".join("━" * width for width in widths) + "┩")
    for index, row in enumerate(rows):
        if index:
            lines.append("├" + "┼".join("─" * width for width in widths) + "┤")
        lines += _drawn(row, widths, align, "│")
    lines.append("└" + "┴".join("─" * width for width in widths) + "┘")
    lines += _totals(model)
    (print_fn or print)("\n".join(lines) + ("\n" if print_fn else ""))


def _is_chain(model):
    """Whether each layer is called once, on one tensor, one after the other."""
    if any(len(nodes) > 1 or len(nodes[0].inputs) > 1 for nodes in model.nodes_by_depth):
        return False
    nodes = [nodes[0] for nodes in model.nodes_by_depth]
    return all(sum(node in nodes for node in layer.nodes) < 2 for layer in model.layers)


def _in_range(layers, names):
    """The layers from the first to the last that one of two regular expressions matches; all for None."""
    if names is None:
        return layers
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise ValueError(f"layer_range must be a list or tuple of 2 strings. Received: layer_range = {names}")
    first, last = ([index for index, layer in enumerate(layers) if re.match(name, layer.name)] for name in names)
    if not first or not last:
        raise ValueError(f"Passed layer_names do not match the layer names in the model. Received: {names}")
    if min(first) > max(last):
        return layers[min(last):max(first) + 1]
    return layers[min(first):max(last) + 1]


def _within(line_length, widths):
    """Column widths with a blank on either side; each gives up an equal share of what `line_length` lacks."""
    widths = [width + 2 for width in widths]
    excess = sum(widths) + len(widths) + 1 - line_length
    for index in range(len(widths)):
        share = round(excess / (len(widths) - index))
        widths[index] -= share
        excess -= share
    return widths


def _rows(layer, expand_nested, show_trainable, own_nodes, level):
    prefix = "   " * level + "└ " if level else ""
    parameters = "0" if not hasattr(layer, "count_params") else f"{layer.count_params():,}" if layer.built else "0 (unbuilt)"
    row = [f"{prefix}{layer.name} ({type(layer).__name__})", _output_shape(layer), parameters]
    if own_nodes is not None:
        sources = [tensor.history() for node in layer.nodes if node in own_nodes for tensor in node.inputs]
        row.append(", ".join(f"{name}[{node}][{index}]" for name, node, index in sources) or "-")
    if show_trainable:
        row.append(("Y" if layer.trainable else "N") if getattr(layer, "weights", None) else "-")
    yield row
    if expand_nested and getattr(layer, "layers", None):
        for inner in layer.layers:
            yield from _rows(inner, expand_nested, show_trainable, own_nodes, level + 1)


def _output_shape(layer):
    if layer.nodes:
        shapes = [_shape_text(leaf.shape) for leaf in layer.nodes[-1].outputs]
        return shapes[0] if len(shapes) == 1 else str(shapes).replace("'", "")
    if "_build_shapes" not in layer.__dict__:
        return "?"
    try:
        if hasattr(layer, "output_shape"):
            return _shape_text(layer.output_shape)
        shapes, named = layer._build_shapes
        return _shapes_text(layer.compute_output_shape(*shapes, **named))
    except NotImplementedError:
        return "?"


def _shapes_text(shapes):
    """One shape, or a tuple or list of shapes."""
    if shapes and isinstance(shapes[0], (tuple, list)):
        return str(type(shapes)(map(_shapes_text, shapes))).replace("'", "")
    return _shape_text(shapes)


def _shape_text(shape):
    return f"({', '.join(map(str, shape))})"


def _wrapped(row, widths):
    """Each cell as lines that fit its column, broken between words where possible."""
    cells = []
    for text, width in zip(row, widths):
        width -= 2
        lines = [""]
        words = text.split()
        words[0] = text[:len(text) - len(text.lstrip())] + words[0]
        for word in words:
            candidate = f"{lines[-1]} {word}" if lines[-1] else word
            if len(candidate) <= width:
                lines[-1] = candidate
                continue
            if lines[-1]:
                lines.append("")
            lines[-1] = word if len(word) <= width else word[:width - 1] + "…"
        cells.append(lines)
    return cells


def _drawn(cells, widths, align, bar):
    for number in range(max(map(len, cells))):
        texts = [lines[number] if number < len(lines) else "" for lines in cells]
        yield bar + bar.join(f" {place(text, width - 2)} " for text, width, place in zip(texts, widths, align)) + bar


def _totals(model):
    trainable, frozen = _size(model.trainable_weights), _size(model.non_trainable_weights)
    optimizer = getattr(model, "optimizer", None) if getattr(model, "compiled", False) else None
    state = _size(optimizer.variables) if optimizer is not None and optimizer.built else None
    parts = [trainable, frozen] + ([state] if state else [])
    total = tuple(map(sum, zip(*parts)))
    rows = [("Total", total), ("Trainable", trainable), ("Non-trainable", frozen)] + ([("Optimizer", state)] if state else [])
    return [f" {name} params: {count:,} ({_memory(size)})" for name, (count, size) in rows]


def _size(weights):
    counts = [math.prod(v._value._dims) for v in weights]
    return sum(counts), sum(count * as_dtype(v.dtype).size for count, v in zip(counts, weights))


def _memory(size):
    for unit in ("B", "KB", "MB", "GB", "TB"):
        if size < 1024:
            return f"{size:.2f} {unit}"
        size /= 1024
    return f"{size:.2f} PB"
