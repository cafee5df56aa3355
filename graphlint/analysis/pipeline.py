"""All offences of one module: the whole analysis, in the order in which data flows through it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, Union

from astroid import nodes
from pylint.interfaces import UNDEFINED

from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.engine.view import View
from graphlint.analysis.facts import Facts
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind

#: A line, a kind of offence, and what tells several of them apart.
_Key = tuple[int, Union[Kind, str], str]
#: What raises wherever it is called from: the cause is in the code itself.
_RAISING = frozenset({Kind.EAGER_ONLY, Kind.UNCONVERTED, Kind.UNSUPPORTED})


class Query(Protocol):
    """What a rule asks of the facts of a module."""

    def offences(self, facts: Facts) -> Iterable[Offence]:
        """What breaks the rule there."""


def offences(shared: Program, module: nodes.Module, queries: Sequence[Query]) -> tuple[list[Offence], View]:
    """The offences that are reported in a module, at most one for each line and kind, in the order of the source; and its view.

    A call that gives several functions of other modules to be traced has one for each: ``compile(loss=mean, metrics=[worst])``.
    """
    nearest: dict[_Key, Offence] = {}
    found, program = _found(shared, module, queries)
    for offence in found:
        key = (offence.node.fromlineno, offence.kind, _apart(module, offence))
        known = nearest.get(key)
        if known is None or _length(offence) < _length(known):
            nearest[key] = offence  # the shortest way explains most
    chosen = sorted(_distinct(nearest), key=lambda one: (one.node.fromlineno, one.node.col_offset))
    return list(_told_once(program, module, chosen, queries)), program


def _found(shared: Program, module: nodes.Module, queries: Sequence[Query]) -> tuple[list[Offence], View]:
    """What is found in a module, if need be before its turn comes; what that tells of is known to others."""
    ahead = shared.memo.table(_found)
    found = ahead.known(module)
    if found is not None:
        del ahead[module]
        return found
    with shared.dependencies.step() as step:
        found = _all(shared, module, queries)
    shared.relevance.told.keep(module.file or "", _causes(found[0]), step.number)
    return found


def _apart(module: nodes.Module, offence: Offence) -> str:
    """What tells offences of one kind on one line apart: the functions that a call gives to be traced, the reads that are frozen."""
    if _is_given(module, offence):
        return offence.function
    return str(offence.effect.col_offset) if offence.kind is Kind.FROZEN and offence.effect.root() is module else ""


def _is_given(module: nodes.Module, offence: Offence) -> bool:
    """Whether an offence of another module's function is reported where that is given to what traces it."""
    return offence.effect.root() is not module and isinstance(offence.node, nodes.Call) and all(step.path != module.file for step in offence.steps)


def _distinct(nearest: dict[_Key, Offence]) -> Iterator[Offence]:
    """The offences by line and kind, without the changes that leave tensors behind when another graph function makes them."""
    for (line, kind, function), offence in nearest.items():
        leak = nearest.get((line, Kind.LEAK, function)) if kind is Kind.MUTATE else None
        if leak is None or leak.effect is not offence.effect or leak.confidence is UNDEFINED:
            yield offence


def _all(shared: Program, module: nodes.Module, queries: Iterable[Query]) -> tuple[list[Offence], View]:
    program = View(shared, module)
    facts = Facts(program, module)
    found: list[Offence] = []
    for query in queries:
        with program.faults.isolated(module):
            found.extend(query.offences(facts))
    return found, program


def _told_once(program: View, module: nodes.Module, found: list[Offence], queries: Sequence[Query]) -> Iterator[Offence]:
    """The offences, without those that another module's own graph functions lead to: they are told there.

    What another module does on purpose at the trace, in a decorator, or what raises there, is told where it first happens.
    """
    told: set[tuple[Kind | str, nodes.NodeNG]] = set()
    for offence in found:
        cause = (offence.kind, offence.effect)
        is_told = False
        if offence.effect.root() is not module:
            with program.faults.isolated(offence.node, offence.function):
                is_told = cause in told or _is_told_there(program, offence, queries)
        if not is_told:
            yield offence
        if offence.confidence is UNDEFINED or offence.kind in _RAISING or isinstance(offence.node, (nodes.FunctionDef, nodes.ClassDef)):
            told.add(cause)


def _is_told_there(program: View, offence: Offence, queries: Sequence[Query]) -> bool:
    """Whether linting the module of an effect, or another one on the way to it, tells of it, or that of a class it is inherited from."""
    here = offence.node.root().file
    cause = _cause(offence)
    bases = classes.ancestors(program, offence.node) if isinstance(offence.node, nodes.ClassDef) else ()
    files = dict.fromkeys((*_files(offence), *(base.root().file for base in bases)))
    return any(
        cause in told and (file == cause[0] or here not in told[cause])  # where it is, it is always told
        for file, told in ((file, _told_in(program, file, queries)) for file in files if file != here)
    )


def _told_in(program: View, file: str, queries: Sequence[Query]) -> dict[tuple, frozenset[str]]:
    """What linting another module tells of: the causes, and the files that the ways to them lead through."""
    told, shared = program.relevance.told, program.shared
    known = told.known(file)
    if known is not None:
        return known
    causes: dict[tuple, frozenset[str]] = {}
    told.keep(file, causes, 0)
    with shared.dependencies.step() as step:
        module = program.modules.load(os.path.realpath(file))
        if module is not None and program.relevance.may_trace(module):
            with shared.dependencies.step() as inner:
                ahead = _all(shared, module, queries)  # what goes wrong there is said where that module is linted
            shared.memo.table(_found).keep(module, ahead, inner.number)
            causes = _causes(ahead[0])
    told.keep(file, causes, step.number)
    return causes


def _causes(found: list[Offence]) -> dict[tuple, frozenset[str]]:
    return {_cause(one): frozenset(_files(one)) for one in found}


def _files(offence: Offence) -> Iterator[str]:
    """The files on the way to an effect, that of the effect last."""
    yield from (step.path for step in offence.steps)
    yield offence.effect.root().file


def _cause(offence: Offence) -> tuple[str, Kind | str, int, int]:
    kind = Kind.MUTATE if offence.kind is Kind.LEAK else offence.kind  # one change, of what holds tensors here and not there
    return offence.effect.root().file, kind, offence.effect.fromlineno, offence.effect.col_offset


def _length(offence: Offence) -> tuple:
    """What decides between two ways to one line: what is not meant to be counts more; the same one in all runs."""
    return offence.confidence is UNDEFINED, len(offence.steps), offence.steps, offence.lines
