"""What a program printed eagerly and as a graph, line by line beside each other."""
from __future__ import annotations

import difflib
from collections.abc import Iterator

from graphlint import columns
from graphlint.confirm.confirmation import Confirmation
from graphlint.confirm.observation import texts
from graphlint.confirm.session import Run
from graphlint.confirm.shown import report
from graphlint.documents.lines import visible

_MARK = 3  # columns of the mark between the sides
_LINES = 60


def text(confirmation: Confirmation, width: int = columns.WIDTH) -> str:
    """Both outputs, with a mark between lines that differ; and the verdicts, where output alone does not tell."""
    shown, differ = beside(*map(printed, (confirmation.eager, confirmation.graph)), width)
    if not differ:
        shown += ["", "The output is the same; what differs:"]
        shown += [f"\n{report.finding(verdict, width)}" for verdict in confirmation.verdicts]
    return "\n".join([*shown, *report.notes(confirmation)]) + "\n"


def beside(eager: list[str], graph: list[str], width: int = columns.WIDTH) -> tuple[list[str], bool]:
    """The lines of two runs beside each other, and whether any differ."""
    column = (width - _MARK) // 2
    shown = [f"{'eagerly':{column}}   as a graph", f"{'-' * column}   {'-' * column}"]
    rows = list(_aligned(eager, graph))
    shown += [row for pair in rows[:_LINES] for row in _row(*pair, column)]
    if len(rows) > _LINES:
        shown.append(f"… {len(rows)} lines in all")
    return shown, any(mark.strip() for _, mark, _ in rows)


def printed(run: Run) -> list[str]:
    """The lines that a program wrote, and how it ended if not by itself."""
    lines = [output.text for output in run.printed if output.stream.removeprefix("native ") in ("stdout", "stderr")]
    return [*lines, report.ending(run)] if run.status not in ("finished", "exit") else lines


def _aligned(eager: list[str], graph: list[str]) -> Iterator[tuple[str, str, str]]:
    # Rounding and addresses make no difference; what is shown are the lines themselves.
    matcher = difflib.SequenceMatcher(None, *([texts.plain_text(line) for line in side] for side in (eager, graph)), autojunk=False)
    for what, first, last, begin, end in matcher.get_opcodes():
        left, right = eager[first:last], graph[begin:end]
        for index in range(max(len(left), len(right))):
            a, b = (side[index] if index < len(side) else None for side in (left, right))
            mark = " " if what == "equal" else "<" if b is None else ">" if a is None else "|"
            yield a or "", mark, b or ""


def _row(left: str, mark: str, right: str, column: int) -> Iterator[str]:
    sides = [columns.wrap(visible(side), column, most=3) or [""] for side in (left, right)]
    for index in range(max(map(len, sides))):
        a, b = (side[index] if index < len(side) else "" for side in sides)
        yield f"{columns.padded(a, column)} {'' if index else mark:1} {b}".rstrip()
