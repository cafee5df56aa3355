"""From the runtime's graphs to TensorFlow's FunctionDefs: the same nodes, with names of outputs in place of numbers."""

from __future__ import annotations

import os
import re

import numpy as np

from runtime.core import dtypes
from runtime.core.graph_text import SHAPE_LISTS
from runtime.execute.needs import must_run
from runtime.proto.graph import (ArgAttrs, ArgDef, AttrValue, DtypeAndShape, FunctionDef, FunctionDefLibrary, ListValueOfAttr,
                                 NameAttrList, NodeDef, OpDefProto)
from runtime.proto.values import shape_proto, tensor_proto

DATA = re.compile("Dataset|Iterator|^Optional")  # ops that take more than TensorFlow's of the same names
_OWN = frozenset({("MaxPoolGradGrad", "explicit_paddings")})  # attributes that TensorFlow's ops do not have
_SHAPES = frozenset({"shape"})
_FLOATS = frozenset({"alpha"})  # attributes that are floats even where Python gave an int


class Exporter:
    """Collects the FunctionDefs of graphs and of all graphs that they call.

    Attributes:
        library: FunctionDefLibrary.
        custom_gradients: operations with a gradient of the user's, by the names under which that is registered.
    """

    def __init__(self):
        self.library = FunctionDefLibrary()
        self.custom_gradients = {}
        self._names = {}   # (id of the graph, whether constants are arguments) → name
        self._taken = set()
        self._kept = []    # the graphs, so that their ids stay theirs
        self._arguments = {}  # name of a function → id of a placeholder → name of the argument

    def add(self, graph, name, constants_are_arguments=False):
        """Export `graph` under `name`, or one like it if that is taken. Returns the name."""
        key = id(graph), constants_are_arguments
        if key in self._names:
            return self._names[key]
        name = self._names[key] = _unique(name, self._taken)
        self._kept.append(graph)
        self.library.function.append(self._function(graph, name, constants_are_arguments))
        return name

    def place_of(self, tensor):
        """(name of the function, name of the tensor in it) of a tensor in an exported graph; None if it is in none."""
        for constants_are_arguments in (False, True):
            name = self._names.get((id(tensor.op.graph), constants_are_arguments))
            if name is not None:
                known = self._arguments[name].get(id(tensor), tensor.op.name)
                return name, f"{known}:{tensor.value_index}"
        return None

    def _function(self, graph, name, constants_are_arguments):
        inputs = [t for t in graph.inputs if constants_are_arguments or not t.op.op_def.is_constant]
        placeholders = {id(t.op) for t in inputs if t.op.op_def.is_placeholder}
        taken = {operation.name for operation in graph.operations if id(operation) not in placeholders}
        signature = OpDefProto(name=name)
        function = FunctionDef(signature=signature)
        references = self._arguments[name] = {}
        for position, tensor in enumerate(inputs):
            argument = ArgDef(name=_unique(_argument_name(tensor.op.name), taken), type=tensor.dtype.as_datatype_enum)
            if tensor.dtype is dtypes.resource and tensor.handle_data:
                dims, dtype = tensor.handle_data
                argument.handle_data.append(DtypeAndShape(dtype=dtype.as_datatype_enum, shape=shape_proto(dims)))
            signature.input_arg.append(argument)
            if tensor.op.op_def.is_placeholder:
                references[id(tensor)] = argument.name
            user_name = tensor.op.attrs.get("_user_specified_name")
            if user_name:
                function.arg_attr[position] = ArgAttrs(attr={"_user_specified_name": AttrValue(s=user_name.encode())})
        function.attr["_input_shapes"] = AttrValue(list=ListValueOfAttr(shape=[
            shape_proto(t._dims if t.dtype.numpy_dtype is not None else ()) for t in inputs]))
        function.attr["_construction_context"] = AttrValue(s=b"kEagerRuntime")
        for operation in graph.operations:
            if id(operation) in placeholders:
                continue
            function.node_def.append(self.node(operation, lambda tensor: _reference(tensor, references), placeholders))
            if must_run(operation):
                signature.control_output.append(operation.name)
                function.control_ret[operation.name] = operation.name
            signature.is_stateful = signature.is_stateful or operation.op_def.stateful
        outputs = set()
        for tensor in graph.outputs:
            result = _unique(_argument_name(tensor.op.name), outputs)
            signature.output_arg.append(ArgDef(name=result, type=tensor.dtype.as_datatype_enum))
            function.ret[result] = _reference(tensor, references)
        return function

    def node(self, operation, reference, placeholders=frozenset()):
        """The NodeDef of an operation; `reference` gives the text of an input tensor."""
        if operation.op_def.calls_python:
            raise ValueError(f"Cannot save {operation!r}: tf.py_function and tf.numpy_function call Python, which a SavedModel "
                             "does not hold. Call them outside of the functions that are saved.")
        if DATA.search(operation.type):
            raise ValueError(f"Cannot save {operation!r}: the runtime's SavedModels hold no datasets and iterators. Use them outside of "
                             "the functions that are saved.")
        inputs, attrs = operation.inputs, dict(operation.attrs)
        if operation.op_def.role == "call":
            wanted = [not inner.op.op_def.is_constant for inner in attrs["f"].inputs]
            inputs = [tensor for tensor, keep in zip(inputs, wanted) if keep]
            attrs["Tin"] = [tensor.dtype for tensor in inputs]
            attrs["f"] = _Named(self.add(attrs["f"], f"__inference_{attrs['f'].name}"))
        node = NodeDef(name=operation.name, op=operation.type, device=getattr(operation, "device", None) or "",
                       input=[reference(tensor) for tensor in inputs])
        for arg in operation.op_def.inputs:
            if arg.is_list and not arg.number_attr:
                attrs.setdefault(arg.type_attr, [])  # without inputs nothing has told the list of their types
        node.input += [f"^{control.name}" for control in operation.control_inputs if id(control) not in placeholders]
        for name, value in attrs.items():
            if name.startswith("_") or value is None and name not in _SHAPES or (operation.type, name) in _OWN and not value:
                continue
            node.attr[name] = self._attribute(operation, name, value)
        if "_gradient_function" in attrs:
            kind = f"CustomGradient-{int.from_bytes(os.urandom(6), 'little')}"  # TensorFlow looks it up in the whole process
            self.custom_gradients[kind] = operation
            node.attr["_gradient_op_type"] = AttrValue(s=kind.encode())
        return node

    def _attribute(self, operation, name, value):
        if name == "value":  # a number, too, is a tensor here
            return AttrValue(tensor=tensor_proto(value, operation.attrs["dtype"]))
        if name in _SHAPES:
            return AttrValue(shape=shape_proto(value))
        if name in SHAPE_LISTS:
            return AttrValue(list=ListValueOfAttr(shape=[shape_proto(dims) for dims in value]))
        if isinstance(value, (list, tuple)):
            return self._list(operation, value)
        if isinstance(value, dtypes.DType):
            return AttrValue(type=value.as_datatype_enum)
        if isinstance(value, (bool, np.bool_)):
            return AttrValue(b=bool(value))
        if isinstance(value, (float, np.floating)) or name in _FLOATS:
            return AttrValue(f=float(value))
        if isinstance(value, (int, np.integer)):
            return AttrValue(i=int(value))
        if isinstance(value, (str, bytes)):
            return AttrValue(s=value if isinstance(value, bytes) else value.encode())
        if isinstance(value, _Named):
            return AttrValue(func=NameAttrList(name=value.name))
        if hasattr(value, "operations"):
            return AttrValue(func=NameAttrList(name=self.add(value, value.name, True)))
        raise ValueError(f"Cannot save the attribute {name!r} of {operation!r}: {value!r}")

    def _list(self, operation, value):
        if all(isinstance(item, dtypes.DType) for item in value) and value:
            return AttrValue(list=ListValueOfAttr(type=[item.as_datatype_enum for item in value]))
        parts = [self._attribute(operation, "", item) for item in value]
        kind = parts[0].which("i", "f", "s", "b", "func") if parts else "i"
        return AttrValue(list=ListValueOfAttr(**{kind: [getattr(part, kind) for part in parts]}))


class _Named:
    """A function that has been exported."""

    def __init__(self, name):
        self.name = name


def _reference(tensor, references):
    """How a node in a function names its input: an argument, or ``node:output_name:index``."""
    known = references.get(id(tensor))
    if known is not None:
        return known
    name, index = output_place(tensor.op, tensor.value_index)
    return f"{tensor.op.name}:{name}:{index}"


def output_place(operation, position):
    """(name of the output argument, index in it) of an operation's flat output."""
    for arg in operation.op_def.outputs:
        count = 1
        if arg.number_attr:
            count = operation.attrs[arg.number_attr]
        elif arg.is_list:
            count = len(operation.attrs[arg.type_attr])
        if position < count:
            return arg.name, position
        position -= count
    raise ValueError(f"{operation!r} has no such output")


def _argument_name(name):
    """A node's name as an argument's: lower case, and nothing but letters, digits and underscores."""
    name = re.sub(r"[^a-z0-9_]", "_", name.lower())
    return name if name[:1].isalpha() else f"arg_{name}".replace("__", "_")


def _unique(name, taken):
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    taken.add(candidate)
    return candidate
