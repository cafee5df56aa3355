"""`tf.experimental.dispatch_for_api` and its kin: what programs let public functions do with types of their own."""

from __future__ import annotations

import functools
import inspect
import typing

from runtime.core.composite import CompositeTensor, open_to_overrides
from runtime.core.scopes import name_scope
from runtime.elementwise import OF_ONE, OF_TWO, CHECKS_OF_TWO, functions

_registered = []  # [(handler of the program, public function, entry of its overrides)]
_elementwise = {}  # the annotated types → handler of the program


def _types_of(annotation, dispatchable):
    """A test of a value for the annotation → whether it fits, and whether it is of a type that is worth a dispatch."""
    if getattr(annotation, "__origin__", None) is typing.Union:
        tests = [_types_of(option, dispatchable) for option in annotation.__args__]
        return lambda value: max((test(value) for test in tests), default=0)
    if getattr(annotation, "__origin__", None) is list:
        if len(annotation.__args__) != 1:
            raise AssertionError("Expected List[...] to have a single type parameter")
        [test] = [_types_of(option, dispatchable) for option in annotation.__args__]

        def of_list(value):
            found = [test(item) for item in value] if isinstance(value, (list, tuple)) and value else [0]
            return max(found) if all(found) else 0
        return of_list
    if annotation is None:
        annotation = type(None)
    if isinstance(annotation, type):
        return lambda value: 0 if not isinstance(value, annotation) else 2 if isinstance(value, dispatchable) else 1
    raise ValueError(f"Type annotation {annotation} is not currently supported by dispatch.  Supported annotations: type objects, "
                     " List[...], and Union[...]")


def _checker(api_signature, signature):
    """``applies(args, kwargs)`` for one signature of a handler: a dict from names or positions of parameters to annotations."""
    if not (isinstance(signature, dict) and all(isinstance(key, (str, int)) for key in signature)):
        raise TypeError("signatures must be dictionaries mapping parameter names to type annotations.")
    names, tests = list(api_signature.parameters), []
    for key, annotation in signature.items():
        name = names[key] if isinstance(key, int) and key < len(names) else key
        if name not in names:
            raise ValueError(f"signature includes annotation for unknown parameter {name!r}.")
        kind = api_signature.parameters[name].kind
        if kind not in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD):
            raise ValueError("Dispatch currently only supports type annotations for positional parameters; can't handle annotation "
                             f"for {kind!r} parameter {name}.")
        tests.append((names.index(name), name, _types_of(annotation, CompositeTensor)))

    def applies(args, kwargs):
        best = 0
        for position, name, test in tests:
            if position < len(args):
                found = test(args[position])
            elif name in kwargs:
                found = test(kwargs[name])
            else:
                default = api_signature.parameters[name].default
                found = 0 if default is inspect.Parameter.empty else test(default)
            if not found:
                return False
            best = max(best, found)
        return best == 2
    return applies


def _annotated(function):
    signature = {name: parameter.annotation for name, parameter in inspect.signature(function).parameters.items()
                 if parameter.annotation is not inspect.Parameter.empty}
    if not signature:
        raise ValueError("The dispatch_for_api decorator must be called with at least one signature, or applied to a function that "
                         "has type annotations on its parameters.")
    return signature


def _check_signature(api_signature, function):
    own = inspect.signature(function)
    kinds = [parameter.kind for parameter in own.parameters.values()]
    if kinds == [inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD]:
        return
    if [(one.name, one.kind) for one in api_signature.parameters.values()] != [(one.name, one.kind) for one in own.parameters.values()]:
        raise ValueError(f"Dispatch function's signature {own} does not match API's signature {api_signature}.")


def _with_name(function, api_signature):
    """`function`, which may do without a parameter `name` that the public function has."""
    own = inspect.signature(function)
    takes_any = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in own.parameters.values())
    if "name" not in api_signature.parameters or "name" in own.parameters or takes_any:
        return function
    position = list(api_signature.parameters).index("name")

    @functools.wraps(function)
    def named(*args, **kwargs):
        args, name = _without_name(args, kwargs, position)
        if name is None:
            return function(*args, **kwargs)
        with name_scope(name):
            return function(*args, **kwargs)
    named.__signature__ = own.replace(parameters=[*own.parameters.values(), api_signature.parameters["name"]])
    return named


def _without_name(args, kwargs, position):
    if position is not None and position < len(args):
        return args[:position] + args[position + 1:], args[position]
    return args, kwargs.pop("name", None)


