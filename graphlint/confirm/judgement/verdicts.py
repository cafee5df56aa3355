"""What the two runs say about each finding, and which divergences no finding foresaw."""
from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from graphlint.confirm.judgement import graphs
from graphlint.confirm.judgement.compare import Comparison, Divergence, error_line
from graphlint.confirm.lines import decorated, statement_line
from graphlint.confirm.observation import texts
from graphlint.confirm.observation import values
from graphlint.confirm.session import Call, Place
from graphlint.findings import Finding
from graphlint.wording import count, times

Answer = Literal["observed", "accepted", "not observed", "not reached"]
_MODIFIED = "should not modify its Python input arguments"  # TensorFlow's words
# What TensorFlow says of a tensor that was kept beyond its trace, and what such a tensor prints.
_OF_ANOTHER_GRAPH = re.compile(r'is out of scope and cannot be used here|cannot be accessed from here|\bTensor\("')
_WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass
class Evidence:
    """One line of the table: what eager runs show beside what the graph shows."""
    what: str
    eager: list[str]
    graph: list[str]


@dataclass
class Verdict:
    """What was seen of one finding."""
    finding: Finding
    answer: Answer
    reason: str  # why it was not observed, or what has switched it off; "" if it was observed
    eager_runs: int
    graph_runs: int
    evidence: list[Evidence] = field(default_factory=list)


def places(finding: Finding) -> list[Place]:
    """The statements where the effect itself executes, in this file or in a helper; the finding's own if unknown.

    What a decorator does to the results of a function happens when that runs.
    """
    found = [(path, line, decorated(path).get(line)) for path, line in finding.effects or ((finding.path, finding.line),)]
    return list(dict.fromkeys((path, statement_line(path, line)) for path, *lines in found for line in lines if line))


def is_outside(finding: Finding) -> bool:
    """Whether a finding tells of a line of plain Python whose effect a graph does not see."""
    return finding.outside and (finding.rule.divergence in ("value", "repeated") or finding.rule.silently)


