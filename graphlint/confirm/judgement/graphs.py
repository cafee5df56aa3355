"""What the graph run says of findings about the graphs themselves: for what they were built, how often, how large."""
from __future__ import annotations

from collections import defaultdict

from graphlint.analysis.trace.unrolling import MANY
from graphlint.confirm.judgement.compare import Comparison
from graphlint.confirm.lines import statement_line
from graphlint.confirm.observation.functions import ranked
from graphlint.confirm.session import Place
from graphlint.findings import Finding
from graphlint.wording import count


def traces(comparison: Comparison, finding: Finding) -> tuple[int, int, list[tuple], str]:
    """Calls from the finding's line built graphs that differ in Python numbers or strings alone, or in the sizes of shapes.

    Two shapes are none of these: `reduce_retracing` builds two graphs for them, too.

    Returns how often the line called in the eager and in the graph run, rows of evidence, and why there are none.
    """
    here = {(finding.path, statement_line(finding.path, finding.line))}
    graph = [*comparison.graph.calls, *comparison.graph.nested]
    mine = [call for call in graph if call.site in here]
    names = {call.name for call in mine}
    name = next((name for name in names if name == finding.function or name.endswith(f".{finding.function}")), None)
    if name is not None:
        mine = [call for call in mine if call.name == name]
    names = {call.name for call in mine}
    eager = [call for call in (*comparison.eager.calls, *comparison.eager.nested)
             if call.site in here and call.name in names]
    kinds = defaultdict(list)
    by_shape = finding.rule.divergence == "shapes"

    def key(call):
        return call.name, ranked(call.loose) if by_shape else call.loose

    for call in graph:
        if call.name in names:
            kinds[key(call)].append(call)
    needless = {one: sum(call.traced for call in calls) for one, calls in kinds.items()
                if len({call.exact for call in calls if call.traced}) > (2 if by_shape else 1)}
    built = sum(call.traced for call in mine)
    if built and any(key(call) in needless for call in mine):
        total = sum(needless[one] for one in {key(call) for call in mine} if one in needless)
        more = f", {total} over all calls" if total > built else ""
        rows = [("graphs built", ["none"], [f"{built} by {count(len(mine), 'call')}{more}"]),
                ("for arguments", [""], [call.exact for call in mine if call.traced])]
        return len(eager), len(mine), rows, ""
    return len(eager), len(mine), [], f"{count(len(mine), 'call')} from this line built {count(built, 'graph')}"


def rebuilt(comparison: Comparison, places: list[Place]) -> tuple[int, int, list[tuple], str]:
    """Calls from the places built graphs again, of the same function and for equal arguments."""
    mine = [call for call in comparison.graph.calls if call.site in places]
    eager = [call for call in comparison.eager.calls if call.site in places]
    alike = defaultdict(list)
    for call in mine:
        alike[call.name, call.defined, call.exact].append(call)
    again = [calls for calls in alike.values() if sum(bool(call.traced) for call in calls) > 1]
    built = sum(call.traced for call in mine)
    if not again:
        return len(eager), len(mine), [], f"{count(len(mine), 'call')} from there built {count(built, 'graph')}, none again"
    rows = [("graphs built", ["none"], [f"{sum(call.traced for call in calls)} by {count(len(calls), 'call')}"
                                        f" with the arguments {calls[0].exact or '()'}"]) for calls in again]
    return len(eager), len(mine), rows, ""


def size(comparison: Comparison, places: list[Place]) -> tuple[int, int, list[tuple], str]:
    """The places ran many times while one graph was built, and the graph has at least as many nodes."""
    runs = [max((call.lines.get(place, 0) for place in places), default=0) for call in comparison.eager.calls]
    copies = [(max((call.lines.get(place, 0) for place in places), default=0) // max(call.traced, 1), call.nodes)
              for call in comparison.graph.calls if call.traced]
    copies = [pair for pair in copies if pair[0]]
    traced = max((comparison.graph.lines[place] for place in places), default=0)
    total = sum(bodies for bodies, _ in copies) + traced
    unrolled = [(bodies, nodes) for bodies, nodes in copies if bodies >= MANY and nodes >= bodies]
    if not unrolled:
        return sum(runs), total, [], f"the most that one trace ran it is {count(max([0, *(c for c, _ in copies)]), 'time')}"
    rows = [("body in the graph", ["none"], [f"{bodies} copies" for bodies, _ in unrolled]),
            ("nodes in the graph", ["none"], [str(nodes) for _, nodes in unrolled])]
    return sum(runs), total, rows, ""
