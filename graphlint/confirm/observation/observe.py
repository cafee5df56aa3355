"""Each call of a graph function in a child process: what it returned or raised, which lines ran, what state it left."""
from __future__ import annotations

import collections
import contextlib
import functools
import hashlib
import itertools
import json
import re
import sys
import threading
import time
import types
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from graphlint.confirm.backends import Backend
from graphlint.confirm.lines import LineCounter, statements
from graphlint.confirm.observation import functions, pairs, texts
from graphlint.confirm.observation.output import Log, Output
from graphlint.confirm.observation.state import State
from graphlint.confirm.observation.values import TEXT, Encoder

CALLS = 16  # of one function that are looked at in full; later only those whose number is a power of two
VALUES = 8  # values kept of what a watched statement assigned
_USER_CODE = re.compile(r'File "([^"]+)", line (\d+), in ')


@dataclass(eq=False)
class Observed:
    """A call of a graph function from outside any other."""
    number: int
    nth: int  # of its function
    original: Callable
    function: object
    args: tuple
    kwargs: dict
    target: functions.Target
    fields: dict
    traced: Callable[[], int]
    seen: dict[str, tuple] = field(default_factory=dict)
    """For each run, what the call came to and the state that it left."""


def is_sampled(nth: int) -> bool:
    """Whether a function's nth call is looked at in full."""
    return nth <= CALLS or nth & (nth - 1) == 0


