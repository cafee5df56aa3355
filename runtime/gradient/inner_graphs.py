"""Graphs for backward passes: copies of forward graphs, and graphs that take what they need from a forward graph."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.context import context, graph_mode
from runtime.core.convert import constant_value
from runtime.core.dtypes import TRAINABLE
from runtime.core.func_graph import FuncGraph
from runtime.core.graph import Operation
from runtime.core.tensor import SymbolicTensor
from runtime.gradient.backprop import flat_gradient, value_dims, value_dtype
from runtime.core.indexed_slices import IndexedSlices
from runtime.gradient.symbolic import graph_gradients


def copy_graph(graph):
    """A FuncGraph with the same nodes, inputs, captures and outputs, to which more can be added."""
    with graph_mode(graph.outer_graph):
        copy = FuncGraph(graph.name)
    copy.seed = graph.seed
    copy._blocks.scope = graph._blocks.scope
    copy._names = dict(graph._names)
    copy._variables = dict(graph._variables)
    tensors, operations = {}, {}
    for old in graph.operations:
        new = Operation.__new__(Operation)
        new.graph, new.name, new.op_def, new.traceback = copy, old.name, old.op_def, old.traceback
        new.inputs = [tensors[id(tensor)] for tensor in old.inputs]
        new.attrs = dict(old.attrs)
        new.outputs = []
        for index, tensor in enumerate(old.outputs):
            twin = SymbolicTensor(new, index, tensor.dtype, tensor._dims)
            twin.handle_data = tensor.handle_data
            new.outputs.append(twin)
            tensors[id(tensor)] = twin
        operations[id(old)] = new
        copy.operations.append(new)
        copy._by_name[new.name] = new
    for old in graph.operations:  # a control input may be a later node: outputs wait for the effects
        operations[id(old)].control_inputs = [operations[id(control)] for control in old.control_inputs]
    copy.inputs = [tensors[id(tensor)] for tensor in graph.inputs]
    copy.outputs = [tensors[id(tensor)] for tensor in graph.outputs]
    copy.control_outputs = [operations[id(operation)] for operation in graph.control_outputs]
    copy._captures = {key: (outer, tensors[id(inner)]) for key, (outer, inner) in graph._captures.items()}
    copy.finished = True
    copy.original = graph
    copy.twins = tensors | {key: tensors[id(tensor)] for key, tensor in graph.__dict__.get("twins", {}).items()}
    return copy


def with_outputs(graph, outputs):
    """A FuncGraph over the very nodes of `graph` that returns `outputs`."""
    return with_inputs_and_outputs(graph, graph.inputs, outputs)


def with_inputs_and_outputs(graph, inputs, outputs):
    """A FuncGraph over the very nodes of `graph` that takes `inputs` and returns `outputs`."""
    other = FuncGraph.__new__(FuncGraph)
    other.__dict__.update(graph.__dict__)
    for made_from_it in ("plan", "differentiable"):
        other.__dict__.pop(made_from_it, None)
    other.base = graph.__dict__.get("base", graph)
    other.inputs = list(inputs)
    other.outputs = list(outputs)
    return other


def own_copy(graph):
    """`graph`, if it is a copy for one node alone; else such a copy, whose nodes are those of `base`."""
    if "original_count" in graph.__dict__:
        return graph
    copy = copy_graph(graph)
    copy.base = copy
    copy.original_count = len(graph.outputs)
    return copy


def original_count(graph):
    """How many outputs the graph had before its own copy was given more."""
    return graph.original_count


def is_of(tensor, graph):
    """Whether `tensor` belongs to the nodes of `graph`, which is an own copy."""
    return type(tensor) is SymbolicTensor and tensor.op.graph is graph.base


def add_outputs(operation, like, tapes=None):
    """Give a node more outputs, like the tensors `like`. The `tapes` that know the node (the current ones) learn of them."""
    for tensor in like:
        output = SymbolicTensor(operation, len(operation.outputs), tensor.dtype, tensor._dims)
        output.handle_data = tensor.handle_data
        operation.outputs.append(output)
    for tape in context.tapes if tapes is None else tapes:
        tape.node_grew(operation)


def carries_gradient(tensor):
    """Whether a gradient can flow through `tensor`: numbers, lists of tensors, Variables."""
    return tensor.dtype in TRAINABLE and (tensor.dtype is not dtypes.resource or tensor.handle_data is not None)


class BackwardGraph(FuncGraph):
    """A graph in which the gradient of another FuncGraph is built: what it needs of that one, it captures."""

    def __init__(self, name, forward):
        with graph_mode(forward.outer_graph):
            super().__init__(name)
        self.forward = forward
        self.seed = forward.seed
        self._twins = {}  # id of a constant of `forward` → the same constant here

    def _inner(self, tensor, name):
        tensor = self.forward_tensor(tensor)
        if type(tensor) is not SymbolicTensor or tensor.op.graph is not self.forward:
            return super()._inner(tensor, name)
        known = self._captures.get(id(tensor))
        if known is not None:
            return known[1]
        twin = self._known_constant(tensor)
        if twin is not None:
            return twin
        inner = self._placeholder_capture(tensor, name)
        self._captures[id(tensor)] = tensor, inner
        return inner

    def forward_tensor(self, tensor):
        """The tensor of `forward` for one of the graph that it is a copy of, as gradient functions of the user's hold it."""
        return self.forward.__dict__.get("twins", {}).get(id(tensor), tensor)

    def _known_constant(self, tensor):
        """A constant of this graph with the value of `tensor`, if that is the same in every run."""
        if id(tensor) not in self._twins:
            op_def = tensor.op.op_def  # values that nobody needs to hand over
            value = constant_value(tensor) if op_def.is_constant or op_def.by_shape else None
            if value is None:
                return None
            with self.control_dependencies(None):
                self._twins[id(tensor)] = self.constant(value, tensor.dtype)
        return self._twins[id(tensor)]

    def gradients(self, targets, sources):
        """Gradients of `targets` for the gradients in new inputs of this graph, with respect to `sources`.

        Returns:
            For each source None, a tensor or an `IndexedSlices`, of this graph.
        """
        outer_tapes, context.tapes = context.tapes, ()
        try:
            with graph_mode(self), self.name_scope("gradients") as scope:
                seeds = [self.add_input(value_dtype(target), value_dims(target), f"{scope}grad_ys_{index}")
                         for index, target in enumerate(targets)]
                return graph_gradients(targets, sources, seeds, [self.forward])
        finally:
            context.tapes = outer_tapes


class Packing:
    """How gradients that may be None or `IndexedSlices` are laid out as flat outputs."""

    def __init__(self, gradients):
        self.flat = []
        self.slots = []
        for gradient in gradients:
            parts = flat_gradient(gradient)
            self.slots.append((len(self.flat), len(parts)))
            self.flat.extend(parts)

    def unpack(self, outputs):
        """The gradients whose flat form is `outputs`."""
        result = []
        for start, count in self.slots:
            parts = outputs[start:start + count]
            result.append(None if not parts else parts[0] if count == 1 else IndexedSlices(*parts))
        return result
