"""What a statement does besides computing, told from its text and from the objects that its names mean when it has run.

Nothing is called: names are looked up in the frame, attributes in the dictionaries of objects and classes.
"""
from __future__ import annotations

import ast
import builtins
import functools
import inspect
import linecache
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from graphlint import frameworks
from graphlint.frameworks.meaning import Kind

TOLD = frozenset({Kind.PRINT, Kind.NUMPY_RANDOM, Kind.PYTHON_RANDOM, Kind.WORLD, Kind.MUTATE})
_TEXT = 48  # characters of the code of an effect
_UNKNOWN = object()
_FIRST_TIME = ("__init__", "__new__", "__post_init__", "build")  # what they store is meant to be stored once
_LAMBDAS = ("<lambda>", "tf__lam")  # what a lambda's code is called, and its converted copy
_BUFFERS = ("_io.StringIO", "_io.BytesIO")  # they write to memory
_STATE = ("Module", "Layer", "Variable", "BaseResourceVariable")  # may be stored by a trace: they are made once


@dataclass(frozen=True)
class Effect:
    """One thing that a statement does at the trace."""
    kind: Kind
    does: str
    code: str
    visits: int = 1
    """How often its line begins for each time that it runs: that of a `with` begins again at its end."""


@dataclass(frozen=True)
class _Statement:
    calls: tuple[ast.Call, ...]
    in_lambdas: tuple[ast.Call, ...]
    stores: tuple[ast.expr, ...]
    declared: frozenset[str]  # names that are global or nonlocal where it stands
    visits: int = 1

    def __bool__(self):
        return bool(self.calls or self.in_lambdas or self.stores)


class Interesting:
    """Contains the places whose statements may have an effect."""

    def __contains__(self, place: object) -> bool:
        return isinstance(place, tuple) and bool(_statements(place[0]).get(place[1]))


@functools.lru_cache(maxsize=512)
def _statements(path: str) -> dict[int, _Statement]:
    found: dict[int, _Statement] = {}
    try:
        tree = ast.parse("".join(linecache.getlines(path)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return found
    waiting: list[tuple[ast.AST, frozenset[str]]] = [(tree, frozenset())]
    while waiting:
        node, declared = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            declared = frozenset(name for inner in node.body if isinstance(inner, (ast.Global, ast.Nonlocal)) for name in inner.names)
        if isinstance(node, ast.stmt):
            own = _statement(node, declared)
            known = found.get(node.lineno)
            found[node.lineno] = own if known is None else _Statement(
                known.calls + own.calls, known.in_lambdas + own.in_lambdas, known.stores + own.stores, known.declared | own.declared,
                max(known.visits, own.visits))
        waiting += [(child, declared) for child in ast.iter_child_nodes(node)
                    if isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case))]
    return found


def _statement(node, declared):
    header = list(_header(node))
    calls = tuple(part for part in header if isinstance(part, ast.Call))
    in_lambdas = tuple(part for outer in header if isinstance(outer, ast.Lambda)
                       for part in ast.walk(outer.body) if isinstance(part, ast.Call))
    targets = []
    if isinstance(node, (ast.Assign, ast.Delete)):
        targets = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        targets = [node.target]
    stores = [part for target in targets for part in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])]
    return _Statement(calls, in_lambdas, tuple(
        one for one in stores
        if isinstance(one, (ast.Attribute, ast.Subscript)) or isinstance(one, ast.Name) and one.id in declared), declared,
        2 if isinstance(node, (ast.With, ast.AsyncWith)) else 1)


