"""Who calls a function by its name alone, whatever the callee turns out to be: no summary is made for the answer, and it has no bound.

`callers` tells more, and costs more. Calls of what a framework defines are asked of the index of a module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program


def calls_named(program: Program, modules: Iterable[nodes.Module], called: Iterable[str]) -> Iterator[nodes.Call]:
    """The calls in some modules of what goes by one of the names."""
    spelled = list(called)
    for module in modules:
        yield from program.index(module).calls(spelled)


def uses_of(program: Program, function: nodes.FunctionDef) -> list[nodes.NodeNG]:
    """Where the name of a function is used in its module, but for the function itself."""
    return [use for use in program.index(function.root()).uses.get(function.name, ()) if not function.parent_of(use)]


def calls_of(program: Program, function: nodes.FunctionDef) -> list[nodes.Call]:
    """The calls among these uses."""
    return [use.parent for use in uses_of(program, function) if names.is_called(use)]


def scopes_calling(program: Program, module: nodes.Module, called: Iterable[str]) -> list[Scope]:
    """The scopes of a module that call something by one of the names, in the order of the source."""
    return scopes_of(program.index(module).calls(called))


def scopes_of(called: Iterable[nodes.Call]) -> list[Scope]:
    """The scopes that some calls are in, in the order of the source."""
    scopes = {names.function_scope(call): None for call in called}
    return sorted(scopes, key=lambda scope: scope.fromlineno)
