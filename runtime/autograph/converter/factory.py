"""Converted code: compiled once for a code object and options, then bound to any function made of that code."""

import __future__
import ast
import builtins
import textwrap
import threading
import types
import weakref

from . import source
from .functions import as_definition
from .transform import transform
from .tree import constant, function, hidden, locate, store, walk

_FUTURE_FLAGS = 0
for _feature in __future__.all_feature_names:
    _FUTURE_FLAGS |= getattr(__future__, _feature).compiler_flag


class Factory:
    """The converted code of one code object; `bind` makes functions of it.

    For messages, codes: {id of each code object in it: the user's function that it is a part of, None in a lambda};
    lines: {line number: text} of a lambda, which may be a part of its lines only.
    """

    __slots__ = ("code", "name", "codes", "lines")

    def __init__(self, code, name, codes, lines):
        self.code = code
        self.name = name
        self.codes = codes
        self.lines = lines

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


def _under_user_names(code, name, qualified, function_names, codes):
    """`code` with the functions that the passes made, `if_body` and the like, called as the user's own around them.

    So debuggers, profilers and tracebacks name what the user wrote. Fills `codes`.
    """
    consts = []
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            if inner.co_name in function_names:
                inner = _under_user_names(inner, inner.co_name, f"{qualified}.<locals>.{inner.co_name}", function_names,
                                          codes)
            elif inner.co_name.startswith("<"):
                inner = _under_user_names(inner, name, f"{qualified}.<locals>.{inner.co_name}", function_names, codes)
            else:
                inner = _under_user_names(inner, name, qualified, function_names, codes)
        consts.append(inner)
    changes = {"co_consts": tuple(consts)}
    if not code.co_name.startswith("<"):
        changes["co_name"] = name or "<lambda>"
    if hasattr(code, "co_qualname"):
        changes["co_qualname"] = qualified
    code = code.replace(**changes)
    codes[id(code)] = name
    return code


# id of a code object -> (weak reference to it, {options: Factory}). By identity: equal code from another file
# has other line numbers and globals.
_factories = {}
_lock = threading.RLock()


def converted_factory(original, options):
    """The Factory for a Python function; converted on first use, then remembered as long as its code lives.

    Raises errors.PyCTError, or whatever a pass raises, where the function cannot be converted.
    """
    code = original.__code__
    key = id(code)
    known = _factories.get(key)
    if known is not None:
        made = known[1].get(options)
        if made is not None:
            return made
    with _lock:
        known = _factories.get(key)
        if known is None:
            known = _factories[key] = (weakref.ref(code, lambda _: _factories.pop(key, None)), {})
        made = known[1].get(options)
        if made is None:
            made = known[1][options] = _convert(original, options)
        return made


def _definition(original, options):
    node = source.parse_function(original)
    _check_annotations(original, node)
    function_names = frozenset(n.name for n in walk(node) if isinstance(n, ast.FunctionDef))
    node, name = transform(original, node, options)
    return node, name, function_names


def to_source(original, options):
    """The text of the converted function."""
    node, name, _ = _definition(original, options)
    if isinstance(node, ast.Lambda):
        node = ast.Assign([store(name)], node)
    # TensorFlow writes the function inside two others and takes the indentation off again, also off the lines of its
    # docstring.
    around = function("outer", [function("inner", [node])])
    text = ast.unparse(ast.fix_missing_locations(around))
    return textwrap.dedent(text.partition("def inner():\n")[2].lstrip("\n")) + "\n"


def _convert(original, options):
    code = original.__code__
    node, name, function_names = _definition(original, options)
    user_name, lines = code.co_name, {}
    if isinstance(node, ast.Lambda):
        lines = source.lines_of(node, original)
        user_name, node = None, as_definition(node, name)
    # A function around the definition makes the closure variables, and `ag__`, free in it.
    free = [hidden(ast.Assign([store(n)], constant(None))) for n in (*code.co_freevars, "ag__")]
    outer = hidden(function("outer", [*free, node]))
    locate(outer)
    module = compile(ast.Module([outer], []), code.co_filename, "exec", code.co_flags & _FUTURE_FLAGS, True)
    around = _inner_code(module, "outer")
    made, codes = _inner_code(around, name), {}
    qualified = getattr(code, "co_qualname", code.co_name)
    return Factory(_under_user_names(made, user_name, qualified, function_names, codes), name, codes, lines)


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
