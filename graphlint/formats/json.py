"""All that is known of the findings, as JSON. `graphlint explain check` says what the keys mean."""

from __future__ import annotations

import json
from importlib import metadata

from graphlint import DISTRIBUTION
from graphlint.checking.run import Checked
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
        "problems": [_problem(problem, checked.lines) for problem in checked.problems],
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
        **_place(path, finding.line, lines),
        "column": lines.character(path, finding.line, finding.column),
        "end_line": None if finding.end_line is None else lines.number(path, finding.end_line),
        "end_column": lines.character(path, finding.end_line, finding.end_column) if ends else None,
        "message": finding.text,
        "confidence": finding.confidence,
        "function": finding.function,
        "place": finding.place,
        "calls": [{"name": step.name, **_place(step.path, step.line, lines)} for step in finding.calls],
        "effects": [_place(where, line, lines) for where, line in finding.effects],
        "fix": None if finding.fix is None else _fix(finding.fix, lines),
    }


def _problem(problem: Problem, lines: Lines) -> dict:
    return {"symbol": problem.symbol, **_place(problem.path, problem.line, lines), "column": problem.column, "message": problem.text}


def _place(path: str, line: int, lines: Lines) -> dict:
    """A line, by the file; of a notebook, by the cell."""
    return {"path": short(path), **_of_cell(path, line, lines), "line": lines.number(path, line)}


def _of_cell(path: str, line: int, lines: Lines) -> dict:
    cell = lines.cell(path, line)
    return {"cell": cell.cell} if cell else {}


def _fix(fix: Fix, lines: Lines) -> dict | None:
    try:
        source = lines.source(fix.path)
    except (OSError, SyntaxError, UnicodeDecodeError):  # the file has changed since
        return None
    edits = []
    for edit in fix.edits:
        (line, column), (end_line, end_column) = source.position(edit.start), source.position(edit.end)
        if lines.heading(fix.path, end_line) is not None and end_line > line:  # behind the last line of a cell
            end_line, end_column = end_line - 1, len(lines.line(fix.path, end_line - 1))
        edits.append({**_of_cell(fix.path, line, lines), "line": lines.number(fix.path, line), "column": column,
                      "end_line": lines.number(fix.path, end_line), "end_column": end_column, "text": edit.text})
    return {"summary": fix.summary, "safe": fix.safe, "path": short(fix.path), "edits": edits}
