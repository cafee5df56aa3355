"""Meta graphs: a graph with its collections, in the files that Savers write beside checkpoints."""

from __future__ import annotations

import os

from runtime.compat.graphs.current import get_default_graph
from runtime.compat.graphs.graph_def import import_graph_def, message_of
from runtime.compat.graphs.graph_variables import GraphVariable
from runtime.core.graph import Operation
from runtime.core.logger import get_logger
from runtime.core.tensor import Tensor
from runtime.proto import graph as proto
from runtime.proto.saved import (CollectionBytes, CollectionDef, CollectionFloats, CollectionNumbers, MetaGraphDef, MetaInfoDef, NodeList,
                                 VariableDef)
from runtime.proto.text import parse
from runtime.proto.wire import DecodeError
from runtime.variables import VariableAggregation, VariableSynchronization
from runtime.version import VERSION


def _variable_def(variable):
    return VariableDef(variable_name=variable.handle.name, initializer_name=variable.initializer.name, is_resource=True,
                       snapshot_name=variable._graph_element.name, initial_value_name=variable.initial_value.name,
                       trainable=bool(variable.trainable), synchronization=variable.synchronization.value, aggregation=variable.aggregation.value)


def _collection(items):
    """The message of what a collection holds; None if some of it cannot be written."""
    if all(isinstance(item, GraphVariable) and isinstance(item.initial_value, Tensor) for item in items):
        return CollectionDef(bytes_list=CollectionBytes(value=[_variable_def(item).encode() for item in items]))
    if all(isinstance(item, (Tensor, Operation)) for item in items):
        return CollectionDef(node_list=NodeList(value=[item.name for item in items]))
    if all(isinstance(item, (str, bytes)) for item in items):
        return CollectionDef(bytes_list=CollectionBytes(value=[item.encode() if isinstance(item, str) else item for item in items]))
    if all(isinstance(item, int) for item in items):
        return CollectionDef(int64_list=CollectionNumbers(value=list(items)))
    if all(isinstance(item, (int, float)) for item in items):
        return CollectionDef(float_list=CollectionFloats(value=list(items)))
    get_logger().warning("Issue encountered when serializing a collection: its items have no message. They are left out.")
    return None


def export(filename=None, saver_def=None, collection_list=None, as_text=False, graph=None):
    """The message of a graph and its collections, which is also written to `filename`."""
    graph = graph or get_default_graph()
    keys = [key for key in graph.get_all_collection_keys() if isinstance(key, str)] if collection_list is None else collection_list
    collections = {key: _collection(graph.get_collection(key)) for key in keys if graph.get_collection(key)}
    made = MetaGraphDef(meta_info_def=MetaInfoDef(tensorflow_version=VERSION), graph_def=message_of(graph.operations), saver_def=saver_def,
                        collection_def={key: value for key, value in collections.items() if value is not None})
    if filename:
        os.makedirs(os.path.dirname(filename) or ".", exist_ok=True)
        with open(filename, "wb") as file:
            file.write(made.text().encode() if as_text else made.encode())
    return made


def read(filename):
    """The message in a file, binary or text. Raises OSError if there is none, or it holds none."""
    if not os.path.exists(filename):
        raise OSError(f"File does not exist. Received: {filename}.")
    with open(filename, "rb") as file:
        data = file.read()
    try:
        return MetaGraphDef.decode(data)
    except DecodeError:
        try:
            return parse(MetaGraphDef, data.decode())
        except (DecodeError, UnicodeDecodeError) as error:
            raise OSError(f"Cannot parse file {filename}: {error}.") from None


class _Restored:
    """Finds what collections mean in the graph into which nodes were imported."""

    def __init__(self, graph, scope):
        self._graph, self._scope, self._variables = graph, f"{scope}/" if scope else "", {}

    def element(self, name):
        return self._graph.as_graph_element(self._scope + name)

    def variable(self, data):
        saved = VariableDef.decode(data)
        if saved.variable_name not in self._variables:
            handle = self.element(saved.variable_name)
            made = GraphVariable(handle=handle, name=handle.op.name, trainable=saved.trainable)
            made._synchronization = VariableSynchronization(saved.synchronization)
            made._aggregation = VariableAggregation(saved.aggregation)
            made.initializer = self.element(saved.initializer_name)
            made._graph_element = self.element(saved.snapshot_name)
            if saved.initial_value_name:
                made.initial_value = self.element(saved.initial_value_name)
            self._variables[saved.variable_name] = made
        return self._variables[saved.variable_name]

    def items(self, key, saved):
        if saved.node_list is not None:
            return [self.element(name) for name in saved.node_list.value]
        if saved.bytes_list is not None:
            return [self.variable(item) if key in _OF_VARIABLES else item for item in saved.bytes_list.value]
        numbers = saved.int64_list or saved.float_list
        return list(numbers.value) if numbers is not None else []


_OF_VARIABLES = frozenset({"variables", "trainable_variables", "local_variables", "model_variables", "moving_average_variables",
                           "metric_variables", "global_step"})


def bring_in(message, scope=None):
    """Add the nodes and collections of a meta graph to the current graph, but those that save and restore.

    Returns:
        The Variables by the names that they have in checkpoints.

    Raises:
        MissingOpError, ValueError: the nodes do not make a graph.
    """
    graph = get_default_graph()
    saver = message.saver_def.restore_op_name.rpartition("/")[0] if message.saver_def is not None else None
    nodes = [node for node in message.graph_def.node if saver is None or not node.name.startswith(f"{saver}/")]
    import_graph_def(proto.GraphDef(node=nodes, library=message.graph_def.library, versions=message.graph_def.versions), name=scope or "")
    restored = _Restored(graph, scope)
    names = {node.name for node in nodes}
    for key, saved in message.collection_def.items():
        if saved.node_list is not None and any(name.partition(":")[0] not in names for name in saved.node_list.value):
            continue
        for item in restored.items(key, saved):
            graph.add_to_collection(key, item)
    return {name.removesuffix(":0"): variable for name, variable in restored._variables.items()
            if any(variable is one for one in graph.get_collection("variables"))}
