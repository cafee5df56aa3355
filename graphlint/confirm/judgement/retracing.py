"""How often each graph function was traced, what differed between its traces, what they cost, and what to do about it."""
from __future__ import annotations

import re
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphlint.confirm.session import Call, Nested, Place, Run

MODES = 3  # so many different strings are modes, each of which may well have a graph of its own
_SHAPED = re.compile(r"\w+\[\?")
_OBJECT = re.compile(r"<(\w+) \d+>")


@dataclass(frozen=True)
class Difference:
    """An argument that differed between traces that could have been one."""
    argument: str  # "" where nothing but the function itself was another
    values: tuple[str, ...]
    advice: str


@dataclass
class Traces:
    """The graphs of one graph function, in the graph run."""
    function: str
    defined: Place | None
    calls: int = 0
    traces: int = 0
    needed: int = 0
    """How many graphs would do: one for each combination of dtypes, ranks, modes and objects it is bound to."""
    seconds: float = 0.0
    """What the traces took: their calls, less what a call without one takes."""
    wasted: float = 0.0
    """The part of it that traces beyond the needed ones took."""
    differences: list[Difference] = field(default_factory=list)
    graph: dict | None = None  # the last one that was built, where graphs were recorded

    @property
    def excessive(self) -> bool:
        """Whether fewer graphs would have done."""
        return self.traces > self.needed


def report(run: Run) -> list[Traces]:
    """The traces of each function that the run called, in the order of their first calls."""
    groups: dict[tuple, list[Call | Nested]] = defaultdict(list)
    for call in (*run.calls, *run.nested):
        groups[call.name, call.defined].append(call)
    return [of_function(name, defined, calls) for (name, defined), calls in groups.items()]


def of_function(name: str, defined: Place | None, calls: Sequence[Call | Nested]) -> Traces:
    """The traces of one function, of which these are the calls."""
    found = Traces(name, defined, len(calls), sum(call.traced for call in calls))
    built = [call for call in calls if call.traced and call.built]
    usual = statistics.median([call.built.seconds for call in calls if not call.traced and call.built] or [0.0])
    alike, differences = defaultdict(list), []
    modes = _modes(built)
    used = {call.built.object for call in calls if call.built and not call.traced}  # not made for one call alone
    for call in built:
        kind = tuple((name, value if name in modes else kind) for name, value, kind in call.built.arguments)
        alike[call.built.object if call.built.object in used else None, kind].append(call)
    for (_, kind), group in alike.items():
        if _relaxed(group):
            found.needed += len(group) - 1  # what reduce_retracing comes to
        costs = [max(call.built.seconds - usual, 0.0) for call in group]
        found.needed += group[0].traced  # a first call that creates Variables traces twice
        found.seconds += sum(costs)
        if len(group) > 1 and not _relaxed(group):
            found.wasted += sum(costs[1:])
            differences += _differences(dict(kind), group)
    found.differences = _joined(differences)
    found.needed += sum(call.traced for call in calls if not call.built)  # asked for one by one
    found.graph = next((call.built.graph for call in reversed(built) if call.built.graph), None)
    return found


def _modes(calls) -> set[str]:
    """Arguments that are strings, and few different ones."""
    strings = defaultdict(set)
    for call in calls:
        for name, value, kind in call.built.arguments:
            if kind == "str":
                strings[name].add(value)
    return {name for name, values in strings.items() if len(values) <= MODES}


def _differences(kinds, group):
    values = defaultdict(dict)
    for call in group:
        for name, value, _ in call.built.arguments:
            values[name][value] = None
    found = [Difference(name, _shown(list(seen)), advice(name, kinds[name])) for name, seen in values.items()
             if len(seen) > 1]
    objects = len({call.built.object for call in group})
    if objects > 1 and (not found or objects == len(group)):
        return [Difference("", (f"{objects} graph functions",), "make the graph function once, outside of the loop or"
                                                                " the function that calls it")]
    return found


def _relaxed(group):
    """Whether there were two traces, for two shapes."""
    return len(group) == 2 and all(a == b or _SHAPED.match(kind.lstrip("[")) for (_, a, kind), (_, b, _) in
                                   zip(group[0].built.arguments, group[1].built.arguments)) and (
        group[0].built.arguments != group[1].built.arguments)


def _joined(differences):
    """One of each argument: it may have differed in several modes."""
    found = {}
    for one in differences:
        values = found[one.argument, one.advice].values if (one.argument, one.advice) in found else ()
        found[one.argument, one.advice] = Difference(one.argument, tuple(dict.fromkeys((*values, *one.values))), one.advice)
    return list(found.values())


def _shown(values):
    classes = {match[1] for value in values if (match := _OBJECT.fullmatch(value))}
    if len(classes) == 1 and all(map(_OBJECT.fullmatch, values)):
        return (f"{len(values)} objects of class {classes.pop()}",)
    return tuple(_OBJECT.sub(r"<\1>", value) for value in values)


def advice(name: str, kind: str) -> str:
    """What to do about an argument of that kind (`functions.described`) that differs from trace to trace."""
    if kind in ("int", "float", "complex"):
        return f"pass a tensor: tf.constant({name})" if name.isidentifier() else "pass a tensor, made with tf.constant"
    if kind == "str":
        return "each string has a graph of its own: keep it out of the graph function, or pass tf.constant"
    if _SHAPED.match(kind.strip("[]")) and "," not in kind.partition("]")[2]:  # also one in a tuple by itself
        rank = kind.count("?")
        return (f"each shape has a graph of its own: give an input_signature with the shape"
                f" [{', '.join(['None'] * rank)}], or reduce_retracing=True")
    if _OBJECT.search(kind) or "<" in kind:
        return "each object has a graph of its own: pass the same one again, or the tensors in it"
    return "turn the Python numbers in it into tensors"
