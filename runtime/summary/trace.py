"""Graphs for TensorBoard: `trace_on`, `trace_export`, `trace_off` and `graph`."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.core.context import context
from runtime.core.convert import constant
from runtime.core.logger import get_logger
from runtime.proto.graph import AttrValue, GraphDef, ListValueOfAttr, NodeDef, VersionDef
from runtime.proto.values import shape_proto
from runtime.proto.wire import message
from runtime.saved_model.export_graph import Exporter
from runtime.summary import writer as writers
from runtime.summary.events import PluginData, SummaryMetadata

_FunctionGraphs = message("_FunctionGraphs", """
    repeated GraphDef partition_graphs = 1
    GraphDef pre_optimization_graph = 2
    GraphDef post_optimization_graph = 3
""")
_RunMetadata = message("_RunMetadata", """
    repeated GraphDef partition_graphs = 3
    repeated _FunctionGraphs function_graphs = 4
""")
_PRODUCER = 2474
_trace = None  # (graph, profiler) while a trace is on


class _Drawer(Exporter):
    """Exports what is to be looked at and never run: attributes that only this process understands are left out."""

    def node(self, operation, reference, placeholders=frozenset()):
        node = NodeDef(name=operation.name, op=operation.type, device=operation.device or "")
        node.input = [reference(tensor) for tensor in operation.inputs] + [
            f"^{control.name}" for control in operation.control_inputs if id(control) not in placeholders]
        for name, value in operation.attrs.items():
            if value is None and name != "shape":
                continue
            try:
                node.attr[name] = self._attribute(operation, name, value)
            except (ValueError, TypeError):
                continue
        node.attr["_output_shapes"] = AttrValue(list=ListValueOfAttr(shape=[
            shape_proto(tensor._dims if tensor.dtype.numpy_dtype is not None else ()) for tensor in operation.outputs]))
        return node


def graph_def(graph):
    """The GraphDef of `graph` and of all graphs that it calls, as TensorBoard draws it."""
    drawer = _Drawer()

    def reference(tensor):
        return tensor.op.name if tensor.value_index == 0 else f"{tensor.op.name}:{tensor.value_index}"

    nodes = [drawer.node(operation, reference) for operation in graph.operations]
    return GraphDef(node=nodes, library=drawer.library, versions=VersionDef(producer=_PRODUCER))


def graph(graph_data):
    """Write a graph; whether it was recorded, as a boolean tensor.

    Raises:
        ValueError: `graph_data` is no graph, or there is no writer.
    """
    if not hasattr(graph_data, "operations"):
        raise ValueError("The argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef")
    writer = writers._state.writer
    if writer is None or writer._handle is None or not np.asarray(writers.should_record_summaries()):
        return constant(False)
    writer._handle._value.events.add(graph_def=graph_def(graph_data).encode())
    return constant(True)


def trace_on(graph=True, profiler=False, profiler_outdir=None):
    """From now on keep the graphs of the functions that are called, for `trace_export`. The runtime has no profiler."""
    global _trace
    if context.graph is not None:
        get_logger().warning("Cannot enable trace inside a tf.function.")
        return
    if _trace is not None:
        get_logger().warning("Trace already enabled")
        return
    if profiler:
        get_logger().warning("No `profiler_outdir` passed to trace_on(). Profiler won't be enabled." if profiler_outdir is None
                             else "The runtime has no profiler. Only graphs are traced.")
    if graph or profiler:
        context.run_graphs = {}
    _trace = graph, profiler and profiler_outdir is None


def trace_off():
    """Forget the trace."""
    global _trace
    _trace = None
    context.run_graphs = None


def trace_export(name, step=None, profiler_outdir=None):
    """Write the graphs of the functions that ran since `trace_on`, and end the trace.

    Raises:
        ValueError: no trace is on, or neither `step` is given nor a default one set.
        UnavailableError: the trace was to hold a profile.
    """
    if _trace is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    if context.graph is not None:
        get_logger().warning("Can only export trace while executing eagerly.")
        return
    _, profiler = _trace
    graphs, context.run_graphs = context.run_graphs or {}, {}
    drawn = [graph_def(each) for each in graphs.values()]
    metadata = _RunMetadata(partition_graphs=drawn, function_graphs=[
        _FunctionGraphs(partition_graphs=[each], pre_optimization_graph=each, post_optimization_graph=each) for each in drawn])
    plugin = "graph_run_metadata" if profiler else "graph_run_metadata_graph"
    with writers.summary_scope(name, "graph_run_metadata_summary") as (tag, _):
        writers.write(tag, lambda: constant(metadata.encode()), step,
                      SummaryMetadata(plugin_data=PluginData(plugin_name=plugin, content=b"1")))
    if profiler:
        if profiler_outdir:
            get_logger().warning("Ignoring `profiler_outdir` passed to trace_export(). Please pass it to trace_on() instead.")
        raise errors.UnavailableError(None, None, "Cannot export profiling results. No profiler is running.")
    trace_off()
