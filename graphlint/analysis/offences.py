"""All offences of one module: the whole analysis, in the order in which data flows through it."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes
from pylint.interfaces import UNDEFINED

from graphlint.analysis.contexts import graph_functions
from graphlint.analysis.frozen import frozen
from graphlint.analysis.program import Program
from graphlint.analysis.offence import Offence
from graphlint.analysis.reach import Trace
from graphlint.analysis.remade import remade
from graphlint.analysis.retrace import retraces


def offences(program: Program, module: nodes.Module) -> list[Offence]:
    """The offences that are reported in a module, at most one for each line and kind, in the order of the source."""
    program.modules.add(module)
    program.linted = module
    functions = graph_functions(program, module)
    program.roots.update(function.node for function in functions)
    found: list[Offence] = []
    traced: set[nodes.NodeNG] = set()
    traces: list[Trace] = []
    for function in functions:
        trace = Trace(program, function)
        found += trace.run()
        traced |= trace.entered
        traces.append(trace)
    found += frozen(program, module, traces)
    found += remade(program, module, traced)
    found += retraces(program, module, traced)
    nearest: dict[tuple[int, object], Offence] = {}
    for offence in found:
        key = (offence.node.fromlineno, offence.kind)
        known = nearest.get(key)
        if known is None or _length(offence) < _length(known):
            nearest[key] = offence  # the shortest way explains most
    return list(_told_once(module, sorted(nearest.values(), key=lambda one: (one.node.fromlineno, one.node.col_offset))))


def _told_once(module: nodes.Module, found: list[Offence]) -> Iterator[Offence]:
    """The offences; what another module does on purpose at the trace, or in a decorator, is told where it first happens."""
    told: set[nodes.NodeNG] = set()
    for offence in found:
        if offence.effect.root() is module or offence.effect not in told:
            yield offence
        if offence.confidence is UNDEFINED or isinstance(offence.node, nodes.FunctionDef):
            told.add(offence.effect)


def _length(offence: Offence) -> tuple:
    """What decides between two ways to one line: what is not meant to be counts more; the same one in all runs."""
    return offence.confidence is UNDEFINED, len(offence.steps), offence.steps, offence.lines
