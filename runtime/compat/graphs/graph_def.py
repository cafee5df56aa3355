"""GraphDef messages of plain graphs, and graphs of GraphDefs: `tf.import_graph_def`, and the attributes that `create_op` is given."""

from __future__ import annotations

import math
import types

import numpy as np

from runtime.core import errors
from runtime.core.context import graph_mode
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dtypes import as_dtype
from runtime.core.graph import Graph
from runtime.core.graph_text import GraphDef
from runtime.core.op_def import OPS
from runtime.core.tensor import EagerTensor
from runtime.core.tensor_shape import as_dims
from runtime.proto import graph as proto
from runtime.proto.values import array_of, tensor_proto
from runtime.saved_model.export_graph import Exporter
from runtime.saved_model.import_graph import Builder, Importer, all_ops
from runtime.version import GRAPH_DEF_VERSION
from runtime.compat.graphs.current import get_default_graph


def message_of(operations):
    """The GraphDef message of nodes and of the functions that they call."""
    exporter = Exporter()

    def reference(tensor):
        return tensor.op.name if tensor.value_index == 0 else tensor.name

    nodes = [exporter.node(operation, reference) for operation in operations]
    return proto.GraphDef(node=nodes, library=exporter.library, versions=proto.VersionDef(producer=GRAPH_DEF_VERSION))


class _GraphBuilder(Builder):
    """Adds the nodes of a GraphDef to a graph.

    Args:
        prefix: of the names of the new nodes: "" or a scope that ends in "/".
        mapped: name of a tensor in the message → the tensor that takes its place.
    """

    takes_placeholders = True
    takes_variables = True

    def __init__(self, message, graph, prefix, mapped):
        super().__init__(Importer(message.library), types.SimpleNamespace(node_def=message.node), graph)
        self.prefix = prefix
        self.mapped = mapped

    def build(self):
        for node in self._ordered():
            if self.prefix + node.name in self.graph._by_name:
                raise ValueError(f"Node name '{self.prefix}{node.name}' already exists in the Graph")
            self._node(node)
            self.graph.take_name(self.prefix + node.name)

    def _tensor(self, text):
        found = self.mapped.get(text if ":" in text else f"{text}:0")
        return super()._tensor(text) if found is None else found

    def returned(self, name):
        """The operation, or tensor, that the message calls `name`."""
        node, colon, index = name.partition(":")
        operation = self.operations.get(node)
        if not colon:
            if operation is None:
                raise ValueError(f"Requested return node '{name}' not found in graph def")
            return operation
        if operation is None:
            raise ValueError(f"Requested return tensor '{name}' not found in graph def")
        if int(index) >= len(operation.outputs):
            raise ValueError(f"Invalid return output {index} of node '{node}', which has {len(operation.outputs)} output(s)")
        return operation.outputs[int(index)]


def import_graph_def(graph_def, input_map=None, return_elements=None, name=None, producer_op_list=None):
    """Add the nodes of a GraphDef to the current graph.

    Args:
        input_map: name of a tensor in `graph_def` → the tensor that takes its place.
        return_elements: names of operations and tensors to return.
        name: a prefix of the names of the new nodes, "import" by default.
        producer_op_list: accepted for compatibility.

    Raises:
        TypeError: an argument is of another type.
        ValueError: a name is not there, or the nodes do not make a graph.
        MissingOpError: the runtime lacks an op.
    """
    if isinstance(graph_def, GraphDef):
        graph_def = graph_def.message()
    if not isinstance(graph_def, proto.GraphDef):
        raise TypeError("Argument `graph_def` must be a GraphDef proto.")
    if input_map is not None and not hasattr(input_map, "items"):
        raise TypeError(f"Argument `input_map` must be a dictionary. Obtained {type(input_map).__name__}")
    if return_elements is not None and not all(isinstance(item, str) for item in return_elements):
        raise TypeError(f"Argument `return_elements` must be a list of strings. Obtained {return_elements}.")
    graph = get_default_graph()
    with graph_mode(graph), graph.name_scope("import" if name is None else name) as scope:
        mapped = {(key if ":" in key else f"{key}:0"): convert_to_tensor(value) for key, value in (input_map or {}).items()}
        names = {node.name for node in graph_def.node}
        unknown = [key for key in mapped if key.partition(":")[0] not in names]
        if unknown:
            raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{', '.join(unknown)}]")
        builder = _GraphBuilder(graph_def, graph, scope, mapped)
        with graph.name_scope(None):
            builder.build()
    return None if return_elements is None else [builder.returned(item) for item in return_elements]


def op_of(op_type):
    """The op of the table. Raises MissingOpError where there is none."""
    found = OPS.get(op_type) or all_ops().get(op_type)
    if found is None:
        raise errors.MissingOpError(f"the runtime has no operation {op_type}")
    return found


def attributes(graph, op_def, name, attrs):
    """The values of attributes that are given as AttrValue messages; those that follow from the inputs are left out."""
    builder = _GraphBuilder(proto.GraphDef(), graph, "", {})
    return builder.attributes(op_def, proto.NodeDef(name=name, op=op_def.name, attr=dict(attrs or {})))


def make_tensor_proto(values, dtype=None, shape=None, verify_shape=False, allow_broadcast=False):
    """The TensorProto of a Python value or an array. Where there are fewer values than `shape` has places, the last one is repeated.

    Raises:
        TypeError: the values do not fill `shape`, and `verify_shape` is set.
        ValueError: both flags are set.
    """
    if allow_broadcast and verify_shape:
        raise ValueError("allow_broadcast and verify_shape are not both allowed.")
    with graph_mode(Graph()):
        tensor = constant(values._value if isinstance(values, EagerTensor) else values, None if dtype is None else as_dtype(dtype))
    array = tensor.op.attrs["value"]
    if shape is not None:
        dims = as_dims(shape)
        if verify_shape and dims != array.shape:
            raise TypeError(f"Expected Tensor's shape: {dims}, but got {array.shape}.")
        flat = np.reshape(array, -1)
        count = math.prod(dims)
        if flat.size > count:
            raise ValueError(f"Too many elements provided. Takes at most {count:d}, but got {flat.size:d}")
        array = np.concatenate([flat, np.repeat(flat[-1:], count - flat.size)]).reshape(dims)
    return tensor_proto(array, tensor.dtype)


def make_ndarray(tensor):
    """The array in a TensorProto."""
    return array_of(tensor)[0]
