"""A confirmation as a table for a person, or as JSON for a machine."""
from __future__ import annotations

from collections.abc import Iterator

from graphlint import columns
from graphlint.confirm.confirmation import Confirmation
from graphlint.confirm.judgement import retracing
from graphlint.confirm.judgement.compare import Divergence, error_line
from graphlint.confirm.judgement.verdicts import Evidence, Verdict
from graphlint.confirm.session import Place, Run
from graphlint.documents.lines import Lines
from graphlint.wording import count, times

VERSION = 1  # of the JSON
_LABEL, _GAPS = 14, 6  # columns of a row's label, and between the columns
_NAMES = 5  # names shown that the runtime lacks
_ROWS = 4  # lines shown of one side of one piece of evidence

SHORT = {
    "timeout": "stopped at the time limit",
    "output": "stopped: it wrote too much",
    "memory": "stopped at the memory limit",
    "signal": "killed by signal {code}",
    "died": "its process ended with status {code}, without a word",
    "os._exit": "ended by os._exit({code})",
    "exit": "exit status {code}",
    "raised": "raised {error}",
    "finished": "finished",
}


# --- text ------------------------------------------------------------------------------------------------------------

def text(confirmation: Confirmation, width: int = columns.WIDTH) -> str:
    """The table, at most so many columns wide but for paths that are longer."""
    blocks = ["\n".join(_head(confirmation, width))]
    blocks += [finding(verdict, width) for verdict in confirmation.verdicts if verdict.answer != "accepted"]
    blocks += ["\n".join(_unforeseen(group, width)) for group in _groups(confirmation.unforeseen)]
    blocks += ["\n".join(_retraced(traces, width)) for traces in retracing.report(confirmation.graph) if traces.excessive]
    if accepted(confirmation):
        blocks.append("\n".join(line for verdict in accepted(confirmation) for line in _accepted(verdict, width)))
    blocks.append("\n".join(line for told in _summary(confirmation) for line in columns.wrap(told, width)))
    return "\n\n".join(blocks) + "\n"


def _head(confirmation, width):
    program = confirmation.program
    yield f"graphlint confirm {program.command}"
    if confirmation.lacking:
        where = Lines()
        shown = ", ".join(f"{name} ({where.place(path, line)})" for name, path, line in confirmation.lacking[:_NAMES])
        more = f" and {len(confirmation.lacking) - _NAMES} more" if len(confirmation.lacking) > _NAMES else ""
        yield from columns.wrap(f"The runtime has no {shown}{more}.", width - 2, "  ")
    yield f"  backend   {program.backend} ({confirmation.eager.framework})"
    for run in (confirmation.eager, confirmation.graph):
        calls = f"{count(len(run.calls), 'call')} of graph functions"
        built = f", {count(graphs(run), 'graph')} built" if run.mode == "graph" else ""
        yield from columns.wrap(f"{run.mode:9} {calls}{built}; {_cut(ending(run), 150)}", width - 2, "  ", " " * 12)
    for problem in confirmation.problems:
        yield f"  not linted: {Lines().place(problem.path, problem.line)}: {problem.text} ({problem.symbol})"


def finding(verdict: Verdict, width: int = columns.WIDTH) -> str:
    """The rows of a finding."""
    return "\n".join(_finding(verdict, width))


def _finding(verdict: Verdict, width: int) -> Iterator[str]:
    finding = verdict.finding
    via = "".join(f", through {step.name}" for step in finding.calls)
    what = f"{finding.rule.id} {finding.rule.symbol} in {finding.function}{via}"
    yield _title((finding.path, finding.line), what, verdict.answer)
    if verdict.reason:
        yield from columns.wrap(verdict.reason, width - 2, "  ")
    if verdict.answer != "not reached":
        yield _row("", "eagerly", "as a graph", width)
    for evidence in told(verdict):
        yield from _evidence(evidence, width)


def accepted(confirmation: Confirmation) -> list[Verdict]:
    """What was observed of findings that are switched off."""
    return [verdict for verdict in confirmation.verdicts if verdict.answer == "accepted"]


def _accepted(verdict: Verdict, width: int) -> list[str]:
    finding = verdict.finding
    said = f"{finding.rule.symbol} in {finding.function}: {verdict.reason}"
    return columns.wrap(f"{_place_of('accepted', (finding.path, finding.line))}  {said}", width, "", " " * 16, whole=True)


