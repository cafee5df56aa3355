"""What was seen of a running program, as plain data; and how it is gathered, trace by trace, without growing for ever."""
from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from graphlint.confirm.judgement import retracing
from graphlint.confirm.judgement.retracing import Difference
from graphlint.confirm.session import Built, Nested
from graphlint.confirm.watching.effects import Effect
from graphlint.confirm.watching.hooks import Group, Place, Trace

KEPT = 256  # traces of one function that the count of needed graphs goes by
EXAMPLES = 6  # retraces that are kept: the first ones, and as many of the last
_NEAR = 32  # earlier traces that a new one is compared with
_MOST = 200  # effects of one function
_LINES = 5000  # places of one function
_FRAMES = 8

_AGAIN = "the same call traced it twice: a first call that creates Variables does"
_REMADE = "another graph function was made of the same code: make it once, outside of the loop or function that makes it"
_OTHERWISE = "for equal arguments: on another device, under another strategy, in another graph, or asked for by its types"


@dataclass(frozen=True)
class Change:
    """An argument that was another than at the nearest earlier trace."""
    argument: str
    before: str
    after: str
    advice: str


@dataclass(frozen=True)
class Retrace:
    """A further trace of a function."""
    number: int
    call: int
    changes: tuple[Change, ...]
    reason: str
    """Why it was traced again, where no argument had changed."""
    stack: tuple[Place, ...]
    """The user's lines that led to the call, innermost first."""
    seconds: float


@dataclass
class Function:
    """One graph function, or all that were made of the same code."""
    name: str
    path: str | None
    line: int | None
    library: str
    """The package that it belongs to; "" for the user's."""
    options: str
    of_elements: bool
    """It belongs to tf.data, which calls its graph without Python: these calls are not counted."""
    calls: int
    traces: int
    needed: int
    """How many graphs would do."""
    seconds: float
    wasted: float
    failed: int
    """Traces that ended with an exception."""
    objects: int
    """How many graph functions of this code were traced: a method has one for each instance."""
    site: tuple[Place, ...]
    """The user's lines that led to the first trace."""
    differences: list[Difference] = field(default_factory=list)
    retraces: list[Retrace] = field(default_factory=list)
    """The first ones and the last ones."""
    foreseen: list[str] = field(default_factory=list)
    """Findings that foresaw the retraces, as `W7309 python-scalar-retrace at train.py:5`."""

    @property
    def excessive(self) -> bool:
        """Whether fewer graphs would have done."""
        return self.traces > self.needed


@dataclass
class AtTrace:
    """What ran at traces, and not at the other calls."""
    path: str
    line: int
    code: str
    does: str
    kind: str
    times: int
    function: str
    """The graph function that was called; the line may be in a helper."""
    calls: int
    of_elements: bool
    traces: int
    looked: int
    """How many of the traces were looked at so closely."""
    foreseen: list[str] = field(default_factory=list)


@dataclass
class Found:
    """A finding of the linter, beside what was seen."""
    id: str
    symbol: str
    path: str
    line: int
    function: str
    text: str
    answer: str
    """seen, reached (its line ran at a trace, and nothing that is watched shows it) or not reached."""
    switched_off: bool


@dataclass
class Report:
    """All that was seen."""
    framework: str
    seconds: float
    functions: list[Function]
    effects: list[AtTrace]
    findings: list[Found]
    notes: list[str]
    linted: bool


