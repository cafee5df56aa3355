"""Edits that are tried before they are made: the divergence is gone and nothing else has changed, or they are left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from graphlint.confirm import project
from graphlint.confirm.confirmation import Confirmation, confirm
from graphlint.confirm.judgement.compare import Comparison, Divergence
from graphlint.confirm.lines import statement_line
from graphlint.confirm.overlay import line_map
from graphlint.confirm.session import Place, Program
from graphlint.confirm.shown.report import ending
from graphlint.documents.lines import Lines
from graphlint.edits.edits import Fix
from graphlint.findings import Finding, Report, lint
from graphlint.fixes.command import Change, changes, offered


@dataclass
class Outcome:
    """Whether an edit holds, and if not, why."""

    finding: Finding
    fix: Fix
    holds: bool
    why: str = ""


def verify(
    program: Program, linted: Report, options: Sequence[str] = (), progress: Callable[[str], None] = lambda step: None
) -> list[Outcome]:
    """Run the program as it is and as it would be, and keep the edits that mend what they are meant to and no more.

    Raises `graphlint.confirm.confirmation.Unusable` if there is nothing to run.
    """
    candidates = list(offered(linted, unsafe=True))
    if not candidates:
        return []
    trial = _Trial(program, linted, options, progress)
    if len(candidates) > 1 and trial.objection(candidates) is None:
        return [Outcome(finding, fix, True) for finding, fix in candidates]
    kept: list[tuple[Finding, Fix]] = []
    outcomes = []
    for candidate in candidates:
        why = trial.objection([*kept, candidate])
        if why is None:
            kept.append(candidate)
        outcomes.append(Outcome(*candidate, why is None, why or ""))
    return outcomes


class _Trial:
    """The program before any edit, and what speaks against a set of them."""

    def __init__(self, program, linted, options, progress):
        self._program = program
        self._linted = linted
        self._options = options
        self._progress = progress
        self._before = confirm(program, linted, lambda step: progress(f"as it is: {step}"), controlled=True)

    def objection(self, candidates: Sequence[tuple[Finding, Fix]]) -> str | None:
        """Why the edits are not to be made, or None."""
        verdicts = {id(verdict.finding): verdict for verdict in self._before.verdicts}
        for finding, _ in candidates:
            verdict = verdicts[id(finding)]
            if verdict.answer != "observed":
                return f"nothing to verify: the finding was {verdict.answer}"
        found = changes(fix for _, fix in candidates)
        if sum(len(change.fixes) for change in found) < len(candidates):
            return "it contradicts another edit, or makes the file no Python"
        texts = {os.path.realpath(change.source.path): change.after for change in found}
        edited = replace(self._program, edited=tuple(texts.items()))
        after = confirm(edited, _lint_edited(self._program, found, self._options),
                        lambda step: self._progress(f"with {len(candidates)} edits: {step}"), controlled=True)
        return self._compare(after, candidates)

    def _compare(self, after: Confirmation, candidates: Sequence[tuple[Finding, Fix]]) -> str | None:
        before = self._before
        for run, old in ((after.eager, before.eager), (after.graph, before.graph)):
            if ending(run) != ending(old) and not (run.ended and run.status in ("finished", "exit")):
                return f"the program, run {'as a graph' if run.mode == 'graph' else 'eagerly'}, then {ending(run)}"
        known = {(finding.rule, finding.path, finding.line) for finding in self._linted.findings}
        for finding in (verdict.finding for verdict in after.verdicts if verdict.finding.off is None):
            at = Lines().place(finding.path, finding.line)
            if any(finding.rule is f.rule and finding.path == f.path and finding.line == f.line for f, _ in candidates):
                return f"{finding.rule.symbol} is still found at {at}"
            if (finding.rule, finding.path, finding.line) not in known:
                return f"{finding.rule.symbol} is then found at {at}"
        old = {_identity(divergence) for divergence in (*before.unforeseen, *before.consequences)}
        for divergence in after.unforeseen:
            if _identity(divergence) not in old:
                return f"the two runs then differ in what {_told(divergence)}"
        edited = {place for finding, _ in candidates for place in _places(finding)}
        for divergence in Comparison(after.eager, before.eager, after.control).divergences:
            if not self._is_meant(divergence, edited):
                return f"run eagerly, it then differs in what {_told(divergence)}"
        return None

    def _is_meant(self, divergence: Divergence, edited: set[Place]) -> bool:
        """Output of an edited line looks as TensorFlow writes it, which may leave no trace of the line that wrote it."""
        if divergence.kind == "output":
            return not divergence.places or bool(edited & set(divergence.places))
        # Eagerly, what an earlier run drew from NumPy or read from a clock is chance as well.
        return _identity(divergence) in self._chance

    @cached_property
    def _chance(self) -> set[tuple]:
        before = self._before
        return {_identity(d) for d in Comparison(before.eager, before.control).divergences} if before.control else set()


def _identity(divergence: Divergence) -> tuple:
    return divergence.kind, divergence.function, divergence.what


def _told(divergence: Divergence) -> str:
    who = divergence.function or "the program"
    if divergence.kind == "state":
        return f"{who} leaves in {divergence.label}"
    return f"{who} {divergence.what if divergence.kind != 'exception' else 'raises'}"


def _places(finding: Finding) -> Iterable[Place]:
    yield from ((path, statement_line(path, line)) for path, line in finding.effects)
    yield finding.path, statement_line(finding.path, finding.line)


def _lint_edited(program: Program, found: Sequence[Change], options: Sequence[str]) -> Report:
    """What the linter finds in the edited project, with the lines of the files on disk."""
    paths = dict.fromkeys((*project.files(program.script, program.root), *(change.source.path for change in found)))
    report = lint(paths, options, everything=True, texts={change.source.path: change.file_after for change in found})
    maps = {change.source.path: line_map(change.source.text, change.after) for change in found}

    def back(path: str, line: int) -> Place:
        lines = maps.get(path)
        return path, lines[line] if lines and line < len(lines) else line

    findings = []
    for finding in report.findings:
        path, line = back(finding.path, finding.line)
        findings.append(replace(finding, path=path, line=line, effects=tuple(back(*place) for place in finding.effects)))
    return Report(tuple(findings), report.problems)
