"""A picture of a graph as SVG: boxes in layers, inputs above, one colour for each name scope."""
from __future__ import annotations

import html
import zlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field

BOXES = 36           # more than these are gathered by their name scopes
UNSEEN = ("Const", "NoOp")  # ops that would be half of the boxes: numbers, and the point where all effects are done
LABEL = 22           # characters of a label
_WIDTH, _HEIGHT = 7.0, 34.0   # of a character of a label, of a box
_GAP, _LAYER = 18.0, 66.0     # between boxes, from layer to layer


@dataclass(eq=False)
class _Box:
    """What is drawn as one: a node, a name scope; or the bend of an edge that passes through a layer."""
    key: str
    kind: str = ""
    names: list[str] = field(default_factory=list)
    inputs: Counter = field(default_factory=Counter)
    controls: Counter = field(default_factory=Counter)
    layer: int = 0
    x: float = 0.0   # of its middle
    width: float = 2.0
    near: list[_Box] = field(default_factory=list)  # in the layers next to it
    ways: list[tuple] = field(default_factory=list)  # the edges to it: boxes and bends, whether of data, how many


def svg(graph: dict) -> str:
    """The picture of a graph: its `size`, and `nodes` as name, op, names of inputs, names of control inputs."""
    nodes = [node for node in graph["nodes"] if node[1] not in UNSEEN]
    kinds = Counter(node[1] for node in graph["nodes"] if node[1] in UNSEEN)
    left_out = [f"{number} {kind}" for kind, number in kinds.items()]
    left_out.append(f"{graph['size'] - len(graph['nodes'])} more nodes" if graph["size"] > len(graph["nodes"]) else "")
    boxes, more = _boxes(nodes)
    left_out.append(f"{more} boxes" if more else "")
    _layers(boxes)
    rows = _rows(boxes)
    _place(rows)
    return _draw(rows, boxes, ", ".join(filter(None, left_out)))


# --- what is a box ---------------------------------------------------------------------------------------------------

def _boxes(nodes) -> tuple[dict[str, _Box], int]:
    """A box for each node, or for each name scope, at the depth where they are few enough; and how many are left out."""
    depth = max((name.count("/") for name, *_ in nodes), default=0) + 1
    while depth > 1 and len({_group(node[0], depth) for node in nodes}) > BOXES:
        depth -= 1
    if len({_group(node[0], depth) for node in nodes}) > BOXES:
        keys = {name: _group(name, 1).rstrip("0123456789").rstrip("_") or name for name, *_ in nodes}
    else:
        keys = {name: _group(name, depth) for name, *_ in nodes}
    kept = list(dict.fromkeys(keys.values()))[:BOXES]
    boxes = {key: _Box(key) for key in kept}
    for name, kind, inputs, controls in nodes:
        box = boxes.get(keys[name])
        if box is None:
            continue
        box.names.append(name)
        box.kind = kind if len(box.names) == 1 else ""
        for edges, sources in ((box.inputs, inputs), (box.controls, controls)):
            edges.update(keys[source] for source in sources if keys.get(source) not in (None, box.key)
                         and keys[source] in boxes)
    for box in boxes.values():
        box.width = max(map(len, _label(box))) * _WIDTH + 14
    return boxes, len(set(keys.values())) - len(kept)


def _group(name, depth):
    parts = name.split("/")
    return "/".join(parts[:depth])


def _label(box):
    first = box.kind or f"{len(box.names)} nodes"
    return [text if len(text) <= LABEL else text[:LABEL - 1] + "…" for text in (first, box.key)]


# --- where it is -----------------------------------------------------------------------------------------------------

def _layers(boxes):
    """A box is one layer below the lowest of its inputs. Edges that close a circle, between groups, count for nothing."""
    state: dict[str, int] = {}
    for start in boxes:
        stack = [(start, iter([*boxes[start].inputs, *boxes[start].controls]))] if start not in state else []
        state.setdefault(start, 1)
        while stack:
            key, sources = stack[-1]
            for source in sources:
                if source not in state:
                    state[source] = 1
                    stack.append((source, iter([*boxes[source].inputs, *boxes[source].controls])))
                    break
                if state[source] == 1:  # on the way that led here
                    boxes[key].inputs.pop(source, None)
                    boxes[key].controls.pop(source, None)
            else:
                state[key] = 2
                above = [boxes[source].layer for source in (*boxes[key].inputs, *boxes[key].controls)]
                boxes[key].layer = max(above, default=-1) + 1
                stack.pop()


