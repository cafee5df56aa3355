"""Which classes of the program derive from a class: an object may be one of theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.heap.classes import ancestors, external_bases, has_unknown_base, hiding_class, kinds, own_members
from graphlint.analysis.values.conditions import is_own_type, own_type
from graphlint.analysis.values.places import Fresh, Function, Value

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: Packages whose classes are no lists, dicts or numbers of Python's.
_NO_CONTAINERS = ("abc.", "builtins.object", "keras.", "tensorflow.", "typing.")
_MAX_SUBCLASSES = 40


def subclass_names(program: Program, cls: nodes.ClassDef) -> list[str]:
    """The names of a class and of those derived from it, by the text of the program."""
    return _known_subclasses(program, cls)[0]


def subclass_modules(program: Program, cls: nodes.ClassDef) -> list[nodes.Module]:
    """The modules where these are."""
    return _known_subclasses(program, cls)[1]


def _known_subclasses(program: Program, cls: nodes.ClassDef) -> tuple[list[str], list[nodes.Module]]:
    return program.shared.kept(subclass_names, cls, lambda: _subclasses(program, cls))


def _subclasses(program: Program, cls: nodes.ClassDef) -> tuple[list[str], list[nodes.Module]]:
    names, modules = [cls.name], [cls.root()]
    path = program.modules.path(cls.root())
    paths = [] if path is None else [path]
    for home in paths:
        for file in (home, *program.relevance.importers.of(home)):
            for name, bases in program.modules.outline(file).classes.items():
                derived = any(base.rpartition(".")[2] in names for base in bases)
                if derived and name not in names and len(names) < _MAX_SUBCLASSES:
                    names.append(name)
                    module = program.module(file) if file not in paths else None
                    if module is not None:
                        paths.append(file)
                        modules.append(module)
    return names, modules


def derived(program: Program, cls: nodes.ClassDef, modules: Iterable[nodes.Module]) -> list[nodes.ClassDef]:
    """The classes in some modules that derive from a class."""
    return [other for module in modules for other in program.index(module).classes if other is not cls and cls in ancestors(program, other)]


def is_instance(program: Program, value: Value, types: tuple[str, ...]) -> bool | None:
    """Whether an object of the program's own classes is of one of some types; None where it may be of a subclass that is."""
    known = kinds(program, value)
    found = {_is_of(program, kind, types, isinstance(value, Fresh)) if isinstance(kind, nodes.ClassDef) else None for kind in known}
    return found.pop() if len(found) == 1 else None


def _is_of(program: Program, cls: nodes.ClassDef, types: tuple[str, ...], is_exact: bool) -> bool | None:
    family = ancestors(program, cls)
    if not {*map(own_type, family), *external_bases(program, cls)}.isdisjoint(types):
        return True
    outer = external_bases(program, cls)
    own = [name for name in types if is_own_type(name) or name.startswith("builtins.") and all(base.startswith(_NO_CONTAINERS) for base in outer)]
    if len(own) < len(types) or has_unknown_base(program, cls):
        return None
    further = () if is_exact else derived(program, cls, subclass_modules(program, cls))
    return None if any(own_type(base) in types for one in further for base in ancestors(program, one)) else False


def overrides(program: Program, cls: nodes.ClassDef, name: str, methods: list[Value]) -> list[Value]:
    """Methods of subclasses in the same module and in the linted one, in place of a class's own `methods`.

    Where these are abstract, an object is surely of a subclass, wherever in the program that is: of one of those that define
    them. Where they are empty, it is so if one subclass alone has something to do.
    """
    near = dict.fromkeys((cls.root(), program.linted or cls.root()))
    found = _defined(program, cls, name, near)
    own = [one.wraps or one.node for one in methods if isinstance(one, Function)]
    if found or not own or len(own) < len(methods) or not all(_is_abstract(one) or _is_empty(one) for one in own):
        return found
    far = _defined(program, cls, name, subclass_modules(program, cls))
    return far if len(far) == 1 or all(map(_is_abstract, own)) else []


def _defined(program: Program, cls: nodes.ClassDef, name: str, modules: Iterable[nodes.Module]) -> list[Value]:
    """The methods of that name in the subclasses that some modules define."""
    found: list[Value] = []
    for module in modules:
        for other in program.index(module).classes:
            if other is not cls and name in other.locals and cls in ancestors(program, other) and hiding_class(program, other, name) is None:
                found += own_members(program, other, name)
    return found


def _is_abstract(method: nodes.NodeNG) -> bool:
    """Whether a method says that subclasses have to define it."""
    if not isinstance(method, nodes.FunctionDef):
        return False
    decorators = method.decorators.nodes if method.decorators is not None else ()
    if any(getattr(one, "name", getattr(one, "attrname", "")) == "abstractmethod" for one in decorators):
        return True
    match method.body:
        case [*others, nodes.Raise(exc=nodes.Name(name="NotImplementedError") | nodes.Call(func=nodes.Name(name="NotImplementedError")))]:
            return all(map(_does_nothing, others))
    return False


def _is_empty(method: nodes.NodeNG) -> bool:
    return isinstance(method, nodes.FunctionDef) and all(map(_does_nothing, method.body))


def _does_nothing(statement: nodes.NodeNG) -> bool:
    return isinstance(statement, nodes.Pass) or isinstance(statement, nodes.Expr) and isinstance(statement.value, nodes.Const)
