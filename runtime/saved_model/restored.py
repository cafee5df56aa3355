"""Functions out of SavedModels: traces made of FunctionDefs, and the functions that choose among them."""

from __future__ import annotations

import pprint

from runtime.core import dtypes, nest
from runtime.core.composite import CompositeTensor
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import is_compatible
from runtime.function.composite_spec import CompositeSpec
from runtime.function.concrete import ConcreteFunction
from runtime.function.function_type import FunctionType, Parameter, bind, monomorphic
from runtime.function.polymorphic import Function
from runtime.function.tensor_spec import TensorSpec, VariableSpec
from runtime.function.trace_type import TracingContext, from_value
from runtime.proto.wire import DecodeError
from runtime.variables import Variable


class Unavailable:
    """Stands for a trace that cannot be made, for want of an op for example: using it raises the reason."""

    def __init__(self, reason):
        self.reason = reason


def concrete_function(graph, captured, variables, arguments, outputs, spec):
    """A ConcreteFunction around an imported graph.

    Args:
        graph: FuncGraph whose last inputs are the captures.
        captured: what these stand for: handles of Variables and other tensors.
        variables: the Variables among them.
        arguments: (args, kwargs) with specs for tensors, as the function was traced with.
        outputs: the structure of its results, specs for tensors.
        spec: (FunctionType, defaults) of the Python function.

    Raises:
        DecodeError: graph, captures and structures do not agree.
    """
    start = len(graph.inputs) - len(captured)
    if start < 0:
        raise DecodeError(f"the function {graph.name} has {len(graph.inputs)} inputs, but {len(captured)} tensors are bound to it")
    for position, (outer, inner) in enumerate(zip(captured, graph.inputs[start:])):
        if outer.dtype is not inner.dtype:
            raise DecodeError(f"the function {graph.name} is bound to a {outer.dtype.name} where it takes a {inner.dtype.name}")
        if inner.handle_data is None:
            inner.handle_data = getattr(outer, "handle_data", None)
        key = id(outer) if id(outer) not in graph._captures else (id(outer), position)
        graph._captures[key] = outer, inner
    for variable in variables:
        graph._variables[id(variable)] = variable
    specs = [leaf for leaf in nest.flatten(arguments, expand_composites=True) if isinstance(leaf, (TensorSpec, VariableSpec))]
    if len(specs) != start:
        raise DecodeError(f"the function {graph.name} has {start} arguments, its signature {len(specs)}")
    for leaf, inner in zip(specs, graph.inputs):
        if (dtypes.resource if isinstance(leaf, VariableSpec) else leaf.dtype) is not inner.dtype:
            raise DecodeError(f"the function {graph.name} takes a {inner.dtype.name} where its signature has {leaf}")
    _check_outputs(graph, outputs)
    graph.structured_outputs = outputs
    return ConcreteFunction(graph, _function_type(arguments, *spec))


def _check_outputs(graph, outputs):
    leaves = nest.flatten(outputs, expand_composites=True)
    if sum(leaf is not None for leaf in leaves) != len(graph.outputs) or \
            any(leaf is not None and not isinstance(leaf, TensorSpec) for leaf in leaves):
        raise DecodeError(f"the function {graph.name} has {len(graph.outputs)} results, its signature {outputs}")


def _function_type(arguments, function_type, defaults):
    """The FunctionType of a trace whose arguments had these values and specs."""
    plain = FunctionType([Parameter(p.name, p.kind, p.optional, None) for p in function_type.parameters.values()])
    args, kwargs = arguments
    try:
        bound = bind(args, kwargs, plain, defaults)
    except TypeError:  # a function without a stored signature: its parameters are those of the call
        parameters = [Parameter(f"arg{index}", Parameter.POSITIONAL_ONLY, False, None) for index in range(len(args))]
        parameters += [Parameter(name, Parameter.KEYWORD_ONLY, False, None) for name in kwargs]
        plain = FunctionType(parameters)
        bound = bind(args, kwargs, plain, {})
    return monomorphic(bound, plain, TracingContext(is_legacy_signature=True))[0]


