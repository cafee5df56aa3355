"""Drawings of models: `model_to_dot` tells Graphviz's language, `plot_model` writes that or an SVG picture."""

from __future__ import annotations

import html
import os

from runtime.core import nest
from runtime.keras.layers.core import InputLayer
from runtime.keras.models.functional import Functional
from runtime.keras.models.sequential import Sequential

_TABLE = '<<table border="0" cellborder="1" bgcolor="black" cellpadding="10">'
_MARGIN, _GAP, _HEIGHT, _LETTER = 20, 40, 28, 7.5  # of pictures, in pixels


class Drawing:
    """A graph of layers, with the methods of a `pydot.Dot` that programs use.

    Attributes:
        nodes: id → the rows of cells of a layer's box, the title first.
        clusters: drawings of the models inside it, each with a name.
        edges: pairs of ids.
    """

    def __init__(self, name=None, **attributes):
        self.name, self.attributes = name, attributes
        self.nodes, self.clusters, self.edges, self._order = {}, [], [], []

    def add_node(self, layer, rows):
        self.nodes[str(id(layer))] = rows
        self._order.append(("node", str(id(layer))))

    def add_subgraph(self, drawing):
        self.clusters.append(drawing)
        self._order.append(("cluster", drawing))

    def add_edge(self, source, target):
        edge = str(id(source)), str(id(target))
        if edge not in self.edges:
            self.edges.append(edge)
            self._order.append(("edge", edge))

    def to_string(self):
        """The graph in Graphviz's language."""
        lines = [f"{name}={value};" for name, value in self.attributes.items()]
        if self.name is not None:
            lines = ["style=dashed;", f"label={self.name};", "labeljust=l;"]
        else:
            lines.append("node [shape=record];")
        for kind, thing in self._order:
            if kind == "node":
                lines.append(f"{thing} [label={_table(self.nodes[thing])}, fontname=Helvetica, border=0, margin=0];")
            elif kind == "edge":
                lines.append(f"{thing[0]} -> {thing[1]} [penwidth=2];")
            else:
                lines.append(thing.to_string().rstrip("\n"))
        head = "digraph G {" if self.name is None else f"subgraph cluster_{self.name} {{"
        return "\n".join([head, *lines, "}"]) + "\n"

    def create_svg(self):
        """The picture, as text."""
        return _picture(self)

    _repr_svg_ = create_svg

    def write(self, path, format="svg"):  # noqa: A002 - pydot's name
        """Write the picture, or with ``format="dot"`` the text. Raises ValueError for other formats."""
        if format not in ("svg", "dot", "gv", "raw"):
            raise ValueError(f"the runtime draws models as svg or dot, not as {format}; give `plot_model` a file name such as model.svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.create_svg() if format == "svg" else self.to_string())

    def __str__(self):
        return self.to_string()


# -- from models -------------------------------------------------------------------------------------------------------
def model_to_dot(model, show_shapes=False, show_dtype=False, show_layer_names=True, rankdir="TB", expand_nested=False, dpi=200, subgraph=False,
                 show_layer_activations=False, show_trainable=False, splines="ortho", **kwargs):
    """The drawing of a model: its layers and what goes from one to the next; a subclassed model is one box.

    Args:
        rankdir: "TB" from top to bottom, "LR" from left to right.
        expand_nested: draw the layers of the models inside it.

    Raises:
        ValueError: a model that is not built, or unknown arguments.
    """
    if not model.built:
        raise ValueError("This model has not yet been built. Build the model first by calling `build()` or by calling the model on a batch of "
                         "data.")
    if kwargs.pop("layer_range", None) is not None:
        raise ValueError("Argument `layer_range` is no longer supported.")
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments: {kwargs}")
    drawing = Drawing(model.name) if subgraph else Drawing(rankdir=rankdir, concentrate="true", dpi=dpi, splines=splines)
    shown = {"names": show_layer_names, "activations": show_layer_activations, "dtype": show_dtype, "shapes": show_shapes,
             "trainable": show_trainable}
    if not isinstance(model, (Functional, Sequential)):
        drawing.add_node(model, _rows(model, **shown))
        return drawing
    layers = model.layers if isinstance(model, Sequential) else model.operations
    for layer in layers:
        if expand_nested and isinstance(layer, (Functional, Sequential)):
            drawing.add_subgraph(model_to_dot(layer, show_shapes, show_dtype, show_layer_names, rankdir, expand_nested, dpi, True,
                                              show_layer_activations, show_trainable))
        else:
            drawing.add_node(layer, _rows(layer, **shown))
    if isinstance(model, Sequential):
        for source, target in zip(layers, layers[1:]):
            drawing.add_edge(_last(source, 0) if expand_nested else source, _first(target, 0) if expand_nested else target)
        return drawing
    for layer in layers:
        for node in layer.nodes:
            if node not in model._own_nodes:
                continue
            for number, tensor in enumerate(node.inputs):
                source = tensor.node.operation
                drawing.add_edge(_last(source, tensor.index) if expand_nested else source, _first(layer, number) if expand_nested else layer)
    return drawing


def plot_model(model, to_file="model.png", show_shapes=False, show_dtype=False, show_layer_names=False, rankdir="TB", expand_nested=False,
               dpi=200, show_layer_activations=False, show_trainable=False, splines="ortho", **kwargs):
    """Write the drawing of a model to an `.svg` or `.dot` file. Returns the drawing, which notebooks show.

    Raises:
        ValueError: as `model_to_dot`, and other file formats, also that of the default name.
    """
    drawing = model_to_dot(model, show_shapes, show_dtype, show_layer_names, rankdir, expand_nested, dpi, False, show_layer_activations,
                           show_trainable, splines, **kwargs)
    drawing.write(to_file, os.path.splitext(str(to_file))[1][1:] or "png")
    return drawing


def _last(layer, index):
    """The layer, inside of nested models, that gives the result with that index."""
    while isinstance(layer, (Functional, Sequential)):
        if isinstance(layer, Sequential):
            layer = layer.layers[-1]
        else:
            tensor = layer.outputs[index]
            layer, index = tensor.node.operation, tensor.index
    return layer


def _first(layer, index):
    """The layer, inside of nested models, that takes the argument with that index."""
    while isinstance(layer, (Functional, Sequential)):
        layer = layer.layers[0] if isinstance(layer, Sequential) else layer.inputs[index].node.operation
    return layer


def _rows(layer, names, activations, dtype, shapes, trainable):
    """The rows of a layer's box: lists of (caption, text, colour)."""
    title = f"{layer.name} ({type(layer).__name__})" if names else type(layer).__name__
    rows = [[("", title, "black")]]
    activation = getattr(layer, "activation", None)
    if activations and activation is not None:
        rows.append([("Activation", getattr(activation, "name", None) or getattr(activation, "__name__", None) or str(activation), "white")])
    cells = []
    if shapes:
        if not isinstance(layer, InputLayer):
            cells.append(("Input shape", _told(layer, "input", "shape"), "white"))
        cells.append(("Output shape", _told(layer, "output", "shape"), "white"))
    if dtype:
        cells.append(("Output dtype", _told(layer, "output", "dtype"), "white"))
    if trainable and getattr(layer, "weights", None):
        cells.append(("", "Trainable" if layer.trainable else "Non-trainable", "forestgreen" if layer.trainable else "firebrick"))
    rows[0] = [("", title, "black", max(1, 2 * shapes + dtype + trainable))]
    return rows + ([cells] if cells else [])


def _told(layer, end, what):
    """Shapes or dtypes of the inputs or outputs, "?" where they are not known."""
    try:
        tensors = getattr(layer, end) if hasattr(type(layer), end) else _ends(layer, end)
        found = nest.map_structure(lambda tensor: getattr(tensor, what), tensors)
    except (AttributeError, IndexError, ValueError):
        return "?"
    if isinstance(found, dict):
        found = ", ".join(f"{key}: {value}" for key, value in found.items())
    return str(found).replace("{", "").replace("}", "")


def _ends(operation, end):
    tensors = getattr(operation.nodes[0], f"{end}s")
    return tensors[0] if len(tensors) == 1 else tensors


def _table(rows):
    """The box in Graphviz's own kind of HTML, as Keras writes it."""
    (_, title, _, span), = rows[0]
    name, _, kind = title.partition(" (")
    text = f"<b>{name}</b> ({kind}" if kind else f"<b>{name}</b>"
    table = f'{_TABLE}<tr><td colspan="{span}" bgcolor="black"><font point-size="16" color="white">{text}</font></td></tr>'
    for row in rows[1:]:
        table += "<tr>"
        for caption, text, colour in row:
            if caption == "Activation":
                table += f'<td bgcolor="white" colspan="{span}"><font point-size="14">Activation: <b>{text}</b></font></td>'
            elif caption:
                table += f'<td bgcolor="white"><font point-size="14">{caption}: <b>{text}</b></font></td>'
            else:
                table += f'<td bgcolor="{colour}"><font point-size="14" color="white"><b>{text}</b></font></td>'
        table += "</tr>"
    return table + "</table>>"


# -- pictures ----------------------------------------------------------------------------------------------------------
def _members(drawing):
    nodes, edges, groups = dict(drawing.nodes), list(drawing.edges), []
    for cluster in drawing.clusters:
        inner, inner_edges, inner_groups = _members(cluster)
        nodes.update(inner)
        edges += inner_edges
        groups += [(cluster.name, list(inner)), *inner_groups]
    return nodes, edges, groups


def _ranks(nodes, edges):
    """How many steps from an input each node is, at most."""
    sources = {node: [source for source, target in edges if target == node and source in nodes] for node in nodes}
    ranks = {}
    waiting = list(nodes)
    while waiting:
        ready = [node for node in waiting if all(source in ranks for source in sources[node])] or waiting[:1]  # a layer may feed itself
        for node in ready:
            ranks[node] = max((ranks[source] + 1 for source in sources[node] if source in ranks), default=0)
        waiting = [node for node in waiting if node not in ranks]
    return ranks


def _lines(rows):
    return [[f"{cell[0]}: {cell[1]}" if cell[0] else cell[1] for cell in row] for row in rows]


def _picture(drawing):
    nodes, edges, groups = _members(drawing)
    ranks = _ranks(nodes, edges)
    sizes = {node: (max(sum(len(text) * _LETTER + 20 for text in row) for row in _lines(rows)), _HEIGHT * len(rows))
             for node, rows in nodes.items()}
    sideways = drawing.attributes.get("rankdir") == "LR"
    by_rank = [[node for node in nodes if ranks[node] == rank] for rank in range(max(ranks.values(), default=-1) + 1)]
    along, across = (0, 1) if sideways else (1, 0)
    breadths = [sum(sizes[node][across] + _GAP for node in row) - _GAP for row in by_rank]
    places, offset = {}, _MARGIN
    for row, breadth in zip(by_rank, breadths):
        at = _MARGIN + (max(breadths) - breadth) / 2
        depth = max(sizes[node][along] for node in row)
        for node in row:
            places[node] = (offset, at) if sideways else (at, offset)
            at += sizes[node][across] + _GAP
        offset += depth + _GAP
    end, side = offset - _GAP + _MARGIN, max(breadths, default=0) + 2 * _MARGIN
    width, height = (end, side) if sideways else (side, end)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" font-family="Helvetica, sans-serif" '
             'font-size="12"><defs><marker id="arrow" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">'
             '<path d="M0,0 L7,3 L0,6 z"/></marker></defs><rect width="100%" height="100%" fill="white"/>']
    for name, inner in groups:
        left, top = (min(places[node][axis] for node in inner) - 10 for axis in (0, 1))
        right, bottom = (max(places[node][axis] + sizes[node][axis] for node in inner) + 10 for axis in (0, 1))
        parts.append(f'<g class="cluster"><rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" fill="none" '
                     f'stroke="black" stroke-dasharray="4"/><text x="{left + 4:.1f}" y="{top - 3:.1f}">{html.escape(name)}</text></g>')
    for source, target in edges:
        ends = []
        for node, after in ((source, True), (target, False)):
            (x, y), (w, h) = places[node], sizes[node]
            ends += [x + w * after, y + h / 2] if sideways else [x + w / 2, y + h * after]
        parts.append('<line class="edge" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="black" stroke-width="1.5" '
                     'marker-end="url(#arrow)"/>'.format(*ends))
    for node, rows in nodes.items():
        parts.append(_box(rows, places[node], sizes[node]))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _box(rows, place, size):
    parts = ['<g class="node">']
    for number, (row, texts) in enumerate(zip(rows, _lines(rows))):
        y, x = place[1] + number * _HEIGHT, place[0]
        lengths = [len(text) * _LETTER + 20 for text in texts]
        spare = (size[0] - sum(lengths)) / len(lengths)
        for cell, text, length in zip(row, texts, lengths):
            ink = "black" if cell[2] == "white" else "white"
            parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{length + spare:.1f}" height="{_HEIGHT}" fill="{cell[2]}" stroke="black"/>'
                         f'<text x="{x + (length + spare) / 2:.1f}" y="{y + 18:.1f}" fill="{ink}" text-anchor="middle">{html.escape(text)}</text>')
            x += length + spare
    return "".join([*parts, "</g>"])
