"""Which classes of the program derive from a class: an object may be one of theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.classes import ancestors, own_members
from graphlint.analysis.places import Function, Value

if TYPE_CHECKING:
    from graphlint.analysis.program import Program

_MAX_HEIRS = 40


def heirs(program: Program, cls: nodes.ClassDef) -> tuple[list[str], list[nodes.Module]]:
    """The names of a class and of those derived from it, and the modules where these are, by the text of the program."""
    known = program.heirs.get(cls)
    if known is None:
        known = program.heirs[cls] = _heirs(program, cls)
    return known


def _heirs(program: Program, cls: nodes.ClassDef) -> tuple[list[str], list[nodes.Module]]:
    names, modules = [cls.name], [cls.root()]
    path = program.modules.path(cls.root())
    paths = [] if path is None else [path]
    for home in paths:
        for file in (home, *program.relevance.importers.of(home)):
            for name, bases in program.modules.outline(file).classes.items():
                derived = any(base.rpartition(".")[2] in names for base in bases)
                if derived and name not in names and len(names) < _MAX_HEIRS:
                    names.append(name)
                    module = program.module(file) if file not in paths else None
                    if module is not None:
                        paths.append(file)
                        modules.append(module)
    return names, modules


def derived(program: Program, cls: nodes.ClassDef, modules: Iterable[nodes.Module]) -> list[nodes.ClassDef]:
    """The classes in some modules that derive from a class."""
    return [other for module in modules for other in program.index(module).classes if other is not cls and cls in ancestors(program, other)]


def overrides(program: Program, cls: nodes.ClassDef, name: str, methods: list[Value]) -> list[Value]:
    """Methods of subclasses in the same module and in the linted one, in place of a class's own `methods`.

    Where these are abstract and one subclass in the whole program defines them, an object is of that for sure.
    """
    near = dict.fromkeys((cls.root(), program.linted or cls.root()))
    found = _defined(program, cls, name, near)
    if not found and methods and all(isinstance(one, Function) and _is_abstract(one.wraps or one.node) for one in methods):
        far = _defined(program, cls, name, heirs(program, cls)[1])
        return far if len(far) == 1 else []
    return found


def _defined(program: Program, cls: nodes.ClassDef, name: str, modules: Iterable[nodes.Module]) -> list[Value]:
    """The methods of that name in the subclasses that some modules define."""
    found: list[Value] = []
    for module in modules:
        for other in program.index(module).classes:
            if other is not cls and name in other.locals and cls in ancestors(program, other):
                found += own_members(program, other, name)
    return found


def _is_abstract(method: nodes.NodeNG) -> bool:
    """Whether a method does nothing, or says that subclasses have to define it."""
    if not isinstance(method, nodes.FunctionDef):
        return False
    decorators = method.decorators.nodes if method.decorators is not None else ()
    if any(getattr(one, "name", getattr(one, "attrname", "")) == "abstractmethod" for one in decorators):
        return True
    return all(_is_empty(statement) for statement in method.body)


def _is_empty(statement: nodes.NodeNG) -> bool:
    match statement:
        case nodes.Pass() | nodes.Expr(value=nodes.Const()):
            return True
        case nodes.Raise(exc=nodes.Name(name=name) | nodes.Call(func=nodes.Name(name=name))):
            return name == "NotImplementedError"
    return False
