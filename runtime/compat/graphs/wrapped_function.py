"""`tf.compat.v1.wrap_function`: a function of TensorFlow 1's kind as a graph that can be called, and cut down to a part of it.

Of its effects those run that its results need. Its Variables are made once, while it is traced.
"""

from __future__ import annotations

import inspect

from runtime.core import nest
from runtime.core.context import context, graph_mode, init_scope
from runtime.core.convert import convert_to_tensor
from runtime.core.func_graph import FuncGraph
from runtime.core.graph import Operation
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.compat.graphs.graph_variables import GLOBAL_VARIABLES, TRAINABLE_VARIABLES
from runtime.function.concrete import ConcreteFunction
from runtime.function.function_type import FunctionType, Parameter
from runtime.function.lift import lift
from runtime.function.tensor_spec import TensorSpec
from runtime.function.trace_type import from_value
from runtime.variables import ResourceVariable


class _WrappedGraph(FuncGraph):
    """A graph whose Variables are made outside of it, at once."""

    keeps_effects = False

    def __init__(self, name):
        super().__init__(name)
        self.held = []

    def create_variable(self, name=None, collections=None, initial_value=None, **kwargs):
        scope = self.get_name_scope()
        full = f"{scope}/{name or 'Variable'}" if scope else name or "Variable"
        with init_scope():
            variable = ResourceVariable(initial_value=_outside(initial_value, full), name=full, **kwargs)
        self.held.append(variable)
        collections = [GLOBAL_VARIABLES] if collections is None else list(collections)
        if variable.trainable and TRAINABLE_VARIABLES not in collections:
            collections.append(TRAINABLE_VARIABLES)
        self.add_to_collections(collections, variable)
        return variable

    @property
    def variables(self):
        return tuple(self.held) if self.held else super().variables


def _outside(value, name):
    """`value`, unless it is a tensor of the graph, which has none outside."""
    if isinstance(value, SymbolicTensor):
        raise ValueError(
            f"Argument `initial_value` ({value}) could not be lifted out of a `tf.function`. (Tried to create variable with "
            f"name='{name}/'). To avoid this error, when constructing `tf.Variable`s inside of `tf.function` you can create the `initial_value` tensor in a "
            "`tf.init_scope` or pass a callable `initial_value` (e.g., `tf.Variable(lambda : tf.truncated_normal([10, 40]))`). Please file "
            "a feature request if this restriction inconveniences you.")
    return value


class WrappedFunction(ConcreteFunction):
    """A graph that is called with its tensors in order.

    Attributes:
        graph: the graph; all its tensors can be inputs and outputs of a `prune`d function.
    """

    def __call__(self, *args, **kwargs):
        """Run it.

        Raises:
            NotImplementedError: there are keyword arguments.
            ValueError: there are too few arguments, or one is of another dtype.
        """
        if kwargs:
            raise NotImplementedError("Keyword arguments are not supported when calling a wrap_function-decorated function. Got "
                                      f"{kwargs}.")
        wanted = self.inputs[:self._argument_count]
        if len(args) > len(self.function_type.parameters):
            raise IndexError("list index out of range")
        if len(args) < len(wanted):
            expected = ", ".join(f'name: "{name}"\ntype: {tensor.dtype.proto_name}\n' for name, tensor in zip(_numbered(wanted), wanted))
            raise ValueError(f"Signature specifies {len(wanted)} arguments, got: {len(args)}. Expected inputs: [{expected}]. Received "
                             f"inputs: {args}. Function Type: {self.function_type.describe()}")
        return self.call_flat([convert_to_tensor(value, tensor.dtype) for value, tensor in zip(args, wanted)])

    def prune(self, feeds, fetches, name=None, input_signature=None):
        """The part of the graph that computes `fetches` from `feeds`, as a function.

        Args:
            feeds: tensors of the graph, or their names, which become the arguments.
            fetches: a nest of tensors and operations, or their names.

        Raises:
            KeyError, ValueError: there is no such tensor.
            UnliftableError: a fetch needs a placeholder that is not fed.
        """
        feeds = [self.graph.as_graph_element(item, allow_operation=False) for item in nest.flatten(feeds)]
        fetched = nest.map_structure(self.graph.as_graph_element, fetches)
        graph = _WrappedGraph(name or "pruned")
        _copy_part(self.graph, graph, feeds, fetched)
        return _wrapped(graph, [TensorSpec(tensor._dims, tensor.dtype, tensor.op.name) for tensor in graph.inputs[:len(feeds)]])


def _numbered(tensors):
    """TensorFlow's names of the arguments: lower case, with numbers where they are the same."""
    return [tensor.op.name.lower() for tensor in tensors]


def _copy_part(source, target, feeds, fetched):
    """Copy into `target` what of `source` the tensors and operations of the nest `fetched` need, given `feeds`."""
    wanted = nest.flatten(fetched)
    with graph_mode(target):
        tensors = {id(tensor): target.add_input(tensor.dtype, tensor._dims, tensor.op.name, tensor.handle_data) for tensor in feeds}
        operations = lift(source, target, wanted, tensors)
    for variable in source.variables:
        target.watch_variable(variable)
    target.control_outputs = [operations[id(item)] for item in wanted if isinstance(item, Operation)]
    _finish(target, nest.map_structure(lambda item: None if isinstance(item, Operation) else tensors[id(item)], fetched))


def _finish(graph, structured):
    graph.structured_outputs = structured
    graph.outputs.extend(leaf for leaf in nest.flatten(structured, expand_composites=True) if leaf is not None)
    graph.finished = True


def _wrapped(graph, signature):
    parameters = []
    for index, spec in enumerate(signature):
        if isinstance(spec, TensorSpec):
            spec = TensorSpec(spec.shape, spec.dtype, f"tensor_{index}")
        parameters.append(Parameter(f"arg_{index}", inspect.Parameter.POSITIONAL_ONLY, False, from_value(spec)))
    return WrappedFunction(graph, FunctionType(parameters))


def wrap_function(fn, signature, name=None):
    """Call `fn` once with placeholders for the specs in `signature`; the graph that it made, as a function.

    Raises:
        TypeError: `fn` returns something that is no tensor.
        Whatever `fn` raises.
    """
    graph = _WrappedGraph("wrapped_function" + (f"_{name}" if name else ""))

    def place(spec):
        return graph.add_input(spec.dtype, spec._dims, spec.name or "Placeholder") if isinstance(spec, TensorSpec) else spec

    def result(value):
        if value is None:
            return None
        if not isinstance(value, Operation):
            try:
                return convert_to_tensor(value)
            except (ValueError, TypeError):
                if isinstance(value, Tensor):
                    raise
        raise TypeError("To be compatible with tf.function, Python functions must return zero or more Tensors or ExtensionTypes or None "
                        f"values; in compilation of {fn}, found return value of type {type(value).__name__}, which is not a Tensor or "
                        "ExtensionType.")

    outer_tapes, outer_policy = context.tapes, context.variable_policy
    context.tapes, context.variable_policy = (), graph.create_variable
    try:
        with graph_mode(graph):
            returned = fn(*nest.map_structure(place, list(signature)))
            structured = nest.map_structure(result, returned)
    finally:
        context.tapes, context.variable_policy = outer_tapes, outer_policy
    _finish(graph, structured)
    return _wrapped(graph, signature)
