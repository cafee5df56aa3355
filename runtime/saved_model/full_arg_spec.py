"""Python signatures as SavedModels keep them: the FullArgSpec of the inspect module."""

from __future__ import annotations

from runtime.function.function_spec import argument_spec
from runtime.function.function_type import FunctionType, Parameter
from runtime.proto.wire import DecodeError
from runtime.saved_model.structures import encode


def full_arg_spec(function_type, defaults):
    """The StructuredValue of the FullArgSpec of a FunctionType. Raises ValueError for defaults that cannot be stored."""
    return encode(argument_spec(function_type, defaults))


def function_type_of(spec, is_method=False):
    """(FunctionType, defaults by name) of a decoded FullArgSpec. Raises DecodeError where it is none."""
    try:
        args, varargs, varkw, defaults, kwonly, kwonly_defaults, _ = spec
        args, kwonly = list(args), list(kwonly or ())
        if is_method or args[:1] == ["self"]:
            args = args[1:]
        known = dict(zip(args[len(args) - len(defaults):], defaults)) if defaults else {}
        known.update(kwonly_defaults or {})
        parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, name in known, None) for name in args]
        if varargs:
            parameters.append(Parameter(varargs, Parameter.VAR_POSITIONAL, False, None))
        parameters += [Parameter(name, Parameter.KEYWORD_ONLY, name in known, None) for name in kwonly]
        if varkw:
            parameters.append(Parameter(varkw, Parameter.VAR_KEYWORD, False, None))
        if len({p.name for p in parameters}) != len(parameters):
            raise ValueError("a name is used twice")
        return FunctionType(parameters), known
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise DecodeError(f"no signature of a function: {spec!r} ({error})") from None


