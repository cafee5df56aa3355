"""Converted code: compiled once for a code object and options, then bound to any function made of that code."""

import __future__
import ast
import builtins
import threading
import types
import weakref

from . import source
from .transform import transform
from .tree import constant, function, hidden, load, locate, store, walk

_FUTURE_FLAGS = 0
for _feature in __future__.all_feature_names:
    _FUTURE_FLAGS |= getattr(__future__, _feature).compiler_flag


class Factory:
    """The converted code of one code object; `bind` makes functions of it.

    code: of the converted function. function_names: the user's functions in it. text: its source, for `to_code`.
    """

    __slots__ = ("code", "name", "_user_name", "_function_names", "_codes")

    def __init__(self, code, name, user_name, function_names):
        self.code = code
        self.name = name
        self._user_name = user_name
        self._function_names = function_names
        self._codes = None

    def bind(self, original, operators):
        """The converted function with the globals, closure, defaults and annotations of `original`.

        operators: the cell that holds `ag__`.
        """
        cells = dict(zip(original.__code__.co_freevars, original.__closure__ or ()))
        cells["ag__"] = operators
        new = types.FunctionType(self.code, original.__globals__, self.name, original.__defaults__,
                                 tuple([cells[name] for name in self.code.co_freevars]))
        new.__kwdefaults__ = original.__kwdefaults__
        new.__annotations__ = original.__annotations__
        return new

    @property
    def codes(self):
        """{code object: name of the user's function that it is a part of}, for messages."""
        if self._codes is None:
            self._codes = {}
            pending = [(self.code, self._user_name)]
            while pending:
                code, name = pending.pop()
                self._codes[code] = name
                pending.extend((inner, inner.co_name if inner.co_name in self._function_names else name)
                               for inner in code.co_consts if isinstance(inner, types.CodeType))
        return self._codes


# id of a code object -> (weak reference to it, {options: Factory}). By identity: equal code from another file
# has other line numbers and globals.
_factories = {}
_lock = threading.RLock()


def converted_factory(original, options):
    """The Factory for a Python function; converted on first use, then remembered as long as its code lives.

    Raises errors.PyCTError, or whatever a pass raises, where the function cannot be converted.
    """
    code = original.__code__
    known = _factories.get(id(code))
    if known is not None:
        made = known[1].get(options)
        if made is not None:
            return made
    with _lock:
        known = _factories.get(id(code))
        if known is None:
            key = id(code)
            known = _factories[key] = (weakref.ref(code, lambda _: _factories.pop(key, None)), {})
        made = known[1].get(options)
        if made is None:
            made = known[1][options] = _convert(original, options)
        return made


def _definition(original, options):
    node = source.parse_function(original)
    _check_annotations(original, node)
    function_names = frozenset(n.name for n in walk(node) if isinstance(n, ast.FunctionDef))
    definition, name = transform(original, node, options)
    return definition, name, function_names


def to_source(original, options):
    """The text of the converted function."""
    definition = _definition(original, options)[0]
    return ast.unparse(ast.fix_missing_locations(definition)) + "\n"


def _convert(original, options):
    code = original.__code__
    definition, name, function_names = _definition(original, options)
    user_name = None if isinstance(definition, ast.Assign) else code.co_name
    # A function around the definition makes the closure variables, and `ag__`, free in it.
    free = [hidden(ast.Assign([store(n)], constant(None))) for n in (*code.co_freevars, "ag__")]
    outer = hidden(function("outer", [*free, definition]))
    locate(outer)
    module = compile(ast.Module([outer], []), code.co_filename, "exec", code.co_flags & _FUTURE_FLAGS, True)
    around = _inner_code(module, "outer")
    return Factory(_inner_code(around, "<lambda>" if user_name is None else name), name, user_name, function_names)


def _inner_code(code, name):
    return next(c for c in code.co_consts if isinstance(c, types.CodeType) and c.co_name == name)


def _check_annotations(original, node):
    """Raises NameError for an annotation that names a local variable of an enclosing function.

    TensorFlow evaluates annotations again for the converted function, where such a name is unknown.
    """
    if isinstance(node, ast.Lambda) or original.__code__.co_flags & __future__.annotations.compiler_flag:
        return
    args = node.args
    every = [*args.posonlyargs, *args.args, args.vararg, *args.kwonlyargs, args.kwarg]
    for annotation in [*(arg.annotation for arg in every if arg is not None), node.returns]:
        for part in walk(annotation) if annotation is not None else ():
            if isinstance(part, ast.Name) and not (
                    part.id in original.__globals__ or hasattr(builtins, part.id)
                    or part.id in original.__code__.co_freevars):
                raise NameError(f"name '{part.id}' is not defined")
