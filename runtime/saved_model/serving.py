"""The graph that servers run: Variables, one call for each signature, and what saves and restores the Variables."""

from __future__ import annotations

import re
import uuid

import numpy as np

from runtime.core import dtypes
from runtime.core.func_graph import is_stateful
from runtime.proto.graph import AttrValue, GraphDef, ListValueOfAttr, NameAttrList, NodeDef, VersionDef
from runtime.proto.saved import CollectionDef, NodeList, SaverDef, SignatureDef, TensorInfo
from runtime.proto.values import shape_proto, tensor_proto
from runtime.version import GRAPH_DEF_VERSION

INIT_OP = "__saved_model_init_op"
_PREDICT = "tensorflow/serving/predict"
_BAD = re.compile(r"[^A-Za-z0-9_.\\/>-]")


def _type(dtype):
    return AttrValue(type=dtype.as_datatype_enum)


def _types(dtypes_):
    return AttrValue(list=ListValueOfAttr(type=[dtype.as_datatype_enum for dtype in dtypes_]))


class ServingGraph:
    """Makes the nodes of a MetaGraphDef. `exporter` holds the functions that they call."""

    def __init__(self, exporter):
        self.graph = GraphDef(versions=VersionDef(producer=GRAPH_DEF_VERSION, min_consumer=12), library=exporter.library)
        self._exporter = exporter
        self._taken = set()
        self._captures = {}  # id of a handle's storage, or of a tensor → name of the node that stands for it
        self._initializers = []  # names of nodes
        self._variables = []  # (name of the node, DType, key in the checkpoint)
        self.signature_defs = {}

    def _node(self, name, op, inputs=(), **attrs):
        name = _BAD.sub("_", name) or op
        candidate, number = name, 0
        while candidate in self._taken:
            number += 1
            candidate = f"{name}_{number}"
        self._taken.add(candidate)
        self.graph.node.append(NodeDef(name=candidate, op=op, input=list(inputs), attr=attrs))
        return candidate

    def constant(self, value, dtype, name="Const"):
        return self._node(name, "Const", value=AttrValue(tensor=tensor_proto(value, dtype)), dtype=_type(dtype))

    def add_variable(self, variable, checkpoint_key):
        name = self._node(variable._shared_name or "Variable", "VarHandleOp", dtype=_type(variable.dtype),
                          shape=AttrValue(shape=shape_proto(variable._dims)), container=AttrValue(s=b""),
                          shared_name=AttrValue(s=b""))
        self.graph.node[-1].attr["shared_name"] = AttrValue(s=name.encode())
        self._captures[id(variable.handle._value)] = name
        self._variables.append((name, variable.dtype, checkpoint_key))

    def add_table(self, handle):
        """The node of a table that does not change, which an initializer fills."""
        table = handle._value
        name = self._node("hash_table", "HashTableV2", key_dtype=_type(table.key_dtype), value_dtype=_type(table.value_dtype),
                          shared_name=AttrValue(s=f"hash_table_{uuid.uuid4()}".encode()))
        self._captures[id(handle)] = name

    def add_initializer(self, function_name, captures):
        """A call that has to be made before any other."""
        self._initializers.append(self._node(
            "StatefulPartitionedCall", "StatefulPartitionedCall", [self.capture(tensor) for tensor in captures],
            f=AttrValue(func=NameAttrList(name=function_name)), Tin=_types([tensor.dtype for tensor in captures]),
            Tout=_types([dtypes.int32])))

    def add_constant(self, tensor):
        """A node for a captured tensor; its name."""
        name = self._captures[id(tensor)] = self.constant(tensor._value, tensor.dtype)
        return name

    def capture(self, tensor):
        """The node that stands for a captured tensor."""
        return self._captures.get(id(tensor._value)) or self._captures[id(tensor)]

    def add_signature(self, key, concrete, function_name, captures):
        """The call of a signature. `captures`: the tensors that the exported function takes after its arguments."""
        definition = SignatureDef(method_name=_PREDICT)
        inputs, input_types = [], []
        for name, tensor in zip(concrete._flat_names, concrete.inputs):
            node = self._node(f"{key}_{name}", "Placeholder", dtype=_type(tensor.dtype),
                              shape=AttrValue(shape=shape_proto(tensor._dims)))
            inputs.append(node)
            input_types.append(tensor.dtype)
            definition.inputs[name] = _info(f"{node}:0", tensor.dtype, tensor._dims)
        for tensor in captures:
            inputs.append(self.capture(tensor))
            input_types.append(tensor.dtype)
        op = "StatefulPartitionedCall" if is_stateful(concrete.graph) else "PartitionedCall"
        node = self._node(op, op, inputs, f=AttrValue(func=NameAttrList(name=function_name)), Tin=_types(input_types),
                          Tout=_types([tensor.dtype for tensor in concrete.outputs]))
        for index, name in enumerate(sorted(concrete.structured_outputs)):
            tensor = concrete.structured_outputs[name]
            definition.outputs[name] = _info(f"{node}:{index}", tensor.dtype, tensor._dims)
        self.signature_defs[key] = definition

    def finish(self, object_graph):
        """Add the initial operation and the saver. Returns (SaverDef, collections)."""
        init = self._node("NoOp", "NoOp", [f"^{name}" for name in self._initializers])
        self.signature_defs[INIT_OP] = SignatureDef(outputs={INIT_OP: TensorInfo(name=init, tensor_shape=shape_proto(None))})
        graph_text = self.constant(np.array(object_graph, object), dtypes.string)
        types = [dtype for _, dtype, _ in self._variables] + [dtypes.string]
        keys = [key for _, _, key in self._variables] + ["_CHECKPOINTABLE_OBJECT_GRAPH"]
        file = self._node("saver_filename", "Placeholder", dtype=_type(dtypes.string), shape=AttrValue(shape=shape_proto(())))
        names = self.constant(np.array([key.encode() for key in keys], object), dtypes.string, "saver_names")
        slices = self.constant(np.array([b""] * len(keys), object), dtypes.string, "saver_slices")
        reads = [self._node(f"{name}/Read/ReadVariableOp", "ReadVariableOp", [name], dtype=_type(dtype))
                 for name, dtype, _ in self._variables]
        save = self._node("saver_SaveV2", "SaveV2", [file, names, slices, *reads, graph_text], dtypes=_types(types))
        saved = self._node("saver_save", "Identity", [file, f"^{save}"], T=_type(dtypes.string))
        restored = self._node("saver_RestoreV2", "RestoreV2", [file, names, slices], dtypes=_types(types))
        assigned = [self._node(f"{name}/Assign/AssignVariableOp", "AssignVariableOp",
                               [name, restored if index == 0 else f"{restored}:{index}"], dtype=_type(dtype))
                    for index, (name, dtype, _) in enumerate(self._variables)]
        done = self._node("saver_restore", "NoOp", [f"^{name}" for name in assigned or [restored]])
        saver = SaverDef(filename_tensor_name=f"{file}:0", save_tensor_name=f"{saved}:0", restore_op_name=done, version=2)
        return saver, {"saved_model_main_op": CollectionDef(node_list=NodeList(value=[init]))}


def _info(name, dtype, dims):
    return TensorInfo(name=name, dtype=dtype.as_datatype_enum, tensor_shape=shape_proto(dims))
