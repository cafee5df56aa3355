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
from graphlint.frameworks.meaning import Kind


#: What raises wherever it is called from: the cause is in the code itself.
_RAISING = frozenset({Kind.EAGER_ONLY, Kind.UNCONVERTED, Kind.UNSUPPORTED})


def offences(program: Program, module: nodes.Module) -> list[Offence]:
    """The offences that are reported in a module, at most one for each line and kind, in the order of the source."""
    nearest: dict[tuple[int, object], Offence] = {}
    for offence in _all(program, module):
        key = (offence.node.fromlineno, offence.kind)
        known = nearest.get(key)
        if known is None or _length(offence) < _length(known):
            nearest[key] = offence  # the shortest way explains most
    return list(_told_once(program, module, sorted(nearest.values(), key=lambda one: (one.node.fromlineno, one.node.col_offset))))


def _all(program: Program, module: nodes.Module) -> list[Offence]:
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
    return found


def _told_once(program: Program, module: nodes.Module, found: list[Offence]) -> Iterator[Offence]:
    """The offences, without those that another module's own graph functions lead to: they are told there.

    What another module does on purpose at the trace, in a decorator, or what raises there, is told where it first happens.
    """
    told: set[tuple[Kind, nodes.NodeNG]] = set()
    for offence in found:
        cause = (offence.kind, offence.effect)
        if offence.effect.root() is module or cause not in told and not _is_told_there(program, offence):
            yield offence
        if offence.confidence is UNDEFINED or offence.kind in _RAISING or isinstance(offence.node, nodes.FunctionDef):
            told.add(cause)


def _is_told_there(program: Program, offence: Offence) -> bool:
    """Whether linting the module of an effect tells of it."""
    module = offence.effect.root()
    path = program.modules.path(module)
    if path is None:
        return False
    told = program.relevance.told
    if path not in told:
        may_trace = program.relevance.may_trace(module)
        there = [one for one in _all(program.anew(), module) if one.effect.root() is module] if may_trace else []
        told[path] = frozenset(map(_cause, there))
    return _cause(offence) in told[path]


def _cause(offence: Offence) -> tuple[Kind, int, int]:
    return offence.kind, offence.effect.fromlineno, offence.effect.col_offset


def _length(offence: Offence) -> tuple:
    """What decides between two ways to one line: what is not meant to be counts more; the same one in all runs."""
    return offence.confidence is UNDEFINED, len(offence.steps), offence.steps, offence.lines
