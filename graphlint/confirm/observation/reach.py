"""The storage that a graph function's code can reach, read off the functions themselves and never called."""
from __future__ import annotations

import sys
import types
from collections.abc import Iterator

from graphlint.confirm.lines import user_path
from graphlint.confirm.observation.functions import unwrapped

FUNCTIONS = 500  # followed from one graph function


class Reached:
    """What one function and the user's functions that it names can get hold of by name."""

    def __init__(self, function: object):
        self.cells: list[tuple[str, types.CellType]] = []
        """Closure cells, with the names of the variables."""
        self.globals: list[tuple[str, dict, str]] = []
        """Variables of modules: how to call them, the module's dictionary, and the name in it."""
        self._names: set[str] = set()
        self._modules: list[dict] = []
        self._classes: list[type] = []
        self._seen: set[int] = set()
        self._waiting: list[object] = []
        self._known: set[tuple[int, str]] = set()
        self.take(function)

    def take(self, value: object) -> None:
        """Follow a value that the function holds: a function, a method, an object of a class of the user's."""
        self._waiting.append(value)
        while self._waiting and len(self._seen) < FUNCTIONS:
            self._look(self._waiting.pop())

    def _look(self, value):
        if id(value) in self._seen:
            return
        self._seen.add(id(value))
        inner = unwrapped(value)
        if isinstance(inner, types.FunctionType):
            if user_path(inner.__code__.co_filename):
                self._function(inner)
            return
        if isinstance(inner, types.ModuleType):
            if user_path(getattr(inner, "__file__", None) or ""):
                self._modules.append(vars(inner))
                for name in self._names:
                    self._global(vars(inner), name, inner.__name__)
            return
        cls = inner if isinstance(inner, type) else type(inner)
        for base in cls.__mro__:
            if base not in self._classes and user_path(file_of(base)):
                self._classes.append(base)
                for name in self._names & vars(base).keys():
                    self._waiting.append(_member(base, name))
                for special in ("__call__", "__enter__", "__exit__", "__iter__", "__getitem__", "call"):
                    if special in vars(base):
                        self._waiting.append(_member(base, special))

    def _function(self, function):
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            if not any(cell is other for _, other in self.cells):
                self.cells.append((name, cell))
                try:
                    self._waiting.append(cell.cell_contents)
                except ValueError:  # a cell that is still empty
                    continue
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self._waiting.append(default)
        module = function.__globals__.get("__name__", "?")
        for name in set(_names(function.__code__)):
            self._global(function.__globals__, name, module)
            if name not in self._names:
                self._names.add(name)
                for cls in self._classes:
                    if name in vars(cls):
                        self._waiting.append(_member(cls, name))
                for space in self._modules:
                    self._global(space, name, space.get("__name__", "?"))

    def _global(self, space, name, module):
        if (id(space), name) in self._known:
            return
        self._known.add((id(space), name))
        if name in space:
            value = space[name]
            self._waiting.append(value)
            if not isinstance(value, (types.ModuleType, types.FunctionType, type)):
                self.globals.append((name if module == "__main__" else f"{module}.{name}", space, name))


def _names(code: types.CodeType) -> Iterator[str]:
    """Names that the code and the functions within it use for globals and attributes."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _member(cls: type, name: str) -> object:
    member = vars(cls)[name]
    return member.fget if isinstance(member, property) else getattr(member, "__func__", member)


def file_of(cls: type) -> str:
    """The file that the class's module was loaded from."""
    return getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
