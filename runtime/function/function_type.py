"""`FunctionType`: a Python signature whose parameters may carry trace types; binding of arguments to it.

A polymorphic function has a FunctionType without constraints (or those of its `input_signature`); each trace has a
monomorphic one, in which every parameter has its type.
"""

from __future__ import annotations

import inspect
import re

from runtime.core import dtypes, nest
from runtime.core.context import graph_mode
from runtime.function.tensor_spec import TensorSpec, TypeSpec
from runtime.function.trace_type import CastContext, PlaceholderContext, TracingContext, from_value

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class _CapturedDefault:
    def __repr__(self):
        return "<captured_default_value>"


CAPTURED_DEFAULT_VALUE = _CapturedDefault()


class Parameter(inspect.Parameter):
    """A parameter; its annotation is the trace type that arguments must be cast to, if any."""

    def __init__(self, name, kind, optional, type_constraint):
        super().__init__(name, kind, default=CAPTURED_DEFAULT_VALUE if optional else self.empty,
                         annotation=self.empty if type_constraint is None else type_constraint)

    @property
    def optional(self):
        return self.default is not self.empty

    @property
    def type_constraint(self):
        return None if self.annotation is self.empty else self.annotation


class FunctionType(inspect.Signature):
    """A signature with trace types. `captures` maps names to the types of captured tensors; `output` is the return type.

    Two types are equal if their parameters are; the output takes no part, as in TensorFlow.
    """

    __slots__ = ("captures", "_hash")

    def __init__(self, parameters, captures=None, return_annotation=inspect.Signature.empty):
        super().__init__(parameters, return_annotation=return_annotation, __validate_parameters__=False)
        self.captures = captures or {}
        self._hash = hash(tuple((p.name, p.kind, p.annotation) for p in self.parameters.values()))

    @property
    def output(self):
        return None if self.return_annotation is inspect.Signature.empty else self.return_annotation

    @classmethod
    def from_callable(cls, function, follow_wrapped=True):
        """(FunctionType, defaults by name) of a Python callable."""
        signature = inspect.signature(function, follow_wrapped=follow_wrapped)
        parameters, defaults, names = [], {}, set()
        for parameter in signature.parameters.values():
            name = sanitize(parameter.name)
            if name in names:
                raise ValueError(f"Name collision after sanitization. Please rename tf.function input parameters: {name}")
            names.add(name)
            optional = parameter.default is not parameter.empty
            if optional:
                defaults[name] = parameter.default
            parameters.append(Parameter(name, parameter.kind, optional, None))
        return cls(parameters), defaults

    def with_output(self, output, captures):
        return FunctionType(self.parameters.values(), captures, output)

    def constraints(self):
        return [parameter.type_constraint for parameter in self.parameters.values()]

    def is_supertype_of(self, other):
        """Whether a trace of this type may serve a call of type `other`."""
        if len(self.parameters) != len(other.parameters):
            return False
        return all((mine.name, mine.kind) == (theirs.name, theirs.kind)
                   and theirs.annotation.is_subtype_of(mine.annotation)
                   for mine, theirs in zip(self.parameters.values(), other.parameters.values()))

    def most_specific_common_supertype(self, others):
        """The narrowest type that covers all, or None."""
        parameters = []
        for index, parameter in enumerate(self.parameters.values()):
            same = []
            for other in others:
                theirs = list(other.parameters.values())
                if index >= len(theirs) or (theirs[index].name, theirs[index].kind) != (parameter.name, parameter.kind):
                    return None
                same.append(theirs[index].type_constraint)
            common = parameter.type_constraint.most_specific_common_supertype(same)
            if common is None:
                return None
            parameters.append(Parameter(parameter.name, parameter.kind, parameter.optional, common))
        if any(len(other.parameters) != len(parameters) for other in others):
            return None
        return FunctionType(parameters)

    # -- the inputs of a monomorphic type --------------------------------------------------------------------------
    def placeholders(self, graph):
        """Bound arguments to trace the function with; tensors become inputs of `graph`."""
        context = PlaceholderContext(graph)
        arguments = {}
        with graph_mode(graph):
            for parameter in self.parameters.values():
                with context.naming(parameter.name):
                    arguments[parameter.name] = parameter.annotation.placeholder_value(context)
        return inspect.BoundArguments(self, arguments)

    def unpack_inputs(self, bound):
        """The input tensors of arguments (by name) that were cast to this type."""
        tensors = []
        for parameter in self.parameters.values():
            tensors.extend(parameter.annotation.to_tensors(bound[parameter.name]))
        resources = {id(tensor) for tensor in tensors if tensor.dtype is dtypes.resource}
        if len(resources) > 1 or len(tensors) > 1 and resources:  # a Variable that is passed twice is one input
            seen = set()
            tensors = [t for t in tensors if id(t) not in resources or id(t) not in seen and not seen.add(id(t))]
        return tensors

    def flat_inputs(self):
        return [leaf for parameter in self.parameters.values() for leaf in parameter.annotation.flatten()]

    def cast_inputs(self, arguments, context):
        """Arguments (by name) cast to the parameters' types."""
        return {name: self.parameters[name].annotation.cast(value, context) for name, value in arguments.items()}

    def pack_output(self, tensors):
        """The structured result made of flat output tensors."""
        return self.output.from_tensors(iter(tensors))

    def structured_signature(self):
        """(args, kwargs) with specs for tensors and the values for everything else."""
        context = PlaceholderContext(None)
        args, kwargs = [], {}
        for parameter in self.parameters.values():
            value = _shown(parameter.annotation.placeholder_value(context), parameter.name)
            if parameter.kind in _POSITIONAL:
                args.append(value)
            else:
                kwargs[parameter.name] = value
        return tuple(args), kwargs

    def __eq__(self, other):
        if not isinstance(other, FunctionType):
            return NotImplemented
        if self is other:
            return True
        mine, theirs = self.parameters, other.parameters
        return self._hash == other._hash and len(mine) == len(theirs) and all(
            (a.name, a.kind, a.optional) == (b.name, b.kind, b.optional) and a.annotation == b.annotation
            for a, b in zip(mine.values(), theirs.values()))

    def __hash__(self):
        return self._hash

    def describe(self):
        """The text of `ConcreteFunction`: parameters, output type and captures, a line each."""
        lines = ["Input Parameters:"]
        lines += [f"  {p.name} ({p.kind.name}): {p.type_constraint!r}" for p in self.parameters.values()]
        lines += ["Output Type:", f"  {self.output!r}", "Captures:"]
        lines += [f"  {name}: {kind!r}" for name, kind in self.captures.items()] or ["  None"]
        return "\n".join(lines)

    __repr__ = describe


