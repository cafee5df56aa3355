"""A page that needs nothing else: the findings, the ways that lead there, the edits, and the sources with marks."""

from __future__ import annotations

from collections import Counter, defaultdict

from graphlint.checking.run import Checked
from graphlint.documents import html
from graphlint.documents.html import escape
from graphlint.documents.lines import Lines, short
from graphlint.findings import Finding
from graphlint.formats import LEVELS, Look, frames
from graphlint.wording import count

_KINDS = {  # the colours of badges, and of lines in light and in dark
    "error": ("#b3261e", "#fbdad7", "#5a1f1b"), "warning": ("#77620d", "#fbf0c9", "#4a3f10"), "note": ("#1f56b3", "#dbe7fb", "#1d3459"),
    "step": ("#5b6475", "#e4e7ec", "#333945"),
}
_STYLE = html.style(_KINDS) + """
pre { border: 1px solid var(--line); border-radius: 6px; background: var(--soft); padding: 8px 12px; margin: 8px 0; overflow-x: auto }
ol { margin: 6px 0; padding-left: 24px } li { overflow-wrap: anywhere }
"""


def text(checked: Checked, look: Look) -> str:
    """The page."""
    lines = checked.lines
    counts = Counter(LEVELS[finding.rule.id[0]] for finding in checked.findings)
    badges = " ".join(f'<span class="badge {level}">{count(counts[level], level)}</span>' for level in LEVELS.values() if counts[level])
    known = f", {checked.known} more known to the baseline" if checked.baseline is not None else ""
    problems = "".join(f"<p>Not linted: <code>{escape(lines.place(problem.path, problem.line))}</code>: {escape(problem.text)}</p>"
                       for problem in checked.problems)
    cards = "".join(_card(finding, lines) for finding in checked.findings) or "<p>Nothing was found.</p>"
    body = f"""<p class=dim>{count(len(checked.findings), "finding")} in {count(len(checked.files), "file")}{known}</p>
<p>{badges}</p>
{problems}
<h2>Findings</h2>
{cards}
{html.sources(_marks(checked), lines)}"""
    return html.page("graphlint check", _STYLE, body)


def _card(finding: Finding, lines: Lines) -> str:
    rule = finding.rule
    level = LEVELS[rule.id[0]]
    function = f" in <code>{escape(finding.function)}</code>" if finding.function else ""
    return (f'<div class="card {level}"><h3><span class=badge>{level}</span> {rule.id} {rule.symbol}{function}'
            f" <span class=where>{html.where(finding.path, finding.line, lines)}</span></h3>"
            f"<p>{escape(finding.text)}</p>{_way(finding, lines)}{_edit(finding, lines)}"
            f"<details><summary>Why, and what to write instead</summary><p>{_prose(rule.why)}</p><p>{_prose(rule.instead)}</p>"
            f"<p class=dim>More: <code>graphlint explain {rule.symbol}</code></p></details></div>")


def _prose(markdown: str) -> str:
    """A text of a rule: of Markdown it has code and paragraphs."""
    pieces = escape(markdown).split("`")
    return "".join(f"<code>{piece}</code>" if index % 2 else piece for index, piece in enumerate(pieces)).replace("\n\n", "</p><p>")


def _way(finding: Finding, lines: Lines) -> str:
    steps = [f"{html.where(step.path, step.line, lines)}: <code>{escape(step.name)}</code> is called" for step in finding.calls]
    steps += [f"{html.where(*effect, lines)}: it happens here" for effect in finding.effects if effect != (finding.path, finding.line)]
    return f"<ol class=way>{''.join(f'<li>{step}</li>' for step in steps)}</ol>" if steps else ""


def _edit(finding: Finding, lines: Lines) -> str:
    if finding.fix is None:
        return ""
    shown = "\n".join(frames.edit(finding.fix, lines, Look(width=400)))
    where = "" if finding.fix.path == finding.path else f" in {escape(short(finding.fix.path))}"
    kind = "safe" if finding.fix.safe else "unsafe"
    return f"<p>Edit{where} ({kind}): {escape(finding.fix.summary)}</p>" + (f"<pre>{escape(shown)}</pre>" if shown else "")


def _marks(checked: Checked) -> dict[str, dict[int, list[tuple[str, str]]]]:
    """By file and line: the findings, then the steps that lead to them."""
    marks: dict[str, dict[int, list[tuple[str, str]]]] = defaultdict(lambda: defaultdict(list))
    for finding in checked.findings:
        marks[finding.path][finding.line].append((LEVELS[finding.rule.id[0]], f"{finding.rule.id} {finding.rule.symbol}"))
    for finding in checked.findings:
        for step in finding.calls:
            marks[step.path][step.line].append(("step", f"leads to {finding.rule.id}"))
        for path, line in finding.effects:
            if (path, line) != (finding.path, finding.line):
                marks[path][line].append(("step", f"{finding.rule.id} happens here"))
    return marks