class Gathered:
    """What one watch has seen of one piece of code."""

    def __init__(self, group: Group):
        self.group = group
        self.calls = 0  # of earlier entries
        self._begin: tuple[int, int] | None = (0, 0)  # calls, and calls in other traces, when this entry began
        self.traces = self.failed = self.looked = 0
        self.seconds = 0.0
        self.outer_seconds = 0.0
        self.built: list[Nested] = []
        self.serials: set[int] = set()
        self._inner: set[int] = set()  # of those that other graphs call: a call of them is a trace of the other
        self.site: tuple[Place, ...] = ()
        self.first: list[Retrace] = []
        self.last: deque[Retrace] = deque(maxlen=EXAMPLES)
        self.effects: dict[tuple[Place, Effect], list[int]] = {}
        self.lines: Counter = Counter()
        self._earlier: deque[tuple[int, int, list]] = deque(maxlen=_NEAR)

    def begun(self) -> None:
        """Count from here."""
        self._begin = self.group.calls, self.group.inner

    def ended(self) -> None:
        """Keep what was counted."""
        self.calls += self._since()
        self._begin = None

    def _since(self):
        if self._begin is None:
            return 0
        return self.group.calls - self._begin[0] + self.group.inner - self._begin[1]

    def add(self, trace: Trace, stack: list[Place]) -> None:
        """A trace has ended."""
        if trace.failed:
            self.failed += 1
            return
        self.traces += 1
        self.seconds += trace.seconds
        self.outer_seconds += 0.0 if trace.inner else trace.seconds
        self.site = self.site or tuple(stack[:_FRAMES])
        if len(self.serials) < KEPT:
            self.serials.add(trace.serial)
            if trace.inner:
                self._inner.add(trace.serial)
        again = self._earlier and self._earlier[-1][:2] == (trace.serial, trace.call)
        if self._earlier:
            retrace = self._retrace(trace, stack, again)
            self.last.append(retrace)
            if len(self.first) < EXAMPLES:
                self.first.append(retrace)
        self._earlier.append((trace.serial, trace.call, trace.arguments))
        if again and self.built:
            self.built[-1].traced += 1
        elif len(self.built) < KEPT:
            self.built.append(Nested(None, self.group.name, stack[0] if stack else None, 1, "", "", None,
                                     Built(trace.seconds, trace.serial, tuple(map(tuple, trace.arguments)))))

    def note(self, effects: dict[Place, list[Effect]], lines: dict[Place, int]) -> None:
        """What ran in a trace of this function, or in one inside of it."""
        for place, ran in lines.items():
            if place in self.lines or len(self.lines) < _LINES:
                self.lines[place] += ran
            for effect in effects.get(place, ()):
                if (place, effect) in self.effects or len(self.effects) < _MOST:
                    self.effects.setdefault((place, effect), [0])[0] += max(1, ran // effect.visits)

    def _retrace(self, trace, stack, again):
        def distance(earlier):
            return earlier[0] != trace.serial, len(_changes(earlier[2], trace.arguments))

        nearest = min(reversed(self._earlier), key=distance)
        changes = () if again else tuple(_changes(nearest[2], trace.arguments))
        reason = "" if changes else _AGAIN if again else _REMADE if nearest[0] != trace.serial else _OTHERWISE
        return Retrace(self.traces, trace.call, changes, reason, tuple(stack[:_FRAMES]), trace.seconds)

    def function(self, path: str | None) -> Function:
        """What is told of it."""
        group, calls = self.group, self.calls + self._since()
        used = group.used | {known.serial for known in list(group.alive.values()) if known.is_used}
        unused = [Nested(None, group.name, None, 0, "", "", None, Built(0.0, serial)) for serial in (used | self._inner) & self.serials]
        traces = retracing.of_function(group.name, None, [*self.built, *unused])
        needed = self.traces if group.of_elements else min(traces.needed, self.traces)
        share = traces.wasted / traces.seconds if traces.seconds else 0.0
        retraces = {one.number: one for one in (*self.first, *self.last)}
        return Function(group.name, path, group.line if path else None, group.library, group.options, group.of_elements, calls,
                        self.traces, needed, self.seconds, share * self.seconds if self.traces > needed else 0.0, self.failed,
                        len(self.serials), self.site, traces.differences if self.traces > needed else [],
                        [retraces[number] for number in sorted(retraces)])

    def at_trace(self, function: Function) -> Iterator[AtTrace]:
        """What ran at its traces alone."""
        for ((path, line), effect), (times,) in self.effects.items():
            yield AtTrace(path, line, effect.code, effect.does, effect.kind.name, times, function.name, function.calls,
                          function.of_elements, function.traces + function.failed, self.looked)


def _changes(before: list, after: list) -> list[Change]:
    old, new = ({name: (value, kind) for name, value, kind in arguments} for arguments in (before, after))
    found = []
    for name in dict.fromkeys((*old, *new)):
        (a, _), (b, kind) = old.get(name, ("not given", "")), new.get(name, ("not given", ""))
        if a != b:
            found.append(Change(name, a, b, retracing.advice(name, kind) if kind else ""))
    return found


def sorted_functions(functions: Iterable[Function]) -> list[Function]:
    """Those that were traced too often first, then by traces."""
    return sorted(functions, key=lambda one: (-one.excessive, bool(one.library), -one.traces, -one.calls))