class Judge:
    """Holds findings against a comparison. A divergence that a finding accounts for is not unforeseen."""

    def __init__(self, comparison: Comparison, findings: Sequence[Finding]):
        self._comparison = comparison
        self._explained: set[int] = set()
        self._shown: set[int] = set()
        self._reach = {id(finding): _Reach(comparison, places(finding)) for finding in findings}
        self.verdicts = [self._judge(finding) for finding in findings]
        self._explain_consequences()
        self._look_further()
        self._explain_consequences()
        self.unforeseen = _without_aliases(
            [divergence for divergence in comparison.divergences if id(divergence) not in self._explained])
        self.consequences = [divergence for divergence in comparison.divergences
                             if id(divergence) in self._explained - self._shown]
        """Divergences that follow from observed findings and are nobody's evidence."""

    def _judge(self, finding: Finding) -> Verdict:
        if finding.rule.divergence in ("traces", "shapes", "rebuilt", "graph"):
            return self._judge_graphs(finding)
        if finding.rule.divergence == "sharing":
            return self._judge_sharing(finding)
        if finding.outside and finding.rule.divergence == "exception":
            return self._judge_call(finding)
        if finding.rule.divergence == "repeated":
            return self._judge_cache(finding)
        if is_outside(finding):
            return self._judge_outside(finding)
        reach = self._reach[id(finding)]
        verdict = Verdict(finding, "not observed", "", reach.eager_runs, reach.graph_runs)
        if not reach.eager_runs and not reach.graph_runs:
            verdict.answer = "not reached"
            verdict.reason = self._why_not_reached()
            return verdict
        verdict.evidence = self._exceptions(finding, reach)
        verdict.evidence += getattr(self, f"_see_{finding.rule.divergence}")(finding, reach)
        if verdict.evidence:
            verdict.answer = "observed"
        else:
            verdict.reason = self._why_not_observed(finding, reach)
        return verdict

    # --- evidence, by what a rule says that its divergence is --------------------------------------------------------

    def _exceptions(self, finding, reach):
        """The finding's line raises in one run and not in the other: that proves it, whatever the rule promised."""
        found = []
        for divergence in self._of("exception"):
            raised_here = set(divergence.places) & set(reach.places)
            unplaced = not divergence.places and reach.touches(divergence)
            if raised_here or (unplaced and finding.rule.divergence == "exception"):
                found.append(self._evidence(divergence, divergence.what))
        error = self._comparison.graph.error
        if not found and not reach.eager_runs and finding.rule.divergence == "exception" and error:
            if {tuple(place) for place in error["stack"][:1]} & set(reach.places):
                found.append(Evidence("raised", ["the same: a graph is built there, too"], [error_line(error)]))
        return found[:1]  # where the program ends of it too, that is the same exception

    def _see_exception(self, finding, reach):
        """What raises has been looked for."""
        return self._see_value(finding, reach) if finding.rule.silently else []

    def _see_output(self, _finding, reach):
        found = []
        for divergence in self._of("output"):
            if set(divergence.places) & set(reach.places):
                found.append(self._evidence(divergence, divergence.what, *reach.outputs()))
        return found

    def _see_state(self, finding, reach):
        place = _WORD.findall(finding.place or "")
        states = self._of("state")
        named = [divergence for divergence in states if place and place[-1] in _WORD.findall(divergence.what)]
        if not named and reach.differs:
            named = [divergence for divergence in states if reach.touches(divergence)]
        if not named:  # what an argument of the call itself holds is given back by an exception
            named = [divergence for divergence in self._of("exception")
                     if reach.touches(divergence) and any(_MODIFIED in text for text in divergence.graph)]
        evidence = [self._evidence(divergence, divergence.label) for divergence in named
                    if not any(divergence.what.startswith((f"{other.what}.", f"{other.what}[")) for other in named)]
        self._explained.update(id(divergence) for divergence in named)
        # The same object is often found by several ways.
        return list({(str(one.eager), str(one.graph)): one for one in reversed(evidence)}.values())[::-1]

    def _see_value(self, finding, reach):
        """Drawn, read or computed once, while eager runs do it at each call, and something shows it."""
        if not _may_show(finding, reach):
            return []
        here = [divergence for divergence in self._comparison.divergences
                if (reach.touches(divergence) or reach.in_elements and not divergence.function)
                and self._follows(divergence, reach)]
        shown = next(filter(None, ([
            self._evidence(divergence, divergence.label) for divergence in here
            if divergence.kind == kind and not (kind == "output" and not _same_words(divergence))]
            for kind in ("value", "state", "output"))), [])
        assigned = reach.assigned()
        if not shown and any(name in self._comparison.chance for name in reach.functions):
            # Random numbers of the framework hide what this line does to results: that it ran once has to do.
            return assigned or [Evidence("computed", [times(reach.eager_runs)], [times(reach.graph_runs)])]
        return assigned + shown[:2] if shown else []

    def _look_further(self):
        """A value may only show later: in another function, in state, in what the program prints."""
        for verdict in self.verdicts:
            reach = self._reach[id(verdict.finding)]
            kind = verdict.finding.rule.divergence
            if verdict.answer != "not observed" or kind not in ("value", "state", "repeated") or (
                    kind == "value" and not _may_show(verdict.finding, reach)):
                continue
            open_ones = [divergence for divergence in self._comparison.divergences
                         if id(divergence) not in self._explained
                         and (divergence.kind != "exception" if kind == "repeated" else self._follows(divergence, reach))
                         and (any(map(_OF_ANOTHER_GRAPH.search, divergence.graph)) if kind == "state" else
                              not (divergence.kind == "output" and divergence.function))]
            if open_ones:
                verdict.answer, verdict.reason = "observed", ""
                verdict.evidence = reach.assigned() + [
                    self._evidence(divergence, divergence.label) for divergence in open_ones[:2]]
                self._explained.update(map(id, open_ones))

    def _judge_graphs(self, finding):
        """Findings about the graphs themselves have no counterpart in an eager run."""
        kind = finding.rule.divergence
        seen = graphs.traces(self._comparison, finding) if kind in ("traces", "shapes") else (
            graphs.rebuilt if kind == "rebuilt" else graphs.size)(self._comparison, places(finding))
        eager_runs, graph_runs, rows, reason = seen
        verdict = Verdict(finding, "observed" if rows else "not observed", reason, eager_runs, graph_runs,
                          [Evidence(*row) for row in rows])
        if not graph_runs:
            verdict.answer, verdict.reason = "not reached", self._why_not_reached()
        return verdict

    def _judge_sharing(self, finding):
        """Calls from the finding's line were served by a graph that another call had traced, and show a difference."""
        pairs = self._called_from(finding)
        verdict = Verdict(finding, "not observed", "", len(pairs), sum(pair.graph.traced for pair in pairs))
        numbers = {pair.eager.number for pair in pairs if not pair.graph.traced}
        for divergence in self._comparison.divergences:
            if any(call.number in numbers for call in divergence.calls):
                verdict.evidence.append(self._evidence(divergence, divergence.label))
        if not pairs:
            verdict.answer, verdict.reason = "not reached", self._why_not_reached()
        elif verdict.evidence:
            verdict.answer = "observed"
            # What the program shows of these results later is no divergence of its own.
            self._explained.update(id(divergence) for divergence in self._comparison.divergences
                                   if not divergence.function and divergence.last >= min(numbers))
        else:
            calls = count(len(pairs), "call")
            verdict.reason = f"{calls} from this line had a graph of their own" if not numbers else (
                f"{calls} from this line got another call's graph, and gave the same results")
        return verdict

    def _judge_call(self, finding):
        """What the finding's line gives to a graph function makes the call raise, before or while that is traced."""
        pairs = self._called_from(finding)
        verdict = Verdict(finding, "not observed", "", len(pairs), len(pairs))
        reach = self._reach[id(finding)]
        numbers = {pair.eager.number for pair in pairs}
        for divergence in self._of("exception"):
            if any(call.number in numbers for call in divergence.calls) or set(divergence.places) & set(reach.places):
                verdict.evidence.append(self._evidence(divergence, divergence.what))
        first = min(numbers, default=0)
        ends = [run.error for run in (self._comparison.eager, self._comparison.graph)]
        if not verdict.evidence and all(end and {tuple(place) for place in end["stack"]} & set(reach.places) for end in ends):
            verdict.evidence = [Evidence("raised", *([error_line(end)] for end in ends))]  # by the decorator, whatever it runs
        if verdict.evidence:
            verdict.answer = "observed"
            verdict.evidence = verdict.evidence[:1]
            # What the program does not come to because of it is no divergence of its own.
            self._explained.update(id(divergence) for divergence in self._comparison.divergences if divergence.last >= first)
        elif not pairs:
            verdict.answer, verdict.reason = "not reached", self._why_not_reached()
        else:
            verdict.reason = f"{count(len(pairs), 'call')} from this line ended the same way in both"
        return verdict

    def _judge_cache(self, finding):
        """The eager run has not cached what this line caches: what differs without any other reason, comes of that."""
        ran = [sum((run.outside.get(place, []) for place in self._reach[id(finding)].places), [])
               for run in (self._comparison.eager, self._comparison.graph)]
        if any(ran):
            return Verdict(finding, "not observed", "the same elements were asked for once only, or nothing shows them", *map(len, ran))
        return Verdict(finding, "not reached", self._why_not_reached(""), 0, 0)

    def _called_from(self, finding):
        """The calls that the finding's line makes of its graph function."""
        here = {(finding.path, statement_line(finding.path, finding.line))}
        return [pair for pair in self._comparison.pairs if pair.eager.site in here
                and pair.eager.name.rpartition(".")[2] == finding.function.rpartition(".")[2]]

    def _judge_outside(self, finding):
        """What plain Python has changed, later calls of the graph function do not see."""
        reach = self._reach[id(finding)]
        ran = [sum((run.outside.get(place, []) for place in reach.places), [])
               for run in (self._comparison.eager, self._comparison.graph)]
        verdict = Verdict(finding, "not observed", "", *map(len, ran))
        if not any(ran):
            verdict.answer, verdict.reason = "not reached", self._why_not_reached("")
            return verdict
        verdict.evidence = self._exceptions(finding, reach)
        if verdict.evidence:
            verdict.answer = "observed"
            return verdict
        reach.first = min(ran[0] or ran[1]) + 1
        name = finding.function.rpartition(".")[2]  # the library's own have another one
        later, as_graph = ([call for call in run.calls if call.number >= reach.first
                            and (not call.defined or call.name.rpartition(".")[2] == name)]
                           for run in (self._comparison.eager, self._comparison.graph))
        shown = [divergence for divergence in self._comparison.divergences
                 if set(divergence.calls) & set(later) and not (divergence.kind == "output" and not _same_words(divergence))]
        if shown:
            verdict.answer = "observed"
            verdict.evidence = [self._evidence(divergence, divergence.label) for divergence in shown[:2]]
        else:
            verdict.reason = "no call of the graph function came after it" if not as_graph else (
                self._why_unpaired({call.number for call in as_graph}) or
                f"no result, output or state of {count(len(later), 'later call')} shows it")
        return verdict

    # --- what explains what ------------------------------------------------------------------------------------------

    def _of(self, kind):
        return [divergence for divergence in self._comparison.divergences if divergence.kind == kind]

    def _evidence(self, divergence, what, eager=None, graph=None):
        self._explained.add(id(divergence))
        self._shown.add(id(divergence))
        return Evidence(what, eager or divergence.eager, graph or divergence.graph)

    @staticmethod
    def _follows(divergence, reach):
        """Whether the divergence may come from what happened at the finding's line: not if it was there before."""
        return reach.first is not None and divergence.last >= reach.first

    def _explain_consequences(self):
        """What a program shows later of an observed finding is no divergence of its own."""
        for verdict in self.verdicts:
            reach = self._reach[id(verdict.finding)]
            changes = verdict.finding.rule.divergence in ("value", "state", "exception", "sharing")
            if verdict.answer != "observed" or not changes:
                continue
            for divergence in self._comparison.divergences:
                inside = divergence.kind == "output" and divergence.function
                if set(divergence.places) & set(reach.places):
                    inside = False  # what the line itself writes, such as a framework's warning about it
                if self._follows(divergence, reach) and not (inside and not _same_words(divergence)):
                    self._explained.add(id(divergence))

    # --- reasons -----------------------------------------------------------------------------------------------------

    def _why_not_reached(self, where=" in a graph function"):
        cut = [run for run in (self._comparison.eager, self._comparison.graph) if not run.ended]
        if cut:
            return f"the {cut[0].mode} run was cut short before this line ran{where}"
        if self._comparison.graph.status == "raised":
            return f"the program ended with an exception before this line ran{where}"
        return f"this line never ran{where}"

    def _why_not_observed(self, finding, reach):
        graph = [pair.graph for pair in self._comparison.pairs if reach.has(pair.eager)]
        if graph and all(call.eager for call in graph):
            return "the program runs its graph functions eagerly (tf.config.run_functions_eagerly)"
        unpaired = self._why_unpaired(reach.graph_calls)
        for run in (self._comparison.graph, self._comparison.eager):
            if set(run.stack) & set(reach.places):
                return f"the {run.mode} run was cut short in this line"
        for run in (self._comparison.graph, self._comparison.eager):
            if not run.ended and any(not call.finished and set(call.lines) & set(reach.places) for call in run.calls):
                return f"the {run.mode} run was cut short in a call that ran this line"
        if unpaired and not reach.eager_runs:
            return unpaired
        if not reach.eager_runs:
            return f"it ran while a graph was built, never eagerly ({times(reach.graph_runs)})"
        if reach.eager_runs == reach.graph_runs and not finding.rule.from_first_call:
            if not reach.calls:
                return f"it ran {times(reach.eager_runs)} in both: a difference would show from the next element on"
            if len(reach.calls) == 1:
                return "the function was called once only: a difference would show from the second call on"
            return f"it ran {times(reach.eager_runs)} in both: each call that reached it built a new graph"
        runs = f"it ran {times(reach.eager_runs)} eagerly and {times(reach.graph_runs)} as a graph"
        if finding.rule.divergence == "output" and not any(reach.outputs()):
            return f"{runs}, and wrote nothing either way"
        return f"{runs}, but no result, output or state shows it"

    def _why_unpaired(self, calls: Set[int]) -> str:
        """Why one of these calls of the graph run was not made eagerly as well; "" if none was left out."""
        why = next((reasons for number, reasons in self._comparison.graph.unpaired.items() if number in calls), None)
        return f"its calls could not be made twice from the same state: {', '.join(why)} cannot be put back" if why else ""


