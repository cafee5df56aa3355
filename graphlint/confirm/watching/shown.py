"""What was seen, as text for a person, as Markdown for TensorBoard, and as JSON."""
from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Iterator

from graphlint import columns
from graphlint.confirm.watching.places import is_cell, source_line
from graphlint.confirm.watching.seen import AtTrace, Function, Place, Report, Retrace
from graphlint.wording import count, times

VERSION = 1  # of the JSON
_LABEL = 14
_FUNCTIONS, _RETRACES, _STACK, _EFFECTS, _FINDINGS = 20, 4, 4, 40, 20


def text(report: Report, width: int = columns.WIDTH) -> str:
    """The report, at most so many columns wide but for paths that are longer."""
    blocks = ["\n".join(_head(report, width))]
    blocks += ["\n".join(_retraced(one, report, width)) for one in report.functions if one.excessive][:_FUNCTIONS]
    by_function: dict[tuple, list[AtTrace]] = {}
    for one in report.effects[:_EFFECTS]:
        by_function.setdefault((one.function, one.calls), []).append(one)
    blocks += ["\n".join(_at_trace(effects, report, width)) for effects in by_function.values()]
    if len(report.effects) > _EFFECTS:
        blocks.append(f"… {len(report.effects)} effects at traces in all")
    if any(one.answer != "seen" and not one.switched_off for one in report.findings):
        blocks.append("\n".join(_unseen(report, width)))
    blocks.append("\n".join(line for told in _summary(report) for line in columns.wrap(told, width)))
    return "\n\n".join(blocks) + "\n"


def _head(report, width):
    yield "graphlint watch"
    traces = sum(one.traces for one in report.functions)
    yield f"  {report.framework}, {seconds(report.seconds)}"
    if not report.functions:
        return
    yield ""
    yield f"  {'calls':>9}  {'traces':>6}  {'would do':>8}  {'tracing':>8}  graph function"
    shown = [one for one in report.functions if not _is_internal(one)]
    rest = [one for one in report.functions if _is_internal(one)] + shown[_FUNCTIONS:]
    for one in shown[:_FUNCTIONS]:
        calls = "?" if one.of_elements and not one.calls else f"{one.calls:,}"
        row = f"  {calls:>9}  {one.traces:>6,}  {one.needed:>8,}  {seconds(one.seconds):>8}  "
        said = ", ".join(filter(None, (place_of(one), one.options, "of tf.data" if one.of_elements else "")))
        lines = [f"{one.name} ({said})"] if columns.width(row + one.name + said) < width - 3 else [one.name, f"({said})"]
        for index, line in enumerate(lines):
            yield from columns.wrap(line, width, " " * len(row) if index else row, " " * len(row))
    if rest:
        row = f"  {'':>9}  {sum(one.traces for one in rest):>6,}  {sum(one.needed for one in rest):>8,}  {'':>8}  "
        yield f"{row}{count(len(rest), 'more graph function')}"
    yield f"  {'':>9}  {traces:>6,}  {sum(one.needed for one in report.functions):>8,}            in all"


def _is_internal(one: Function) -> bool:
    """Whether a library's function only serves others, and there is nothing to tell of it."""
    return bool(one.library) and not one.excessive and (one.of_elements or not one.calls)


def place_of(one: Function) -> str:
    """Where a function is defined, in a few words."""
    return f"{short(one.path)}:{one.line}" if one.path else f"in {one.library}"


def _retraced(one: Function, report: Report, width: int) -> Iterator[str]:
    yield f"{'RETRACED':14}{place_of(one)}"
    yield from columns.wrap(f"{one.name}: {count(one.traces, 'graph')} for {count(one.calls, 'call')}, where {one.needed} would do",
                            width, "  ", "    ")
    yield f"  {'cost':{_LABEL}}  {seconds(one.seconds)} spent on tracing, {seconds(one.wasted)} of it needlessly"
    for difference in one.differences[:_RETRACES]:
        values = ", ".join(difference.values[:6]) + (f" … {len(difference.values)} in all" if len(difference.values) > 6 else "")
        yield from _labelled(difference.argument or "the function", [values, difference.advice], width)
    kept = one.retraces if len(one.retraces) <= _RETRACES else [*one.retraces[:_RETRACES - 1], one.retraces[-1]]
    said: tuple[Place, ...] | None = None
    for retrace in kept:
        yield from _labelled(f"trace {retrace.number}", list(_why(retrace)), width)
        if retrace.stack and retrace.stack != said:
            yield from _stack(retrace.stack, width)
        said = retrace.stack
    if len(kept) < one.traces - 1:
        yield f"  … {one.traces:,} traces in all"
    yield from _foreseen(one.foreseen, report, width)


