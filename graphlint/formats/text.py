"""A line for each finding, as pylint has them."""

from __future__ import annotations

from graphlint.checking.run import Checked
from graphlint.documents.lines import visible
from graphlint.formats import LEVELS, Look


def text(checked: Checked, look: Look) -> str:
    """The lines. Columns count the bytes of UTF-8 from 0, as pylint's do."""
    lines = [f"{_place(problem, checked, look)} {visible(problem.text)} ({problem.symbol})" for problem in checked.problems]
    for finding in checked.findings:
        rule = finding.rule
        lines.append(f"{_place(finding, checked, look)} {look(LEVELS[rule.id[0]], rule.id)}: {visible(finding.text)} ({rule.symbol})")
    return "".join(f"{line}\n" for line in lines)


def _place(one, checked: Checked, look: Look) -> str:
    return f"{look('path', visible(checked.lines.place(one.path, one.line, one.column)))}:"
