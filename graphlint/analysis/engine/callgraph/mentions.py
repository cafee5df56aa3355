"""Which modules of the program to search: those around a module whose text mentions some words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.callgraph.reach import PROGRAM, Reach

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program


def importers(program: Program, module: nodes.Module, *words: str, reach: Reach = PROGRAM) -> list[nodes.Module]:
    """The other modules of the program that import from a module and mention one of the words."""
    return _mentioning(program, module, program.relevance.importers.of, words, reach)


def has_further_importers(program: Program, module: nodes.Module, *words: str) -> bool:
    """Whether importers that mention one of the words have not been looked into: a bound was reached before them."""
    path = program.modules.path(module) if words else None
    known = program.relevance.importers
    return path is not None and any(one not in program.importers and known.mentions(one, words) for one in known.of(path))


def beside(program: Program, module: nodes.Module, *words: str, reach: Reach = PROGRAM) -> list[nodes.Module]:
    """The modules that are imported where a module is, and mention one of the words."""
    return _mentioning(program, module, program.relevance.importers.beside, words, reach)


def with_callbacks(program: Program, module: nodes.Module, *words: str, reach: Reach = PROGRAM) -> list[nodes.Module]:
    """The modules of the program that a module is of, with callbacks, that mention one of the words."""
    return _mentioning(program, module, program.relevance.importers.with_callbacks, words, reach)


def _mentioning(
    program: Program, module: nodes.Module, files_of: Callable[[str], list[str]], words: tuple[str, ...], reach: Reach
) -> list[nodes.Module]:
    path = program.modules.path(module) if words and reach.importers else None
    found: list[nodes.Module] = []
    known = program.relevance.importers
    for importer in files_of(path) if path is not None else ():
        if len(found) >= reach.importers:
            break
        if importer not in program.importers and len(program.importers) >= reach.all_importers:
            continue
        if known.mentions(importer, words):
            program.importers.add(importer)
            other = program.module(importer)
            if other is not None and other is not module:
                found.append(other)
    return found
