"""Registries: dicts that hold functions and classes by their names, filled where these are defined.

``LOSSES["mse"]``, ``MODELS.get(name)``, ``@LAYERS.register("dense")``: what is under one key is no other's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.values.places import (
    DICTS,
    MAX_CHAIN,
    Attribute,
    Class,
    Const,
    Entry,
    External,
    Fresh,
    Function,
    Graph,
    Item,
    Param,
    Value,
    Variable,
    chain,
    item,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.callgraph.callers import CallSite
    from graphlint.analysis.engine.program import Program

_CALLABLES = (Class, External, Function, Graph)
#: How the classes of dicts are written.
_DICT_NAMES = frozenset(name.rpartition(".")[2] for name in DICTS)


def entry(program: Program, registry: Value, keys: frozenset[Value], reader: nodes.Module) -> frozenset[Value] | None:
    """What a registry has under a key that is a text, or the parameter that a call gives it for; None if it is no registry."""
    only = next(iter(keys)) if len(keys) == 1 else None
    if not (isinstance(only, Param) or isinstance(only, Const) and isinstance(only.value, str)):
        return None
    if isinstance(registry, Fresh):
        return frozenset((Item(registry, Entry(only)),)) if isinstance(only, Param) and _names_callables(registry) else None
    if not isinstance(registry, (Variable, Attribute)) or chain(registry) >= MAX_CHAIN:
        return None
    written = _written(program, registry)
    if written is not None:
        return item(written, only.value) if isinstance(only, Const) and only.value in written.keys else frozenset((Item(registry, Entry(only)),))
    home = registry.scope.root() if isinstance(registry, Variable) else reader
    fills = program.index(home).filled.get(registry.name, ()) or _own_fills(program, registry)
    return frozenset((Item(registry, Entry(only)),)) if fills and all(map(_registers, fills)) else None


def _written(program: Program, registry: Value) -> Fresh | None:
    """The dict of a module that names functions and classes, if nothing else is ever put into it."""
    if not isinstance(registry, Variable) or not isinstance(registry.scope, nodes.Module):
        return None
    held = program.variables(registry)
    if len(held) != 1 or registry.name in program.index(registry.scope).filled:
        return None
    (made,) = held
    return made if isinstance(made, Fresh) and _names_callables(made) else None


def _names_callables(made: Fresh) -> bool:
    """Whether a dict is written with texts for keys, and functions and classes for what they stand for."""
    if made.kind != "builtins.dict" or not made.keys or not made.items:
        return False
    return all(isinstance(key, str) for key in made.keys) and all(isinstance(one, _CALLABLES) for held in made.items for one in held)


def _own_fills(program: Program, registry: Variable | Attribute) -> list[nodes.NodeNG]:
    """Where the class of a dict puts something into its own object: ``class Registry(dict)``."""
    if not isinstance(registry, Variable):
        return []
    kinds = [one.kind for one in program.variables(registry) if isinstance(one, Fresh) and isinstance(one.kind, nodes.ClassDef)]
    return [use for cls in kinds if _is_dict(cls) for use in program.index(cls.root()).filled.get("self", ()) if cls.parent_of(use)]


def _is_dict(cls: nodes.ClassDef) -> bool:
    """Whether a class derives from a dict, as its bases are written."""
    return any(names.last_name(base) in _DICT_NAMES for base in cls.bases)


def _registers(use: nodes.NodeNG) -> bool:
    """Whether a use of a container puts a function or class there, or what a decorator is given and gives back."""
    match use.parent:
        case nodes.Subscript(parent=nodes.Assign(value=nodes.Tuple(elts=parts))):
            return any(isinstance(part, nodes.Name) and _is_callable(part) for part in parts)
        case nodes.Subscript(parent=nodes.Assign(value=nodes.Name() as put)):
            return _is_callable(put)
    return False


def _is_callable(put: nodes.Name) -> bool:
    scope = names.function_scope(put)
    bindings = scope.locals.get(put.name, ())
    if any(isinstance(binding, (nodes.FunctionDef, nodes.ClassDef)) for binding in bindings):
        return True
    is_given = isinstance(scope, nodes.FunctionDef) and put.name in scope.argnames()
    return is_given and any(isinstance(back.value, nodes.Name) and back.value.name == put.name for back in names.returns(scope))


def is_other(program: Program, site: CallSite, use: nodes.NodeNG, put: frozenset[Value], key: str) -> bool:
    """Whether a call registers what it is given under another key than one that is looked for."""
    subscript = use.parent
    if not isinstance(subscript, nodes.Subscript):
        return False
    match subscript.slice:
        case nodes.Attribute(attrname="__name__", expr=nodes.Name()):
            under = {value.node.name for value in put if isinstance(value, (Function, Class)) and hasattr(value.node, "name")}
        case _:
            values = program.detached(subscript.slice, names.function_scope(use))
            given = [one for value in values for one in site.of(value)]
            if not all(isinstance(one, Const) for one in given):
                return False
            under = {one.value for one in given}
    return bool(under) and key not in under
