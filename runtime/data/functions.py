"""The functions that programs pass to `map` and its kin: traced once, with the elements' tensors for arguments."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.graph import Operation
from runtime.data import structure
from runtime.function.created_variables import CREATED_LATER, INITIALISED_BY_ARGUMENTS, Creation
from runtime.function.tracing import new_graph, trace
from runtime.autograph import convert_for_tracing
from runtime.ops.control_flow.py_function import py_function

#: Whether functions of elements run eagerly for each element; see `tf.data.experimental.enable_debug_mode`.
debug_mode = False


class StructuredFunction:
    """A function of elements as a graph.

    Attributes:
        graph: its FuncGraph, whose inputs are the tensors of the element, then what it captured.
        captured: the tensors outside that it uses.
        output_spec: the spec of what it returns.

    Raises:
        ValueError: `func` is not callable.
        TypeError: it returns something that no element can hold.
    """

    def __init__(self, func, input_spec, transformation, convert=True):
        if not callable(func):
            raise ValueError(f"Argument `func` must be a callable. Received func={func} (of type {type(func)})")
        if convert:
            called = convert_for_tracing(func)
        else:
            called = func
        created = Creation()
        self._trace(func, called, input_spec, transformation, created.create)
        if created.variables:  # as in a tf.function: they are made once, so it is traced again
            if not created.initialise():
                raise ValueError(INITIALISED_BY_ARGUMENTS)
            self._trace(func, called, input_spec, transformation, _no_variables)
        if debug_mode:
            self.func = func
            self._run_eagerly(input_spec, transformation)

    def _trace(self, func, called, input_spec, transformation, variable_policy):
        """Make `graph` and `output_spec`."""
        self.graph = new_graph(f"{transformation.rpartition('.')[2].rstrip('()')}_{getattr(func, '__name__', 'function')}"
                               .replace("<lambda>", "lambda"))
        placeholders = [self.graph.add_input(spec.dtype, spec._dims, f"args_{index}")
                        for index, spec in enumerate(structure.flat_specs(input_spec))]

        def on_tensors(*_):
            element = structure.pack(input_spec, iter(placeholders))
            returned = called(*element) if type(element) is tuple else called(element)
            if isinstance(returned, list):  # what ops return: components, not one tensor
                returned = tuple(returned)
            returned = structure.map_leaves(lambda leaf: _as_leaf(leaf, transformation), returned)
            self.output_spec = structure.spec_of(returned)
            return [convert_to_tensor(tensor) for tensor in structure.tensors_of(returned)]

        trace(on_tensors, placeholders, {}, self.graph, variable_policy, func)

    def _run_eagerly(self, input_spec, transformation):
        """Put a graph that calls the function itself for each element in the place of the traced one."""

        def call(*tensors):
            element = structure.pack(input_spec, iter(tensors))
            returned = self.func(*element) if type(element) is tuple else self.func(element)
            returned = tuple(returned) if isinstance(returned, list) else returned
            return structure.tensors_of(structure.map_leaves(lambda leaf: _as_leaf(leaf, transformation), returned))

        specs = structure.flat_specs(self.output_spec)
        traced, self.graph = self.graph, new_graph(self.graph.name)
        placeholders = [self.graph.add_input(one.dtype, one.shape._dims, f"args_{index}")
                        for index, one in enumerate(traced.inputs[:len(structure.flat_specs(input_spec))])]

        def on_tensors(*_):
            made = py_function(call, placeholders, [one.dtype for one in specs])
            for tensor, one in zip(made, specs):
                tensor.set_shape(one._dims)
            return list(made)

        trace(on_tensors, placeholders, {}, self.graph, _no_variables, call)

    @property
    def captured(self):
        return self.graph.external_captures

    def inputs(self):
        """The captured tensors as inputs of an op in the current graph."""
        return [convert_to_tensor(tensor) if context.graph is not None else tensor for tensor in self.captured]


def _as_leaf(leaf, transformation):
    if structure.is_component(leaf):
        return leaf
    try:
        if isinstance(leaf, Operation):
            raise TypeError
        return convert_to_tensor(leaf)
    except (TypeError, ValueError):
        raise TypeError(f"Unsupported return value from function passed to {transformation}: {leaf}.") from None


def _no_variables(**_):
    raise ValueError(CREATED_LATER)


def is_scalar_boolean(spec):
    return getattr(spec, "dtype", None) is dtypes.bool_ and getattr(spec, "_dims", 0) in ((), None)
