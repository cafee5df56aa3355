"""What differs between the eager run and the graph run of one program, wherever it comes from."""
from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Literal

from graphlint.confirm.lines import governs
from graphlint.confirm.observation import texts, values
from graphlint.confirm.observation.values import Tolerance
from graphlint.confirm.session import Call, Output, Place, Run

# What the framework tells of itself at a line of the user's: that it cannot convert, that it is made to run eagerly.
_OF_ITSELF = ("WARNING:tensorflow:AutoGraph could not transform", "WARNING:tensorflow:It looks like tf.function behavior was disabled")
_EXACT = Tolerance(0.0, 0.0)
Kind = Literal["output", "value", "state", "exception", "calls"]


@dataclass
class Divergence:
    """One observable difference, gathered over all the calls that show it."""
    kind: Kind
    function: str  # the graph function; "" if the program shows it outside of any
    what: str      # "printed", "returned", "raised", or the place of the state that differs
    places: list[Place]
    """The user's lines that it is tied to, innermost first: empty where only the function can be told."""
    eager: list[str]
    graph: list[str]
    calls: list[Call] = field(default_factory=list)  # of the eager run, in order; empty outside of calls

    @property
    def label(self) -> str:
        """What differs, in a few characters: state that a graph function reaches is kept as `function: place`."""
        return self.what.partition(": ")[2] or self.what

    @property
    def last(self) -> int:
        """The number of the last call that shows it; very large outside of calls."""
        return self.calls[-1].number if self.calls else 1 << 60


@dataclass(frozen=True)
class Pair:
    """The same call in the eager, the graph and, if there is one, the control run."""
    eager: Call
    graph: Call
    control: Call | None


