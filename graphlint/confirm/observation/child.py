"""Runs the user's program in a process of its own and records what it does. Started by `session`, never imported.

    python child.py SPECIFICATION.json
"""
from __future__ import annotations

import atexit
import builtins
import contextlib
import faulthandler
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import types
from collections.abc import Callable


def main() -> None:
    """Set everything up as the specification says, then become the program."""
    ending = Ending()
    with open(sys.argv[1], encoding="utf-8") as file:
        spec = json.load(file)
    path = sys.path[1:]  # without this file's own folder
    sys.path[:] = [spec["home"], *path]  # where this distribution lies, until all of it that is needed is imported
    from graphlint.confirm import backends, overlay
    from graphlint.confirm.observation import cells, elements, memory, observe, spawned
    from graphlint.confirm.current import Current
    from graphlint.confirm.lines import Locator
    from graphlint.confirm.observation.output import Log, Output, say_as_python

    log = Log(spec["log"], Current("graph" if spec["mode"] == "calls" else spec["mode"]))
    crash = open(spec["crash"], "w", encoding="utf-8")  # noqa: SIM115 - open as long as the process lives
    faulthandler.enable(crash)
    sys.argv = [spec["script"] or "pytest", *spec["arguments"]]

    locator = Locator()
    output = Output(log, locator, spec["native"])
    output.base = run_file.__code__
    streams = sys.stdout, sys.stderr
    say_as_python()
    output.install()  # before the framework, whose loggers keep the streams that they find
    try:
        backend = backends.start(spec["backend"], locator, [spec["root"], *path])
    except BaseException:
        sys.stdout, sys.stderr = streams
        raise
    sys.path[:] = [spec["root"], *path]
    backends.seed(backend.tf)
    limited = memory.limit(spec.get("memory"))
    watched, outside = ({(path, line) for path, line in spec[name]} for name in ("watched", "outside"))
    calls = observe.Calls(log, backend, output, watched, spec["mode"], spec["answers"], spec.get("pictures", False))
    if spec["mode"] in ("eager", "control"):
        backend.force_eager()
        backend.leave_out_caches({(path, line) for path, line in spec["uncached"]})
    ending.prepare(log, output, calls)
    if hasattr(signal, "SIGUSR2"):  # the parent asks where a program is that it is about to stop
        signal.signal(signal.SIGUSR2, lambda _signal, frame: ending.cut(frame))
        faulthandler.register(signal.SIGUSR2, crash, chain=True)  # in machine code nothing but this one answers
    log.write("start", mode=spec["mode"], backend=spec["backend"], framework=str(backend.tf.__version__))
    overlay.install(spec["edited"])
    spawned.serve({name: spec[name] for name in ("home", "root", "backend", "mode", "edited")})
    calls.install()
    calls.look_outside(outside)
    backend.observe_elements(elements.Elements(calls, log, backend, output).install)
    try:
        run(spec, cells.run)
    except SystemExit as stop:
        ending.fields = {"status": "exit", "code": stop.code if isinstance(stop.code, int) else int(stop.code is not None)}
        if stop.code is not None and not isinstance(stop.code, int):
            sys.stderr.write(f"{stop.code}\n")
    except BaseException as error:  # whatever ends the program is recorded, and ends only the program
        memory.lift()  # telling of it takes some, too
        hit = limited and memory.ran_out(error)
        ending.fields = {"status": "memory" if hit else "raised", "error": calls.describe_error(error)}
        if sys.excepthook is not sys.__excepthook__:
            # A traceback is not the same in both runs, and a hook that fails ends nothing else.
            with output.muted(), contextlib.suppress(Exception):
                sys.excepthook(type(error), error, error.__traceback__)
    # What is left is the interpreter's: the hooks of pools, threads that still run, what is registered with atexit.


class Ending:
    """How the program ended, recorded once: after all that the interpreter does at its end, or before `os._exit`."""

    def __init__(self):
        self.fields: dict = {"status": "finished"}
        self._log = self._output = self._calls = None
        atexit.register(self._tell)  # the first to be registered is the last to be called
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    def prepare(self, log, output, calls) -> None:
        """Record to `log` from now on; `os._exit` too."""
        self._log, self._output, self._calls = log, output, calls
        leave = os._exit

        def exit_now(code):
            self.fields = {"status": "os._exit", "code": code}
            self._tell()
            leave(code)

        os._exit = exit_now

    def cut(self, frame: types.FrameType | None) -> None:
        """Record where the program is; nothing that comes after it counts."""
        if self._log is not None:
            self._output.flush(lines=True)
            self._log.write("cut", **self._calls.standing(frame))
            self._log.close()

    def _tell(self):
        log = self._log
        if log is None:
            return
        self._output.flush(lines=True)
        self._calls.state.end()
        self._output.totals()
        self._forget()
        log.write("end", **self.fields)

    def _forget(self):
        self._log = None


def run(spec: dict, run_cells: Callable[[str, str, dict], None]) -> None:
    """Run what the specification names; `run_cells` runs the module of a notebook."""
    if spec["kind"] == "pytest":
        import pytest
        # Capturing by descriptor would hide what the framework writes past Python.
        chosen = any(argument.startswith(("--capture", "-s")) for argument in spec["arguments"])
        raise SystemExit(int(pytest.main([*([] if chosen else ["--capture=sys"]), *spec["arguments"]])))
    found = importlib.util.find_spec(spec["module"]) if spec["kind"] == "module" else None
    if found is not None and found.submodule_search_locations is not None:
        found = importlib.util.find_spec(spec["module"] + ".__main__")
    run_file(spec["script"], spec["edited"], found, run_cells)


def run_file(script: str, edited: dict[str, str], found: importlib.machinery.ModuleSpec | None,
             run_cells: Callable[[str, str, dict], None]) -> None:
    """Run a file as `__main__`. The module is kept, so that its state can be looked at."""
    with open(script, "rb") as file:
        source = edited.get(os.path.realpath(script)) or file.read()
    script = os.path.abspath(script)  # so that it is found when the program changes its folder
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=script, __builtins__=builtins, __spec__=found, __package__=found and found.parent)
    sys.modules["__main__"] = module
    if script.lower().endswith(".ipynb"):
        run_cells(source, script, module.__dict__)
    else:
        exec(compile(source, script, "exec", dont_inherit=True), module.__dict__)


if __name__ == "__main__":
    main()
