"""Each finding with its source, the way that leads there, and the edit that mends it."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint import columns
from graphlint.checking.run import Checked
from graphlint.documents.lines import Lines, short, visible
from graphlint.findings import Finding
from graphlint.formats import LEVELS, Look, frames


def text(checked: Checked, look: Look) -> str:
    """The findings, with an empty line between them."""
    pieces = []
    for problem in checked.problems:
        head = look("path", visible(checked.lines.place(problem.path, problem.line, problem.column)))
        told = columns.wrap(visible(problem.text), look.width, "  ")
        pieces.append([f"{head}: {look('error', problem.symbol)}", *told])
    pieces += [list(_finding(finding, checked.lines, look)) for finding in checked.findings]
    return "\n".join("".join(f"{line}\n" for line in piece) for piece in pieces)


def _finding(finding: Finding, lines: Lines, look: Look) -> Iterator[str]:
    rule, path = finding.rule, finding.path
    style = LEVELS[rule.id[0]]
    begin = lines.character(path, finding.line, finding.column)
    yield f"{look('path', visible(lines.place(path, finding.line, finding.column)))}: {look(style, rule.id)} {rule.symbol}"
    yield from columns.wrap(visible(finding.text), look.width, "  ")
    end_line, end = finding.end_line or finding.line, len(lines.line(path, finding.line))
    if finding.end_column is not None:
        end = lines.character(path, end_line, finding.end_column)
    source = list(frames.frame(path, finding.line, begin, end_line, end, lines, look, style, around=1))
    yield from ["", *source] if source else []
    yield from _way(finding, lines, look)
    if finding.fix is not None:
        how = "safe; --fix makes it" if finding.fix.safe else "unsafe; --fix --unsafe makes it"
        where = "" if finding.fix.path == path else f" in {visible(short(finding.fix.path))}"
        yield ""
        yield from columns.wrap(f"fix{where}: {visible(finding.fix.summary)} ({how})", look.width, "  ", "    ")
        yield from frames.edit(finding.fix, lines, look)
    yield ""
    yield look("dim", f"  more: graphlint explain {rule.symbol}")


def _way(finding: Finding, lines: Lines, look: Look) -> Iterator[str]:
    """The calls that lead there, and where it happens, as far as the finding's own line does not show it."""
    here = (finding.path, finding.line)
    places = [(step.path, step.line, step.name, f"{step.name} is called here") for step in finding.calls]
    places += [(path, line, "", "it happens here") for path, line in finding.effects]
    for path, line, name, told in places:
        if (path, line) == here:
            continue
        source = lines.line(path, line)
        begin, end = frames.name_in(source, name)
        yield ""
        yield f"  {visible(lines.place(path, line))}: {told}"
        yield from frames.frame(path, line, begin, line, end, lines, look, "path")
