"""The Variable that counts the steps of training in a graph."""

from __future__ import annotations

import numpy as np

from runtime.compat.graphs.current import get_default_graph
from runtime.compat.graphs.graph_variables import GLOBAL_VARIABLES, GraphVariable
from runtime.core.context import context

GLOBAL_STEP = "global_step"


def create_global_step(graph=None):
    """The Variable that counts training steps. Raises ValueError if the graph has one."""
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with (graph or _graph()).as_default(), context.graph.name_scope(None):
        return GraphVariable(np.int64(0), trainable=False, name=GLOBAL_STEP, collections=[GLOBAL_VARIABLES, GLOBAL_STEP])


def get_global_step(graph=None):
    """The Variable that counts training steps, or None."""
    found = (graph or _graph()).get_collection(GLOBAL_STEP)
    return found[0] if found else None


def get_or_create_global_step(graph=None):
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


def global_step(sess, global_step_tensor):
    """The number of steps so far, as an int."""
    return int(sess.run(global_step_tensor))


def _graph():
    return get_default_graph()
