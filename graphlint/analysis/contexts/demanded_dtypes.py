"""The dtype that a graph function demands of what it is given, by what it and its helpers do with it."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import bind
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.datasets import Datasets
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import Attribute, External, Param
from graphlint.frameworks import demands

#: How many helpers, one called by the other, a parameter is followed into.
_MAX_DEPTH = 4
#: The last parts of the names that the tables know.
_NAMES = frozenset(name.rpartition(".")[2] for name in (*demands.OF_FUNCTIONS, *demands.OF_DATASETS, *demands.OF_WRITERS))


def dtype(program: Program, parameter: Param) -> str | None:
    """The dtype that a tensor must have to be given for a parameter; None where nothing, or more than one, is demanded."""
    found = set(_demanded(program, parameter, 0))
    return found.pop() if len(found) == 1 else None


def _demanded(program: Program, parameter: Param, depth: int) -> Iterator[str]:
    for call in parameter.scope.nodes_of_class(nodes.Call):
        if isinstance(call.func, nodes.Attribute) and call.func.attrname in _NAMES:
            yield from _by_tables(program, call, parameter)
    for event in program.summary(parameter.scope).events if depth < _MAX_DEPTH else ():
        if not isinstance(event, Call) or not any(parameter in argument.values for argument in event.arguments):
            continue
        for callee in callees.callees(program, event.callee):
            if callee.function is not None:
                given = bind(program, callee.function.node, callee.receiver, callee.arguments + event.arguments)
                for name, values in given.items():
                    if parameter in values:
                        yield from _demanded(program, Param(callee.function.node, name), depth + 1)


def _by_tables(program: Program, call: nodes.Call, parameter: Param) -> Iterator[str]:
    """The dtypes of the places in a call where a parameter is given."""
    is_spread = any(isinstance(argument, nodes.Starred) for argument in call.args)
    for takes in _tables(program, call):
        for name, (position, demanded) in takes.items():
            given = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
            if given is None and not is_spread and position < len(call.args):
                given = call.args[position]
            if isinstance(given, nodes.Name) and _denotes(given, parameter):
                yield demanded


def _denotes(name: nodes.Name, parameter: Param) -> bool:
    """Whether a name is a parameter that the function assigns nothing else to."""
    return name.name == parameter.name and name.lookup(name.name)[0] is parameter.scope and len(parameter.scope.locals[name.name]) == 1


def _tables(program: Program, call: nodes.Call) -> Iterator[dict[str, tuple[int, str]]]:
    """What is known of the parameters of what a call calls."""
    name = call.func.attrname
    if name in demands.OF_WRITERS:
        yield demands.OF_WRITERS[name]
    for value in program.detached(call.func, names.function_scope(call)):
        known = demands.OF_FUNCTIONS.get(frameworks.canonical(value.name)) if isinstance(value, External) else None
        if known is None and isinstance(value, Attribute) and name in demands.OF_DATASETS:
            known = demands.OF_DATASETS[name] if Datasets(program).includes(value.base) else None
        if known is not None:
            yield known