class Calls:
    """Each call of a graph function, from outside and from within another."""

    def __init__(self, log: Log, backend: Backend, output: Output, watched: set[tuple[str, int]], mode: str,
                 answers: list[int], pictures: bool = False):
        self._log = log
        self._backend = backend
        self._output = output
        self._mode = mode
        self._pictures = pictures
        self._answers = collections.deque(answers)
        self._encoder = Encoder(backend.tf, backend.array_elements)
        self._counter = LineCounter(backend.locator, watched, self._assigned)
        self.current = log.current
        self._numbers = itertools.count(1)
        self._last = 0
        self._outside: collections.Counter = collections.Counter()
        self._nth: collections.Counter = collections.Counter()
        self._orders: collections.Counter = collections.Counter()
        self.state = State(log, self._encoder)
        self._targets: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()

    def install(self) -> None:
        """Observe the framework's class of graph functions."""
        original = self._backend.function.__call__
        self._count = self._backend.function.experimental_get_tracing_count
        calls = self

        @functools.wraps(original)
        def observed_call(self, *args, **kwargs):
            return calls._observe(original, self, args, kwargs, sys._getframe(1))

        @functools.wraps(self._count)
        def observed_count(self):
            return calls._answer(self, sys._getframe(1))

        self._output.stop = Calls._observe.__code__
        self._backend.function.__call__ = observed_call
        self._backend.function.experimental_get_tracing_count = observed_count
        self._install_concrete(original)
        for name in ("executing_eagerly", "inside_function"):
            self._install_question(name)

    def look_outside(self, places: set[tuple[str, int]]) -> None:
        """Record when these statements run in this thread, outside of calls."""
        def ran(place):
            if not self.current.inside:
                self._outside[place] += 1
                if is_sampled(self._outside[place]):
                    self._log.write("outside", place=place, after=self._last)

        if places:
            self._counter.look_outside(places, ran)

    def _install_question(self, name):
        """Note where the program asks which way it is run: what follows is meant to differ."""
        ask = getattr(self._backend.tf, name)

        def observed_question():
            place = self._backend.locator.stack(sys._getframe(1))[:1]
            if place:
                self._log.write("question", place=place[0])
            return ask()

        setattr(self._backend.tf, name, observed_question)

    def _install_concrete(self, call_function):
        """Observe the concrete functions that the program asks for; an eager run calls the Python function instead."""
        get = self._backend.function.get_concrete_function
        concrete_class = type(self._backend.tf.function(lambda: None).get_concrete_function())
        call_concrete = concrete_class.__call__
        made: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
        calls = self

        @functools.wraps(get)
        def observed_get(self, *args, **kwargs):
            frame = sys._getframe(1)
            if calls.current.inside or not calls._backend.locator.owns(frame.f_code.co_filename):
                return get(self, *args, **kwargs)
            concrete = calls._trace(get, self, args, kwargs, frame)
            made[concrete] = self, args, kwargs
            return concrete

        @functools.wraps(call_concrete)
        def observed_concrete(self, *args, **kwargs):
            if self not in made:
                return call_concrete(self, *args, **kwargs)
            function, given, named = made[self]

            def run(_function, *args, **kwargs):
                if not calls._backend.is_eager():
                    return call_concrete(self, *args, **kwargs)
                return call_function(function, *functions.filled(calls._backend.tf, given, args),
                                     **functions.filled_by_name(calls._backend.tf, named, kwargs))

            return calls._observe(run, function, args, kwargs, sys._getframe(1))

        self._backend.function.get_concrete_function = observed_get
        concrete_class.__call__ = observed_concrete

    def _trace(self, get, function, args, kwargs, frame):
        """Build a graph that the program asks for. What this runs counts for the graph run alone."""
        if self._backend.is_eager():
            return get(function, *args, **kwargs)
        target, before = self._target(function), self._count(function)
        self._counter.start()
        try:
            return get(function, *args, **kwargs)
        finally:
            lines, _ = self._counter.stop()
            self._log.write("traced", function=[target.name, target.path, target.line],
                            site=(self._backend.locator.stack(frame)[:1] or [None])[0],
                            traced=self._count(function) - before, lines=[[*place, n] for place, n in lines.items()])

    def _target(self, function):
        target = self._targets.get(function)
        if target is None:
            target = self._targets[function] = functions.Target.of(function, functions.bound(function))
        return target

    def _answer(self, function, frame):
        """How often a function was traced, for the program. An eager run has no answer: it is given the graph's."""
        count = self._count(function)
        if not self._backend.locator.owns(frame.f_code.co_filename):
            return count  # the framework asks for itself
        if self._answers:
            count = self._answers.popleft()
        self._log.write("asked", count=count)
        return count

    def _observe(self, original, function, args, kwargs, frame):
        self.current.wait()
        target = self._target(function)
        described = [target.name, target.path, target.line]
        eager = self._backend.is_eager()
        site = self._backend.locator.stack(frame)[:1]
        traces = 0 if eager else self._count(function)
        fields = {"function": described, "site": site[0] if site else None, "eager": eager,
                  "exact": functions.signature(self._backend.tf, args, kwargs, True),
                  "loose": functions.signature(self._backend.tf, args, kwargs, False)}

        def traced():
            return 0 if eager else self._count(function) - traces

        if self.current.inside:
            begun = time.perf_counter()
            try:
                return original(function, *args, **kwargs)
            finally:
                self._log.write("nested", outer=self.current.call,
                                **self._built(function, target, args, kwargs, traced(), begun), **fields)
        number = self._last = next(self._numbers)
        nth = self._nth[tuple(described)] = self._nth[tuple(described)] + 1
        call = Observed(number, nth, original, function, args, kwargs, target, {
            **fields, "call": number, "key": self._key(described, args, kwargs)}, traced)
        if self._mode == "calls" and not eager and is_sampled(nth):
            return pairs.observe(self, self._backend, self._log, call)
        return self.run(call)

    def _key(self, described, args, kwargs):
        """What the call has in common with the same call in another run: its order, among those of equal arguments in a
        thread that the program has started, whose order is chance.
        """
        given = ""
        if not self.current.orderly:
            text = json.dumps([self._encoder.encode(value) for value in (args, kwargs)])
            given = hashlib.sha256(text.encode()).hexdigest()[:16]
        key = *described, given
        self._orders[key] += 1
        return [given, self._orders[key]]

    def run(self, call: Observed):
        """Make a call and record what it does, for the run that the log is set to."""
        self._output.flush()
        self._log.write("call", **call.fields)
        random_state = self._disturb()
        self._counter.start()
        outcome: dict = {}
        begun = time.perf_counter()
        shown = self._mode != "calls" or self.current.run == "graph"
        try:
            with self.current.entered(call.number), self._output.attached(shown):
                try:
                    result = call.original(call.function, *call.args, **call.kwargs)
                finally:
                    self._output.flush()
            outcome = {"result": result}
            return result
        except BaseException as error:
            outcome = {"error": error}
            raise
        finally:
            ran = self._lines()
            built = self._built(call.function, call.target, call.args, call.kwargs, call.traced(), begun)
            self._restore(random_state)
            seen = {name: (self._encoder.encode(value) if name == "result" else self.describe_error(value))
                    for name, value in outcome.items()}
            self._log.write(
                "return", call=call.number, nodes=self._backend.nodes(call.function) if call.traced() else 0, **built,
                **seen, **ran)
            if is_sampled(call.nth):
                reached = functions.reachable(self._backend.tf, call.target, call.args, call.kwargs)
                module = getattr(call.target.inner, "__module__", None)
                if self.current.alone:
                    self.state.after(call.number, module, reached)
                else:
                    self.state.reach(module, reached)
                if self._mode == "calls":
                    call.seen[self.current.run] = seen, self.state.known()

    def _built(self, function, target, args, kwargs, traced, begun):
        """What a call took; if it built graphs, for which arguments, and the newest graph itself where it is asked for."""
        fields = {"traced": traced, "seconds": time.perf_counter() - begun, "object": target.serial}
        if traced:
            fields["arguments"] = functions.described(self._backend.tf, target, args, kwargs)
            if self._pictures:
                fields["graph"] = self._backend.newest_graph(function)
        return fields

    @contextlib.contextmanager
    def counted(self) -> Iterator[dict]:
        """Fills a record with the lines that run here, and with what those that are watched assign."""
        seen: dict = {}
        random_state = self._disturb()
        self._counter.start()
        try:
            yield seen
        finally:
            seen.update(self._lines())
            self._restore(random_state)

    def _lines(self, thread: int | None = None) -> dict:
        """How often each line ran in a thread since its counter was started, and what watched ones assigned."""
        lines, values = self._counter.stop(thread)
        return {"lines": [[*place, count] for place, count in lines.items()],
                "values": [[*place, name, assigned] for (*place, name), assigned in values.items()]}

    def standing(self, frame: types.FrameType | None) -> dict:
        """The user's lines that lead to a frame, innermost first, and what the call that it is in has done so far."""
        frames = {threading.get_ident(): frame}  # first: the main thread; it may just wait for another
        for thread, frame in {**frames, **sys._current_frames(), **frames}.items():
            stack = self._backend.locator.stack(frame)
            if stack:
                return {"call": self.current.call_of(thread), "stack": stack, **self._lines(thread)}
        return {"call": None, "stack": [], **self._lines()}

    def _disturb(self):
        """In the control run, random numbers that are drawn inside graph functions are other ones."""
        if self.current.run != "control":
            return None
        state = self._backend.random_state(), self._backend.draws
        self._backend.disturb()
        return state

    def _restore(self, saved):
        if saved is not None and self._backend.draws == saved[1]:
            self._backend.set_random_state(saved[0])

    def _assigned(self, path, line, frame, values):
        """Keep what a watched statement assigned."""
        for name in _names(path, line):
            seen = values[path, line, name]
            if len(seen) < VALUES and name in frame.f_locals:
                seen.append(self._encoder.encode(frame.f_locals[name]))

    def describe_error(self, error: BaseException) -> dict:
        """Class, message, and the user's places, innermost first, from the traceback or AutoGraph's report."""
        places = []
        step = error.__traceback__
        while step is not None:
            place = self._backend.locator.locate(step.tb_frame.f_code.co_filename, step.tb_lineno)
            if place and place not in places:
                places.insert(0, place)
            step = step.tb_next
        for filename, line in _USER_CODE.findall(str(error)):
            place = self._backend.locator.locate(filename, int(line))
            if place:
                places = [place] + [other for other in places if other != place]
        return {"type": type(error).__name__, "message": texts.message_of(error)[:4 * TEXT], "stack": places[:16]}


def _names(path, line):
    statement = statements(path).get(line)
    return statement.names if statement else ()