def _rows(boxes) -> list[list[_Box]]:
    """The boxes by layer, with bends where edges pass; ordered so that few edges cross."""
    rows = [[] for _ in range(max((box.layer for box in boxes.values()), default=-1) + 1)]
    scopes = list(dict.fromkeys(map(_scope, boxes)))
    for box in sorted(boxes.values(), key=lambda box: scopes.index(_scope(box.key))):
        rows[box.layer].append(box)
    ways = {}
    for box in boxes.values():
        for source in {**box.inputs, **box.controls}:
            way = [boxes[source]]
            for layer in range(boxes[source].layer + 1, box.layer):
                bend = _Box("", layer=layer)
                rows[layer].append(bend)
                way.append(bend)
            ways[source, box.key] = [*way, box]
    above, below = defaultdict(list), defaultdict(list)
    for way in ways.values():
        for a, b in zip(way, way[1:]):
            above[id(b)].append(a)
            below[id(a)].append(b)
    for sweep in range(8):
        places = {id(box): index for row in rows for index, box in enumerate(row)}
        for row in rows if sweep % 2 == 0 else rows[::-1]:
            near = above if sweep % 2 == 0 else below
            row.sort(key=lambda box: _mean([places[id(other)] for other in near[id(box)]], places[id(box)]))
            places.update((id(box), index) for index, box in enumerate(row))
    for box in boxes.values():
        box.ways = [(ways[source, box.key], source in box.inputs, count) for source, count in
                    {**box.controls, **box.inputs}.items()]
    for row in rows:
        for box in row:
            box.near = [*above[id(box)], *below[id(box)]]
    return rows


def _place(rows):
    for row in rows:
        x = 0.0
        for box in row:
            box.x = x + box.width / 2
            x += box.width + _GAP
    for _ in range(12):  # each row towards its neighbours, without overlaps
        for row in rows:
            wanted = [_mean([other.x for other in box.near], box.x) for box in row]
            edge = float("-inf")
            for box, want in zip(row, wanted):
                box.x = max(want, edge + box.width / 2)
                edge = box.x + box.width / 2 + _GAP
            shift = _mean([want - box.x for box, want in zip(row, wanted)], 0.0)
            for box in row:
                box.x += shift
    start = min((box.x - box.width / 2 for row in rows for box in row), default=0.0)
    for row in rows:
        for box in row:
            box.x += _GAP - start


def _mean(numbers, otherwise):
    return sum(numbers) / len(numbers) if numbers else otherwise


# --- as SVG ----------------------------------------------------------------------------------------------------------

def _draw(rows, boxes, left_out):
    note = f"not drawn: {left_out}" if left_out else ""
    width = max([len(note) * _WIDTH + _GAP, *(box.x + box.width / 2 for row in rows for box in row)]) + _GAP
    height = len(rows) * _LAYER + 24
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
             f' height="{height:.0f}" role="img" font-family="monospace" font-size="11">']
    for box in boxes.values():
        for way, data, count in box.ways:
            dash = "" if data else ' stroke-dasharray="4 3"'
            parts.append(f'<path d="{_curve(way)}" fill="none" stroke="#667" stroke-width="{min(count, 3)}"{dash}/>')
            tip = way[-1].x, way[-1].layer * _LAYER + 10
            parts.append(f'<path d="M{tip[0] - 4:.1f} {tip[1] - 7:.1f}h8l-4 7z" fill="#667"/>')
    for box in boxes.values():
        x, y = box.x - box.width / 2, box.layer * _LAYER + 10
        tip = "\n".join(box.names[:40]) + ("\n…" if len(box.names) > 40 else "")
        first, second = map(_escape, _label(box))
        parts.append(
            f'<g><title>{_escape(tip)}</title><rect x="{x:.1f}" y="{y:.1f}" width="{box.width:.1f}" height="{_HEIGHT:.0f}"'
            f' rx="4" fill="{_colour(box.key)}" stroke="#556"/>'
            f'<text x="{box.x:.1f}" y="{y + 14:.1f}" text-anchor="middle" font-weight="bold">{first}</text>'
            f'<text x="{box.x:.1f}" y="{y + 27:.1f}" text-anchor="middle">{second}</text></g>')
    if note:
        parts.append(f'<text x="{_GAP}" y="{height - 6:.0f}" fill="#667">{_escape(note)}</text>')
    return "".join([*parts, "</svg>"])


def _curve(way):
    points = [(way[0].x, way[0].layer * _LAYER + 10 + _HEIGHT)]
    points += [(bend.x, bend.layer * _LAYER + 10 + _HEIGHT / 2) for bend in way[1:-1]]
    points.append((way[-1].x, way[-1].layer * _LAYER + 4))
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x, y), (to_x, to_y) in zip(points, points[1:]):
        middle = (y + to_y) / 2
        path += f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"
    return path


def _scope(name):
    return name.split("/")[0] if "/" in name else ""


def _colour(key):
    scope = _scope(key)
    return f"hsl({zlib.crc32(scope.encode('utf-8', 'replace')) % 360} 70% 90%)" if scope else "#fff"


def _escape(text):
    return html.escape("".join(c if c == "\n" or c.isprintable() else "\ufffd" for c in text))