class Comparison:
    """The two runs side by side. `control` is a second eager run whose framework random numbers differ.

    What also differs between the two eager runs is chance (random numbers of the framework, clocks, addresses) and
    no divergence.
    """

    def __init__(self, eager: Run, graph: Run, control: Run | None = None, tolerance: Tolerance = Tolerance()):
        self.eager = eager
        self.graph = graph
        self.control = control
        self.tolerance = tolerance
        by_key = [{call.key: call for call in run.calls} if run else {} for run in (graph, control)]
        self.pairs = [Pair(call, by_key[0][call.key], by_key[1].get(call.key))
                      for call in eager.calls if call.key in by_key[0]]
        self._noise = self._chance_of_results()
        self._noise_of_states = self._chance_of_states()
        self._noisy: set[str] = set()
        self._questions = eager.questions | graph.questions
        self.chance: set[str] = set()
        """Functions whose results or states were left out because chance decides them."""
        self._found: dict[tuple, Divergence] = {}
        self._more = defaultdict(set)  # by call: streams and places whose outputs were too many to be kept
        for stream, number, place in eager.more:
            self._more[number].add((stream, place))
        for pair in self.pairs:
            self._compare_errors(pair)
            self._compare_results(pair)
            self._compare_outputs(pair)
        self._compare_states()
        self._compare_frozen()
        if not graph.turns:  # one process has one end
            self._last_states()
            self._compare_program()
        self.divergences = list(self._found.values())

    def _add(self, kind, function, what, places, eager, graph, call=None):
        key = kind, function, what, places[0] if places else None
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = Divergence(kind, function, what, list(places), [], [])
        found.eager += [text for text in eager if len(found.eager) < 50]
        found.graph += [text for text in graph if len(found.graph) < 50]
        if call is not None:
            found.calls.append(call)

    def _chance_of_results(self):
        """By function: the parts of results that two eager runs have otherwise. A coin falls alike now and then."""
        noise = defaultdict(set)
        for pair in self.pairs:
            if pair.control and pair.control.finished and not pair.control.error and not pair.eager.error:
                noise[pair.eager.name, pair.eager.defined].update(
                    values.chance(pair.eager.result, pair.control.result, self.tolerance))
        return noise

    def _chance_of_states(self):
        """The same for each state, by name."""
        noise = defaultdict(set)
        ends = [(self.eager.state, self.control.state)] if self.control and not self.graph.turns else []
        states = [(pair.eager.state or {}, pair.control.state or {}) for pair in self.pairs if pair.control]
        for eager, control in states + ends:
            for name in eager.keys() & control.keys():
                if eager[name] is not control[name]:
                    noise[name].update(values.chance(eager[name], control[name], self.tolerance))
        return noise

    def _differences(self, eager, graph, control, function, known=frozenset(), state=None):
        """Where two values differ and chance does not explain it; `known` are parts that chance is known to decide.

        A state that chance decides (a temporary path) is that of the first function after which it is seen, alone.
        """
        found = values.differences(eager, graph, self.tolerance)
        if found and control is not None:
            noise = known | values.chance(eager, control, self.tolerance)
            slight = {difference.path: difference for difference in values.differences(eager, control, _EXACT)}
            if noise or slight:
                kept = [difference for difference in found if not _under(difference.path, noise) and not (
                    difference.path in slight and values.is_comparable(difference, slight[difference.path]))]
                if len(kept) < len(found) and state not in self._noisy:
                    self.chance.add(function)
                if noise and state is not None:
                    self._noisy.add(state)
                return kept
        return found

    # --- within calls ------------------------------------------------------------------------------------------------

    def _compare_errors(self, pair):
        eager, graph = pair.eager.error, pair.graph.error
        if bool(eager) == bool(graph) or not (pair.eager.finished and pair.graph.finished):
            return  # where both raise, classes differ by TensorFlow's own rules
        self._add("exception", pair.eager.name, "raised", [tuple(place) for place in (eager or graph)["stack"]],
                  [error_line(eager) if eager else f"returned {values.show(pair.eager.result)}"],
                  [error_line(graph) if graph else f"returned {values.show(pair.graph.result)}"], pair.eager)

    def _compare_results(self, pair):
        if pair.eager.error or pair.graph.error or not (pair.eager.finished and pair.graph.finished):
            return
        control = pair.control.result if pair.control and not pair.control.error else None
        found = self._differences(pair.eager.result, pair.graph.result, control, pair.eager.name,
                                  self._noise[pair.eager.name, pair.eager.defined])
        if found:
            self._add("value", pair.eager.name, "returned", [], *values.show_both(pair.eager.result, pair.graph.result), pair.eager)

    def _compare_outputs(self, pair):
        if not (pair.eager.finished and pair.graph.finished):
            return
        eager, graph = self._visible(pair.eager.outputs), self._visible(pair.graph.outputs)
        control = self._visible(pair.control.outputs) if pair.control else None
        for place, kept in self._unmatched(eager, graph, control).items():
            self._add("output", pair.eager.name, "printed", [*place] if place else [],
                      [output.text for output in kept[0]], [output.text for output in kept[1]], pair.eager)
        for stream, place in self._more[pair.eager.number]:
            counts = [run.more.get((stream, call.number, place), 0)
                      for run, call in ((self.eager, pair.eager), (self.graph, pair.graph))]
            if counts[0] != counts[1]:
                self._add("output", pair.eager.name, "lines printed", [place] if place else [],
                          [str(counts[0])], [str(counts[1])], pair.eager)

    def _unmatched(self, eager, graph, control):
        """Outputs without a counterpart on the other side, by the user's places that wrote them."""
        found = defaultdict(lambda: ([], []))
        for stream in {output.stream for output in (*eager, *graph)}:
            left = [output for output in eager if output.stream == stream]
            right = [output for output in graph if output.stream == stream]
            only = texts.unmatched([o.text for o in left], [o.text for o in right], self.tolerance)
            kept = [left[index] for index in only[0]], [right[index] for index in only[1]]
            if control is not None and kept[0] and kept[1]:
                kept = self._without_chance(kept, left, [o for o in control if o.stream == stream])
            for side, outputs in enumerate(kept):
                for output in outputs:
                    found[tuple(output.stack or _place_of_same(output, kept[1 - side]))][side].append(output)
        return found

    def _without_chance(self, kept, eager, control):
        """Drop pairs of lines from places where two eager runs write different lines too.

        Where these differ in numbers alone, the graph's line must still have the same words.
        """
        left, right = list(kept[0]), list(kept[1])
        places = {tuple(output.stack[:1]) for output in left}
        for place in places:
            lines = [[output.text for output in outputs if tuple(output.stack[:1]) == place]
                     for outputs in (eager, control)]
            if not any(texts.unmatched(*lines, self.tolerance)):
                continue
            words = [sorted(map(texts.skeleton, side)) for side in lines]
            for output in [output for output in left if tuple(output.stack[:1]) == place]:
                shape = texts.skeleton(output.text)
                match = next((other for other in right if texts.skeleton(other.text) == shape or (
                    words[0] != words[1] and tuple(other.stack[:1]) == place)), None)
                if match is not None:
                    left.remove(output)
                    right.remove(match)
        return left, right

    def _visible(self, outputs: list[Output]) -> list[Output]:
        """What a user sees, but for what is meant to differ.

        A framework's log records tell of graphs, which eager runs have not. And a program may write one thing eagerly
        and another in a graph, when it asks which it is.
        """
        return [Output(output.stream.removeprefix("native "), output.text, output.size, output.stack, output.call)
                for output in outputs
                if not (output.stream == "log" and (not output.stack or output.text.startswith(_OF_ITSELF)))
                and not self._is_deliberate(output)]

    def _is_deliberate(self, output):
        return any(path == asked[0] and governs(path, asked[1], line)
                   for path, line in output.stack for asked in self._questions)

    # --- over calls --------------------------------------------------------------------------------------------------

    def _compare_states(self):
        seen: set[tuple] = set()
        for pair in self.pairs:
            if pair.eager.state is None or pair.graph.state is None:
                continue
            control = (pair.control.state if pair.control else None) or {}
            if pair.graph.error and not pair.eager.error:
                continue  # what did not happen because of an exception is the exception's
            for name, difference in self._state_differences(pair.eager.state, pair.graph.state, control,
                                                            pair.eager.name):
                if pair.graph.error and pair is self.pairs[-1] and self.eager.status == self.graph.status == "raised":
                    self._noise_of_states[name].add(difference.path)  # the program ends there: a graph has come less far
                elif (name, difference.path) not in seen:
                    seen.add((name, difference.path))
                    self._add("state", pair.eager.name, name + difference.path, [],
                              *values.show_both(difference.eager, difference.graph), pair.eager)

    def _state_differences(self, eager, graph, control, function):
        for name in eager.keys() & graph.keys():
            for difference in self._differences(eager[name], graph[name], control.get(name), function,
                                                self._noise_of_states[name], name):
                yield name, difference

    def _last_states(self):
        """Show differences of state as they are at the end, where they still are; add those that came later."""
        if not (self.eager.ended and self.graph.ended):
            return
        control = self.control.state if self.control else {}
        known = {divergence.what: divergence for divergence in self._found.values() if divergence.kind == "state"}
        for name, difference in self._state_differences(self.eager.state, self.graph.state, control, ""):
            what = name + difference.path
            shown = values.show_both(difference.eager, difference.graph)
            if what in known:
                known[what].eager, known[what].graph = shown
            else:
                self._add("state", "", what, [], *shown)

    def _compare_frozen(self):
        """Results that change from call to call eagerly, and are the same at each call of one graph."""
        series = defaultdict(list)
        for pair in self.pairs:
            if pair.eager.finished and pair.graph.finished and not pair.eager.error and not pair.graph.error:
                series[pair.eager.name, pair.eager.defined, pair.eager.exact].append(pair)
        for (name, _, _), pairs in series.items():
            if len(pairs) < 2 or any(d.kind == "value" and d.function == name for d in self._found.values()):
                continue
            first = pairs[0]
            if all(values.differences(a.eager.result, b.eager.result, self.tolerance)
                   for a, b in zip(pairs, pairs[1:])) and not any(
                       values.differences(first.graph.result, pair.graph.result, self.tolerance) for pair in pairs):
                for pair in pairs:
                    self._add("value", name, "returned", [], *values.show_both(pair.eager.result, pair.graph.result),
                              pair.eager)

    # --- outside of calls --------------------------------------------------------------------------------------------

    def _compare_program(self):
        if self.eager.ended and self.graph.ended:
            found = self._unmatched(self._visible(self.eager.outputs), self._visible(self.graph.outputs),
                                    self._visible(self.control.outputs) if self.control else None)
            for place, kept in found.items():
                self._add("output", "", "printed", [*place] if place else [], [o.text for o in kept[0]],
                          [o.text for o in kept[1]])
            self._compare_counts()
        ends = [_ending(run) for run in (self.eager, self.graph)]
        if ends[0] != ends[1] and self.eager.ended and self.graph.ended:
            error = self.graph.error or self.eager.error
            self._add("exception", "", "the program", [tuple(place) for place in error["stack"]] if error else [],
                      [ends[0]], [ends[1]])


    def _compare_counts(self):
        """How often each function was called: a loop may end on a value that differs."""
        eager, graph, control = (Counter((call.name, call.defined) for call in run.calls) if run else None
                                 for run in (self.eager, self.graph, self.control))
        for key in eager | graph:
            if eager[key] != graph[key] and (control is None or control[key] == eager[key]):
                self._add("calls", key[0], "called", [key[1]] if key[1] else [], [f"{eager[key]} times"],
                          [f"{graph[key]} times"])


def _place_of_same(output, others):
    """Where the other run wrote the same words: a graph that prints has no line of the user's on the stack."""
    shape = texts.skeleton(output.text)
    return next((other.stack for other in others if texts.skeleton(other.text) == shape), ())


def _under(path, noise):
    return any(path == other or path.startswith((f"{other}.", f"{other}[")) for other in noise)


def error_line(error: dict) -> str:
    """Class and message of an exception on one line."""
    lines = [line.strip() for line in error["message"].strip().splitlines() if line.strip()]
    if lines and lines[0] == "in user code:":  # AutoGraph's report ends with the error itself, whose message may have several lines
        return next((line for line in reversed(lines) if line.startswith(f"{error['type']}:")), lines[-1])
    return f"{error['type']}: {lines[0] if lines else ''}".rstrip(": ")


def _ending(run: Run) -> str:
    if run.status == "raised":
        return f"raised {error_line(run.error)}"
    return "finished" if not run.code else f"exit status {run.code}"
