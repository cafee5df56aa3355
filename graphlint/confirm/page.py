"""A confirmation as one HTML file that needs nothing else: verdicts, evidence, sources, traces, pictures of the graphs."""
from __future__ import annotations

import html
import re
import tokenize
from collections import defaultdict

from graphlint.confirm import pictures, report, retracing
from graphlint.confirm.confirmation import Confirmation
from graphlint.confirm.session import Place
from graphlint.confirm.verdicts import Evidence
from graphlint.wording import count

CONTEXT = 12       # lines shown around a marked one, in files that are longer than WHOLE
WHOLE = 400
LINES = 50         # of one side of one piece of evidence
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
_ORDER = ("observed", "unforeseen", "accepted", "not observed", "not reached")

_STYLE = """
:root { color-scheme: light; --line: #d8dbe2; --soft: #f5f6f8; --ink: #1c2330; --dim: #5b6475 }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 1080px; padding: 24px; color: var(--ink); background: #fff;
  font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 22px; margin: 0 0 4px } h2 { font-size: 18px; margin: 36px 0 12px; border-bottom: 1px solid var(--line) }
h3 { font-size: 15px; margin: 0 } p { margin: 6px 0 } a { color: #1f56b3 } h1, h3, p, summary { overflow-wrap: anywhere }
code, pre, td.text, .where { font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", monospace }
.dim { color: var(--dim) }
.card { border: 1px solid var(--line); border-left-width: 5px; border-radius: 6px; padding: 12px 16px; margin: 14px 0 }
.badge { display: inline-block; border-radius: 10px; padding: 0 10px; font-size: 13px; font-weight: 600; color: #fff }
.observed .badge, .badge.observed { background: #b3261e } .card.observed { border-left-color: #b3261e }
.unforeseen .badge, .badge.unforeseen { background: #8a3ffc } .card.unforeseen { border-left-color: #8a3ffc }
.accepted .badge, .badge.accepted { background: #1e6b3a } .card.accepted { border-left-color: #1e6b3a }
.not-observed .badge, .badge.not-observed { background: #77620d } .card.not-observed { border-left-color: #b8961c }
.not-reached .badge, .badge.not-reached { background: #5b6475 } .card.not-reached { border-left-color: #9aa3b2 }
table { border-collapse: collapse; width: 100%; margin: 10px 0; table-layout: fixed }
th, td { border: 1px solid var(--line); padding: 4px 8px; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { background: var(--soft); font-weight: 600 } th.label { width: 15% }
td.text { white-space: pre-wrap }
.scroll { overflow-x: auto } .scroll td, .scroll th { overflow-wrap: break-word }
table.numbers { table-layout: auto } td.n, th.n { text-align: right } td.n { white-space: nowrap } td.told { min-width: 16em }
.source { border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; background: var(--soft); padding: 8px 0 }
.source span { display: block; white-space: pre; padding: 0 12px; min-width: max-content;
  font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace }
.source i { display: inline-block; width: 4em; color: var(--dim); font-style: normal; user-select: none }
.source .observed { background: #fbdad7 } .source .unforeseen { background: #e9dcfe }
.source .accepted { background: #d5efdd }
.source .not-observed { background: #fbf0c9 } .source .not-reached { background: #e4e7ec }
.source b { font-weight: 600; font-size: 12px; margin-left: 3em; color: #6b1f1a }
.source .skip { color: var(--dim); text-align: center }
.graph { border: 1px solid var(--line); border-radius: 6px; margin: 8px 0 } .graph svg { max-width: 100%; height: auto }
details > summary { cursor: pointer; margin: 8px 0 }
@media (max-width: 600px) {
  body { padding: 10px } .card { padding: 10px }
  .evidence tr { display: grid; grid-template-columns: 1fr 1fr } .evidence th.label { display: none }
  .evidence td.label { grid-column: 1 / -1; font-weight: 600; border-bottom: 0 }
  .traces tr { display: grid; grid-template-columns: repeat(5, 1fr) }
  .traces th:first-child, .traces th:last-child, .traces td.told:empty { display: none }
  .traces td:first-child, .traces td.told { grid-column: 1 / -1; overflow-wrap: anywhere }
  .graph { overflow-x: auto } .graph svg { max-width: none }
}
"""


