"""Graphs inside graphs: tracing the branches and bodies of conditions and loops, and giving them matching inputs."""

from __future__ import annotations

import itertools

from runtime.core import nest
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.graph import Operation
from runtime.function.tracing import new_graph, trace
from runtime.ops.identity import identity

_numbers = itertools.count(1)


def unique_name(scope, kind):
    """TensorFlow's name of an inner graph: ``cond_true_7`` for the scope ``cond/``."""
    return f"{scope}{kind}_{next(_numbers)}".replace("/", "_")


def new_inner_graph(name):
    """A FuncGraph inside the current graph whose nodes are named in the current scope; in plain graphs, in none."""
    graph = new_graph(name)
    graph.is_inside_function = True
    graph.keeps_effects = getattr(context.graph, "keeps_effects", False)
    if context.graph.building_function:
        graph._blocks.scope = context.graph.get_name_scope()
    return graph


def trace_inner(function, graph, args=(), described=None, in_place_of_operations=None):
    """Fill `graph` with ``function(*args)``.

    Args:
        in_place_of_operations: the tensor to return where the function returns an Operation.

    Raises:
        TypeError: it returns something that is no tensor.
    """

    def wrapped(*args):
        return nest.map_structure(replaced, function(*args))

    def replaced(value):
        if in_place_of_operations is None or not isinstance(value, Operation):
            return value
        with graph.control_dependencies([value]):
            return identity(in_place_of_operations)

    wrapped.__name__ = getattr(function, "__name__", "function")
    return trace(wrapped, args, {}, graph, context.variable_policy, described or function, context.tapes)


def waiting(*graphs):
    """In the block, nodes wait for what the `graphs` that they run are to wait for."""
    return context.graph.control_dependencies([operation for graph in graphs for operation in graph.control_captures])


def match_captures(graphs):
    """Let all `graphs` take the same captures in the same order. Returns the captured tensors of the graph around."""
    outer = {}
    for graph in graphs:
        for tensor in graph.external_captures:
            outer.setdefault(id(tensor), tensor)
    for graph in graphs:
        arguments = graph.inputs[:len(graph.inputs) - len(graph.captures)]
        for key, tensor in outer.items():
            if key not in graph._captures:
                add_unused_capture(graph, tensor)
        graph.inputs[:] = arguments + [graph._captures[key][1] for key in outer]
    return list(outer.values())


def add_unused_capture(graph, tensor):
    """An input of `graph` that takes `tensor` of the graph around and is not used."""
    inner = graph.add_input(tensor.dtype, tensor._dims, scoped(graph, "Placeholder"), tensor.handle_data)
    graph.replace_capture(tensor, inner)


def scoped(graph, name):
    return f"{graph.get_name_scope()}/{name}" if graph.get_name_scope() else name


def outer_inputs(tensors, name="input", start=0):
    """`tensors` as tensors of the current graph; eager ones are captured under TensorFlow's names."""
    return [convert_to_tensor(tensor, name=f"{name}_{index}") for index, tensor in enumerate(tensors, start)]


def copy_handle_data(outputs, *branches):
    """Let resources and lists among `outputs` know what they hold, as the inner graphs' outputs do."""
    for output, *inner in zip(outputs, *branches):
        output.handle_data = next((tensor.handle_data for tensor in inner if tensor.handle_data is not None), None)
