"""Graphs: nodes (`Operation`) in the order of their making, with TensorFlow's names, scopes and control dependencies."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import sys
import threading

from runtime.core.context import context, graph_mode
from runtime.core import graph_view, hooks
from runtime.core.convert import CONST
from runtime.core.device import device_or_function, placed
from runtime.core.graph_text import GraphDef, NodeDef, shape_error
from runtime.core.op_def import OpDef
from runtime.core.tensor import SymbolicTensor, Tensor

_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$")
_SCOPE = re.compile(r"^[A-Za-z0-9_.\\/>-]*$")
RUNTIME = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_graph_ids = itertools.count(1)


def _stack():
    """[(code, line)] of the calling user code, outermost first; the runtime's own frames are left out."""
    frames = []
    frame = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if not code.co_filename.startswith(RUNTIME):
            frames.append((code, frame.f_lineno))
        frame = frame.f_back
    frames.reverse()
    return frames


class Operation:
    """A node: an op with its inputs, attributes and outputs.

    Attributes:
        op_def: the `OpDef`; `type` is its name.
        inputs, outputs: a tuple and a list of SymbolicTensor.
        attrs: all attributes, those that follow from the inputs included.
        control_inputs: operations that must run before this one.
        device: of the `tf.device` block that it was made in.
        traceback: [(code, line)] of the user code that made it.
    """

    __slots__ = ("graph", "name", "op_def", "inputs", "outputs", "attrs", "control_inputs", "traceback", "device",
                 "__weakref__")

    def __init__(self, graph, name, op_def, inputs, attrs, control_inputs):
        self.graph = graph
        self.name = name
        self.op_def = op_def
        self.inputs = tuple(inputs)
        self.attrs = attrs
        self.control_inputs = control_inputs
        self.device = placed(context.device, self) if context.device else ""
        self.traceback = _stack()
        self.outputs = []

    @property
    def type(self):
        return self.op_def.name

    def get_attr(self, name):
        """The attribute's value, text as bytes. Raises ValueError if the op has no such attribute."""
        try:
            value = self.attrs[name]
            return value.encode() if isinstance(value, str) else value
        except KeyError:
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.") from None

    def kernel_attrs(self):
        """The kernel's keywords: attributes that the op declares, without those that follow from the inputs."""
        return {name: self.attrs[name] for name in self.op_def.attrs}

    @property
    def node_def(self):
        return NodeDef(self)

    def values(self):
        return tuple(self.outputs)

    def run(self, feed_dict=None, session=None):
        """Run it in `session`, by default the default one, of `tf.compat.v1`."""
        hooks.executed(self, feed_dict, session)

    def traceback_text(self):
        """The user frames as TensorFlow prints them, indented by four."""
        return "".join(f'    File "{code.co_filename}", line {line}, in {code.co_name}\n' for code, line in self.traceback)

    def __repr__(self):
        return f"<tf.Operation '{self.name}' type={self.type}>"

    def __str__(self):
        return str(self.node_def)


def _not_a_name(kind, name, pattern):
    return f"'{name}' is not a valid {kind}. A {kind} has to match the following pattern: {pattern.pattern}"


def as_operation(item):
    """`item`, or the operation that makes it; None for what no operation of a graph makes."""
    if isinstance(item, Operation):
        return item
    operation = None if hasattr(item, "dense_shape") and hasattr(item, "with_values") else getattr(item, "op", None)
    return operation if isinstance(operation, Operation) else None


class _Blocks(threading.local):
    """The ``with`` blocks of a graph that a thread is in: the name scope, what the nodes made inside wait for, and their gradients."""

    scope = ""
    control = ()
    gradients = {}


