"""Functions of the user's that tf.data traces: a graph run builds one graph of each, an eager run calls it for each element."""
from __future__ import annotations

import collections
import contextlib
import functools
from collections.abc import Callable, Iterator

from graphlint.confirm.backends import Backend
from graphlint.confirm.observation import functions
from graphlint.confirm.observation.observe import Calls, is_sampled
from graphlint.confirm.observation.output import Log, Output


class Elements:
    """Which lines of such functions run, and what state they leave. TensorFlow traces them in eager runs too, once."""

    def __init__(self, calls: Calls, log: Log, backend: Backend, output: Output):
        self._calls = calls
        self._log = log
        self._backend = backend
        self._output = output
        self._runs: collections.Counter = collections.Counter()

    def install(self, cls: type, name: str) -> None:
        """Observe the framework's class of functions of elements, which calls its attribute `name` in debug mode."""
        make = cls.__init__
        elements = self

        @functools.wraps(make)
        def observed_make(self, func, *args, **kwargs):
            target = functions.Target.of(func, None)
            if elements._calls.current.inside or target.path is None:
                with elements._backend.traced_elements():  # the framework's own are no business of an eager run
                    return make(self, func, *args, **kwargs)
            if not elements._backend.is_eager():
                with elements._observed(target):
                    return make(self, func, *args, **kwargs)
            with elements._calls.current.entered(), elements._output.muted():
                make(self, func, *args, **kwargs)
            setattr(self, name, elements._applied(func, target))

        cls.__init__ = observed_make

    def _applied(self, func: Callable, target: functions.Target) -> Callable:
        """The function as an eager run calls it."""
        def applied(*args):
            with self._observed(target):
                return func(*args)

        return applied

    @contextlib.contextmanager
    def _observed(self, target: functions.Target) -> Iterator[None]:
        """Record which lines run, and from time to time the state that is left."""
        seen: dict = {}
        try:
            with self._calls.current.entered(), self._calls.counted() as seen:
                yield
        finally:
            self._log.write("applied", **seen)
        key = target.path, target.line
        self._runs[key] += 1
        if is_sampled(self._runs[key]) and self._calls.current.alone:
            reached = functions.reachable(self._backend.tf, target, (), {})
            self._calls.state.after(None, getattr(target.inner, "__module__", None), reached)
