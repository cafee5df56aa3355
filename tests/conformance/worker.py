"""Runs programs, each in a forked child of a process that has imported the backend once.

Started by `play.py` as `python -u worker.py BACKEND CONTROL_FD SECONDS`; reads one JSON request a line from standard
input. A child inherits no state from the case before it, costs milliseconds, and may crash or hang without harm.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import sys
import types


def import_all(package: str) -> None:
    """Imports what the package would import lazily, once instead of in each child."""
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        with contextlib.suppress(Exception):  # an optional part; a program that needs it will tell
            importlib.import_module(module.name)


def run_program(path: str, control: socket.socket) -> None:
    """Executes the file as `__main__`; an exception that ends it is reported on the control socket."""
    main = types.ModuleType("__main__")
    main.__file__ = path
    sys.modules["__main__"] = main
    sys.argv = [path]
    try:
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), main.__dict__)
    except SystemExit as end:
        control.send(json.dumps({"class": "SystemExit", "text": str(end.code)}).encode())
    except BaseException as end:  # noqa: BLE001 (whatever the program raises is its result)
        control.send(json.dumps({"class": type(end).__name__, "text": str(end)}).encode())


def main() -> None:
    backend, control_fd, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    control = socket.socket(fileno=control_fd)
    if backend != "tensorflow":
        from graphlint.confirm.backends.alias import Alias  # here: the process that records needs nothing of ours

        sys.meta_path.insert(0, Alias("tensorflow", backend))
    importlib.import_module("tensorflow")
    if backend != "tensorflow":
        import_all(backend)
    gc.freeze()  # children should not copy the parent's pages when they collect garbage
    control.send(b'{"ready": true}')
    for line in sys.stdin:
        path = json.loads(line)["path"]
        child = os.fork()
        if child == 0:
            signal.alarm(seconds)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.chdir(os.path.dirname(path))
            run_program(path, control)
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        control.send(json.dumps({"status": status}).encode())


if __name__ == "__main__":
    main()