class Graph:
    """A graph under construction or finished.

    Attributes:
        operations: the nodes, in the order in which they were made, which is a legal order to run them in.
        outer_graph: the graph that was current when this one was made (None: eager code).
    """

    building_function = False
    is_top_function = False

    def __init__(self):
        self.operations = []
        self.outer_graph = context.graph
        self.seed = None
        self._names = {}
        self._blocks = _Blocks()
        self._by_name = {}
        self.number = next(_graph_ids)
        self.finalized = False
        self._barred = set()  # tensors that sessions may not feed, operations that they may not fetch

    def finalize(self):
        """Let no more nodes be added: RuntimeError from then on."""
        self.finalized = True

    # -- names ---------------------------------------------------------------------------------------------------
    def unique_name(self, name, mark_as_used=True):
        """`name` under the current scope, with ``_1``, ``_2``… if taken; upper and lower case count as the same."""
        if self._blocks.scope:
            name = f"{self._blocks.scope}/{name}"
        key = name.lower()
        used = self._names
        count = used.get(key, 0)
        if mark_as_used:
            used[key] = count + 1
        if count:
            base = key
            while key in used:
                key = f"{base}_{count}"
                count += 1
            if mark_as_used:
                used[key] = 1
            name = f"{name}_{count - 1}"
        return name

    def take_name(self, name):
        """Let `name`, in full, be taken."""
        self._names.setdefault(name.lower(), 1)

    @contextlib.contextmanager
    def name_scope(self, name):
        """Prefix the names of ops made inside; a name that ends in ``/`` re-enters that scope, None leaves all."""
        if name:
            pattern = _SCOPE if self._blocks.scope else _NAME
            if not pattern.match(name):
                kind = "scope name" if self._blocks.scope else "root scope name"
                raise ValueError(_not_a_name(kind, name, pattern))
        outer = self._blocks.scope
        if not name:
            self._blocks.scope = ""
        elif name.endswith("/"):
            self._blocks.scope = name[:-1]
        else:
            self._blocks.scope = self.unique_name(name)
        try:
            yield self._blocks.scope + "/" if self._blocks.scope else ""
        finally:
            self._blocks.scope = outer

    def get_name_scope(self):
        return self._blocks.scope

    # -- nodes ---------------------------------------------------------------------------------------------------
    def add_operation(self, op_def: OpDef, inputs, attrs, name=None):
        """Append a node. `inputs` are tensors of this graph; `attrs` those that the op declares.

        Raises:
            TypeError: an input's dtype does not fit.
            ValueError: the shapes contradict each other, or the name is not valid.
        """
        if self.finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")
        resolved = op_def.resolve(inputs, attrs)
        if name is None:
            name = self.unique_name(op_def.name)
        elif name.endswith("/"):
            name = name[:-1]
        else:
            if not _NAME.match(name) and not (self._blocks.scope and _SCOPE.match(name)):
                raise ValueError(_not_a_name("root scope name", name, _NAME))
            name = self.unique_name(name)
        if op_def.name in self._blocks.gradients:
            resolved["_gradient_op_type"] = self._blocks.gradients[op_def.name]
        operation = Operation(self, name, op_def, inputs, resolved, self._control_inputs(inputs) if self._blocks.control else [])
        for _, covered in self._blocks.control:
            covered.add(id(operation))
        shapes = self._infer(operation)
        if op_def.single:
            arg = op_def.outputs[0]
            operation.outputs.append(SymbolicTensor(operation, 0, arg.dtype or resolved[arg.type_attr], shapes))
        elif op_def.outputs:
            for index, dtype in enumerate(op_def.output_dtypes(resolved)):
                operation.outputs.append(SymbolicTensor(operation, index, dtype, shapes[index] if shapes else None))
        self.operations.append(operation)
        self._by_name[name] = operation
        return operation

    def create_op(self, op_type, inputs, dtypes=None, input_types=None, name=None, attrs=None, op_def=None, compute_shapes=True,
                  compute_device=True):
        """A new node of the op `op_type`.

        Args:
            inputs: tensors of this graph.
            attrs: name → AttrValue message.
            dtypes, input_types, op_def, compute_shapes, compute_device: accepted for compatibility; they follow from the op.

        Raises:
            TypeError: an input is no tensor, or of a dtype that the op does not take.
            ValueError: the name is not valid, or an input is of another graph.
            MissingOpError: the runtime lacks the op.
        """
        for index, item in enumerate(inputs):
            if not isinstance(item, Tensor):
                raise TypeError(f"Input #{index} is not a tensor: {item}")
        inputs = [self.capture(tensor) if tensor.op.graph is not self else tensor for tensor in inputs]
        found = hooks.op_of(op_type)
        name = op_type if name is None else name
        if not name.endswith("/") and not _NAME.match(name):
            raise ValueError(f"`{name}` is not a valid node name. Accepted names conform to Regex /{_NAME}/")
        with graph_mode(self):
            return self.add_operation(found, inputs, hooks.attributes_of(self, found, name, attrs), name)

    def _infer(self, operation):
        infer = operation.op_def.infer
        if infer is None:
            return None
        try:
            return infer(operation.inputs, operation.attrs)
        except ValueError as error:
            raise ValueError(shape_error(operation, error)) from None

    def _control_inputs(self, inputs):
        """What a new node on `inputs` must wait for: of each block around it, unless an input was made inside and waits already."""
        seen, result = {id(tensor.op) for tensor in inputs}, []
        for group, covered in self._blocks.control:
            if any(id(tensor.op) in covered for tensor in inputs):
                continue
            for operation in group:
                if id(operation) not in seen:
                    seen.add(id(operation))
                    result.append(operation)
        return result

    def control_dependencies(self, control_inputs):
        """Nodes made inside run after `control_inputs` (operations or tensors); None leaves all outer ones."""
        if control_inputs is None:
            return self._waiting(())
        group = []
        for item in control_inputs:
            operation = as_operation(item)
            if operation is None or operation.graph is not self:
                element = self.as_graph_element(item)
                operation = element if isinstance(element, Operation) else element.op
            group.append(operation)
        return self._waiting((*self._blocks.control, (group, set())))

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map):
        """Nodes that are made inside have other gradients: type of the op → a name given to `tf.RegisterGradient`."""
        if not isinstance(op_type_map, dict) or not all(isinstance(one, str) for pair in op_type_map.items() for one in pair):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        outer = self._blocks.gradients
        self._blocks.gradients = {**outer, **op_type_map}
        try:
            yield
        finally:
            self._blocks.gradients = outer

    @contextlib.contextmanager
    def _waiting(self, control):
        outer, self._blocks.control = self._blocks.control, control
        try:
            yield
        finally:
            self._blocks.control = outer

    def capture(self, tensor, name=None):
        """A tensor of this graph that stands for `tensor`. Plain graphs take no eager values: RuntimeError."""
        if isinstance(tensor, SymbolicTensor):
            if tensor.graph is self:
                return tensor
            raise ValueError(f"Tensor {tensor!r} must be from the same graph as this one ({self!r}).")
        raise RuntimeError((f"{name}: " if name else "") + "Attempting to capture an EagerTensor without building a function.")

    def constant(self, value, dtype, name=None):
        """A Const node that holds the NumPy value `value`."""
        return self.add_operation(CONST, [], {"value": value, "dtype": dtype}, name or "Const").outputs[0]

    # -- looking ---------------------------------------------------------------------------------------------------
    def get_operations(self):
        return list(self.operations)

    def get_operation_by_name(self, name):
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.") from None

    def get_tensor_by_name(self, name):
        operation, colon, index = name.partition(":")
        if not index.isdigit():
            if not colon and operation in self._by_name:
                raise ValueError(f"The name {name!r} refers to an Operation, not a Tensor. Tensor names must be of the form "
                                 "\"<op_name>:<output_index>\".")
            raise ValueError(f"The name {name!r} looks like an (invalid) Tensor name, but is not a valid Tensor name. Tensor "
                             "names must be of the form \"<op_name>:<output_index>\".")
        if operation not in self._by_name:
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist. The operation, {operation!r}, does "
                           "not exist in the graph.")
        outputs = self._by_name[operation].outputs
        if int(index) >= len(outputs):
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist. The operation, {operation!r}, exists "
                           f"but only has {len(outputs)} outputs.")
        return outputs[int(index)]

    def as_graph_element(self, obj, allow_tensor=True, allow_operation=True):
        """The tensor or operation that `obj` is, or names.

        Raises:
            TypeError: it is neither.
            ValueError, KeyError: it is not of this graph.
        """
        if isinstance(obj, str) and allow_tensor and (":" in obj or not allow_operation):
            return self.get_tensor_by_name(obj)
        if isinstance(obj, str) and allow_operation:
            return self.get_operation_by_name(obj)
        kind = "Tensor" if isinstance(obj, Tensor) else "Operation"
        if isinstance(obj, SymbolicTensor) and allow_tensor or isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"{kind} {obj} is not an element of this graph.")
            return obj
        if isinstance(obj, Tensor) and allow_tensor:
            raise AttributeError("Tensor.graph is undefined when eager execution is enabled.")
        wanted = " or ".join(["Tensor"] * allow_tensor + ["Operation"] * allow_operation)
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {wanted}.")

    # -- what sessions may feed and fetch -------------------------------------------------------------------------------
    def prevent_feeding(self, tensor):
        self._barred.add(tensor)

    def prevent_fetching(self, operation):
        self._barred.add(operation)

    def is_feedable(self, tensor):
        return tensor not in self._barred

    def is_fetchable(self, tensor_or_op):
        return (tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op) not in self._barred

    def as_default(self):
        return graph_mode(self)

    def device(self, device_name_or_function):
        """A block whose new operations are on that device."""
        return device_or_function(device_name_or_function)

    # -- collections: lists of whatever by name, as TensorFlow 1 keeps its Variables ----------------------------------
    @property
    def collections(self):
        return self.get_all_collection_keys()

    def get_collection_ref(self, name):
        """The list itself."""
        return vars(self).setdefault("_collections", {}).setdefault(name, [])

    def get_collection(self, name, scope=None):
        """A copy; with `scope` of the items whose names match that pattern at their start."""
        items = vars(self).get("_collections", {}).get(name, [])
        return list(items) if scope is None else [item for item in items if re.match(scope, getattr(item, "name", ""))]

    def add_to_collection(self, name, value):
        self.get_collection_ref(name).append(value)

    def add_to_collections(self, names, value):
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def clear_collection(self, name):
        vars(self).get("_collections", {}).pop(name, None)

    def get_all_collection_keys(self):
        return [name for name, items in vars(self).get("_collections", {}).items() if items]

    def as_graph_def(self, **_):
        return GraphDef(self)

    def listing(self):
        """The nodes in order, one a line, as a person reads them."""
        return graph_view.listing(self)

    def to_dot(self):
        """The graph as Graphviz text."""
        return graph_view.to_dot(self)

    def to_mermaid(self):
        """The graph as Mermaid text, which documentation sites draw."""
        return graph_view.to_mermaid(self)

    def verify(self):
        """Check every node against the op table. Raises AssertionError that names the node that does not fit."""
        known = set()
        owner = self.__dict__.get("base", self)  # graphs that return more share the nodes of another
        for operation in self.operations:
            for tensor in operation.inputs:
                assert tensor.graph is owner, f"{operation!r} reads {tensor!r} of another graph"
                assert id(tensor.op) in known, f"{operation!r} reads {tensor!r} before it is made"
            resolved = operation.op_def.resolve(operation.inputs, operation.attrs)
            expected = operation.op_def.output_dtypes(resolved)
            actual = [tensor.dtype for tensor in operation.outputs]
            assert actual == expected, f"{operation!r} has outputs {actual}, its op says {expected}"
            known.add(id(operation))

