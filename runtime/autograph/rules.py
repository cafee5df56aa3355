"""What AutoGraph leaves alone: which callables run as they are when converted code calls them."""

import builtins
import functools
import inspect
import sys
import types
import unittest
import weakref

from . import verbosity

# Functions of these modules, and of modules below them, are not converted.
_UNCONVERTED_MODULES = frozenset((
    "collections", "copy", "cProfile", "inspect", "ipdb", "linecache", "mock", "pathlib", "pdb", "posixpath", "pstats", "re",
    "threading", "urllib", "matplotlib", "numpy", "pandas", "tensorflow", "PIL", "absl.logging", "tensorflow_probability",
    "tensorflow_datasets.core", "keras", "tf_keras", __name__.partition(".")[0],
    "logging"))  # TensorFlow converts this one, which no program can tell but by the time it takes
# Whatever these modules hold is not converted, wherever it was defined.
_UNCONVERTED_NAMESPACES = ("collections", "pdb", "copy", "inspect", "re")

_BUILTINS = frozenset(id(v) for v in vars(builtins).values())


def is_builtin(f):
    """Whether `f` is a built-in function or class, or any function written in C."""
    return id(f) in _BUILTINS or isinstance(f, types.BuiltinFunctionType)


def is_constructor(f):
    """Whether `f` is a class whose instances are made the usual way."""
    return isinstance(f, type) and type(f).__call__ is type.__call__


def _is_instance_of(f, module, name):
    kind = getattr(sys.modules.get(module), name, None)
    return kind is not None and isinstance(f.__func__ if isinstance(f, types.MethodType) else f, kind)


def _is_held_by(f, module):
    module = sys.modules.get(module)
    return module is not None and any(f is v for v in vars(module).values())


def is_unsupported(f):
    """Whether `f` is never converted: constructors, caches, wrapt's wrappers, a few modules of the standard library."""
    if isinstance(f, types.FunctionType):
        # The usual case, made short: those modules hold functions of the standard library only.
        return _is_standard(f) and any(_is_held_by(f, m) for m in _UNCONVERTED_NAMESPACES)
    if _is_instance_of(f, "wrapt", "FunctionWrapper") or _is_instance_of(f, "wrapt", "BoundFunctionWrapper"):
        verbosity.warning(
            f"{f} appears to be decorated by wrapt, which is not yet supported by AutoGraph. The function will run as-is. "
            "You may still apply AutoGraph before the wrapt decorator.")
        return True
    if _is_instance_of(f, "functools", "_lru_cache_wrapper") or is_constructor(f):
        return True
    return any(_is_held_by(f, m) for m in _UNCONVERTED_NAMESPACES)


def _is_standard(f):
    return (getattr(f, "__module__", None) or "").partition(".")[0] in sys.stdlib_module_names


def _module_rule(o):
    """Whether the rules keep the module of `o` from being converted."""
    name = "functools" if isinstance(o, functools.partial) else getattr(o, "__module__", None)
    if not isinstance(name, str) or name not in sys.modules:
        return False
    while name:
        if name in _UNCONVERTED_MODULES:
            return True
        name = name.rpartition(".")[0]
    return False


def is_left_alone(f):
    """Whether `f`, called from converted code, runs as it is by the rules on modules, generators and classes."""
    if _module_rule(f):
        return True
    if hasattr(f, "__code__") and inspect.isgeneratorfunction(f):
        return True
    if not isinstance(f, type) and type(f) not in (types.FunctionType, types.MethodType):
        call = getattr(f, "__call__", None)
        if call is not None and type(call) is not type(f) and is_left_alone(call):
            return True
    if isinstance(f, types.MethodType):
        owner = f.__self__ if isinstance(f.__self__, type) else type(f.__self__)
        if issubclass(owner, unittest.TestCase):
            return True
        defining = next((c for c in owner.__mro__ if f.__name__ in vars(c)), owner)
        # A method that a class took over from a class left alone, a named tuple's among them.
        return _module_rule(defining) or _is_named_tuple(defining)
    return False


def is_called_by_library(f):
    """Whether `f` is no function and its `__call__` is left alone: a Keras layer, whose `call` alone is the program's."""
    return not isinstance(f, (types.FunctionType, types.MethodType)) and _module_rule(type(f).__call__)


def _is_named_tuple(c):
    fields = getattr(c, "_fields", None) if issubclass(c, tuple) else None
    if not isinstance(fields, tuple) or not all(isinstance(name, str) for name in fields):
        return False
    return not any(_is_named_tuple(base) for base in c.__bases__)


class WeakMemory:
    """Remembers, for callables, the options they were seen with; by identity, and not longer than they live."""

    def __init__(self):
        self._seen = {}

    def has(self, f, options):
        if type(f) is types.MethodType:
            f = f.__func__
        known = self._seen.get(id(f))
        return known is not None and options in known[1]

    def add(self, f, options):
        if type(f) is types.MethodType:
            f = f.__func__
        key = id(f)
        known = self._seen.get(key)
        if known is None:
            try:
                known = (weakref.ref(f, lambda _: self._seen.pop(key, None)), set())
            except TypeError:
                return
            self._seen[key] = known
        known[1].add(options)