def text(confirmation: Confirmation) -> str:
    """The page. Everything that comes from the program is escaped; no script runs and nothing is loaded."""
    program = confirmation.program
    title = f"graphlint confirm {program.command}"
    marks, functions = _marks(confirmation), retracing.report(confirmation.graph)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_escape(title)}</title><style>{_STYLE}</style></head><body>
<h1>{_escape(title)}</h1>
{_head(confirmation)}
<h2>Verdicts</h2>
{_verdicts(confirmation) or "<p>No findings, and no difference was seen.</p>"}
{_traces(functions)}
{_graphs(functions)}
{_sources(marks)}
</body></html>
"""


def _head(confirmation):
    counts = defaultdict(int)
    for verdict in confirmation.verdicts:
        counts[verdict.answer] += 1
    counts["unforeseen"] = len(confirmation.unforeseen)
    badges = " ".join(f'<span class="badge {_class(answer)}">{counts[answer]} {answer}</span>'
                      for answer in _ORDER if counts[answer] or answer == "observed")
    rows = "".join(
        f"<tr><td>{run.mode}</td><td>{_escape(report.ending(run))}</td><td class=n>{len(run.calls)}</td>"
        f"<td class=n>{report.graphs(run) if run.mode == 'graph' else '–'}</td><td class=n>{run.seconds:.2f}</td></tr>"
        for run in (confirmation.eager, confirmation.graph))
    problems = "".join(f"<p>Not linted: {_where((problem.path, problem.line))}: {_escape(problem.text)}</p>"
                       for problem in confirmation.problems)
    notes = "".join(f"<p>{_escape(note)}</p>" for note in report.notes(confirmation))
    return (f'<p class=dim>{_escape(confirmation.program.backend)} {_escape(confirmation.eager.framework)}</p><p>{badges}</p>'
            f"<div class=scroll><table class=numbers><tr><th>run<th>ended<th class=n>calls of graph functions"
            f"<th class=n>graphs built<th class=n>seconds</tr>{rows}</table></div>{notes}{problems}")


# --- verdicts --------------------------------------------------------------------------------------------------------

def _verdicts(confirmation):
    cards = []
    for verdict in confirmation.verdicts:
        finding = verdict.finding
        told = f"<p>{_escape(finding.text)}</p>"
        if finding.calls:
            way = " → ".join(f"{_where((step.path, step.line))} calls <code>{_escape(step.name)}</code>"
                             for step in finding.calls)
            told += f"<p class=dim>{way}</p>"
        if verdict.reason:
            told += f"<p>{_escape(verdict.reason[0].upper() + verdict.reason[1:])}.</p>"
        cards.append(_card(verdict.answer, (finding.path, finding.line), f"{finding.rule.id} {finding.rule.symbol}",
                           finding.function, told, report.told(verdict)))
    for divergence in confirmation.unforeseen:
        cards.append(_card("unforeseen", report.nearest(divergence), f"{divergence.kind} differs", divergence.function, "",
                           [Evidence(divergence.label, divergence.eager, divergence.graph)]))
    return "\n".join(cards)


def _card(answer, place, what, function, told, evidence):
    where = f" in <code>{_escape(function)}</code>" if function else ""
    return (f'<div class="card {_class(answer)}"><h3><span class=badge>{answer}</span> {_escape(what)}{where}'
            f" <span class=where>{_where(place)}</span></h3>{told}{_table(evidence)}</div>")


def _table(evidence):
    if not evidence:
        return ""
    rows = "".join(f"<tr><td class=label>{_escape(one.what)}</td><td class=text>{_side(one.eager)}</td>"
                   f"<td class=text>{_side(one.graph)}</td></tr>" for one in evidence)
    return f"<table class=evidence><tr><th class=label><th>eagerly<th>as a graph</tr>{rows}</table>"


def _side(lines):
    if not lines:
        return "<span class=dim>nothing</span>"
    more = f"\n<span class=dim>… {len(lines)} in all</span>" if len(lines) > LINES else ""
    return "\n".join(map(_escape, lines[:LINES])) + more


# --- graphs ----------------------------------------------------------------------------------------------------------

def _traces(found):
    if not found:
        return ""
    rows = []
    for traces in found:
        told = "<br>".join(
            f"<b>{_escape(difference.argument or 'the function')}</b>: <code>{_escape(', '.join(difference.values[:12]))}"
            f"{' …' if len(difference.values) > 12 else ''}</code><br>{_escape(difference.advice)}"
            for difference in traces.differences) if traces.excessive else ""
        rows.append(f"<tr><td><code>{_escape(traces.function)}</code><br><span class=where>{_where(traces.defined)}</span></td>"
                    f"<td class=n>{traces.calls}</td><td class=n>{traces.traces}</td><td class=n>{traces.needed}</td>"
                    f"<td class=n>{traces.seconds:.3f}</td><td class=n>{traces.wasted:.3f}</td><td class=told>{told}</td></tr>")
    return ("<h2>Traces</h2><div class=scroll><table class='numbers traces'><tr><th>graph function<th class=n>calls"
            "<th class=n>graphs<th class=n>would do<th class=n>s tracing<th class=n>s wasted"
            "<th>what differed, and the way out</tr>"
            f"{''.join(rows)}</table></div>")


def _graphs(found):
    drawn = [(traces, traces.graph) for traces in found if traces.graph]
    if not drawn:
        return ""
    shown = "".join(
        f"<details{' open' if index < 3 else ''}><summary><code>{_escape(traces.function)}</code>: "
        f"{count(graph['size'], 'node')}{', the last of ' + str(traces.traces) + ' graphs' if traces.traces > 1 else ''}"
        f"</summary><div class=graph>{pictures.svg(graph)}</div></details>"
        for index, (traces, graph) in enumerate(drawn))
    return ("<h2>Graphs</h2><p class=dim>Inputs above, one colour for each name scope; dashed lines are control"
            f" dependencies.</p>{shown}")


# --- sources ---------------------------------------------------------------------------------------------------------

def _marks(confirmation) -> dict[str, dict[int, list[tuple[str, str]]]]:
    """By file and line: the verdicts there, and what they are about."""
    marks = defaultdict(lambda: defaultdict(list))
    for verdict in confirmation.verdicts:
        finding = verdict.finding
        for path, line in dict.fromkeys([(finding.path, finding.line), *finding.effects]):
            marks[path][line].append((verdict.answer, finding.rule.symbol))
    for divergence in confirmation.unforeseen:
        place = report.nearest(divergence)
        if place:
            marks[place[0]][place[1]].append(("unforeseen", f"{divergence.kind} differs"))
    return marks


def _sources(marks):
    if not marks:
        return ""
    return "<h2>Sources</h2>" + "".join(
        f"<h3 class=where>{_escape(report.short(path))}</h3>{_source(path, lines)}" for path, lines in marks.items())


def _source(path, marked):
    try:
        with tokenize.open(path) as file:
            lines = file.read().splitlines()
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        return f"<p>cannot be read: {_escape(str(error))}</p>"
    shown = range(1, len(lines) + 1) if len(lines) <= WHOLE else sorted(
        {near for line in marked for near in range(line - CONTEXT, line + CONTEXT + 1) if 0 < near <= len(lines)})
    parts, last = [], 0
    for number in shown:
        if number != last + 1:
            parts.append(f"<span class=skip>… {number - last - 1} lines</span>")
        last = number
        here = sorted(dict.fromkeys(marked.get(number, ())), key=lambda mark: _ORDER.index(mark[0]))
        note = "".join(f"<b>◀ {_escape(answer)}: {_escape(what)}</b>" for answer, what in here)
        attributes = f' class="{_class(here[0][0])}" id="{_anchor((path, number))}"' if here else ""
        parts.append(f"<span{attributes}><i>{number}</i>{_escape(lines[number - 1])}{note}</span>")
    return f"<div class=source>{''.join(parts)}</div>"


def _where(place: Place | None) -> str:
    if not place:
        return ""
    return f'<a href="#{_anchor(place)}">{_escape(report.short(place[0]))}:{place[1]}</a>'


def _anchor(place):
    return html.escape(re.sub(r"[^\w.-]", "_", f"{place[0]}-{place[1]}", flags=re.ASCII))


def _class(answer):
    return answer.replace(" ", "-")


def _escape(text: str) -> str:
    """Text that can neither be markup nor reorder or hide what stands beside it."""
    return html.escape(_UNSEEN.sub(lambda match: f"[U+{ord(match[0]):04X}]", text))