class UnknownArgument:
    """Stands in signatures for a value that TensorFlow cannot store: all but numbers, texts, None, dtypes and specs."""


_STORED = (int, float, bool, str, type(None), dtypes.DType, TypeSpec)


def _shown(value, name):
    """`value` with its specs named after the argument and their place in it: ``xs_0``, ``d_key``."""
    leaves = []
    for path, leaf in nest.flatten_with_paths(value, (name,)):
        if type(leaf) is TensorSpec:
            leaf = TensorSpec(leaf._dims, leaf.dtype, leaf.name or spec_name("_".join(map(str, path))))
        leaves.append(leaf if isinstance(leaf, _STORED) else UnknownArgument())
    return nest.pack_sequence_as(value, leaves)


def spec_name(name):
    """The name of a spec that has none of its own: lower case, and letters, digits and underscores alone."""
    name = "".join(char if char.isalnum() else "_" for char in name.lower())
    return name if name[:1].isalpha() else "tensor_" + name


def sanitize(name):
    """A Python-safe form of an argument's name, as TensorFlow makes it."""
    name = re.sub(r"[^a-zA-Z0-9_]", "_", name)
    return name if not name[:1].isdigit() else "arg_" + name


def bind(args, kwargs, function_type, defaults):
    """Arguments by parameter name, defaults filled in.

    Raises:
        TypeError: they do not fit the signature; the text is TensorFlow's.
    """
    kwargs = {sanitize(name): value for name, value in kwargs.items()}
    try:
        bound = function_type.bind(*args, **kwargs)
    except TypeError as error:
        raise binding_error(error, args, kwargs, function_type) from error
    bound.apply_defaults()
    arguments = bound.arguments
    for name, value in arguments.items():
        if value is CAPTURED_DEFAULT_VALUE:
            arguments[name] = defaults[name]
    return arguments


