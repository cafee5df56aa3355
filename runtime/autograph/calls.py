"""Calls out of converted code, and the ways into it: `converted_call`, `tf_convert`, `to_graph`, `do_not_convert`."""

import functools
import os
import sys
import types

from . import converter, errors, operators, rules, verbosity
from runtime.core.context import context

from .operators import py_builtins
from .options import ControlStatusCtx, ConversionOptions, Status, control_status_ctx

_BINDING_ERRORS = (ValueError, AttributeError, KeyError, NameError, AssertionError)

_left_alone = rules.WeakMemory()
_user_functions = rules.WeakMemory()  # functions that the rules let be converted
_operators = types.ModuleType("ag__", "What converted functions call: the operators, and `converted_call`.")
_operators_cell = types.CellType(_operators)


def _converted(function, options):
    """The converted function, and the Factory that made it."""
    factory = converter.converted_factory(function, options)
    return factory.bind(getattr(function, "__func__", function), _operators_cell), factory


def autograph_artifact(entity, extras=None):
    """Marks `entity` as made by AutoGraph, so that it is not converted; returns it."""
    target = entity.__func__ if isinstance(entity, types.MethodType) else entity
    target.autograph_info__ = extras
    return entity


def is_autograph_artifact(entity):
    """Whether `autograph_artifact` marked `entity`."""
    return hasattr(entity, "autograph_info__")


def converted_call(f, args, kwargs, caller_fn_scope=None, options=None):
    """Calls `f(*args, **kwargs)`, converted where the rules say so.

    args: a tuple. kwargs: a dict or None. caller_fn_scope: the FunctionScope of the calling code, which holds
    the options; options: those to use where there is no caller.
    """
    if options is None:
        if caller_fn_scope is None:
            raise ValueError("either caller_fn_scope or options must have a value")
        options = caller_fn_scope.callopts
    if _left_alone.has(f, options):
        return _call(f, args, kwargs)
    if control_status_ctx().status is Status.DISABLED:
        return _call(f, args, kwargs)
    if is_autograph_artifact(f):
        return _call_unconverted(f, args, kwargs, options)
    if isinstance(f, functools.partial):
        return converted_call(f.func, f.args + args, {**f.keywords, **(kwargs or {})}, caller_fn_scope, options)
    if rules.is_builtin(f):
        return _call_builtin(f, args, kwargs, caller_fn_scope)
    if not (options.user_requested or _user_functions.has(f, options)):
        if rules.is_unsupported(f) or rules.is_left_alone(f):
            return _call_unconverted(f, args, kwargs, options)
        if type(f) is types.FunctionType:
            _user_functions.add(f, options)
    elif options.user_requested and (rules.is_unsupported(f) or rules.is_called_by_library(f)):
        return _call_unconverted(f, args, kwargs, options)
    if not options.internal_convert_user_code:
        return _call_unconverted(f, args, kwargs, options)

    target, arguments = f, args
    if isinstance(f, (types.FunctionType, types.MethodType)):
        if isinstance(f, types.MethodType):
            arguments = (f.__self__, *args)
    else:
        target, arguments = type(f).__call__, (f, *args)
    code = getattr(target, "__code__", None)
    if code is None or code.co_filename == "<string>":
        # Native code, or made by exec.
        return _call_unconverted(f, args, kwargs, options)
    try:
        function, factory = _converted(target, options)
    except Exception as e:
        verbosity.log(1, "Error transforming entity %s", target, exc_info=True)
        if int(os.environ.get("AUTOGRAPH_STRICT_CONVERSION", "0")) > 0:
            raise
        return _fall_back(f, args, kwargs, options, e)
    try:
        return function(*arguments, **kwargs) if kwargs else function(*arguments)
    except Exception as e:
        errors.attach_metadata(e, sys.exc_info()[2], factory, __file__)
        raise


def _call(f, args, kwargs):
    return f(*args, **kwargs) if kwargs else f(*args)


def _call_unconverted(f, args, kwargs, options):
    _left_alone.add(f, options)
    return f(*args, **kwargs) if kwargs else f(*args)


def _call_builtin(f, args, kwargs, scope):
    contextual = py_builtins.contextual_overload_of(f)
    if contextual is not None:
        return contextual(f, args, scope)
    overload = py_builtins.overload_of(f)
    return overload(*args, **kwargs) if kwargs else overload(*args)


def _fall_back(f, args, kwargs, options, error):
    """Calls `f` as it is, after a warning that says why."""
    report = ""
    warned = True
    if isinstance(error, errors.UnsupportedLanguageElementError):
        warned = not _left_alone.has(f, options)
    elif not isinstance(error, errors.InaccessibleSourceCodeError):
        report = ("Please report this to the TensorFlow team. When filing the bug, set the verbosity to 10 (on Linux, "
                  "`export AUTOGRAPH_VERBOSITY=10`) and attach the full output.\n")
    if warned:
        verbosity.warning(
            "AutoGraph could not transform %s and will run it as-is.\n%sCause: %s\nTo silence this warning, decorate the "
            "function with @tf.autograph.experimental.do_not_convert", f, report, error)
    return _call_unconverted(f, args, kwargs, options)




