"""`tf.graph_util`, and `tf.io.write_graph`."""

from __future__ import annotations

import os

from runtime.compat.graphs.graph_def import import_graph_def
from runtime.core.graph import Graph

__all__ = ["import_graph_def", "write_graph"]


def write_graph(graph_or_graph_def, logdir, name, as_text=True):
    """Write a Graph or GraphDef to the file `name` of a folder, which is made if need be. Returns the path of the file."""
    message = graph_or_graph_def.as_graph_def() if isinstance(graph_or_graph_def, Graph) else graph_or_graph_def
    if not hasattr(message, "SerializeToString"):
        raise TypeError(f"write_graph takes a Graph or a GraphDef, not {type(message).__name__}")
    folder, name = os.fspath(logdir), os.fspath(name)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(str(message).encode() if as_text else message.SerializeToString())
    return path
