"""Findings as diagnostics: where they are, how bad, and the way that leads there."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
    Position,
    Range,
)
from pygls import uris

from graphlint import manual
from graphlint.edits.edits import Fix
from graphlint.findings import Finding, Problem
from graphlint.rules import Rule
from graphlint.server.lines import Lines

SOURCE = "graphlint"
#: By the letter of a rule's id: what raises, what goes wrong, what costs.
SEVERITIES = {"E": DiagnosticSeverity.Error, "W": DiagnosticSeverity.Warning, "R": DiagnosticSeverity.Information}
#: The text of a file as the editor has it, or as it lies on disk.
Texts = Callable[[str], Lines]


@functools.cache
def page(rule: Rule) -> str | None:
    """The address of a rule's page, if it is installed."""
    path = manual.path(f"rules/{rule.symbol}")
    return path.as_uri() if path.is_file() else None


def uri_of(path: str) -> str:
    """The address of a file."""
    return uris.from_fs_path(path) or Path(path).as_uri()


def span(finding: Finding, lines: Lines) -> tuple[int, int]:
    """Where a finding is, as indices of the text."""
    start = lines.offset(finding.line, finding.column)
    if finding.end_line is None or finding.end_column is None:
        return start, lines.start(finding.line) + len(lines.line(finding.line))
    return start, max(start, lines.offset(finding.end_line, finding.end_column))


def of_finding(finding: Finding, lines: Lines, texts: Texts, proof: str | None) -> Diagnostic:
    """A finding. `proof` says of the edit that mends it whether it is proven, if there is one."""
    address = page(finding.rule)
    return Diagnostic(
        range=lines.range(*span(finding, lines)),
        message=finding.text,
        severity=SEVERITIES[finding.rule.id[0]],
        code=finding.rule.symbol,
        code_description=None if address is None else CodeDescription(href=address),
        source=SOURCE,
        related_information=[
            DiagnosticRelatedInformation(Location(uri_of(path), texts(path).whole(line)), text) for path, line, text in way(finding)
        ]
        or None,
        data={"id": finding.rule.id, "function": finding.function, "fix": proof},
    )


def way(finding: Finding) -> Iterator[tuple[str, int, str]]:
    """The calls that lead from the graph function to the effect, and the effect itself if that is elsewhere."""
    caller = finding.function
    for step in finding.calls:
        yield step.path, step.line, f"{caller} calls {step.name}"
        caller = step.name
    here = (os.path.realpath(finding.path), finding.line)
    for path, line in finding.effects:
        if (os.path.realpath(path), line) != here:
            yield path, line, "the code that does it"


def of_problem(problem: Problem, lines: Lines) -> Diagnostic:
    """Why a file, or a function of it, could not be analysed."""
    number = min(max(problem.line, 1), len(lines))
    place = lines.whole(number)
    if problem.symbol == "syntax-error" and problem.column:  # counted from 1, in characters
        start = lines.start(number)
        place = Range(lines.position(min(start + problem.column - 1, start + len(lines.line(number)))), place.end)
    if _before(place.end, place.start):
        place = Range(place.end, place.end)
    severity = DiagnosticSeverity.Error if problem.symbol == "syntax-error" else DiagnosticSeverity.Warning
    return Diagnostic(range=place, message=problem.text, severity=severity, code=problem.symbol, source=SOURCE)


def _before(one: Position, other: Position) -> bool:
    return (one.line, one.character) < (other.line, other.character)


def proof(fix: Fix | None, proven: bool | None) -> str | None:
    """What is known of an edit."""
    if fix is None:
        return None
    if proven:
        return "proven"
    if proven is False:
        return "does not hold"
    return "safe" if fix.safe else "needs a proof"