def _header(node) -> Iterator[ast.AST]:
    """The expressions of a statement that run when it does: not those of statements in it, nor of lambdas."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    waiting = [child for child in ast.iter_child_nodes(node) if not isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case))]
    while waiting:
        part = waiting.pop(0)
        yield part
        if not isinstance(part, ast.Lambda):
            waiting += ast.iter_child_nodes(part)


def of(place: tuple[str, int], frame: types.FrameType, is_outer: Callable[[str, object], bool],
       captured: frozenset[str]) -> list[Effect]:
    """The effects of the statement at a place that has just run in a frame.

    `is_outer(name, value)` says whether a local name's object was there before the trace. `captured` are the free names of the
    graph function itself.
    """
    statement = _statements(place[0]).get(place[1])
    found = []
    if statement is None:
        return found
    calls = statement.in_lambdas if statement.in_lambdas and frame.f_code.co_name in _LAMBDAS else statement.calls
    for call in calls:
        effect = _of_call(call, frame, is_outer)
        if effect:
            found.append(replace(effect, visits=statement.visits))
    first_time = frame.f_code.co_name.removeprefix("tf__") in _FIRST_TIME
    for store in () if first_time else statement.stores:
        if _is_outer_store(store, frame, is_outer, captured) and not _is_state(_value(store, frame)):
            found.append(Effect(Kind.MUTATE, f"changes {_short(store)}", _short(store)))
    return list(dict.fromkeys(found))


def _of_call(call, frame, is_outer):
    for name in _names(call.func, frame):
        meaning = frameworks.meaning(name)
        if meaning is None or meaning.effect not in TOLD or meaning.effect is Kind.MUTATE:
            continue
        if meaning.deed is not None and meaning.deed.deliberate:
            return None
        return Effect(meaning.effect, meaning.deed.does if meaning.deed else meaning.effect.value, _short(call))
    if isinstance(call.func, ast.Attribute) and _root_is_outer(call.func.value, frame, is_outer):
        owner = _value(call.func.value, frame)
        for cls in type(owner).__mro__ if owner is not _UNKNOWN else ():
            if call.func.attr in frameworks.MUTATORS.get(f"{cls.__module__}.{cls.__qualname__}", ()):
                return Effect(Kind.MUTATE, f"changes {_short(call.func.value)}", _short(call))
    return None


def _short(node):
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= _TEXT else text[:_TEXT - 1] + "…"


def _names(func, frame) -> Iterator[str]:
    """The dotted names that the tables may know what is called by."""
    if isinstance(func, ast.Attribute):
        owner = _value(func.value, frame)
        if owner is not _UNKNOWN:
            if isinstance(owner, types.ModuleType):
                yield f"{owner.__name__}.{func.attr}"
            else:
                yield from _methods(owner, func.attr)
        module, rest = _module_of(func, frame)
        if module:
            yield f"{module}.{rest}"
    called = _value(func, frame)
    if called is _UNKNOWN:
        return
    owner = called.__self__ if isinstance(called, (types.MethodType, types.BuiltinFunctionType)) else None
    if owner is not None and not isinstance(owner, types.ModuleType):
        yield from _methods(owner, called.__name__)
    elif isinstance(called, (types.FunctionType, types.BuiltinFunctionType, type)) or type(called).__name__ == "cython_function_or_method":
        yield f"{called.__module__}.{called.__qualname__}"


def _methods(owner, method):
    classes = owner.__mro__ if isinstance(owner, type) else type(owner).__mro__
    for cls in classes:
        if f"{cls.__module__}.{cls.__qualname__}" in _BUFFERS:
            return
        for name in _public(f"{cls.__module__}.{cls.__qualname__}"):
            yield f"{name}.{method}"
            meaning = frameworks.meaning(name)
            if meaning is not None and meaning.makes:
                yield f"{meaning.makes}.{method}"


def _public(name):
    parts = name.split(".")
    return dict.fromkeys((name, ".".join(part for part in parts if not part.startswith("_")),
                          ".".join(part.lstrip("_") for part in parts)))


def _module_of(node, frame):
    """The module that a dotted expression begins in, and the rest: `sys` and `stdout.write`."""
    rest = []
    while isinstance(node, ast.Attribute):
        rest.insert(0, node.attr)
        node = node.value
        value = _value(node, frame)
        if isinstance(value, types.ModuleType):
            return value.__name__, ".".join(rest)
    return "", ""


def _value(node, frame):
    """The object that a dotted name means, or _UNKNOWN."""
    if isinstance(node, ast.Name):
        for names in (frame.f_locals, frame.f_globals, vars(builtins)):
            if node.id in names:
                return names[node.id]
        return _UNKNOWN
    if not isinstance(node, ast.Attribute):
        return _UNKNOWN
    owner = _value(node.value, frame)
    if owner is _UNKNOWN:
        return _UNKNOWN
    if isinstance(owner, types.ModuleType):
        return vars(owner).get(node.attr, _UNKNOWN)
    try:
        found = inspect.getattr_static(owner, node.attr)
    except AttributeError:
        return _UNKNOWN
    if isinstance(found, types.MemberDescriptorType):  # a slot
        try:
            return found.__get__(owner, type(owner))
        except AttributeError:
            return _UNKNOWN
    return _UNKNOWN if isinstance(found, (property, functools.cached_property)) else found


def _root(node):
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _root_is_outer(node, frame, is_outer):
    name = _root(node)
    if name is None:
        return False
    if name in frame.f_locals:
        return is_outer(name, frame.f_locals[name])
    return name in frame.f_globals and not isinstance(frame.f_globals[name], types.ModuleType)


def _is_outer_store(store, frame, is_outer, captured):
    if isinstance(store, ast.Name):
        return store.id in captured or store.id not in frame.f_locals
    return _root_is_outer(store, frame, is_outer)


def _is_state(value):
    return any(cls.__name__ in _STATE for cls in type(value).__mro__)
