"""Findings as a notebook shows them: a table where there is HTML, and a line each where there is not."""

from __future__ import annotations

from collections.abc import Sequence

from graphlint.checking.run import Checked
from graphlint.documents.html import escape
from graphlint.documents.lines import visible
from graphlint.findings import Finding, Problem
from graphlint.formats import LEVELS
from graphlint.wording import count

_COLOURS = {"error": "#b3261e", "warning": "#77620d", "note": "#1f56b3"}  # of badges with white text
# In the colours of the notebook, whether they are light or dark.
_CELL = "text-align: left; vertical-align: top; padding: 4px 10px; white-space: normal"
_CODE = "white-space: pre-wrap; background: none"


class Table:
    """What was found in the cells of a notebook; those who show it choose between its forms."""

    def __init__(self, checked: Checked, cell: int | None = None) -> None:
        """`cell` is the one that is told of: what is in it, and what it leads to; None for all."""
        self._lines = checked.lines
        self._cell = cell

        def is_told(one: Finding | Problem) -> bool:
            steps = [(step.path, step.line) for step in one.calls] if isinstance(one, Finding) else []
            places = [checked.lines.cell(*place) for place in ((one.path, one.line), *steps)]
            return cell is None or any(place is not None and place.cell == cell for place in places)

        self.findings: Sequence[Finding] = [finding for finding in checked.findings if is_told(finding)]
        self.problems: Sequence[Problem] = [problem for problem in checked.problems if is_told(problem)]

    def __repr__(self) -> str:
        lines = [f"{self._where(problem)}: {visible(problem.text)} ({problem.symbol})" for problem in self.problems]
        lines += [f"{self._where(finding)}: {finding.rule.id}: {visible(finding.text)} ({finding.rule.symbol})"
                  for finding in self.findings]
        return "\n".join([*lines, self._summary()])

    def _repr_html_(self) -> str:
        rows = [self._row(problem, "error", problem.symbol, "") for problem in self.problems]
        for finding in self.findings:
            edit = f"<br><i>edit: {escape(finding.fix.summary)}</i>" if finding.fix else ""
            rows.append(self._row(finding, LEVELS[finding.rule.id[0]], f"{finding.rule.id} {finding.rule.symbol}", edit))
        head = "".join(f"<th style='{_CELL}'>{name}</th>" for name in ("where", "rule", "what"))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>" if rows else ""
        return f"<div class='graphlint'><p style='margin: 4px 0'><b>graphlint</b>: {escape(self._summary())}</p>{table}</div>"

    def _row(self, one: Finding | Problem, level: str, rule: str, more: str) -> str:
        badge = f"<span style='background: {_COLOURS[level]}; color: #fff; border-radius: 8px; padding: 0 8px'>{level}</span>"
        source = self._lines.line(one.path, one.line).strip()
        whole = f"{_CELL}; white-space: nowrap"
        return (f"<tr><td style='{whole}'>{escape(self._where(one))}</td><td style='{whole}'>{badge} {escape(rule)}</td>"
                f"<td style='{_CELL}'><code style='{_CODE}'>{escape(source)}</code><br>{escape(one.text)}{more}</td></tr>")

    def _where(self, one: Finding | Problem) -> str:
        place = self._lines.cell(one.path, one.line)
        if place is None:
            return self._lines.place(one.path, one.line)
        return f"line {place.line}" if place.cell == self._cell else f"cell {place.cell}, line {place.line}"

    def _summary(self) -> str:
        found = count(len(self.findings), "finding")
        return f"{found}, {count(len(self.problems), 'problem')}" if self.problems else found