def _why(retrace: Retrace) -> Iterator[str]:
    for change in retrace.changes[:_RETRACES]:
        yield f"{change.argument}: {change.before} → {change.after}"
    if len(retrace.changes) > _RETRACES:
        yield f"… {len(retrace.changes)} arguments in all"
    if retrace.reason:
        yield retrace.reason


def _stack(stack, width):
    for index, (path, line) in enumerate(stack[:_STACK]):
        label = "called from" if index == 0 else ""
        place = f"{short(path)}:{line}"
        code = source_line(path, line)
        shown = f"{place}  {code}" if code else place
        yield f"  {label:{_LABEL}}  {_cut(shown, width - _LABEL - 4)}"


def _at_trace(effects: list[AtTrace], report: Report, width: int) -> Iterator[str]:
    """What ran at the traces of one function alone."""
    first = effects[0]
    yield "AT THE TRACE ONLY"
    calls = "called by tf.data" if first.of_elements and not first.calls else count(first.calls, "call")
    looked = "" if first.looked == first.traces else f", {first.looked} looked at"
    yield from columns.wrap(f"{first.function}: {calls}, {count(first.traces, 'trace')}{looked}", width, "  ", "    ")
    for one in effects:
        yield from columns.wrap(f"{short(one.path)}:{one.line}  {one.code}", width, "  ", "    ")
        among = f" at the {'one trace' if one.looked == 1 else count(one.looked, 'trace')} looked at" if one.looked < one.traces else ""
        calls = "" if one.of_elements and not one.calls else f" in {count(one.calls, 'call')}"
        yield from columns.wrap(f"{one.does}: ran {times(one.times)}{among or calls}", width, "      ")
        if report.linted:
            who = ", ".join(dict.fromkeys(one.foreseen))
            yield from columns.wrap(f"foreseen by {who}" if who else "no finding of the linter foresaw it", width, "      ")


def _foreseen(foreseen, report, width):
    if report.linted:
        yield from _labelled("foreseen by", list(dict.fromkeys(foreseen)) or ["no finding of the linter"], width)


def _unseen(report, width):
    yield "FOUND BY THE LINTER, NOT SEEN"
    rest = [one for one in report.findings if one.answer != "seen" and not one.switched_off]
    rest.sort(key=lambda one: one.answer == "not reached")
    for one in rest[:_FINDINGS]:
        why = "ran at a trace; what it does is not watched" if one.answer == "reached" else "not reached"
        yield from columns.wrap(f"{short(one.path)}:{one.line} {one.id} {one.symbol} in {one.function}: {why}", width, "  ", "    ")
    if len(rest) > _FINDINGS:
        yield f"  … {len(rest)} in all"


def _summary(report):
    calls = sum(one.calls for one in report.functions)
    traces, needed = (sum(getattr(one, name) for one in report.functions) for name in ("traces", "needed"))
    yield (f"{count(len(report.functions), 'graph function')}, {count(calls, 'call')}, {count(traces, 'trace')}"
           + (f" where {needed} would do" if needed < traces else "")
           + f"; {count(len(report.effects), 'effect')} at traces alone.")
    failed = sum(one.failed for one in report.functions)
    if failed:
        yield f"{count(failed, 'trace')} ended with an exception."
    if report.linted:
        answers = [one.answer for one in report.findings]
        seen = [*report.effects, *(one for one in report.functions if one.excessive)]
        yield (f"{count(len(answers), 'finding')} of the linter: {answers.count('seen')} seen, {answers.count('reached')} reached,"
               f" {answers.count('not reached')} not reached; {sum(not one.foreseen for one in seen)} seen and not foreseen.")
        if "reached" in answers:
            yield "`graphlint confirm` runs the program both ways and shows what they do."
    yield from report.notes


def _labelled(label, lines, width):
    for index, line in enumerate(lines):
        first = f"  {columns.padded(_cut(label, _LABEL) if index == 0 else '', _LABEL)}  "
        yield from columns.wrap(line, width, first, " " * (_LABEL + 4), most=3)


def _cut(text, width):
    return text if len(text) <= width else text[:width - 1] + "…"


def seconds(value: float) -> str:
    """A duration in a few characters."""
    return f"{value:.0f} s" if value >= 100 else f"{value:.1f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def short(path: str | None) -> str:
    """The path as the user would type it."""
    if path is None or is_cell(path):
        return path or "?"
    relative = os.path.relpath(path)
    return relative if not relative.startswith("..") else path


def markdown(report: Report) -> str:
    """The text as a code block, which TensorBoard shows as it is."""
    return "\n".join(f"    {line}" for line in text(report).splitlines())


def data(report: Report) -> dict:
    """The report as JSON values."""
    return {"version": VERSION, **json.loads(json.dumps(dataclasses.asdict(report)))}


def json_text(report: Report) -> str:
    """The report as JSON."""
    return json.dumps(data(report), indent=1, ensure_ascii=False) + "\n"
