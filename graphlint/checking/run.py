"""One check: what the rules find in files and folders, and what of it is to be told."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from graphlint.cache import Cache
from graphlint.checking.baseline import Baseline, Entry
from graphlint.checking.pool import lint_in_processes
from graphlint.checking.selection import Selection
from graphlint.checking.settings import Settings
from graphlint.documents.lines import Lines
from graphlint.findings import Finding, Problem, lint
from graphlint.notebooks.notebook import SUFFIX
from graphlint.rules import RULES


@dataclass(frozen=True)
class Request:
    """What is to be checked, and how."""

    paths: tuple[str, ...]
    settings: Settings
    selection: Selection = Selection()
    options: tuple[str, ...] = ()
    """pylint's own."""
    jobs: int = 1
    baseline: Baseline | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    """Of files that are read from there, by absolute path."""
    cache: Cache | None = None
    """What keeps findings between runs."""


@dataclass(frozen=True)
class Checked:
    """What was found. Formats write it."""

    findings: tuple[Finding, ...]
    """What is to be told, by file, line and column."""
    problems: tuple[Problem, ...]
    files: tuple[str, ...]
    """All files that were linted, in order."""
    lines: Lines
    left_out: tuple[tuple[str, str], ...] = ()
    """Notebooks that were not linted, and why."""
    known: int = 0
    """How many findings the baseline has."""
    gone: tuple[Entry, ...] = ()
    """What the baseline has and is not found any more."""
    baseline: str | None = None
    """The path of the baseline, if there is one."""
    stamps: Mapping[str, tuple[int, int] | None] = field(default_factory=dict)
    """Of each file, what says whether it has changed since."""

    @property
    def status(self) -> int:
        """The exit status: 0 nothing was found, 1 something was, 2 something could not be linted."""
        return 2 if self.problems else int(bool(self.findings))

    def fixable(self, safe: bool) -> int:
        """How many fixes are offered."""
        return len({finding.fix for finding in self.findings if finding.fix is not None and finding.fix.safe is safe})


def check(request: Request, progress: Callable[[str], None] = lambda step: None) -> Checked:
    """Lint what was asked for.

    Raises `graphlint.findings.Misconfigured` if pylint cannot be run so, and `graphlint.checking.pool.Died` if a process dies.
    """
    settings = request.settings
    stamps: dict[str, tuple[int, int] | None] = {}

    def wanted(path: str) -> bool:
        if settings.excludes(path):
            return False
        stamps[path] = stamp(path)
        return True

    lint_some = partial(lint, request.paths, request.options, fixes=True, texts=request.texts, cache=request.cache)
    progress("linting")
    if request.jobs > 1:
        looked = lint_some(wanted=lambda path: wanted(path) and False)
        report = lint_in_processes(lint_some, list(stamps), request.jobs, progress) if stamps else looked
        report = replace(report, problems=(*looked.problems, *report.problems))
    else:
        report = lint_some(wanted=wanted)
    place = {path: number for number, path in enumerate(stamps)}

    def order(one: Finding | Problem) -> tuple[int, int, int]:
        return place.get(one.path, -1), one.line, one.column

    told = [_with_own_fix(finding, stamps) for finding in sorted(report.findings, key=order)
            if request.selection.tells(finding.rule, settings.relative(finding.path))]
    left_out = dict(report.left_out)
    found = Checked(tuple(told), tuple(sorted(report.problems, key=order)), tuple(path for path in stamps if path not in left_out),
                    Lines(request.texts), left_out=report.left_out, stamps=stamps)
    return found if request.baseline is None else _compared(found, request, request.baseline)


def _with_own_fix(finding: Finding, files: Container[str]) -> Finding:
    """Without an edit of a file that nobody asked to check, such as a helper elsewhere."""
    return replace(finding, fix=None) if finding.fix is not None and finding.fix.path not in files else finding


def _compared(found: Checked, request: Request, baseline: Baseline) -> Checked:
    compared = baseline.compared(found.findings, found.lines, looked_for(found, request))
    return replace(found, findings=compared.new, known=compared.known, gone=compared.gone, baseline=baseline.path)


def looked_for(found: Checked, request: Request) -> Callable[[str, str], bool]:
    """Whether a check would have found what a rule, by its id, finds in a file: what it did not is gone."""
    rules = {rule.id: rule for rule in RULES}
    files = set(found.files) - {problem.path for problem in found.problems}

    def would(path: str, rule: str) -> bool:
        if path not in files and os.path.exists(path):
            return False
        # What a rule found that is no more is gone, too.
        return rule not in rules or request.selection.tells(rules[rule], request.settings.relative(path))

    return would


def stamp(path: str) -> tuple[int, int] | None:
    """What changes when a file is written; None if it is not there."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def python_files(paths: Sequence[str]) -> Iterator[str]:
    """The files that a run over these paths may lint, but for those in hidden folders."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
        for folder, inner, names in os.walk(path):
            inner[:] = [name for name in inner if not name.startswith(".") and name != "__pycache__"]
            yield from (os.path.join(folder, name) for name in names if name.endswith((".py", ".pyi", SUFFIX)) and name[0] != ".")
