"""Runs the user's program in a process of its own and records what it does. Started by `session`, never imported.

    python child.py SPECIFICATION.json
"""
from __future__ import annotations

import atexit
import builtins
import faulthandler
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import threading
import types

SEED = 20_240_229


def main() -> None:
    """Set everything up as the specification says, then become the program."""
    with open(sys.argv[1], encoding="utf-8") as file:
        spec = json.load(file)
    path = sys.path[1:]  # without this file's own folder
    sys.path[:] = [spec["home"], *path]  # where this distribution lies, until all of it that is needed is imported
    from graphlint.confirm import backends, elements, memory, observe, overlay
    from graphlint.confirm.lines import Locator
    from graphlint.confirm.output import Log, Output

    log = Log(spec["log"], "graph" if spec["mode"] == "calls" else spec["mode"])
    crash = open(spec["crash"], "w", encoding="utf-8")  # noqa: SIM115 - open as long as the process lives
    faulthandler.enable(crash)
    if hasattr(faulthandler, "register"):
        faulthandler.register(signal.SIGUSR2, crash)  # the parent asks where a program hangs
    sys.argv = [spec["script"] or "pytest", *spec["arguments"]]

    locator = Locator()
    output = Output(log, locator, spec["native"])
    streams = sys.stdout, sys.stderr
    output.install()  # before the framework, whose loggers keep the streams that they find
    try:
        backend = backends.start(spec["backend"], locator)
    except BaseException:
        sys.stdout, sys.stderr = streams
        raise
    sys.path[:] = [spec["root"], *path]
    seed(backend.tf)
    limited = memory.limit(spec.get("memory"))
    watched = {path: set(lines) for path, lines in spec["watched"].items()}
    calls = observe.Calls(log, backend, output, watched, spec["mode"], spec["answers"], spec.get("pictures", False))
    if spec["mode"] in ("eager", "control"):
        backend.force_eager()
    ending: dict = {"status": "finished"}

    def end():
        if ending.get("told"):
            return
        output.flush()
        calls.state.end()
        output.totals()
        ending["told"] = True
        log.write("end", **{key: value for key, value in ending.items() if key != "told"})

    atexit.register(end)  # first in, last out: after what the program registers
    leave = os._exit

    def exit_now(code):
        ending.update(status="os._exit", code=code)
        end()
        leave(code)

    os._exit = exit_now
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=lambda: ending.update(told=True))
    log.write("start", mode=spec["mode"], backend=spec["backend"], framework=str(backend.tf.__version__))
    overlay.install(spec["edited"])
    calls.install()
    backend.observe_elements(elements.Elements(calls, log, backend, output).install)
    try:
        run(spec)
    except SystemExit as stop:
        ending.update(status="exit", code=stop.code if isinstance(stop.code, int) else int(stop.code is not None))
        if stop.code is not None and not isinstance(stop.code, int):
            sys.stderr.write(f"{stop.code}\n")
    except BaseException as error:  # whatever ends the program is recorded, and ends only the program
        memory.lift()  # telling of it takes some, too
        hit = limited and memory.ran_out(error)
        ending.update(status="memory" if hit else "raised", error=calls.describe_error(error))
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


def run(spec: dict) -> None:
    """Run what the specification names."""
    if spec["kind"] == "pytest":
        import pytest
        # Capturing by descriptor would hide what the framework writes past Python.
        chosen = any(argument.startswith(("--capture", "-s")) for argument in spec["arguments"])
        raise SystemExit(int(pytest.main([*([] if chosen else ["--capture=sys"]), *spec["arguments"]])))
    found = importlib.util.find_spec(spec["module"]) if spec["kind"] == "module" else None
    if found is not None and found.submodule_search_locations is not None:
        found = importlib.util.find_spec(spec["module"] + ".__main__")
    run_file(spec["script"], spec["edited"], found)


def run_file(script: str, edited: dict[str, str], found: importlib.machinery.ModuleSpec | None) -> None:
    """Run a file as `__main__`. The module is kept, so that its state can be looked at."""
    with open(script, "rb") as file:
        source = edited.get(os.path.realpath(script)) or file.read()
    script = os.path.abspath(script)  # so that it is found when the program changes its folder
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=script, __builtins__=builtins, __spec__=found, __package__=found and found.parent)
    sys.modules["__main__"] = module
    exec(compile(source, script, "exec", dont_inherit=True), module.__dict__)


def seed(tf: types.ModuleType) -> None:
    """The same random numbers in every run, where the program sets no seed of its own."""
    random.seed(SEED)
    tf.random.set_seed(SEED)
    try:
        import numpy.random.bit_generator as bits
    except ImportError:
        return
    import numpy
    numpy.random.seed(SEED)
    bits.randbits = random.Random(SEED).getrandbits  # what a generator without a seed starts from


if __name__ == "__main__":
    main()