def _may_show(finding: Finding, reach: _Reach) -> bool:
    """Whether what the finding says would make a difference to the calls that were made."""
    return finding.rule.from_first_call or reach.eager_runs > reach.graph_runs


class _Reach:
    """How often the statements of a finding ran in graph functions, and what they did."""

    def __init__(self, comparison: Comparison, where: list[Place]):
        self.places = where
        self._runs = [self._count(run.calls) for run in (comparison.eager, comparison.graph)]
        self._runs_outside = comparison.eager, comparison.graph
        outside = [max((run.lines[place] for place in where), default=0) for run in self._runs_outside]
        self.eager_runs, self.graph_runs = (sum(runs.values()) + more for runs, more in zip(self._runs, outside))
        self.calls: list[Call] = [call for call in comparison.eager.calls if call.number in self._runs[0]]
        self._graph_calls = [call for call in comparison.graph.calls if call.number in self._runs[1]]
        self.graph_calls = set(self._runs[1])
        self.functions = {call.name for call in self.calls}
        unequal = [pair.eager.number for pair in comparison.pairs
                   if self._runs[0].get(pair.eager.number, 0) != self._runs[1].get(pair.graph.number, 0)
                   or (pair.graph.error and not pair.eager.error and pair.eager.number in self._runs[0])]
        self.first = unequal[0] if unequal else (self.calls[0].number if self.calls else 0 if any(outside) else None)
        self.differs = bool(unequal) or outside[0] != outside[1]
        self.in_elements = outside[0] > outside[1]
        """Whether eager runs came here for elements of datasets: what these are, the program shows outside of calls."""

    def _count(self, calls) -> dict[int, int]:
        found = {}
        for call in calls:
            runs = max((call.lines.get(place, 0) for place in self.places), default=0)
            if runs:
                found[call.number] = runs
        return found

    def has(self, call: Call) -> bool:
        """Whether a statement of the finding ran in this call of the eager run."""
        return call.number in self._runs[0]

    def touches(self, divergence: Divergence) -> bool:
        """Whether a statement of the finding ran in a call that shows the divergence."""
        return any(map(self.has, divergence.calls))

    def outputs(self) -> tuple[list[str], list[str]]:
        """What the statements printed in either run."""
        eager, graph = ([output.text for call in calls for output in call.outputs
                         if set(output.stack) & set(self.places)] for calls in (self.calls, self._graph_calls))
        return eager, graph

    def assigned(self) -> list[Evidence]:
        """What the statements assigned, where eager runs assigned different values."""
        found = []
        names = {key for one in (*self.calls, *self._runs_outside) for key in one.values if (key[0], key[1]) in self.places}
        for key in sorted(names):
            eager, graph = ([value for one in (*calls, run) for value in one.values.get(key, ())]
                            for calls, run in zip((self.calls, self._graph_calls), self._runs_outside))
            if any(values.differences(eager[0], value, values.Tolerance()) for value in eager[1:]):
                found.append(Evidence(key[2], [values.show(v) for v in eager], [values.show(v) for v in graph]))
        return found


def _without_aliases(divergences):
    """One of each state that is reached by several ways."""
    found = {}
    for divergence in divergences:
        alias = _WORD.findall(divergence.what)[-1:] if divergence.kind == "state" else [id(divergence)]
        found.setdefault((divergence.kind, *alias, str(divergence.eager), str(divergence.graph)), divergence)
    return list(found.values())


def _same_words(divergence):
    """Whether both runs printed the same lines, with other numbers."""
    eager, graph = (sorted(map(texts.skeleton, lines)) for lines in (divergence.eager, divergence.graph))
    return eager == graph