@functools.lru_cache(maxsize=64)
def _user_options(recursive, user_requested, features):
    return ConversionOptions(recursive=recursive, user_requested=user_requested, optional_features=features)


def _features(optional_features):
    if optional_features is None:
        return ()
    return tuple(optional_features) if isinstance(optional_features, (list, tuple, set, frozenset)) else (optional_features,)


def convert_for_tracing(function, optional_features=None):
    """What `tf.function` traces in place of `function`: the same call, converted, errors pointing at the user's lines."""
    options = _user_options(True, True, _features(optional_features))

    def autograph_handler(*args, **kwargs):
        try:
            return converted_call(function, args, kwargs, options=options)
        except Exception as e:
            if hasattr(e, "ag_error_metadata"):
                raise e.ag_error_metadata.to_exception(e)
            raise

    return autograph_handler


def convert(recursive=False, optional_features=None, user_requested=True, conversion_ctx=None):
    """A decorator whose functions are converted when they are called.

    conversion_ctx: the ControlStatusCtx to call them in.
    """
    options = _user_options(recursive, user_requested, _features(optional_features))

    def decorator(f):
        def wrapper(*args, **kwargs):
            try:
                if conversion_ctx is None:
                    return converted_call(f, args, kwargs, options=options)
                with conversion_ctx:
                    return converted_call(f, args, kwargs, options=options)
            except Exception as e:
                if hasattr(e, "ag_error_metadata"):
                    raise e.ag_error_metadata.to_exception(e)
                raise

        return autograph_artifact(_like(f, wrapper))

    return decorator


def _like(f, wrapper):
    if isinstance(f, (types.FunctionType, types.MethodType)):
        functools.update_wrapper(wrapper, f)
    return wrapper


def tf_convert(f, ctx, convert_by_default=True, user_requested=False):
    """`f`, or what converts it when called: for library functions that take a user's function.

    ctx: the ControlStatusCtx in which `f` is used; its status decides.
    """
    if is_autograph_artifact(f):
        return f
    if ctx.status is Status.ENABLED or (ctx.status is Status.UNSPECIFIED and convert_by_default):
        return convert(recursive=True, user_requested=user_requested, conversion_ctx=ctx)(f)
    if ctx.status is Status.DISABLED:
        return do_not_convert(f)
    return _with_status(f, Status.UNSPECIFIED)


def _with_status(f, status):
    def wrapper(*args, **kwargs):
        with ControlStatusCtx(status):
            return f(*args, **kwargs)

    return autograph_artifact(_like(f, wrapper))


def do_not_convert(func=None):
    """A decorator: `func`, and what it calls, run as they are (`tf.autograph.experimental.do_not_convert`)."""
    return do_not_convert if func is None else _with_status(func, Status.DISABLED)


def _check_convertible(entity):
    if not hasattr(entity, "__code__"):
        raise ValueError("Cannot apply autograph to a function that doesn't expose a __code__ object. If this is a "
                         "@tf.function, try passing f.python_function instead.")


def _conversion_error(entity, error):
    verbosity.error(1, "Error converting %s", entity, exc_info=True)
    return errors.ConversionError(f"converting {entity}: {type(error).__name__}: {error}")


def to_graph(entity, recursive=True, experimental_optional_features=None):
    """The converted form of a Python function or method, itself a Python function (`tf.autograph.to_graph`).

    A method gives a function that takes `self` first.

    Raises:
        ConversionError: `entity` cannot be converted.
    """
    options = _user_options(recursive, True, _features(experimental_optional_features))
    try:
        _check_convertible(entity)
        return autograph_artifact(_converted(entity, options)[0])
    except _BINDING_ERRORS as e:
        raise _conversion_error(entity, e) from e


def to_code(entity, recursive=True, experimental_optional_features=None):
    """The source text of `to_graph(entity)` (`tf.autograph.to_code`)."""
    options = _user_options(recursive, True, _features(experimental_optional_features))
    try:
        _check_convertible(entity)
        return converter.to_source(entity, options)
    except _BINDING_ERRORS as e:
        raise _conversion_error(entity, e) from e


def converted_if_around(function):
    """`function` as AutoGraph would have it here: in a function that it converts, what is called is converted too."""
    status = control_status_ctx()
    if context.graph is not None and status.status is Status.UNSPECIFIED:  # in a function that is not converted
        return function
    return tf_convert(function, status)


vars(_operators).update({name: getattr(operators, name) for name in operators.__all__}, converted_call=converted_call,
                        autograph_artifact=autograph_artifact)
