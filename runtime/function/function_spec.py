"""`FunctionSpec`: what TensorFlow's older programs ask the signature of a function for (`function.function_spec`)."""

from __future__ import annotations

import functools
import inspect

from runtime.core import nest

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def argument_spec(function_type, defaults):
    """The `inspect.FullArgSpec` of a `FunctionType` with these defaults by name."""
    parameters = list(function_type.parameters.values())
    positional = [p.name for p in parameters if p.kind in _POSITIONAL]
    keyword = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    return inspect.FullArgSpec(
        args=positional, varargs=next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), None),
        varkw=next((p.name for p in parameters if p.kind is p.VAR_KEYWORD), None),
        defaults=tuple(defaults[name] for name in positional if name in defaults) or None, kwonlyargs=keyword,
        kwonlydefaults={name: defaults[name] for name in keyword if name in defaults} or None, annotations={})


class FunctionSpec:
    """The signature of a function: `function_type`, `default_values` by name, and what follows from them."""

    is_pure = False

    def __init__(self, function_type, default_values, python_function, input_signature=None, jit_compile=None):
        self.function_type = function_type
        self.default_values = default_values
        self.input_signature = () if not function_type.parameters else input_signature and tuple(input_signature)
        self.jit_compile = jit_compile
        while isinstance(python_function, functools.partial):
            python_function = python_function.func
        self._name = getattr(python_function, "__name__", "f")

    @property
    def fullargspec(self):
        return argument_spec(self.function_type, self.default_values)

    @property
    def flat_input_signature(self):
        return tuple(nest.flatten(self.input_signature, expand_composites=True))

    @property
    def arg_names(self):
        return self.fullargspec.args

    def signature_summary(self, default_values=False):
        """A text with a line for each parameter, and for each default."""
        summary = self.function_type.describe()
        if default_values:
            lines = [f"  {name}: {value!r}" for name, value in self.default_values.items()] or ["  None"]
            summary = "\n".join([summary, "Defaults:", *lines])
        return summary

    def __repr__(self):
        return f"<tensorflow.python.eager.polymorphic_function.function_type_utils.FunctionSpec object at {id(self):#x}>"
