"""What the programs on a rule's page print, and what comes of its cases: found by running them on the NumPy runtime."""

from __future__ import annotations

import functools
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from graphlint.confirm import confirmation, session
from graphlint.confirm.confirmation import Confirmation, lint_program
from graphlint.confirm.session import Program
from graphlint.confirm.shown import live, report
from graphlint.documents.lines import short, visible
from graphlint.findings import Finding, lint
from graphlint.rules import Rule
from graphlint.rules.case import Case

WIDTH = 110  # columns of the outputs on a page


@dataclass(frozen=True)
class Outcome:
    """What comes of a case."""

    confidence: str | None
    """pylint's word for how sure the rule's finding is; None if there is none."""
    raises: str | None
    """The class of the exception that ends its run as a graph, if one does; None also where it was not run."""


def bad(rule: Rule, backend: str = "runtime", width: int = WIDTH) -> list[str]:
    """What bad.py prints eagerly and as a graph, beside each other under their names; the evidence too where the output is the same."""
    program = Program(str(rule.bad), (), backend)
    result = confirmation.confirm(program, lint_program(program, confirmation.NO_CONFIGURATION))
    sides = [[_cut(_named(line, rule.bad), width - 16) for line in live.printed(run)] for run in (result.eager, result.graph)]
    shown, differ = live.beside(*sides, width)
    if not differ:
        for side, evidence in zip(sides, _evidence(result), strict=True):
            side += evidence
        shown, _ = live.beside(*sides, width)
    return [shown[0], *shown[2:]]


def proven(path: Path, backend: str = "runtime", width: int = WIDTH) -> list[tuple[Finding, list[str]]]:
    """What is found in a program, each with the lines that prove it."""
    program = Program(str(path), (), backend)
    result = confirmation.confirm(program, lint_program(program, confirmation.NO_CONFIGURATION))
    return [(verdict.finding, report.finding(verdict, width).splitlines()[2:]) for verdict in result.verdicts]


def _cut(line: str, length: int) -> str:
    return line if len(line) <= length else f"{line[:length].rpartition(' ')[0]} …"


def good(rule: Rule, backend: str = "runtime") -> list[str]:
    """What good.py prints as a graph; the tests see to it that it prints the same eagerly."""
    return [visible(_named(line, rule.good)) for line in live.printed(session.run(Program(str(rule.good), (), backend), "graph"))]


def _named(line: str, path: Path) -> str:
    """The line without the place in the file, whose lines a page numbers otherwise."""
    return re.sub(rf" \({re.escape(short(str(path)))}:\d+\)$", "", line)


def _evidence(result: Confirmation) -> tuple[list[str], list[str]]:
    """What is known of the findings beside what the program printed, for each of the two runs."""
    found = [evidence for verdict in result.verdicts for evidence in verdict.evidence if any(evidence.eager) and any(evidence.graph)]
    return [f"{e.what}: {e.eager[0]}" for e in found], [f"{e.what}: {e.graph[0]}" for e in found]


@functools.cache
def outcomes(rule: Rule, backend: str = "runtime") -> dict[Case, Outcome]:
    """What comes of each of a rule's cases."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {str(Path(folder, f"case_{number}.py")): case for number, case in enumerate(rule.cases)}
        for path, case in paths.items():
            Path(path).write_text(case.program, "utf-8")
        found = lint([folder], confirmation.NO_CONFIGURATION)
        if found.problems:
            raise RuntimeError(f"a case of {rule.symbol} cannot be linted: {found.problems}")
        confidences = {finding.path: finding.confidence for finding in found.findings if finding.rule is rule}
        runs = [path for path, case in paths.items() if case.runs]
        raised = _raised(folder, runs, backend) if rule.divergence == "exception" else {}
        return {case: Outcome(confidences.get(path), raised.get(path)) for path, case in paths.items()}


_RUN = """\
import runpy

for path in {paths}:
    try:
        runpy.run_path(path)
    except Exception as error:
        print("raised", path, type(error).__name__)
print("ended")
"""


def _raised(folder: str, paths: list[str], backend: str) -> dict[str, str]:
    """The class of the exception that each program ends with, of those that do."""
    script = Path(folder, "run.py")
    script.write_text(_RUN.format(paths=paths), "utf-8")
    lines = [line.split() for line in live.printed(session.run(Program(str(script), (), backend, timeout=300.0), "graph"))]
    if ["ended"] not in lines:
        raise RuntimeError(f"the cases could not be run: {lines[-1:]}")
    return {words[1]: words[2] for words in lines if words[:1] == ["raised"]}
