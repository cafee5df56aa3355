"""Captures that are read anew at each call (`FuncGraph.capture_call_time_value`)."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.context import context, graph_mode
from runtime.core.func_graph import FuncGraph
from runtime.function.trace_type import CastContext, PlaceholderContext, from_value


class DeferredCapture:
    """What a closure returns when the function is called.

    Attributes:
        placeholder: the nest of tensors of the graph that stands for it; `tensors` are these tensors in order.
    """

    def __init__(self, graph, closure, spec, key, inner=None):
        self._closure = closure
        self._spec = spec
        self._key = key
        self._type = from_value(spec)
        if inner is None:
            context_ = PlaceholderContext(graph)
            first = len(graph.inputs)
            with graph_mode(graph), context_.naming("Placeholder"):
                self.placeholder = self._type.placeholder_value(context_)
            self.tensors = graph.inputs[first:]
        else:
            self.placeholder, self.tensors = inner, [inner]

    def read(self):
        """The tensors of its value now. Raises TypeError if they do not fit the spec."""
        if isinstance(context.graph, FuncGraph):  # a call inside a function: that one is asked at its own calls
            return nest.flatten(context.graph.capture_call_time_value(self._closure, self._spec, self._key), expand_composites=True)
        return self._type.to_tensors(self._type.cast(self._closure(), CastContext()))
