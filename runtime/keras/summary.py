"""The table of ``model.summary()``."""

from __future__ import annotations

import math
import shutil

from runtime.core import nest
from runtime.core.dtypes import as_dtype


def print_summary(model, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False):
    """Print name, output shape and number of parameters of each layer, then the totals.

    Raises:
        ValueError: `line_length` is too short for the columns.
    """
    line_length = line_length or min(100 if show_trainable else 88, shutil.get_terminal_size().columns - 4)
    positions = positions or [0.45, 0.80, 1.0]
    header = ["Layer (type)", "Output Shape", "Param #"]
    align = [str.ljust, str.ljust, str.rjust]
    if show_trainable:
        positions = [position * 0.90 for position in positions] + [1.0]
        header.append("Trainable")
        align.append(str.center)
    ends = [int(position * line_length) for position in positions]
    widths = [end - start for start, end in zip([0, *ends], ends)]
    if min(widths) < 4:
        raise ValueError("Insufficient console width to print summary.")
    widths = _within(line_length, widths)
    rows = [_wrapped(row, widths) for layer in model.layers for row in _rows(layer, expand_nested, show_trainable, 0)]
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


def _within(line_length, widths):
    """Column widths with a blank on either side; each gives up an equal share of what `line_length` lacks."""
    widths = [width + 2 for width in widths]
    excess = sum(widths) + len(widths) + 1 - line_length
    for index in range(len(widths)):
        share = round(excess / (len(widths) - index))
        widths[index] -= share
        excess -= share
    return widths


def _rows(layer, expand_nested, show_trainable, level):
    prefix = "   " * level + "└ " if level else ""
    parameters = f"{layer.count_params():,}" if layer.built else "0 (unbuilt)"
    row = [f"{prefix}{layer.name} ({type(layer).__name__})", _output_shape(layer), parameters]
    if show_trainable:
        row.append(("Y" if layer.trainable else "N") if layer.weights else "-")
    yield row
    if expand_nested and hasattr(layer, "layers"):
        for inner in layer.layers:
            yield from _rows(inner, expand_nested, show_trainable, level + 1)


def _output_shape(layer):
    if layer._output_spec is not None:
        shapes = nest.map_structure(lambda leaf: _shape_text(leaf.shape), layer._output_spec)
        return shapes if isinstance(shapes, str) else str(shapes).replace("'", "")
    shapes = layer.__dict__.get("_build_shapes")
    if shapes is None:
        return "?"
    try:
        return _shape_text(layer.compute_output_shape(*shapes[0], **shapes[1]))
    except NotImplementedError:
        return "?"


def _shape_text(shape):
    return f"({', '.join(map(str, shape))})"


def _wrapped(row, widths):
    """Each cell as lines that fit its column, broken between words where possible."""
    cells = []
    for text, width in zip(row, widths):
        width -= 2
        lines = [""]
        for word in text.lstrip().split(" ") if text == text.lstrip() else [text]:
            candidate = f"{lines[-1]} {word}" if lines[-1] else word
            if len(candidate) <= width:
                lines[-1] = candidate
                continue
            if lines[-1]:
                lines.append("")
            while len(word) > width:
                lines[-1] = word[:width]
                word = word[width:]
                lines.append("")
            lines[-1] = word
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
