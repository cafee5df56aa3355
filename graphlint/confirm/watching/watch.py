"""`watch()`: observe the graph functions of a program that is running, here in its own process."""
from __future__ import annotations

import atexit
import functools
import importlib.util
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import ParamSpec, TextIO, TypeVar, overload

from graphlint.confirm.lines import is_installed, statement_line
from graphlint.confirm.watching import foresight, hooks, shown
from graphlint.confirm.watching.places import is_cell
from graphlint.confirm.watching.seen import AtTrace, Found, Function, Gathered, Report, sorted_functions

_P = ParamSpec("_P")
_R = TypeVar("_R")
_FILES = 50  # that are linted
_RETRACES = ("traces", "shapes", "rebuilt")  # what rules say of their divergence that tell of graphs built again

_ALIKE = {"MUTATE": {"MUTATE", "LEAK"}}  # what is changed may be given a tensor of the graph


class Watch:
    """What `watch` gives: a context manager, or a decorator. It may be entered again, and then goes on."""

    def __init__(self, output: str | os.PathLike[str] | TextIO | bool | None = None, lint: bool = True,
                 log_dir: str | os.PathLike[str] | None = None, libraries: bool = False):
        self.libraries = libraries
        self._options = {"output": output, "lint": lint, "log_dir": log_dir, "libraries": libraries}
        self._lock = threading.RLock()
        self._depth = 0
        self._entered: list[hooks.Hooks] = []
        self._gathered: dict[hooks.Group, Gathered] = {}
        self._frameworks: dict[str, None] = {}
        self._notes: dict[str, None] = {}
        self._seconds = self._begun = 0.0
        self._linted: tuple[tuple[str, ...], list[foresight.Foreseen], str] | None = None

    # --- as a context manager and a decorator -------------------------------------------------------------------------

    def __enter__(self) -> Watch:
        with self._lock:
            self._depth += 1
            if self._depth == 1:
                self._begun = time.perf_counter()
                self._entered = list(hooks.loaded())
                for one in self._entered:
                    one.enter(self)
                    self._frameworks[f"{one.name} {one.version}"] = None
                    for group in one.groups.values():
                        self._of(group)
                for gathered in self._gathered.values():
                    gathered.begun()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with self._lock:
            self._depth -= 1
            if self._depth:
                return
            self._seconds += time.perf_counter() - self._begun
            for one in self._entered:
                for group in one.groups.values():
                    self._of(group)
            for gathered in self._gathered.values():
                gathered.ended()
            for one in self._entered:
                if one.is_eager:
                    self.note("Graph functions ran eagerly (run_functions_eagerly): nothing is a graph.")
                if one.trouble:
                    self.note(f"Watching had trouble, and went on: {one.trouble}.")
                one.leave(self)
            self._entered = []
        try:
            self._tell()
        except Exception as trouble:  # what happened in the body matters more
            print(f"graphlint: the report could not be written ({type(trouble).__name__}: {trouble})", file=sys.stderr)

    def __call__(self, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """The function, watched: each call that is in no other call of it makes a report."""
        @functools.wraps(function)
        def watched(*args, **kwargs):
            with self:
                return function(*args, **kwargs)

        return watched

    # --- what was seen --------------------------------------------------------------------------------------------------

    def traced(self, framework: hooks.Hooks, trace: hooks.Trace) -> None:
        """A trace has ended."""
        with self._lock:
            gathered = self._of(trace.group)
            gathered.add(trace, [place for place in trace.stack if self._shows(place[0])])
            if not trace.looked:
                return
            if trace.disturbed:
                self.note("A debugger or a coverage tool counts lines: what ran at traces alone could not be looked at.")
                return
            outermost = self._of((trace.outermost or trace).group)
            if outermost is gathered:
                outermost.looked += 1
            lines = {place: ran for place, ran in trace.lines.items() if self._shows(place[0])}
            outermost.note(trace.effects, lines)

    def note(self, text: str) -> None:
        """Something that the report says at its end."""
        self._notes[text] = None

    def report(self) -> Report:
        """What was seen so far, as data. The linter runs the first time that it is asked for after something new was seen."""
        with self._lock:
            functions, effects = [], []
            for gathered in list(self._gathered.values()):
                group = gathered.group
                path = None if group.library else self._path(group.filename)
                function = gathered.function(path)
                if function.calls or function.traces or function.failed:
                    functions.append(function)
                    effects += gathered.at_trace(function)
            seconds = self._seconds + (time.perf_counter() - self._begun if self._depth else 0.0)
            notes = list(self._notes)
            reached = {place for gathered in self._gathered.values() for place in gathered.lines}
        if not functions and not notes:
            notes.append("No graph function was called. With run_eagerly=True, Keras makes none: nothing is a graph.")
        found: list[Found] = []
        linted = bool(self._options["lint"])
        if linted:
            foreseen, trouble = self._foreseen(functions, effects, reached)
            if trouble:
                notes.append(f"{trouble[0].upper()}{trouble[1:]}.")
                linted = False
            found = list(_joined(foreseen, functions, effects, reached))
        frameworks = ", ".join(self._frameworks)
        return Report(frameworks, seconds, sorted_functions(functions),
                      sorted(effects, key=lambda one: (one.path, one.line, one.code)), found, notes, linted)

    def __str__(self) -> str:
        return shown.text(self.report())

    def data(self) -> dict:
        """The report as JSON values."""
        return shown.data(self.report())

    def _of(self, group) -> Gathered:
        gathered = self._gathered.get(group)
        if gathered is None:
            gathered = self._gathered[group] = Gathered(group)
        return gathered

    def _shows(self, path):
        return self.libraries or not is_installed(path)

    def _path(self, filename):
        return next((path for one in hooks.every() if (path := one.locator.path_of(filename))), None)

    def _foreseen(self, functions, effects, reached):
        places = [(one.path, 0) for one in (*functions, *effects) if one.path]
        places += [place for one in functions for stack in (one.site, *(retrace.stack for retrace in one.retraces)) for place in stack]
        paths = tuple(dict.fromkeys(path for path, _ in (*places, *sorted(reached)) if not is_cell(path)))[:_FILES]
        if self._linted is None or self._linted[0] != paths:
            self._linted = paths, *(foresight.lint(paths) if paths else ([], ""))
        return self._linted[1:]

    # --- telling --------------------------------------------------------------------------------------------------------

    def _tell(self):
        output, log_dir = self._options["output"], self._options["log_dir"]
        if output is not False:
            report = self.report()
            if isinstance(output, (str, os.PathLike)):
                is_json = os.fspath(output).endswith(".json")
                with open(output, "w", encoding="utf-8") as file:
                    file.write(shown.json_text(report) if is_json else shown.text(report))
            else:
                stream = sys.stderr if output is None or output is True else output
                if stream is not None:
                    stream.write(shown.text(report))
                    stream.flush()
        if log_dir is not None:
            tf = sys.modules.get("tensorflow") or sys.modules["runtime"]
            if tf.__name__ == "tensorflow" and importlib.util.find_spec("tensorboard") is None:
                raise RuntimeError("log_dir needs TensorBoard: pip install 'pylint-graphlint[tensorboard]'")
            writer = tf.summary.create_file_writer(os.fspath(log_dir))
            with writer.as_default():
                tf.summary.text("graphlint/watch", shown.markdown(self.report()), step=0)
            writer.close()


def _joined(foreseen: list[foresight.Foreseen], functions: list[Function], effects: list[AtTrace],
            reached: set) -> Iterator[Found]:
    """Each finding with what was seen of it; what was seen is told who foresaw it."""
    for finding in foreseen:
        told = f"{finding.id} {finding.symbol} at {{}}:{finding.line}".format(shown.short(finding.path))
        seen = False
        for effect in effects:
            if _ALIKE.get(effect.kind, {effect.kind}).intersection(finding.kinds) and (effect.path, effect.line) in finding.places:
                effect.foreseen.append(told)
                seen = True
        here = finding.path, statement_line(finding.path, finding.line)
        for function in functions if finding.divergence in _RETRACES else ():
            stacks = [place for retrace in function.retraces for place in retrace.stack]
            if function.excessive and (here in stacks or here in finding.places and function.path == finding.path and (
                    function.name.rpartition(".")[2] == finding.function.rpartition(".")[2])):
                function.foreseen.append(told)
                seen = True
        answer = "seen" if seen else "reached" if reached.intersection(finding.places) else "not reached"
        yield Found(finding.id, finding.symbol, finding.path, finding.line, finding.function, finding.text, answer, finding.off)


@overload
def watch(output: Callable[_P, _R]) -> Callable[_P, _R]: ...
@overload
def watch(output: str | os.PathLike[str] | TextIO | bool | None = None, *, lint: bool = True,
          log_dir: str | os.PathLike[str] | None = None, libraries: bool = False) -> Watch: ...
def watch(output: str | os.PathLike[str] | TextIO | bool | Callable | None = None, *, lint: bool = True,
          log_dir: str | os.PathLike[str] | None = None, libraries: bool = False) -> Watch | Callable:
    """Watch the graph functions that run in a `with` statement, or in a decorated function, and report at its end.

    Args:
        output: a path (text, or JSON if it ends in .json) or a text stream; False for no output. Default: standard error.
        lint: put the linter's findings beside what was seen. It runs after the watched code, in a process of its own.
        log_dir: a folder for TensorBoard, which gets the report as text.
        libraries: also tell what the code of installed packages does, but for TensorFlow, Keras and NumPy.
    """
    if callable(output) and not hasattr(output, "write"):
        return Watch(None, lint, log_dir, libraries)(output)
    return Watch(output, lint, log_dir, libraries)


class WatchCallback:
    """A callback for `fit`, `evaluate` and `predict` of Keras 3, Keras 2 (tf-keras) and the runtime's Keras.

    It watches from the begin of the training to its end, and then reports; `watched` is the watch. Takes what `watch` takes.
    It is no subclass of any Keras' `Callback`, so that importing it imports no Keras.
    """

    async_safe = True  # batches cost nothing: nothing is done with them
    _supports_tf_logs = True

    def __init__(self, output: str | os.PathLike[str] | TextIO | bool | None = None, lint: bool = True,
                 log_dir: str | os.PathLike[str] | None = None, libraries: bool = False):
        self.watched = Watch(output, lint, log_dir, libraries)
        self.params: dict | None = None
        self.model: object = None
        self._begun = False
        ours = weakref.ref(self)
        atexit.register(lambda: ours() and ours()._end())  # the training may end with an exception, which tells no callback

    def set_params(self, params: dict) -> None:
        """Called by Keras."""
        self.params = params

    def set_model(self, model: object) -> None:
        """Called by Keras."""
        self.model = model

    def _begin(self, logs=None):
        if not self._begun:
            self._begun = True
            self.watched.__enter__()
            if getattr(self.model, "run_eagerly", False):
                self.watched.note("The model was run with run_eagerly=True: its steps are no graphs.")

    def _end(self, logs=None):
        if self._begun:
            self._begun = False
            self.watched.__exit__(None, None, None)

    def on_train_begin(self, logs: dict | None = None) -> None:
        """Begin to watch."""
        self._training = True
        self._begin()

    def on_train_end(self, logs: dict | None = None) -> None:
        """Report."""
        self._training = False
        self._end()

    _training = False

    def _begin_alone(self, logs=None):
        if not self._training:
            self._begin()

    def _end_alone(self, logs=None):
        if not self._training:
            self._end()

    on_test_begin = on_predict_begin = _begin_alone
    on_test_end = on_predict_end = _end_alone

    def _nothing(self, *args, **kwargs):
        """Called by Keras for each batch or epoch."""

    _nothing._is_default = True  # Keras 3 need not call it
    on_epoch_begin = on_epoch_end = on_batch_begin = on_batch_end = _nothing
    on_train_batch_begin = on_train_batch_end = on_test_batch_begin = on_test_batch_end = _nothing
    on_predict_batch_begin = on_predict_batch_end = _nothing

    def _implements_no_hooks(self) -> bool:
        return False

    _implements_train_batch_hooks = _implements_test_batch_hooks = _implements_predict_batch_hooks = _implements_no_hooks
