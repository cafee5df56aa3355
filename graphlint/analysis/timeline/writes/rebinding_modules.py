"""The modules of a program that may rebind what the graph functions of one of them read: told by words in their text."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from graphlint.analysis.engine.callgraph import mentions
from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.values.places import Attribute, Value, Variable, ordered

#: How many functions lie between one that is called elsewhere and the one that sets.
_MAX_CALLERS = 2
#: How a statement that assigns an attribute goes on after its name.
_ASSIGNS = ("=", "+=", "-=", "*=", "/=")


def rebinders(program: Program, module: nodes.Module, values: set[Value], places: set[Value]) -> list[nodes.Module]:
    """The module itself, those that places read in it belong to, and others that name what sets these.

    `values` are those of the `places` whose value goes into a graph: others may rebind these from outside. An object whose
    methods are called, others may replace by a setter.
    """
    modules = {module: None} | {home: None for place in ordered(values) for home in homes(program, module, place)}
    owners = list(modules)
    assigned = {place.name for place in values if isinstance(place, (Variable, Attribute))}
    setters = [setter for owner in owners for setter in _setters(program, owner, assigned)]
    words = {f".{name}" for name in assigned} | set(map(_how_used, setters))
    words |= {f"{place.name}[" for place in values if isinstance(place, Variable) and place.scope.root() is not module}
    for owner in owners:
        modules |= dict.fromkeys(mentions.importers(program, owner, *sorted(words)))
    of_keras = _of_keras(program, values)
    elsewhere = {one: None for owner in owners for one in _beside(program, owner, assigned, setters, of_keras)}
    modules |= elsewhere
    setters += [setter for one in elsewhere for setter in _setters(program, one, assigned)]
    called = {setter.name for setter in setters if not names.sets_property(setter)}
    for _ in range(_MAX_CALLERS):  # what calls a setter sets as much
        uses = [f"{name}(" for name in sorted(called)]
        for owner in owners if elsewhere else ():
            modules |= dict.fromkeys(mentions.beside(program, owner, *uses))
        called = {name for one in modules for name in _callers(program, one, called)}
        for owner in owners if called else ():
            modules |= dict.fromkeys(mentions.importers(program, owner, *(f"{name}(" for name in sorted(called))))
    objects = {home: None for place in ordered(places - values) for home in homes(program, module, place)}
    parts = {place.name for place in places - values if isinstance(place, Attribute)}
    for owner in objects:
        modules |= dict.fromkeys(mentions.importers(program, owner, *sorted(set(map(_how_used, _setters(program, owner, parts))))))
    return list(modules | objects)


def _beside(
    program: Program, owner: nodes.Module, assigned: set[str], setters: list[nodes.FunctionDef], of_keras: set[str]
) -> list[nodes.Module]:
    """The modules that know nothing of the owner, and assign one of the names, or call a setter, in an object that they are given."""
    words = {f".{name} {operator}" for name in assigned for operator in _ASSIGNS} | {f".{one.name}(" for one in setters}
    by_callbacks = [f".{name} {operator}" for name in sorted(of_keras) for operator in _ASSIGNS]
    return mentions.beside(program, owner, *sorted(words)) + mentions.with_callbacks(program, owner, *by_callbacks)


def _of_keras(program: Program, values: set[Value]) -> set[str]:
    """The attributes of Keras models, layers and losses, which callbacks set, wherever these are."""
    attributes = [place for place in ordered(values) if isinstance(place, Attribute)]
    return {one.name for one in attributes if any(classes.is_keras(program, cls) for cls in classes.owners(program, one.base))}


def homes(program: Program, module: nodes.Module, place: Value) -> list[nodes.Module]:
    """The modules that a place is of: of a variable its own, of an attribute those of the class and of its bases."""
    if isinstance(place, Variable):
        return [place.scope.root()]
    owners = classes.owners(program, place.base)[:1] if isinstance(place, Attribute) else []
    return [base.root() for owner in owners for base in classes.ancestors(program, owner)] or [module]


def _setters(program: Program, module: nodes.Module, assigned: set[str]) -> Iterator[nodes.FunctionDef]:
    """The functions of a module that assign something by one of the names."""
    index = program.index(module)
    for name in sorted(assigned):
        for target in (*index.stored.get(name, ()), *module.locals.get(name, ())):
            scope = names.function_scope(target)
            if isinstance(scope, nodes.FunctionDef) and scope.name != "__init__":
                yield scope


def _callers(program: Program, module: nodes.Module, called: set[str]) -> Iterator[str]:
    """The names of functions that call others by some names."""
    for call in calls_named(program, [module], called):
        scope = names.function_scope(call)
        if isinstance(scope, nodes.FunctionDef) and not scope.name.startswith("__"):
            yield scope.name


def _how_used(setter: nodes.FunctionDef) -> str:
    """How the use of a function reads: called, or set as a property."""
    return f".{setter.name}" if names.sets_property(setter) else f"{setter.name}("