def told(verdict: Verdict) -> list[Evidence]:
    """What is shown of a finding: how often its line ran, where it ran at all, and the evidence."""
    if verdict.answer == "not reached":
        return verdict.evidence
    what = "called here" if verdict.finding.rule.divergence in ("traces", "shapes") else "line ran"
    return [Evidence(what, [times(verdict.eager_runs)], [times(verdict.graph_runs)]), *verdict.evidence]


def _groups(divergences: list[Divergence]) -> list[list[Divergence]]:
    """Differences of state that one function shows, together; any other alone."""
    found: dict[object, list[Divergence]] = {}
    for divergence in divergences:
        key = divergence.function if divergence.kind == "state" else id(divergence)
        found.setdefault(key, []).append(divergence)
    return list(found.values())


def _unforeseen(group: list[Divergence], width: int) -> Iterator[str]:
    first = group[0]
    where = f"in {first.function}" if first.function else "outside of graph functions"
    yield _title(nearest(first), f"{first.kind} differs {where}", "unforeseen")
    yield _row("", "eagerly", "as a graph", width)
    for divergence in group[:_ROWS]:
        yield from _evidence(Evidence(divergence.label, divergence.eager, divergence.graph), width)
    if len(group) > _ROWS:
        yield f"  … {len(group)} places in all"


def _retraced(traces: retracing.Traces, width: int) -> Iterator[str]:
    what = f"{traces.function}: {traces.traces} graphs for {count(traces.calls, 'call')}, where {traces.needed} would do"
    yield _title(traces.defined, what, "retraced")
    yield f"  {'cost':{_LABEL}}  {cost(traces)}"
    for difference in traces.differences[:_ROWS]:
        seen = ", ".join(difference.values[:8]) + (f" … {len(difference.values)} in all" if len(difference.values) > 8 else "")
        beside = width - _LABEL - _GAPS
        lines = [*columns.wrap(seen, beside, most=2), *columns.wrap(difference.advice, beside)]
        label = _cut(difference.argument or "the function", _LABEL)
        for index, line in enumerate(lines):
            yield f"  {columns.padded('' if index else label, _LABEL)}  {line}"
    if len(traces.differences) > _ROWS:
        yield f"  … {len(traces.differences)} arguments in all"


def cost(traces: retracing.Traces) -> str:
    """What the traces of a function took, in a few words."""
    return f"{traces.seconds:.2f} s spent on tracing, {traces.wasted:.2f} s of it needlessly"


def nearest(divergence: Divergence) -> Place | None:
    """The line that a divergence is tied to, or that of the function that shows it."""
    if divergence.places:
        return divergence.places[0]
    return divergence.calls[0].defined if divergence.calls else None


def _summary(confirmation):
    answers = {answer: sum(verdict.answer == answer for verdict in confirmation.verdicts)
             for answer in ("observed", "not observed", "not reached")}
    total, switched_off = sum(answers.values()), len(accepted(confirmation))
    yield (f"{count(total, 'finding')}: " + ", ".join(f"{number} {answer}" for answer, number in answers.items())
           + f"; {len(confirmation.unforeseen)} unforeseen" + (f"; {switched_off} accepted." if switched_off else "."))
    if confirmation.consequences:
        more = count(len(confirmation.consequences), "more difference")
        yield f"{more} follow{'s' * (len(confirmation.consequences) == 1)} from them (--format json lists all)."
    yield from notes(confirmation)


def notes(confirmation: Confirmation) -> Iterator[str]:
    """What limits the comparison."""
    for run in (confirmation.eager, confirmation.graph):
        if not run.ended:
            yield f"The {run.mode} run was cut short: what came after it is not compared."
    if confirmation.backend_note:
        yield confirmation.backend_note


def _title(place: Place | None, what: str, answer: str) -> str:
    return f"{_place_of(answer, place)}\n  {what}"


def _place_of(answer: str, place: Place | None) -> str:
    return f"{answer.upper():14}{Lines().place(*place)}" if place else f"{answer.upper():14}"


def _evidence(evidence: Evidence, width: int) -> Iterator[str]:
    label = columns.wrap(evidence.what.replace(".", ". "), _LABEL)[:3] or [""]
    label = [part.replace(". ", ".") for part in label]
    sides = [_side(lines, _column(width)) for lines in (evidence.eager, evidence.graph)]
    for index in range(max(len(label), *map(len, sides))):
        yield _row(*(part[index] if index < len(part) else "" for part in (label, *sides)), width)


