"""`FuncGraph`: the graph of a function, with inputs, outputs and what it captured from outside."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, hooks, nest, random_seed
from runtime.core.context import context
from runtime.core.convert import CONST
from runtime.core.graph import Graph, as_operation
from runtime.core.op_def import REQUIRED, op
from runtime.core.tensor import EagerTensor, SymbolicTensor, out_of_scope

PLACEHOLDER = op("Placeholder", "-> output: dtype", role="placeholder",
                 attrs={"dtype": REQUIRED, "shape": None, "_user_specified_name": None},
                 infer=lambda inputs, attrs: attrs["shape"])

_SMALL = 128  # elements; TensorFlow copies eager values up to this size into the graph as constants


class InputArray(np.ndarray):
    """An array that graphs take as an input, however small it is: the path of an asset, which differs once it is saved."""


class FuncGraph(Graph):
    """The graph of one trace.

    Attributes:
        inputs: placeholders of the arguments, then of the captures.
        outputs: flat list of tensors that a run returns.
        structured_outputs: what the Python function returned, with tensors of this graph for leaves.
        captures: list of (outer tensor, tensor of this graph).
        variables: Variables that the trace touched, in order.
        control_captures: operations of graphs around for which something here is to wait: what runs this graph waits for them.
        control_outputs: operations that every run must execute, though no output needs them.
        keeps_effects: whether every run executes all effects, in the order of the program.
    """

    building_function = True
    is_inside_function = False  # it is a branch or a loop body: what must be known of a call, the function around knows
    keeps_effects = True  # False in branches and loops of plain graphs, where only what results need is run

    def __init__(self, name):
        super().__init__()
        self.seed = random_seed.global_seed() if self.outer_graph is None else self.outer_graph.seed
        self.name = name
        self.inputs = []
        self.outputs = []
        self.structured_outputs = None
        self.structured_input_signature = None
        self.control_outputs = []
        self.finished = False
        self.control_captures = []
        self._captures = {}
        self._arguments = {}  # the same for the handles of Variables that are arguments: they are inputs, not captures
        self._variables = {}
        self._deferred = {}  # key → what every call reads anew

    @property
    def is_top_function(self):
        """It is a whole function's graph, not that of a branch or loop body inside one."""
        return self.outer_graph is None or not self.outer_graph.building_function

    @property
    def captures(self):
        return list(self._captures.values())

    @property
    def external_captures(self):
        return [outer for outer, _ in self._captures.values()]

    @property
    def internal_captures(self):
        return [inner for _, inner in self._captures.values()]

    @property
    def variables(self):
        return tuple(self._variables.values())

    @property
    def trainable_variables(self):
        return tuple(v for v in self._variables.values() if v.trainable)

    def control_dependencies(self, control_inputs):
        if control_inputs is None:
            return super().control_dependencies(None)
        own = []
        for item in control_inputs:
            operation = as_operation(item)
            if operation is not None and operation.graph is not self:
                if operation not in self.control_captures:
                    self.control_captures.append(operation)
            elif operation is not None or item is None or getattr(item, "graph", None) is self:
                own.append(item)
        return super().control_dependencies(own)

    def watch_variable(self, variable):
        """Note that the trace touched `variable`, here and in the functions around."""
        if id(variable.handle) in self._arguments:
            return
        self._variables.setdefault(id(variable), variable)
        if isinstance(self.outer_graph, FuncGraph):
            self.outer_graph.watch_variable(variable)

    def add_input(self, dtype, dims, name, handle_data=None, user_name=None):
        """A new placeholder at the end of the inputs."""
        scope, self._blocks.scope = self._blocks.scope, ""
        try:
            operation = self.add_operation(PLACEHOLDER, [], {"dtype": dtype, "shape": dims, "_user_specified_name":
                                                             user_name or name}, name)
        finally:
            self._blocks.scope = scope
        placeholder = operation.outputs[0]
        placeholder.handle_data = handle_data
        self.inputs.append(placeholder)
        return placeholder

    def capture(self, tensor, name=None):
        """The tensor of this graph that stands for `tensor` of an outer graph or of eager code.

        Tapes see the two as one, so that gradients flow from what is built here to what was captured.

        Raises:
            TypeError, InaccessibleTensorError: `tensor` belongs to a trace that is over or not around this one.
        """
        inner = self._inner(tensor, name)
        if context.tapes and inner is not tensor:
            for tape in context.tapes:
                tape.record_capture(tensor, inner)
        return inner

    def _inner(self, tensor, name):
        if type(tensor) is SymbolicTensor:
            if tensor.op.graph is self:
                return tensor
            if is_around(self, tensor.op.graph):  # out of a branch or loop body inside this one
                raise out_of_scope(tensor, self)
            # A tensor of a finished trace is captured like any other: the call fails, for want of its value.
            if self.outer_graph is not tensor.op.graph and is_around(tensor.op.graph, self):  # link by link, so that each graph between passes it on
                tensor = self.outer_graph.capture(tensor, name)
        known = self._captures.get(id(tensor)) or self._arguments.get(id(tensor))
        if known is not None:
            return known[1]
        if type(tensor) is EagerTensor:
            if tensor.dtype.numpy_dtype is not None and tensor._value.size <= _SMALL and type(tensor._value) is not InputArray:
                inner = self._constant_capture(tensor, name)
                self._captures[id(tensor)] = (tensor, inner)
                return inner
        inner = self._placeholder_capture(tensor, name)
        self._captures[id(tensor)] = (tensor, inner)
        return inner

    def _constant_capture(self, tensor, name):
        inner = self.add_operation(CONST, [], {"value": tensor._value, "dtype": tensor.dtype}, name or "Const").outputs[0]
        self.inputs.append(inner)
        return inner

    def _placeholder_capture(self, tensor, name):
        outer_control, self._blocks.control = self._blocks.control, ()
        try:
            dims = tensor._dims if tensor.dtype is not dtypes.resource else ()
            if type(tensor) is SymbolicTensor:
                name = tensor.op.name
            inner = self.add_operation(PLACEHOLDER, [], {"dtype": tensor.dtype, "shape": dims, "_user_specified_name":
                                                         (name or "").rpartition("/")[2] or None},
                                       name or str(tensor._id)).outputs[0]
        finally:
            self._blocks.control = outer_control
        inner.handle_data = tensor.handle_data
        self.inputs.append(inner)
        return inner

    def capture_call_time_value(self, closure, spec, key=None, default_value=None, placeholder=None):
        """Placeholders for what `closure` returns at each call.

        Args:
            spec: the TensorSpec, or a nest of them, of the value.
            key: calls with an equal key share the placeholders, and the first closure.
            default_value, placeholder: accepted for compatibility.
        """
        if self.is_inside_function and isinstance(self.outer_graph, FuncGraph):
            outer = self.outer_graph.capture_call_time_value(closure, spec, key)
            return nest.map_structure(self.capture, outer)
        key = object() if key is None else key
        if key not in self._deferred:
            self._deferred[key] = hooks.deferred_capture(self, closure, spec, key)
        return self._deferred[key].placeholder

    @property
    def deferred_internal_captures(self):
        return [tensor for deferred in self._deferred.values() for tensor in deferred.tensors]

    @property
    def deferred_external_captures(self):
        return [deferred.read for deferred in self._deferred.values()]

    def call_values(self):
        """The tensors that a call now passes for the captures."""
        captured = self.external_captures
        return captured + [tensor for deferred in self._deferred.values() for tensor in deferred.read()] if self._deferred else captured

    def defer_capture(self, tensor, closure, spec):
        """Let `closure` give what stands for the captured `tensor` at each call."""
        key = next(key for key, (outer, _) in self._captures.items() if outer is tensor)
        _, inner = self._captures.pop(key)
        self._deferred[object()] = hooks.deferred_capture(self, closure, spec, None, inner)
        self.order_inputs()

    def order_inputs(self):
        """Put the placeholders of captures after the arguments, those of deferred ones last, as `call_values` has them."""
        captured = self.internal_captures + self.deferred_internal_captures
        known = set(map(id, captured))
        self.inputs[:] = [tensor for tensor in self.inputs if id(tensor) not in known] + captured

    def add_argument(self, handle, placeholder):
        """Let `placeholder` stand for the handle of a Variable that is an argument, wherever the trace meets it."""
        self._arguments[id(handle)] = (handle, placeholder)

    def replace_capture(self, outer, inner):
        """Let `inner`, a placeholder that is already an input, stand for `outer`."""
        self._captures[id(outer)] = (outer, inner)

    @property
    def captured_inputs(self):
        return self.external_captures

    def __repr__(self):
        return f"FuncGraph(name={self.name}, id={id(self)})"

    __str__ = __repr__


def is_around(outer, inner):
    """Whether the graph `outer` is one of those that `inner` was made in."""
    inner = inner.outer_graph
    while inner is not None and inner is not outer:
        inner = inner.outer_graph
    return inner is not None


def is_stateful(graph):
    """Whether running `graph` has effects or reads state."""
    return any(operation.op_def.stateful for operation in graph.operations)