class _NoHistory:
    """No warnings about retracing: each kind of call makes a trace around the one that was loaded."""

    def called_with_tracing(self, function):
        pass

    def called_without_tracing(self):
        pass


class RestoredFunction(Function):
    """A function whose traces come from a SavedModel: a call picks the first that fits.

    Attributes:
        concrete_functions: the traces.
    """

    def __init__(self, name, traces, function_type, defaults, input_signature):
        def restored_function_body(*args, **kwargs):
            return _call_matching(traces, args, kwargs)

        super().__init__(restored_function_body, name, autograph=False)
        self._history = _NoHistory()
        self._traces = traces
        self._spec = function_type, defaults
        self._defaults = defaults
        self._function_type = function_type
        if input_signature is not None:
            constraints = [from_value(item, TracingContext(is_legacy_signature=True)) for item in input_signature]
            self._input_signature = input_signature
            self._function_type = FunctionType([
                Parameter(p.name, p.kind, p.optional, constraints[index] if index < len(constraints) else
                          from_value(defaults[p.name]) if p.name in defaults else None)
                for index, p in enumerate(function_type.parameters.values())])

    @property
    def concrete_functions(self):
        return [trace for trace in self._traces if not isinstance(trace, Unavailable)]

    def _list_all_concrete_functions(self):
        return self.concrete_functions

    def _run_eagerly(self, args, kwargs):
        return self._counted_call(args, kwargs, None)  # there is no Python code to run

    def traces_to_save(self):
        for trace in self._traces:
            if isinstance(trace, Unavailable):
                raise trace.reason
        return list(self._traces)

    def saved_spec(self):
        return self._spec


def _call_matching(traces, args, kwargs):
    if not traces:
        raise ValueError("Found zero restored functions for caller function.")
    for convert in (False, True):
        for trace in traces:
            if isinstance(trace, Unavailable):
                continue
            tensors = _tensors(trace.structured_input_signature, (args, kwargs), convert)
            if tensors is not None:
                return trace.call_flat(tensors)
    for trace in traces:
        if isinstance(trace, Unavailable):
            raise trace.reason
    options = []
    for index, trace in enumerate(traces):
        positional, keyword = trace.structured_input_signature
        options.append(f"Option {index + 1}:\n  {_listed(positional)}\n  Keyword arguments: {keyword}")
    raise ValueError(
        f"Could not find matching concrete function to call loaded from the SavedModel. Got:\n  {_listed(args)}\n  Keyword "
        f"arguments: {kwargs}\n\n Expected these arguments to match one of the following {len(traces)} option(s):\n\n"
        + "\n\n".join(options))


def _listed(positional):
    return f"Positional arguments ({len(positional)} total):\n    * " + "\n    * ".join(map(pprint.pformat, positional))


def _tensors(expected, given, convert):
    """The tensors to call a trace with, or None if what was given does not fit what it expects."""
    if nest.is_nested(expected):
        if not nest.is_nested(given) or hasattr(expected, "keys") != hasattr(given, "keys") or len(expected) != len(given) or \
                isinstance(expected, tuple) != isinstance(given, tuple) or \
                hasattr(expected, "keys") and set(expected) != set(given):
            return None
        parts = []
        for inner, item in zip(nest.children(expected), nest.children(given)):
            found = _tensors(inner, item, convert)
            if found is None:
                return None
            parts += found
        return parts
    if isinstance(expected, TensorSpec):
        if not isinstance(given, (Tensor, Variable)):
            if not convert:
                return None
            try:
                given = convert_to_tensor(given, dtype_hint=expected.dtype)
            except (TypeError, ValueError):
                return None
        if given.dtype is not expected.dtype or not is_compatible(expected._dims, given._dims):
            return None
        return [convert_to_tensor(given)]
    if isinstance(expected, CompositeSpec):
        return expected.to_tensors(given) if isinstance(given, CompositeTensor) and expected.is_compatible_with(given) else None
    if isinstance(expected, VariableSpec):
        fits = isinstance(given, Variable) and given.dtype is expected.dtype and is_compatible(expected._dims, given._dims)
        return [given.handle] if fits else None
    if isinstance(given, Tensor) or nest.is_nested(given) or not expected == given:
        return None
    return []
