"""What layers are taken from, as the code says it: ``model.layers[1]``, ``model.get_layer("drop")``."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope


def taken_from(layer: nodes.NodeNG) -> nodes.NodeNG | None:
    """The model that an expression takes a layer from, or several: ``net`` of ``net.layers[:-1]``."""
    match layer:
        case nodes.Call(func=nodes.Attribute(attrname="get_layer", expr=model)) | nodes.Attribute(attrname="layers", expr=model):
            return model
        case nodes.Subscript(value=listed):
            return taken_from(listed)
    return None


def model_of(layer: nodes.NodeNG) -> nodes.NodeNG:
    """The outermost model that an expression takes a layer from; the expression itself if it is of none."""
    model = taken_from(layer)
    return layer if model is None else model_of(model)


def named(layer: nodes.NodeNG, scope: Scope) -> Iterator[nodes.NodeNG]:
    """What gives a layer its name, where it goes by one: what is assigned, or what a loop goes over."""
    if isinstance(layer, nodes.Name):
        for binding in scope.locals.get(layer.name, ()):
            made = names.assigned(binding)
            if made is not None:
                yield made
        for loop in names.loops_around(layer, scope):
            if isinstance(loop, nodes.For) and isinstance(loop.target, nodes.AssignName) and loop.target.name == layer.name:
                yield loop.iter