def binding_error(error, args, kwargs, function_type):
    return TypeError(f"Binding inputs to tf.function failed due to `{error}`. Received args: {tuple(args)} and kwargs: "
                     f"{kwargs} for signature: {function_type}.")


def monomorphic(arguments, function_type, context=None):
    """(FunctionType of a call with these bound arguments, its arguments flattened by parameter name).

    Variadic arguments become parameters of their own: ``args_0``, and keywords in sorted order.
    """
    context = context or TracingContext()
    variadic = any(p.kind is p.VAR_POSITIONAL for p in function_type.parameters.values())
    parameters, values = [], {}

    def add(name, value, kind, constraint):
        traced = from_value(value, context)
        if constraint is not None:
            if not traced.is_subtype_of(constraint):
                raise TypeError(f"Parameter `{name}` was expected to be of type {constraint} but is {traced}")
            traced = constraint
        parameters.append(Parameter(name, kind, False, traced))
        values[name] = value

    for name, value in arguments.items():
        parameter = function_type.parameters[name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            for index, item in enumerate(value):
                add(f"{name}_{index}", item, parameter.POSITIONAL_ONLY, None)
        elif parameter.kind is parameter.VAR_KEYWORD:
            for key in sorted(value):
                add(key, value[key], parameter.KEYWORD_ONLY, None)
        elif variadic and parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            add(name, value, parameter.POSITIONAL_ONLY, parameter.type_constraint)
        else:
            add(name, value, parameter.kind, parameter.type_constraint)
    return FunctionType(parameters), values


def with_signature(function_type, defaults, input_signature):
    """`function_type` with the types of `input_signature` on its parameters.

    Raises:
        TypeError: the signature is no sequence of specs, or has too few or too many.
    """
    if not isinstance(input_signature, (tuple, list)):
        raise TypeError(f"input_signature must be either a tuple or a list, got {type(input_signature)}.")
    _check_specs(input_signature)
    context = TracingContext(is_legacy_signature=True)
    constraints = [from_value(item, context) for item in input_signature]
    variadic = any(p.kind is p.VAR_POSITIONAL for p in function_type.parameters.values())
    parameters = []
    for parameter in function_type.parameters.values():
        kind = parameter.POSITIONAL_ONLY if variadic and parameter.kind is parameter.POSITIONAL_OR_KEYWORD else \
            parameter.kind
        if parameter.name == "self":
            parameters.append(Parameter("self", kind, parameter.optional, None))
        elif parameter.kind is parameter.VAR_KEYWORD:
            continue
        elif parameter.kind is parameter.VAR_POSITIONAL:
            parameters += [Parameter(f"{parameter.name}_{index}", parameter.POSITIONAL_ONLY, False, constraint)
                           for index, constraint in enumerate(constraints)]
            constraints = []
        else:
            if parameter.kind is parameter.KEYWORD_ONLY and parameter.name not in defaults:
                raise TypeError("Since input_signature is defined, keyword-only parameter "
                                f"`{parameter.name}` must have a default value")
            if constraints:
                constraint = constraints.pop(0)
            elif parameter.name in defaults:
                constraint = from_value(defaults[parameter.name])
            else:
                raise TypeError(f"input_signature missing type constraint for {parameter.name}")
            parameters.append(Parameter(parameter.name, kind, parameter.optional, constraint))
    if constraints:
        raise TypeError(f"input_signature contains {len(constraints)} extra type constraints.")
    return FunctionType(parameters)


def _check_specs(input_signature):
    flat = nest.flatten(list(input_signature))
    if not all(isinstance(item, TypeSpec) for item in flat):
        bad = [item for item in flat if not isinstance(item, TypeSpec)]
        raise TypeError("input_signature must be a possibly nested sequence of TensorSpec objects, got invalid args "
                        f"{bad} with types {[type(item) for item in bad]}.")


def cast(arguments, function_type, args, kwargs):
    """Bound arguments cast to the constraints of `function_type`; text of errors as TensorFlow's."""
    context = CastContext(allow_specs=True)
    try:
        return {name: value if function_type.parameters[name].type_constraint is None
                else function_type.parameters[name].annotation.cast(value, context)
                for name, value in arguments.items()}
    except (TypeError, ValueError, AttributeError, AssertionError) as error:
        raise binding_error(error, args, kwargs, function_type) from error

