"""The default graph, and whether programs run eagerly: `get_default_graph`, `reset_default_graph`, `disable_eager_execution`."""

from __future__ import annotations

import threading

from runtime.core.context import context
from runtime.core.graph import Graph


class _Default(threading.local):
    graph = None      # made at first use
    instead = False   # it is current in place of eager execution


_default = _Default()


def _default_graph():
    if _default.graph is None:
        _default.graph = Graph()
    return _default.graph


def get_default_graph():
    """The graph that ops are recorded into; in eager code the one that is kept for sessions."""
    return context.graph if context.graph is not None else _default_graph()


def reset_default_graph():
    """Take a new, empty graph as the default one. Raises AssertionError inside a ``with graph.as_default()`` block."""
    if context.graph is not None and context.graph is not _default.graph:
        raise AssertionError("Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the "
                             "nesting and create a new graph.")
    if _default.instead:
        context.graph = None
    _default.graph = Graph()
    if _default.instead:
        context.graph = _default.graph


def disable_eager_execution():
    """Record all ops of this thread into the default graph from now on."""
    if context.graph is None:
        context.graph = _default_graph()
        _default.instead = True


def enable_eager_execution(*_, **__):
    """Nothing to do where execution is eager. Raises ValueError after `disable_eager_execution`."""
    if _default.instead:
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
