"""From TensorFlow's FunctionDefs to the runtime's graphs. Nothing is run: nodes of ops that the runtime has are made.

The definitions come from files and are not trusted: what does not fit the op table, calls itself or grows beyond bounds
raises `GraphError`, whose text names the function and the node.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re

from runtime import ops
from runtime.core import dtypes, errors
from runtime.core.context import graph_mode, init_scope
from runtime.core.func_graph import FuncGraph
from runtime.core.op_def import OPS
from runtime.gradient.custom_gradient import CUSTOM
from runtime.ops.host import PRINT_V2
from runtime.proto.values import array_of, dims_of, dtype_of
from runtime.saved_model.custom_gradients import LoadedGradient, MissingGradient
from runtime.saved_model.export_graph import DATA

_MAX_NODES = 5_000_000  # of a function with all that it calls written out in place
_MAX_DEPTH = 100        # of functions that call functions
_NAME = re.compile(r"__inference_(.*?)(_\d+)?$")


class GraphError(ValueError):
    """A function in a file does not make a graph."""


class Importer:
    """Makes graphs of the functions in a library, each once.

    Args:
        library: FunctionDefLibrary, or None.
    """

    def __init__(self, library):
        self._functions = {}
        for function in library.function if library is not None else ():
            if function.signature is not None:
                self._functions[function.signature.name] = function
        self.gradients = {gradient.registered_op_type: LoadedGradient(gradient) for gradient in
                          (library.registered_gradients if library is not None else ())}
        self._graphs = {}
        self._sizes = {}
        self._building = []

    def graph(self, name):
        """The FuncGraph of the function `name`.

        Raises:
            GraphError: it does not make a graph.
            MissingOpError: it needs an op that the runtime does not have.
        """
        found = self._graphs.get(name)
        if found is None:
            function = self._functions.get(name)
            if function is None:
                raise GraphError(f"there is no function {name}")
            if name in self._building or len(self._building) >= _MAX_DEPTH:
                raise GraphError(f"the function {name} calls itself" if name in self._building else
                                 f"functions call each other more than {_MAX_DEPTH} deep")
            self._building.append(name)
            try:
                with init_scope():
                    found = self._build(function, name)
            finally:
                self._building.pop()
            self._graphs[name] = found
        return found

    def _build(self, function, name):
        match = _NAME.match(name)
        graph = FuncGraph(match[1] if match else name)
        try:
            with graph_mode(graph):
                return Builder(self, function, graph).build()
        except KeyError as error:
            raise GraphError(f"the function {name} does not make a graph: it lacks {error}") from None
        except (ValueError, TypeError, AttributeError, OverflowError) as error:
            raise GraphError(f"the function {name} does not make a graph: {error}") from None

    def note_size(self, graph, callees):
        """Bound what a function is when all calls in it are written out, as plans have it."""
        size = len(graph.operations) + sum(self._sizes[id(callee)] for callee in callees)
        if size > _MAX_NODES:
            raise GraphError(f"the function {graph.name} is larger than {_MAX_NODES} nodes with all that it calls")
        self._sizes[id(graph)] = size


class Builder:
    """Fills one graph from its FunctionDef.

    Attributes:
        takes_placeholders: whether nodes may be placeholders, as in plain graphs; in functions they are arguments.
        takes_variables: whether nodes may make variables, as in plain graphs; elsewhere these are arguments.
        prefix: of the names of the nodes.
    """

    takes_placeholders = False
    takes_variables = False
    prefix = ""

    def __init__(self, importer, function, graph):
        self.importer = importer
        self.function = function
        self.graph = graph
        self.tensors = {}      # argument name → tensor
        self.operations = {}   # node name → operation
        self.callees = []

    def build(self):
        signature, graph = self.function.signature, self.graph
        for position, argument in enumerate(signature.input_arg):
            self._argument(position, argument)
        for node in self._ordered():
            self._node(node)
        for argument in signature.output_arg:
            graph.outputs.append(self._tensor(self.function.ret[argument.name]))
        for name in self.function.control_ret.values():
            if name in self.operations:
                graph.control_outputs.append(self.operations[name])
        graph.finished = True
        self.importer.note_size(graph, self.callees)
        return graph

    def _argument(self, position, argument):
        if argument.name in self.tensors:
            raise GraphError(f"two arguments are called {argument.name}")
        dtype = dtype_of(argument.type)
        attrs = self.function.arg_attr[position].attr if position in self.function.arg_attr else {}
        shapes = self.function.attr["_input_shapes"].list if "_input_shapes" in self.function.attr else None
        dims = None
        if shapes is not None and position < len(shapes.shape):
            dims = dims_of(shapes.shape[position])
        elif "_output_shapes" in attrs and attrs["_output_shapes"].list is not None and attrs["_output_shapes"].list.shape:
            dims = dims_of(attrs["_output_shapes"].list.shape[0])
        if dtype is dtypes.resource:
            dims = ()
        handle_data = None
        if argument.handle_data:
            handle_data = dims_of(argument.handle_data[0].shape), dtype_of(argument.handle_data[0].dtype)
        user_name = attrs["_user_specified_name"].s.decode("utf-8", "replace") \
            if "_user_specified_name" in attrs and attrs["_user_specified_name"].s else None
        self.tensors[argument.name] = self.graph.add_input(dtype, dims, argument.name, handle_data,
                                                           user_name or argument.name)

    def _ordered(self):
        """The nodes, each after all that it needs; in the order of the file where that leaves a choice."""
        nodes = {}
        for node in self.function.node_def:
            if node.name in nodes or node.name in self.tensors:
                raise GraphError(f"two nodes are called {node.name}")
            nodes[node.name] = node
        state, order = {}, []
        for start in nodes.values():
            stack = [start]
            while stack:
                node = stack[-1]
                known = state.get(node.name)
                if known is None:
                    state[node.name] = "open"
                    for text in reversed(node.input):
                        needed = nodes.get(text.lstrip("^").partition(":")[0])
                        if needed is None or state.get(needed.name) == "done":
                            continue
                        if state.get(needed.name) == "open":
                            raise GraphError(f"the node {needed.name} depends on itself")
                        stack.append(needed)
                    continue
                stack.pop()
                if known == "open":
                    state[node.name] = "done"
                    order.append(node)
        return order

    def _node(self, node):
        op_def = OPS.get(node.op) or all_ops().get(node.op)
        if op_def is not None and op_def.files:
            raise errors.MissingOpError(f"the node {node.name} ({node.op}) reads or writes files, which loaded functions may not")
        if DATA.search(node.op):
            raise errors.MissingOpError(f"the node {node.name} ({node.op}) belongs to a dataset, which loaded functions cannot use here")
        if op_def is None or op_def.kernel is None and not (op_def.is_placeholder or op_def.role == "variable" and self.takes_variables):
            raise errors.MissingOpError(f"the runtime has no operation {node.op} (node {node.name})")
        if op_def.calls_python:
            raise errors.MissingOpError(f"the node {node.name} ({node.op}) calls Python code, which is not in the file")
        if op_def.is_placeholder and not self.takes_placeholders:
            raise GraphError(f"the node {node.name} is a placeholder that is no argument")
        inputs = [self._tensor(text) for text in node.input if not text.startswith("^")]
        attrs = self.attributes(op_def, node)
        if node.op == CUSTOM.name and "_gradient_op_type" in node.attr:
            kind = _text(node.attr["_gradient_op_type"].s)
            op_def, attrs["_gradient_function"] = CUSTOM, self.importer.gradients.get(kind) or MissingGradient(node.name, kind)
        if op_def is PRINT_V2 and attrs.get("output_stream", "").startswith("file://"):
            raise GraphError(f"the node {node.name} writes to {attrs['output_stream']}: loaded functions print to the "
                             "standard streams and the log alone")
        try:
            self._check_count(op_def, inputs)
            operation = self.graph.add_operation(op_def, inputs, attrs, f"{self.prefix}{node.name}/")
        except (TypeError, ValueError) as error:
            raise GraphError(f"the node {node.name} ({node.op}) does not fit: {error}") from None
        check_called(operation)
        for text in node.input:
            if text.startswith("^") and text[1:] in self.operations:
                operation.control_inputs.append(self.operations[text[1:]])
        self._pass_handles_on(operation)
        self.operations[node.name] = operation

    def attributes(self, op_def, node):
        """The attributes of a node that the op declares."""
        attrs = {name: self._attribute(op_def, node, name) for name in op_def.attrs if name in node.attr}
        if op_def.is_constant:
            attrs["value"], attrs["dtype"] = array_of(node.attr["value"].tensor)
        return attrs

    @staticmethod
    def _check_count(op_def, inputs):
        if op_def.list_input is None and len(inputs) != len(op_def.inputs):
            raise ValueError(f"it has {len(inputs)} inputs, the op takes {len(op_def.inputs)}")
        lists = sum(arg.is_list for arg in op_def.inputs)
        if lists and (len(inputs) - len(op_def.inputs) + lists) % lists:
            raise ValueError(f"{len(inputs)} inputs do not make {lists} lists of one length")
        if op_def.list_input is not None and len(inputs) < len(op_def.inputs) - lists:
            raise ValueError(f"it has {len(inputs)} inputs only")

    def _pass_handles_on(self, operation):
        """Resources and lists that come out of an operation know what they hold, as what goes in does."""
        graphs = [value for value in operation.attrs.values() if hasattr(value, "operations")]
        for graph in graphs:
            for output, inner in zip(operation.outputs, graph.outputs):
                if output.handle_data is None:
                    output.handle_data = inner.handle_data
        if operation.op_def.role == "variable":
            operation.outputs[0].handle_data = operation.attrs["shape"], operation.attrs["dtype"]
        elif operation.op_def.role == "identity" and operation.inputs:
            operation.outputs[0].handle_data = operation.inputs[0].handle_data
        elif operation.op_def.role == "loop":
            for output, tensor in zip(operation.outputs, operation.inputs):
                output.handle_data = tensor.handle_data

    def _tensor(self, text):
        """The tensor that an input is called by: an argument, or ``node:output_name:index``."""
        if text in self.tensors:
            return self.tensors[text]
        name, *place = text.split(":")
        operation = self.operations.get(name)
        if operation is None or len(place) > 2:
            raise GraphError(f"there is no tensor {text}")
        position, index = 0, int(place[-1]) if place and place[-1].isdigit() else 0
        if len(place) == 2:
            position = _first_output(operation, place[0])
        if position is None or position + index >= len(operation.outputs):
            raise GraphError(f"there is no tensor {text}")
        return operation.outputs[position + index]

    def _attribute(self, op_def, node, name):
        value = node.attr[name]
        kind = value.which("s", "i", "f", "b", "type", "shape", "func", "tensor", "list")
        default = op_def.attrs[name]
        if kind == "s":
            return _text(value.s)
        if kind in ("i", "b", "f"):
            if isinstance(default, (bool, int, float)) and not isinstance(getattr(value, kind), type(default)):
                raise GraphError(f"the attribute {name} of {node.name} is of another type")
            return getattr(value, kind)
        if kind == "type":
            return dtype_of(value.type)
        if kind == "shape":
            return dims_of(value.shape)
        if kind == "func":
            return self._callee(value.func.name)
        if kind == "tensor":
            return array_of(value.tensor)[0]
        if kind == "list":
            return self._list(value.list)
        if isinstance(default, list):
            return []
        if default is None:
            return None
        raise GraphError(f"the attribute {name} of {node.name} has no value")

    def _list(self, items):
        if items.type:
            return [dtype_of(item) for item in items.type]
        if items.func:
            return [self._callee(item.name) for item in items.func]
        if items.shape:
            return [dims_of(item) for item in items.shape]
        if items.s:
            return [_text(item) for item in items.s]
        return items.i or items.f or items.b or []

    def _callee(self, name):
        graph = self.importer.graph(name)
        self.callees.append(graph)
        return graph


def check_called(operation):
    """Raises GraphError unless the functions that a node calls take what it gives them and return what comes out of it."""
    given, results = operation.inputs, operation.outputs
    if operation.op_def.role == "call":
        called = {"f": (given, results)}
    elif operation.op_def.role == "branch":
        called = {name: (given[1:], results) for name in ("then_branch", "else_branch")}
    elif operation.op_def.role == "case":
        called = {"branches": (given[1:], results)}
    elif operation.op_def.role == "loop":
        called = {"cond": (given, None), "body": (given, given)}
    else:
        return
    for name, (arguments, returned) in called.items():
        graphs = operation.attrs.get(name)
        for graph in graphs if isinstance(graphs, list) and graphs else [graphs]:
            if not isinstance(graph, FuncGraph):
                raise GraphError(f"the node {operation.name} ({operation.type}) calls no function as {name}")
            _check_fits(operation, graph, "takes", graph.inputs, arguments)
            if returned is not None:
                _check_fits(operation, graph, "returns", graph.outputs, returned)
            elif len(graph.outputs) != 1:
                raise GraphError(f"the condition {graph.name} of the node {operation.name} returns {len(graph.outputs)} tensors")


def _check_fits(operation, graph, does, own, wanted):
    own, wanted = ([tensor.dtype.name for tensor in tensors] for tensors in (own, wanted))
    if own != wanted:
        raise GraphError(f"the function {graph.name} {does} {own}, the node {operation.name} ({operation.type}) that calls it has {wanted}")


@functools.cache
def all_ops():
    """The table of ops with those that are declared when their modules are first used."""
    for module in pkgutil.walk_packages(ops.__path__, "runtime.ops."):
        importlib.import_module(module.name)
    importlib.import_module("runtime.ragged.kernels")
    return OPS


def _text(value):
    """Attributes are text, but for a few that hold messages."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def _first_output(operation, name):
    """Position of the first flat output of the output argument `name`."""
    position = 0
    for arg in operation.op_def.outputs:
        if arg.name == name:
            return position
        position += operation.attrs[arg.number_attr] if arg.number_attr else \
            len(operation.attrs[arg.type_attr]) if arg.is_list else 1
    return None
