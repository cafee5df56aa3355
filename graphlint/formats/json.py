"""All that is known of the findings, as JSON. docs/check.md says what the keys mean."""

from __future__ import annotations

import json
from importlib import metadata

from graphlint import DISTRIBUTION
from graphlint.check.run import Checked
from graphlint.documents.lines import Lines, short
from graphlint.edits.edits import Fix
from graphlint.findings import Finding, Problem
from graphlint.formats import LEVELS, Look

VERSION = 1  # another one when a key goes or means something else


def text(checked: Checked, look: Look) -> str:
    """The document."""
    return json.dumps(data(checked), indent=2) + "\n"


def data(checked: Checked) -> dict:
    """The document, as values."""
    return {
        "version": VERSION,
        "graphlint": _version(),
        "status": checked.status,
        "files": len(checked.files),
        "findings": [_finding(finding, checked.lines) for finding in checked.findings],
        "problems": [_problem(problem) for problem in checked.problems],
        "baseline": None if checked.baseline is None else {
            "path": short(checked.baseline),
            "known": checked.known,
            "gone": [vars(entry) for entry in checked.gone],
        },
    }


def _version() -> str | None:
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:  # run from its sources
        return None


def _finding(finding: Finding, lines: Lines) -> dict:
    rule, path = finding.rule, finding.path
    ends = finding.end_line is not None and finding.end_column is not None
    return {
        "id": rule.id,
        "symbol": rule.symbol,
        "level": LEVELS[rule.id[0]],
        "path": short(path),
        "line": finding.line,
        "column": lines.character(path, finding.line, finding.column),
        "end_line": finding.end_line,
        "end_column": lines.character(path, finding.end_line, finding.end_column) if ends else None,
        "message": finding.text,
        "confidence": finding.confidence,
        "function": finding.function,
        "place": finding.place,
        "calls": [{"name": step.name, "path": short(step.path), "line": step.line} for step in finding.calls],
        "effects": [{"path": short(where), "line": line} for where, line in finding.effects],
        "fix": None if finding.fix is None else _fix(finding.fix, lines),
    }


def _problem(problem: Problem) -> dict:
    return {"symbol": problem.symbol, "path": short(problem.path), "line": problem.line, "column": problem.column,
            "message": problem.text}


def _fix(fix: Fix, lines: Lines) -> dict | None:
    try:
        source = lines.source(fix.path)
    except (OSError, SyntaxError, UnicodeDecodeError):  # the file has changed since
        return None
    edits = []
    for edit in fix.edits:
        (line, column), (end_line, end_column) = source.position(edit.start), source.position(edit.end)
        edits.append({"line": line, "column": column, "end_line": end_line, "end_column": end_column, "text": edit.text})
    return {"summary": fix.summary, "safe": fix.safe, "path": short(fix.path), "edits": edits}