def _side(lines: list[str], column: int) -> list[str]:
    """The lines of one side, wrapped to its column; of many, the first ones and how many there are."""
    if not lines:
        return ["nothing"]
    if len(set(lines)) == 1 < len(lines):
        lines = [lines[0], f"({len(lines)} times)"]
    kept = lines if len(lines) <= _ROWS else lines[:_ROWS - 1]
    shown = []
    for line in kept:
        shown += columns.wrap(line.strip(), column, most=3) or [""]
    if len(kept) < len(lines):
        shown.append(f"… {len(lines)} in all")
    return shown


def _row(label, eager, graph, width):
    return f"  {columns.padded(label, _LABEL)}  {columns.padded(eager, _column(width))}  {graph}".rstrip()


def _column(width: int) -> int:
    """Columns of each of the two sides."""
    return (width - _LABEL - _GAPS) // 2


def ending(run: Run) -> str:
    """How a run ended, in a few words."""
    if run.status == "exit" and not run.code:
        return "finished"
    error = error_line(run.error) if run.error else ""
    place = run.place or (tuple(run.error["stack"][0]) if run.error and run.error["stack"] else None)
    where = f" ({Lines().place(*place)})" if place else ""
    return SHORT[run.status].format(code=run.code, error=error) + where


def graphs(run: Run) -> int:
    """How many graphs a run built."""
    return sum(call.traced for call in (*run.calls, *run.nested))


def _cut(text, width):
    return text if len(text) <= width else text[:width - 1] + "…"


# --- JSON ------------------------------------------------------------------------------------------------------------

def data(confirmation: Confirmation) -> dict:
    """The confirmation as JSON values; `graphlint explain confirm` describes the fields."""
    program = confirmation.program
    return {
        "version": VERSION,
        "command": program.command,
        "script": program.script,
        "arguments": list(program.arguments),
        "backend": program.backend,
        "framework": confirmation.eager.framework,
        "status": confirmation.status,
        "lacking": [{"name": name, "path": path, "line": line} for name, path, line in confirmation.lacking],
        "runs": {run.mode: _run(run) for run in (confirmation.eager, confirmation.graph)},
        "findings": [_verdict(verdict) for verdict in confirmation.verdicts],
        "unforeseen": [_divergence(divergence) for divergence in confirmation.unforeseen],
        "consequences": [_divergence(divergence) for divergence in confirmation.consequences],
        "functions": _functions(confirmation),
        "problems": [{"symbol": problem.symbol, **_where((problem.path, problem.line)), "text": problem.text}
                     for problem in confirmation.problems],
    }


def _run(run):
    return {"ended": run.ended, "status": run.status, "code": run.code, "message": ending(run),
            **_where(run.place), "seconds": round(run.seconds, 3), "calls": len(run.calls)}


def _verdict(verdict):
    finding = verdict.finding
    return {
        "id": finding.rule.id, "symbol": finding.rule.symbol, **_where((finding.path, finding.line)),
        "column": finding.column, "function": finding.function, "text": finding.text,
        "verdict": verdict.answer, "reason": verdict.reason,
        "runs": {"eager": verdict.eager_runs, "graph": verdict.graph_runs},
        "evidence": [{"what": evidence.what, "eager": evidence.eager, "graph": evidence.graph}
                     for evidence in verdict.evidence],
        "switched_off": finding.off and finding.off.source,
    }


def _divergence(divergence):
    return {"kind": divergence.kind, "function": divergence.function, "what": divergence.label,
            **_where(nearest(divergence)), "calls": len(divergence.calls), "eager": divergence.eager,
            "graph": divergence.graph}


def _functions(confirmation):
    return [{"function": traces.function, **_where(traces.defined), "calls": traces.calls, "graphs": traces.traces,
             "graphs_needed": traces.needed, "seconds_tracing": round(traces.seconds, 4),
             "seconds_wasted": round(traces.wasted, 4),
             "differences": [{"argument": difference.argument, "values": list(difference.values),
                              "advice": difference.advice} for difference in traces.differences]}
            for traces in retracing.report(confirmation.graph)]


def _where(place):
    if not place:
        return {"path": None, "line": None}
    cell = Lines().cell(*place)
    return {"path": place[0], "cell": cell.cell, "line": cell.line} if cell else {"path": place[0], "line": place[1]}
