"""Workflow commands, which GitHub Actions shows as annotations of the lines."""

from __future__ import annotations

from graphlint.checking.run import Checked
from graphlint.documents.lines import short
from graphlint.formats import LEVELS, Look

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def text(checked: Checked, look: Look) -> str:
    """A command for each finding. Lines and columns count from 1; the end column is the last one."""
    lines, sources = [], checked.lines
    for problem in checked.problems:
        text_ = sources.with_cell(f"{problem.text} ({problem.symbol})", problem.path, problem.line)
        line, _ = sources.in_file(problem.path, max(problem.line, 1))
        lines.append(_command("error", {"file": _file(problem.path), "line": line, "title": problem.symbol}, text_))
    for finding in checked.findings:
        path, rule = finding.path, finding.rule
        line, column = sources.in_file(path, finding.line, sources.character(path, finding.line, finding.column))
        place = {"file": _file(path), "line": line}
        if finding.end_line is not None:
            place["endLine"] = sources.in_file(path, finding.end_line)[0]
        if finding.end_line in (None, finding.line):  # columns of several lines are refused
            place["col"] = column + 1
            if finding.end_column is not None:
                last = sources.character(path, finding.line, finding.end_column)
                place["endColumn"] = sources.in_file(path, finding.line, last, end=True)[1]
        place["title"] = f"{rule.id} {rule.symbol}"
        lines.append(_command(_COMMANDS[LEVELS[rule.id[0]]], place, sources.with_cell(finding.text, path, finding.line)))
    return "".join(f"{line}\n" for line in lines)


def _file(path: str) -> str:
    return short(path).replace("\\", "/")


def _command(name: str, properties: dict[str, object], message: str) -> str:
    told = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in properties.items())
    return f"::{name} {told}::{_escaped(message, '')}"


def _escaped(text: str, further: str) -> str:
    """Text of a command: what would end it, and the sign of escapes itself, as escapes."""
    return "".join(f"%{ord(c):02X}" if c in f"%\r\n{further}" else c for c in text)