def dispatch_for_api(api, *signatures):
    """Decorator: the function below does `api` for arguments of the annotated types (`tf.experimental.dispatch_for_api`).

    Args:
        signatures: dicts from parameters to annotations; those of the decorated function if left out.

    Raises:
        ValueError: `api` is no function that can be dispatched, or the parameters are not the same.
    """
    if not hasattr(api, "overrides"):
        raise ValueError(f"{api} does not support dispatch.")
    api_signature = inspect.signature(api)
    checkers = [_checker(api_signature, signature) for signature in signatures]

    def decorator(handler):
        target = _with_name(handler, api_signature)
        _check_signature(api_signature, target)
        found = checkers or [_checker(api_signature, _annotated(handler))]
        for applies in found:
            _register(api, applies, target, handler)
        return handler
    return decorator


def _register(api, applies, target, handler):
    def only(args, kwargs):
        """Whether this one is called; raises if another one could be as well."""
        if not applies(args, kwargs):
            return False
        fitting = {id(other): other for _, public, (test, other) in _registered if public is api and test.applies(args, kwargs)}
        if len(fitting) > 1:
            raise ValueError(f"Multiple dispatch targets that were registered with tf.dispatch_for ({' and '.join(map(repr, fitting.values()))}) "
                             f"match the arguments to {api.__name__}")
        return True
    only.applies = applies
    entry = only, target
    api.overrides.append(entry)
    _registered.append((handler, api, entry))


def unregister_dispatch_for(dispatch_target):
    """Forget a function that was registered with one of the decorators. Raises ValueError if it was not."""
    mine = [one for one in _registered if one[0] is dispatch_target]
    for one in mine:
        _registered.remove(one)
        one[1].overrides.remove(one[2])
    keys = [key for key, handler in _elementwise.items() if handler is dispatch_target]
    for key in keys:
        del _elementwise[key]
    if not mine and not keys:
        raise ValueError(f"Function {dispatch_target} was not registered using a `@dispatch_for_*` decorator.")


def _elementwise_decorator(kind, table, annotations, shown):
    """The decorator for all functions of a table that start with arguments of these types."""
    def decorator(handler):
        key = (kind, *annotations)
        if key in _elementwise:
            raise ValueError(f"A {kind} dispatch handler ({_elementwise[key]}) has already been registered for {shown}.")
        _elementwise[key] = handler
        for api in functions(table):
            _register_elementwise(api, annotations, handler)
        return handler
    return decorator


def _register_elementwise(api, annotations, handler):
    signature = inspect.signature(api)
    names = list(signature.parameters)
    firsts = names[:len(annotations)]
    position = names.index("name") if "name" in names else None
    bare = position is not None and len(names) == len(firsts) + 1

    def target(*args, **kwargs):
        args, name = _without_name(args, kwargs, position) if position is not None else (args, None)
        values = list(args[:len(firsts)])
        values += [kwargs.pop(one, None) for one in firsts[len(values):]]
        rest = args[len(firsts):]
        function = api if bare else lambda *tensors: api(*tensors, *rest, **kwargs)
        if name is None:
            return handler(function, *values)
        with name_scope(name):
            return handler(function, *values)
    _register(api, _checker(signature, dict(zip(firsts, annotations))), target, handler)


def dispatch_for_unary_elementwise_apis(x_type):
    """Decorator: ``handler(api_func, x)`` does all elementwise functions of one value of a type."""
    return _elementwise_decorator("unary elementwise", OF_ONE, (x_type,), x_type)


def dispatch_for_binary_elementwise_apis(x_type, y_type):
    """Decorator: ``handler(api_func, x, y)`` does all elementwise functions of two values of these types."""
    return _elementwise_decorator("binary elementwise", OF_TWO, (x_type, y_type), f"({x_type}, {y_type})")


def dispatch_for_binary_elementwise_assert_apis(x_type, y_type):
    """Decorator: ``handler(assert_func, x, y)`` does all elementwise assertions of two values of these types."""
    return _elementwise_decorator("binary elementwise assert", CHECKS_OF_TWO, (x_type, y_type), f"({x_type}, {y_type})")


def add_dispatch_support(target=None, iterable_parameters=None):
    """Let a function of a program be dispatched as public functions are (`tf.__internal__.dispatch.add_dispatch_support`)."""
    if target is None:
        return lambda function: add_dispatch_support(function, iterable_parameters)
    return open_to_overrides(target)

