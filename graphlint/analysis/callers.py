"""Who calls a function, as far as its own module shows, and what its parameters are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint.analysis import calls, names
from graphlint.analysis.events import Call
from graphlint.analysis.frames import bind
from graphlint.analysis.places import Param, Scope, Value

if TYPE_CHECKING:
    from graphlint.analysis.program import Program


class CallSite(NamedTuple):
    """A call of a function: in which scope, and what it gives to the parameters."""

    scope: Scope
    event: Call
    parameters: dict[str, frozenset[Value]]


def scopes_calling(program: Program, module: nodes.Module, called: Iterable[str]) -> list[Scope]:
    """The scopes that call something by one of the names, in the order of the source."""
    return scopes_of(program.index(module).calls(called))


def scopes_of(called: Iterable[nodes.Call]) -> list[Scope]:
    """The scopes that some calls are in, in the order of the source."""
    scopes = {names.function_scope(call): None for call in called}
    return sorted(scopes, key=lambda scope: scope.fromlineno)


def called_name(function: nodes.FunctionDef) -> str:
    """The name that calls of a function use: for a constructor, that of its class."""
    return function.parent.name if function.name == "__init__" and isinstance(function.parent, nodes.ClassDef) else function.name


def call_sites(program: Program, function: nodes.FunctionDef) -> list[CallSite]:
    """The calls of a function in its module, but for those in the function itself."""
    found: list[CallSite] = []
    for scope in scopes_calling(program, function.root(), (called_name(function),)):
        if scope is function:
            continue
        for event in program.summary(scope).events:
            if isinstance(event, Call):
                for callee in calls.callees(program, event.callee):
                    if callee.function is not None and callee.function.node is function:
                        given = bind(program, function, callee.receiver, callee.arguments + event.arguments)
                        found.append(CallSite(scope, event, given))
    return found


def given(program: Program, parameter: Param) -> list[Value]:
    """What the calls in the module give for a parameter."""
    if not isinstance(parameter.scope, nodes.FunctionDef):
        return []
    values = [site.parameters.get(parameter.name, ()) for site in call_sites(program, parameter.scope)]
    return [value for several in values for value in several if value != parameter]
