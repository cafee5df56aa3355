"""A confirmation as one HTML file that needs nothing else: verdicts, evidence, sources, traces, pictures of the graphs."""
from __future__ import annotations

from collections import defaultdict

from graphlint.confirm.confirmation import Confirmation
from graphlint.confirm.judgement import retracing
from graphlint.confirm.judgement.verdicts import Evidence
from graphlint.confirm.session import Place
from graphlint.confirm.shown import pictures, report
from graphlint.documents import html as document
from graphlint.documents.lines import Lines
from graphlint.wording import count

LINES = 50         # of one side of one piece of evidence
_ORDER = ("observed", "unforeseen", "accepted", "not observed", "not reached")

_KINDS = {  # the colours of badges, and of lines in light and in dark
    "observed": ("#b3261e", "#fbdad7", "#5a1f1b"), "unforeseen": ("#8a3ffc", "#e9dcfe", "#3d2466"),
    "accepted": ("#1e6b3a", "#d5efdd", "#17402a"), "not-observed": ("#77620d", "#fbf0c9", "#4a3f10"),
    "not-reached": ("#5b6475", "#e4e7ec", "#333945"),
}
_STYLE = document.style(_KINDS) + """
th.label { width: 15% } td.text { white-space: pre-wrap } td.told { min-width: 16em }
.graph { border: 1px solid var(--line); border-radius: 6px; margin: 8px 0; background: #fff }
.graph svg { max-width: 100%; height: auto }
@media (max-width: 600px) {
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
    return document.page(title, _STYLE, f"""{_head(confirmation)}
<h2>Verdicts</h2>
{_verdicts(confirmation) or "<p>No findings, and no difference was seen.</p>"}
{_traces(functions)}
{_graphs(functions)}
{document.sources(marks, Lines())}""")


def _head(confirmation):
    counts = defaultdict(int)
    for verdict in confirmation.verdicts:
        counts[verdict.answer] += 1
    counts["unforeseen"] = len(confirmation.unforeseen)
    badges = " ".join(f'<span class="badge {_class(answer)}">{counts[answer]} {answer}</span>'
                      for answer in _ORDER if counts[answer] or answer == "observed")
    rows = "".join(
        f"<tr><td>{run.mode}</td><td>{document.escape(report.ending(run))}</td><td class=n>{len(run.calls)}</td>"
        f"<td class=n>{report.graphs(run) if run.mode == 'graph' else '–'}</td><td class=n>{run.seconds:.2f}</td></tr>"
        for run in (confirmation.eager, confirmation.graph))
    problems = "".join(f"<p>Not linted: {_where((problem.path, problem.line))}: {document.escape(problem.text)}</p>"
                       for problem in confirmation.problems)
    notes = "".join(f"<p>{document.escape(note)}</p>" for note in report.notes(confirmation))
    return (f'<p class=dim>{document.escape(confirmation.program.backend)} {document.escape(confirmation.eager.framework)}</p><p>{badges}</p>'
            f"<div class=scroll><table class=numbers><tr><th>run<th>ended<th class=n>calls of graph functions"
            f"<th class=n>graphs built<th class=n>seconds</tr>{rows}</table></div>{notes}{problems}")


# --- verdicts --------------------------------------------------------------------------------------------------------

def _verdicts(confirmation):
    cards = []
    for verdict in confirmation.verdicts:
        finding = verdict.finding
        told = f"<p>{document.escape(finding.text)}</p>"
        if finding.calls:
            way = " → ".join(f"{_where((step.path, step.line))} calls <code>{document.escape(step.name)}</code>"
                             for step in finding.calls)
            told += f"<p class=dim>{way}</p>"
        if verdict.reason:
            told += f"<p>{document.escape(verdict.reason[0].upper() + verdict.reason[1:])}.</p>"
        cards.append(_card(verdict.answer, (finding.path, finding.line), f"{finding.rule.id} {finding.rule.symbol}",
                           finding.function, told, report.told(verdict)))
    for divergence in confirmation.unforeseen:
        cards.append(_card("unforeseen", report.nearest(divergence), f"{divergence.kind} differs", divergence.function, "",
                           [Evidence(divergence.label, divergence.eager, divergence.graph)]))
    return "\n".join(cards)


def _card(answer, place, what, function, told, evidence):
    where = f" in <code>{document.escape(function)}</code>" if function else ""
    return (f'<div class="card {_class(answer)}"><h3><span class=badge>{answer}</span> {document.escape(what)}{where}'
            f" <span class=where>{_where(place)}</span></h3>{told}{_table(evidence)}</div>")


def _table(evidence):
    if not evidence:
        return ""
    rows = "".join(f"<tr><td class=label>{document.escape(one.what)}</td><td class=text>{_side(one.eager)}</td>"
                   f"<td class=text>{_side(one.graph)}</td></tr>" for one in evidence)
    return f"<table class=evidence><tr><th class=label><th>eagerly<th>as a graph</tr>{rows}</table>"


def _side(lines):
    if not lines:
        return "<span class=dim>nothing</span>"
    more = f"\n<span class=dim>… {len(lines)} in all</span>" if len(lines) > LINES else ""
    return "\n".join(map(document.escape, lines[:LINES])) + more


# --- graphs ----------------------------------------------------------------------------------------------------------

def _traces(found):
    if not found:
        return ""
    rows = []
    for traces in found:
        told = "<br>".join(
            f"<b>{document.escape(difference.argument or 'the function')}</b>: <code>{document.escape(', '.join(difference.values[:12]))}"
            f"{' …' if len(difference.values) > 12 else ''}</code><br>{document.escape(difference.advice)}"
            for difference in traces.differences) if traces.excessive else ""
        rows.append(f"<tr><td><code>{document.escape(traces.function)}</code><br><span class=where>{_where(traces.defined)}</span></td>"
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
        f"<details{' open' if index < 3 else ''}><summary><code>{document.escape(traces.function)}</code>: "
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
    return {path: {line: [(_class(answer), f"{answer}: {what}") for answer, what in sorted(here, key=lambda one: _ORDER.index(one[0]))]
                   for line, here in marked.items()} for path, marked in marks.items()}


def _where(place: Place | None) -> str:
    return document.where(*place, Lines()) if place else ""


def _class(answer):
    return answer.replace(" ", "-")
